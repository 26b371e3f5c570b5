"""Curves and measures of a fitted booster.

A booster that stops early keeps its vote. So its curves stay level up to the last round asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from methods.boosting.step_search import NO_FINITE_MINIMISER

# Each of the first rounds is shown, then every `LATER_ROUNDS`-th.
FIRST_ROUNDS, LATER_ROUNDS = 20, 5


def cost_curve(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Training cost C(F_t) after each round t."""
    return by_rounds(estimator, getattr(estimator, "cost_trace_", ()))


def train_error_curve(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Training error after each round."""
    return by_rounds(estimator, getattr(estimator, "train_error_trace_", ()))


def test_error_curve(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Test error after each round."""
    if not hasattr(estimator, "cost_trace_"):
        return None
    is_second = y_test == estimator.classes_[1]
    votes = estimator.staged_decision_function(X_test)
    return by_rounds(estimator, [float(np.mean((F > 0) != is_second)) for F in votes])


def log_final_cost(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Natural logarithm of the cost after the last round; the cost may be as small as e^-256."""
    if not hasattr(estimator, "cost_trace_") or not len(estimator.cost_trace_):
        return None
    return float(np.log(estimator.cost_trace_[-1]))


def fell_for_ever(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """1 if boosting stopped because the cost had no finite minimiser along a direction, else 0."""
    if not hasattr(estimator, "stop_reason_"):
        return None
    return float(estimator.stop_reason_ == NO_FINITE_MINIMISER)


def by_rounds(estimator: Any, values: Any) -> tuple[np.ndarray, np.ndarray] | None:
    """The rounds that a curve shows, from 1 to `n_estimators`, and the values after them."""
    if not len(values):
        return None
    last = estimator.n_estimators
    rounds = np.unique([*range(1, FIRST_ROUNDS), *range(FIRST_ROUNDS, last, LATER_ROUNDS), last])
    rounds = rounds[rounds <= last]
    return rounds, np.asarray(values)[np.minimum(rounds, len(values)) - 1]
