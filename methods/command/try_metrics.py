"""Whether scikit-learn's metrics that `try` is asked for have a value with so many classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from methods.bench.blocks import Run
from methods.bench.metrics import classification_scorers, scorer
from methods.bench.scoring import score_values
from methods.errors import UserError
from methods.schemas.metric_entries import SCORED_ALWAYS, MetricEntry

ROWS = 4  # of each class, of which one is predicted wrongly
SURE = 0.9  # the probability of the predicted class


def refuse_unfit_metrics(metrics: Sequence[Any], n_classes: int) -> None:
    """Refuse a metric that would have no score after all fits, such as `roc_auc` of three classes.

    A function of the user's is not tried: it may rely on more than made-up predictions have.
    """
    known = classification_scorers()
    for name in metrics:
        if name in known and name not in SCORED_ALWAYS and (why := _gap(name, n_classes)):
            others = [n for n in known if n.startswith(f"{name}_") and not _gap(n, n_classes)]
            choice = f"; choose from: {', '.join(others)}" if others else ""
            raise UserError(f"--metric {name} has no value with {n_classes} classes: {why}{choice}")


def _gap(metric: str, n_classes: int) -> str:
    """Why made-up predictions of so many classes have no score; empty if they have one."""
    y = np.repeat(np.arange(n_classes), ROWS)
    said = y.copy()
    said[::ROWS] = (said[::ROWS] + 1) % n_classes
    shares = np.full((len(y), n_classes), (1 - SURE) / (n_classes - 1))
    shares[np.arange(len(y)), said] = SURE
    decision = shares[:, 1] - shares[:, 0] if n_classes == 2 else shares
    values = {"predict_proba": shares, "decision_function": decision}
    run = Run(seed=0, condition="", test=said, values=values, classes=range(n_classes))
    scorers = {metric: scorer(MetricEntry(function=metric))}
    _, _, gaps = score_values(run, y, scorers, ())
    return gaps.get(metric, "")
