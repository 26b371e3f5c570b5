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


def share_of_negations(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Share of the epochs whose update negated the vector."""
    if not hasattr(estimator, "negation_trace_"):
        return None
    return float(estimator.negation_trace_[-1] / estimator.trace_epochs_[-1])


def share_of_late_negations(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Share of the negations after the first tenth of the epochs; none if nothing was negated."""
    if not hasattr(estimator, "negation_trace_") or not estimator.negation_trace_[-1]:
        return None
    epochs, negations = estimator.trace_epochs_, estimator.negation_trace_
    early = negations[epochs <= epochs[-1] / 10]
    return float(1 - (early[-1] if len(early) else 0) / negations[-1])
