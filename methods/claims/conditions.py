"""Conditions of a sweep: those that a run has, what they are values of, and means over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.schemas.option_kinds import Conditions

Labels = TypeVar("Labels", bound="Conditions | None")


def run_at_scale(results: Results, study: str, labels: Labels) -> Labels | list[str]:
    """Of a list of conditions, those that the scale of the run has; all if it has none of them."""
    if isinstance(labels, str) or not isinstance(labels, Sequence):
        return labels
    has = results.study(study).conditions.labels(results.plan.scale)
    return [label for label in labels if label in has] or list(labels)


def mean_scores(results: Results, study: str, metric: str, conditions: Conditions) -> pd.DataFrame:
    """Scores by trial and method as `Results.trial_scores`, the means over several conditions.

    Over a range it is the mean height of the curve that joins the scores by straight lines, so that
    it does not depend on where the values of the sweep lie close together.
    """
    if isinstance(conditions, str):
        return results.trial_scores(study, metric, conditions)
    if isinstance(conditions, dict):
        lowest, highest = float(conditions["lowest"]), float(conditions["highest"])
        has = results.study(study).conditions.labels(results.plan.scale)
        labels = [label for label in has if lowest <= float(label) <= highest]
        labels.sort(key=float)  # the curve runs from left to right, however the file lists values
        if not labels:  # at a scale with fewer values
            return results.trial_scores(study, metric, has[0]) * np.nan
        weights = _widths([float(label) for label in labels])
    else:
        labels, weights = list(conditions), [1.0] * len(conditions)
    scores = [results.trial_scores(study, metric, label) for label in labels]
    return sum(w * of_one for w, of_one in zip(weights, scores, strict=True)) / sum(weights)


def _widths(values: Sequence[float]) -> list[float]:
    """How much of a range each value stands for, by the trapezoidal rule; one alone for all."""
    steps = np.diff(values)
    return ((np.append(steps, 0) + np.append(0, steps)) / 2).tolist() if len(values) > 1 else [1.0]


def swept_parameter(results: Results, study: str) -> str:
    """What the conditions of a study are values of; empty if they tell it themselves."""
    conditions = results.study(study).conditions
    return "" if conditions.vary == "test_noise" else conditions.name
