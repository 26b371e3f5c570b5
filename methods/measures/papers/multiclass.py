"""Measures of a fitted vote over a coding matrix, for the claims of chapter 4 of the thesis."""

from __future__ import annotations

from typing import Any

import numpy as np

from methods.measures.boosting import by_rounds


def cost_curve(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """The cost of eq. 4.2 after each round, divided by its value N (K - 1) at F = 0."""
    vote = _vote(estimator)
    return None if vote is None else by_rounds(vote, _normalised_cost(vote, y))


def train_error_curve(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Training error after each round."""
    vote = _vote(estimator)
    return None if vote is None else by_rounds(vote, vote.train_error_trace_)


def test_error_curve(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Test error after each round."""
    vote = _vote(estimator)
    if vote is None:
        return None
    stages = vote.staged_predict(X_test)
    return by_rounds(vote, [float(np.mean(predicted != y_test)) for predicted in stages])


def mean_coefficient(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Mean alpha_t; it is small if the binary problems were hard."""
    vote = _vote(estimator)
    if vote is None or not vote.n_iter_:
        return None
    return float(np.mean(vote.estimator_weights_))


def log_final_cost(estimator: Any, X: np.ndarray, y: np.ndarray) -> float | None:
    """Natural logarithm of the normalised cost after the last round."""
    vote = _vote(estimator)
    if vote is None or not vote.n_iter_:
        return None
    return float(np.log(_normalised_cost(vote, y)[-1]))


def _vote(estimator: Any) -> Any:
    """The estimator, or the one that it selected, if it votes over a coding matrix."""
    vote = getattr(estimator, "estimator_", estimator)
    return vote if hasattr(vote, "coding_matrix_") else None


def _normalised_cost(vote: Any, y: np.ndarray) -> np.ndarray:
    return vote.cost_trace_ / (len(y) * (len(vote.classes_) - 1))
