"""ROC and calibration curves of test rows, on places that are the same in every trial.

So means and bands over trials can be drawn. Two classes have one curve, for which the second class
is the positive one. More classes are each set against the rest: the mean of their ROC curves is
stored, and one calibration curve of all their probabilities.
"""

from __future__ import annotations

import numpy as np
from sklearn import metrics

FALSE_POSITIVE_RATES = np.linspace(0, 1, 101)
EDGES = np.linspace(0, 1, 11)  # of the bins of probabilities
CENTRES = (EDGES[1:] + EDGES[:-1]) / 2

Curve = tuple[np.ndarray, np.ndarray]


def roc_curve(y: np.ndarray, values: np.ndarray, classes: np.ndarray) -> Curve:
    """True positive rate at each of `FALSE_POSITIVE_RATES`, as on the line through the vertices.

    Parameters
    ----------
    y : class codes of the rows.
    values : decision values or probabilities, with a column for each of the classes, or with one
        column that is high for the second of two.
    """
    rates = []
    for positive, scores in _against_the_rest(y, values, classes):
        if positive.all() or not positive.any():
            raise ValueError("the test rows are of one class")
        false, true, _ = metrics.roc_curve(positive, scores)
        steps, last = np.unique(false[::-1], return_index=True)  # the highest at each step
        rates.append(np.interp(FALSE_POSITIVE_RATES, steps, true[::-1][last]))
    return FALSE_POSITIVE_RATES, np.mean(rates, axis=0)


def calibration_curves(
    y: np.ndarray, probabilities: np.ndarray, classes: np.ndarray
) -> dict[str, Curve]:
    """Share of positive rows in each bin of probabilities that has rows, and mean probability."""
    parts = _against_the_rest(y, probabilities, classes)
    positive = np.concatenate([of_class for of_class, _ in parts])
    predicted = np.concatenate([of_class for _, of_class in parts])
    bins = np.clip(np.searchsorted(EDGES, predicted, side="right") - 1, 0, len(CENTRES) - 1)
    rows = np.bincount(bins, minlength=len(CENTRES))
    filled = rows > 0
    shares, means = (
        np.bincount(bins, weights=weights, minlength=len(CENTRES))[filled] / rows[filled]
        for weights in (positive, predicted)
    )
    places = CENTRES[filled]
    return {"calibration_curve": (places, shares), "mean_probability": (places, means)}


def _against_the_rest(
    y: np.ndarray, values: np.ndarray, classes: np.ndarray
) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each class that counts as positive: which rows are of it, and their values."""
    if len(classes) == 2:
        return [(y == classes[1], values if values.ndim == 1 else values[:, 1])]
    if values.ndim != 2 or values.shape[1] != len(classes):
        raise ValueError(f"values of shape {values.shape} for {len(classes)} classes")
    return [(y == label, values[:, i]) for i, label in enumerate(classes)]
