"""What the SMM paper's claims need of a fitted machine."""

from __future__ import annotations

from typing import Any

import numpy as np

COLUMN_PAIRS = 400  # drawn for theorem 2, of p (p - 1) / 2


def grouping_bound(
    estimator: Any, X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Theorem 2 on pairs of columns of the regression matrix: its bound, and what it bounds.

    ||W_l - W_l'||^2 <= n C^2 sum_k ||f_kl - f_kl'||^2 with f_kl the n values of entry (k, l); for
    features of unit length, as the paper has them, this is 2 n C^2 (p - sum_k f_kl.f_kl'). None for
    an estimator that has no low-rank matrix and penalty C.
    """
    fitted = getattr(estimator, "best_estimator_", estimator)
    C = getattr(fitted, "C_", getattr(fitted, "C", None))
    if C is None or not hasattr(fitted, "rank_") or X.ndim != 3:
        return None
    q = X.shape[2]
    rng = np.random.default_rng(0)
    first = rng.integers(q, size=COLUMN_PAIRS)
    second = (first + rng.integers(1, q, size=COLUMN_PAIRS)) % q
    apart = [np.sum((X[:, :, a] - X[:, :, b]) ** 2) for a, b in zip(first, second, strict=True)]
    coef = np.asarray(fitted.coef_)
    reached = np.sum((coef[:, first] - coef[:, second]) ** 2, axis=0)
    return len(X) * C**2 * np.asarray(apart), reached
