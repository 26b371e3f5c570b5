"""Metrics: numbers that are computed from the labels and the predictions of a fit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


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

To add a metric, enter a function here. It is stored under its name for the test part and under
``train_<name>`` for the training part. Scalars that a study records are stored beside them.
"""
