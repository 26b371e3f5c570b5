"""Objectives of the linear SVM and of the exclusivity machine; labels are signs, y in {-1, 1}."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import gen_batches

from methods.objectives.losses import find_loss

# Decision values held at once when an ensemble is evaluated: 16 MB for any number of samples.
DECISION_VALUES_AT_ONCE = 2**21


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
    coef : array-like of shape (d,)
        The weights w.
    intercept : float
        The intercept b, which is not penalised.
    X : array-like of shape (n, d)
        Samples.
    y : array-like of shape (n,)
        Their signs, -1 or 1.
    penalty : float or array-like of shape (n,)
        Weight of the loss, one number or one per sample.
    loss : {"hinge", "squared_hinge"} or float
        The loss: "hinge" (p = 1), "squared_hinge" (p = 2), the power p in [1, 2], or another name
        in `methods.objectives.losses.LOSSES`.
    """
    w = np.asarray(coef, dtype=float)
    margins = np.asarray(y) * (np.asarray(X) @ w + intercept)
    return 0.5 * float(w @ w) + find_loss(loss).total(margins, penalty)


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

    It is::

        F(W, b) = 1/2 sum_i (sum_c |w_c(i)| + sparsity)^2
                  + penalty * sum_c sum_n (1 - y_n (x_n.w_c + b_c))_+^p

    `sparsity` is the beta of the column beta * 1 that section 5 appends to W. The square is kept
    whole: it holds the constant d * sparsity^2 / 2 beside sparsity * ||W||_1.

    Parameters
    ----------
    components : array-like of shape (C, d)
        The weights of the components.
    intercepts : array-like of shape (C,)
        Their intercepts.
    X : array-like of shape (n, d)
        Samples.
    y : array-like of shape (n,)
        Their signs, -1 or 1.
    penalty : float or array-like of shape (n,)
        Weight lambda of the loss, one number or one per sample.
    loss : {"hinge", "squared_hinge"} or float
        The loss: "hinge" (p = 1), "squared_hinge" (p = 2), the power p in [1, 2], or another name
        in `methods.objectives.losses.LOSSES`.
    sparsity : float, default=0.0
        Weight beta of the sparse extension, not negative.
    """
    W, b = np.asarray(components, dtype=float), np.asarray(intercepts, dtype=float)
    X, y = np.asarray(X), np.asarray(y)
    margin_loss = find_loss(loss)
    row_sums = np.abs(W).sum(axis=0) + sparsity
    total = 0.5 * float(row_sums @ row_sums)
    costs = np.broadcast_to(penalty, len(X))[:, None]
    for rows in gen_batches(len(X), max(1, DECISION_VALUES_AT_ONCE // len(W))):
        margins = y[rows, None] * (X[rows] @ W.T + b)
        total += margin_loss.total(margins, costs[rows])
    return total
