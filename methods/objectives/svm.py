"""Objectives of the linear SVM and of the exclusivity machine; labels are signs, y in {-1, 1}."""

from __future__ import annotations

from numbers import Real

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import gen_batches

LOSS_POWERS = {"hinge": 1.0, "squared_hinge": 2.0}

# Decision values held at once when an ensemble is evaluated: 16 MB, whatever the sample size.
DECISION_VALUES_AT_ONCE = 2**21


def loss_power(loss: str | float) -> float:
    """The power p of the loss (1 - margin)_+^p: 1 for "hinge", 2 for "squared_hinge", or p."""
    if isinstance(loss, str) and loss in LOSS_POWERS:
        return LOSS_POWERS[loss]
    if isinstance(loss, Real) and 1 <= loss <= 2:
        return float(loss)
    raise ValueError(f"loss must be 'hinge', 'squared_hinge' or a power in [1, 2], got {loss!r}")


def hinge_loss(margins: NDArray, penalty: ArrayLike, power: float) -> float:
    """Sum of penalty * (1 - margin)_+^power; `penalty` broadcasts against `margins`."""
    excess = np.maximum(1.0 - margins, 0.0)
    if power == 2:
        excess *= excess
    elif power != 1:
        excess **= power
    return float(np.sum(penalty * excess))


def primal_svm_objective(
    coef: ArrayLike,
    intercept: float,
    X: ArrayLike,
    y: ArrayLike,
    penalty: ArrayLike,
    loss: str | float,
) -> float:
    """Objective of the primal SVM, 1/2 ||w||^2 + penalty * sum_n (1 - y_n (x_n.w + b))_+^p.

    Parameters
    ----------
    coef, intercept : the hyperplane w (d,) and b; b is not penalised.
    X, y : samples (n, d) and their signs (n,).
    penalty : weight of the loss, one number or one per sample (n,).
    loss : "hinge" (p=1), "squared_hinge" (p=2) or the power p in [1, 2].
    """
    w = np.asarray(coef, dtype=float)
    margins = np.asarray(y) * (np.asarray(X) @ w + intercept)
    return 0.5 * float(w @ w) + hinge_loss(margins, penalty, loss_power(loss))


def exclusivity_objective(
    components: ArrayLike,
    intercepts: ArrayLike,
    X: ArrayLike,
    y: ArrayLike,
    penalty: ArrayLike,
    loss: str | float,
    sparsity: float = 0.0,
) -> float:
    """Objective of the exclusivity regularized machine (Guo, eq. 5 with section 5's extension).

    F(W, b) = 1/2 sum_i (sum_c |w_c(i)| + sparsity)^2
              + penalty * sum_c sum_n (1 - y_n (x_n.w_c + b_c))_+^p

    `sparsity` is the beta of the column beta * 1 that section 5 appends to W. The square is kept
    whole: it holds the constant d * sparsity^2 / 2 beside sparsity * ||W||_1.

    Parameters
    ----------
    components, intercepts : the hyperplanes, (C, d) and (C,).
    X, y : samples (n, d) and their signs (n,).
    penalty : weight lambda of the loss, one number or one per sample (n,).
    loss : "hinge" (p=1), "squared_hinge" (p=2) or the power p in [1, 2].
    sparsity : weight beta >= 0 of the sparse extension.
    """
    W, b = np.asarray(components, dtype=float), np.asarray(intercepts, dtype=float)
    X, y = np.asarray(X), np.asarray(y)
    power = loss_power(loss)
    row_sums = np.abs(W).sum(axis=0) + sparsity
    total = 0.5 * float(row_sums @ row_sums)
    costs = np.broadcast_to(penalty, len(X))[:, None]
    for rows in gen_batches(len(X), max(1, DECISION_VALUES_AT_ONCE // len(W))):
        margins = y[rows, None] * (X[rows] @ W.T + b)
        total += hinge_loss(margins, costs[rows], power)
    return total
