"""Measures of a fitted machine for the claims of the SMM paper."""

from __future__ import annotations

from typing import Any

import numpy as np

# Pairs of columns drawn at random for theorem 2.
COLUMN_PAIRS = 400


def grouping_bound(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Theorem 2 on pairs of columns of the regression matrix: the bound, and the distance bounded.

    ||W_l - W_l'||^2 <= n C^2 sum_k ||f_kl - f_kl'||^2, where f_kl are the n values of entry (k, l).
    The paper's features have unit length; then the bound is 2 n C^2 (p - sum_k f_kl.f_kl'). None
    for an estimator without a low-rank matrix and a penalty C.
    """
    fitted = getattr(estimator, "best_estimator_", estimator)
    C = getattr(fitted, "C_", getattr(fitted, "C", None))
    if C is None or not hasattr(fitted, "rank_") or X.ndim != 3:
        return None
    q = X.shape[2]
    rng = np.random.default_rng(0)
    first = rng.integers(q, size=COLUMN_PAIRS)
    second = (first + rng.integers(1, q, size=COLUMN_PAIRS)) % q
    squared_distances = [
        np.sum((X[:, :, a] - X[:, :, b]) ** 2) for a, b in zip(first, second, strict=True)
    ]
    coef = np.asarray(fitted.coef_)
    bounded = np.sum((coef[:, first] - coef[:, second]) ** 2, axis=0)
    return len(X) * C**2 * np.asarray(squared_distances), bounded
