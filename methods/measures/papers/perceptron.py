"""Measures of a fitted perceptron for the claims of chapter 2 of the thesis."""

from __future__ import annotations

from typing import Any

import numpy as np


def test_error_curve(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Test error after each epoch of the perceptron's trace."""
    if not hasattr(estimator, "coef_trace_"):
        return None
    bias, coef = estimator.coef_trace_[:, 0], estimator.coef_trace_[:, 1:]
    is_second = X_test @ coef.T + bias > 0
    wrong = is_second != (y_test == estimator.classes_[1])[:, None]
    return estimator.trace_epochs_, wrong.mean(axis=0)


def oscillation(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Mean change of the training error from entry to entry in the last decade of epochs."""
    if not hasattr(estimator, "train_error_trace_"):
        return None
    epochs = estimator.trace_epochs_
    late = estimator.train_error_trace_[epochs >= epochs[-1] / 10]
    return float(np.mean(np.abs(np.diff(late)))) if len(late) > 1 else None
