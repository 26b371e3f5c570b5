"""Kinds of scaling: an affine map of each feature, fitted on the training rows or on all rows.

``{range: [low, high], rows: train}`` in an experiment file names the kind, its value and the rows.
To add a kind, write a function here, enter it in `SCALINGS`, and describe its key in the model
`methods.schemas.protocol.Scaling`. A kind is

    kind(rows, value) -> (factor, shift),    scaled feature = feature * factor + shift.

Other rows may leave the range: the thesis insists on parameters from the training part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

Affine = tuple[np.ndarray, np.ndarray]  # factor, shift


def fit_scaling(X: np.ndarray, train: np.ndarray, scaling: Mapping[str, Any] | None) -> Affine:
    """Factor and shift of each feature under `scaling`, as an experiment file has it."""
    if scaling is None:
        return np.ones(X.shape[1:]), np.zeros(X.shape[1:])
    ((kind, value),) = ((key, value) for key, value in scaling.items() if key != "rows")
    return SCALINGS[kind](X if scaling["rows"] == "all" else X[train], value)


def onto_range(rows: np.ndarray, ends: tuple[float, float]) -> Affine:
    """Map the range of each feature onto `ends`; a constant feature goes to the middle."""
    low, high = (float(end) for end in ends)
    width, constant = _widths(rows)
    factor = np.where(constant, 0.0, (high - low) / np.where(constant, 1.0, width))
    return factor, np.where(constant, (low + high) / 2, low - rows.min(axis=0) * factor)


def to_unit_variance(rows: np.ndarray, variance: float) -> Affine:
    """Centre, and divide by the standard deviation; a constant feature becomes 0.

    The `variance` is always 1.
    """
    _, constant = _widths(rows)
    factor = np.where(constant, 0.0, 1 / np.where(constant, 1.0, rows.std(axis=0)))
    return factor, -rows.mean(axis=0) * factor


def to_mean_norm(rows: np.ndarray, norm: float) -> Affine:
    """Multiply all features by one number, so that the mean Euclidean norm of a row is `norm`.

    Unlike the other kinds it keeps what neighbouring features have in common, as in pictures.
    """
    mean_norm = np.linalg.norm(rows.reshape(len(rows), -1), axis=1).mean()
    factor = np.full(rows.shape[1:], norm / mean_norm if mean_norm else 1.0)
    return factor, np.zeros_like(factor)


SCALINGS: dict[str, Callable[[np.ndarray, Any], Affine]] = {
    "range": onto_range,
    "variance": to_unit_variance,
    "norm": to_mean_norm,
}


def _widths(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Range of each feature, and whether it is constant.

    The standard deviation does not tell: that of a constant feature may be a rounding error.
    """
    width = np.ptp(rows, axis=0)
    return width, width == 0
