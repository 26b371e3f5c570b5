"""Objectives of the machines on matrices; samples are (n, p, q) and labels signs, y in {-1, 1}."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from methods.objectives.losses import HINGE


def _margins(coef: NDArray, intercept: float, X: ArrayLike, y: ArrayLike) -> NDArray:
    rows = np.reshape(X, (len(np.asarray(X)), coef.size))
    return np.asarray(y) * (rows @ coef.ravel() + intercept)


def _nuclear_norm(coef: NDArray) -> float:
    return float(np.linalg.svd(coef, compute_uv=False).sum())


def support_matrix_objective(
    coef: ArrayLike, intercept: float, X: ArrayLike, y: ArrayLike, C: ArrayLike, tau: float
) -> float:
    """Objective of the support matrix machine (Luo et al. 2015, problem 6).

    1/2 tr(W'W) + tau ||W||_* + C sum_i (1 - y_i (tr(W'X_i) + b))_+

    Parameters
    ----------
    coef : array-like of shape (p, q)
        The coefficients W.
    intercept : float
        The intercept b, which is not penalised.
    X : array-like of shape (n, p, q) or (n, p*q)
        Samples, or their rows.
    y : array-like of shape (n,)
        Their signs, -1 or 1.
    C : float or array-like of shape (n,)
        Weight of the loss, one number or one per sample.
    tau : float
        Weight of the nuclear norm.
    """
    W = np.asarray(coef, dtype=float)
    loss = HINGE.total(_margins(W, intercept, X, y), C)
    return 0.5 * float(np.sum(W * W)) + tau * _nuclear_norm(W) + loss


def logistic_matrix_objective(
    coef: ArrayLike,
    intercept: float,
    X: ArrayLike,
    y: ArrayLike,
    tau: float,
    sample_weight: ArrayLike = 1.0,
) -> float:
    """Objective of the regularised GLM with the logistic loss (Luo et al. 2015, problem 5).

    sum_i log(1 + exp(-y_i (tr(W'X_i) + b))) + tau ||W||_*

    Parameters
    ----------
    coef : array-like of shape (p, q)
        The coefficients W.
    intercept : float
        The intercept b, which is not penalised.
    X : array-like of shape (n, p, q) or (n, p*q)
        Samples, or their rows.
    y : array-like of shape (n,)
        Their signs, -1 or 1.
    tau : float
        Weight of the nuclear norm.
    sample_weight : float or array-like of shape (n,), default=1.0
        Weight of the loss, one number or one per sample.
    """
    W = np.asarray(coef, dtype=float)
    loss = np.sum(sample_weight * np.logaddexp(0, -_margins(W, intercept, X, y)))
    return float(loss) + tau * _nuclear_norm(W)
