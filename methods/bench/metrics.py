"""Metrics: numbers that are computed from the labels of the test rows and what a fit says of them.

`METRICS` are those of every study. All others are scorers of scikit-learn, which call the methods
of a classifier by themselves; a function of one's own is made into such a scorer. The workflow
reads the names each time it builds its graph, so nothing heavy is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from methods.bench.construct import resolve
from methods.errors import UserError, unknown
from methods.schemas.metric_entries import CURVES, MetricEntry


def error(y: np.ndarray, predicted: np.ndarray) -> float:
    """Share of rows with a wrong prediction."""
    return float(np.mean(y != predicted))


def balanced_error(y: np.ndarray, predicted: np.ndarray) -> float:
    """Mean, over the classes present, of the share of rows with a wrong prediction."""
    wrong = y != predicted
    return float(np.mean([wrong[y == label].mean() for label in np.unique(y)]))


METRICS: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "error": error,
    "balanced_error": balanced_error,
}
"""The metrics of every run, by name: ``metric(labels, predictions) -> float``.

They are stored under their names for the test part and under ``train_<name>`` for the training
part. Scalars that a study records, and the metrics that it names, are stored beside them.
"""

# Modules of scikit-learn whose scorers judge numbers or clusters.
OTHER_TASKS = ("._regression", ".cluster.")


def scorers_of(metrics: Mapping[str, MetricEntry]) -> dict[str, Callable[..., Any]]:
    """The scorers of the metrics by name, without those that are curves."""
    return {name: scorer(entry) for name, entry in metrics.items() if name not in CURVES}


def scorer(entry: MetricEntry) -> Callable[..., Any]:
    """``scorer(classifier, X, y) -> number``; a `UserError` says why there is none."""
    from sklearn.metrics import accuracy_score, get_scorer, make_scorer  # only if one is needed

    own = "." in entry.function
    if not own and entry.function not in (names := classification_scorers()):
        raise unknown("metric", entry.function, [*METRICS, *CURVES, *names])
    function = resolve(entry.function) if own else get_scorer(entry.function)
    if isinstance(function, type(make_scorer(accuracy_score))):
        if entry.response or entry.lower_is_better:
            raise UserError(
                f"{entry.function} is a scorer, which knows what it needs and that higher is "
                "better; remove response and lower_is_better"
            )
        return function
    if not callable(function):
        raise UserError(f"{entry.function} is neither a function nor a scorer")
    if entry.lower_is_better is None:
        raise UserError(
            f"{entry.function} does not say whether low or high is good; write "
            f"{{function: {entry.function}, lower_is_better: true}}, or false"
        )
    return make_scorer(function, response_method=entry.response or "predict")


def classification_scorers() -> list[str]:
    """The names of scikit-learn's scorers that judge a classifier."""
    from sklearn.metrics import get_scorer, get_scorer_names

    return [
        name
        for name in get_scorer_names()
        if not any(task in get_scorer(name)._score_func.__module__ for task in OTHER_TASKS)
    ]
