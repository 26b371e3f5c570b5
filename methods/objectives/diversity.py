"""Objectives of the diversity machine; labels are signs, y in {-1, 1}."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def best_rho(margins: NDArray, share: float, weights: NDArray) -> NDArray:
    """The rho that minimises -share * rho + sum_i weights_i (rho - margin_i)_+^2, row by row.

    It is the level at which sum_i weights_i (rho - margin_i)_+ = share / 2. Samples are added in
    order of their margin until the next one lies above the level.

    Parameters
    ----------
    margins : ndarray of shape (..., m)
        The values y_i f(x_i) of the samples along the last axis.
    share : float
        Weight nu / T of rho, positive.
    weights : ndarray of shape (m,)
        Weight of each sample, positive.
    """
    order = np.argsort(margins, axis=-1)
    lowest = margins.min(axis=-1, keepdims=True)
    heights = np.take_along_axis(margins, order, axis=-1) - lowest
    mass = np.cumsum(weights[order], axis=-1)
    moment = np.cumsum(weights[order] * heights, axis=-1)
    below = np.count_nonzero(heights * mass - moment < share / 2, axis=-1)[..., None] - 1
    mass, moment = (np.take_along_axis(sums, below, axis=-1) for sums in (mass, moment))
    return (lowest + (share / 2 + moment) / mass)[..., 0]


def diversity_objective(
    dual_coef: ArrayLike,
    K: ArrayLike,
    y: ArrayLike,
    nu: float,
    mu: float,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Objective of the diversity regularized machine as it is solved (Yu et al., eq. 3).

    F = sum_t (-nu rho_t / T + 1/m sum_i xi_ti^2) + mu sum_{t<t'} ||w_t + w_t'||^2

    at the best rho_t and xi_t = (rho_t - y f_t)_+ for the given w_t. Each unordered pair counts
    once. The constraint ||w_t|| <= 1 is not checked here.

    Parameters
    ----------
    dual_coef : array-like of shape (T, m)
        Coefficients, w_t = sum_i dual_coef[t, i] phi(x_i); signs included.
    K : array-like of shape (m, m)
        Kernel matrix, with the 1 that stands for the intercept already added.
    y : array-like of shape (m,)
        Signs, -1 or 1.
    nu, mu : float
        Weights of the margin and of the pairs.
    sample_weight : array-like of shape (m,), default=None
        Weights of the xi_ti^2. With weights their mean is a weighted mean.
    """
    coef, K = np.asarray(dual_coef, dtype=float), np.asarray(K, dtype=float)
    gram = coef @ K @ coef.T
    # sum_{t<t'} ||w_t + w_t'||^2 = (T - 2) sum_t ||w_t||^2 + ||sum_t w_t||^2
    pairs = (len(coef) - 2) * np.trace(gram) + gram.sum()
    return _margin_loss(coef @ K, y, nu, sample_weight) + mu * float(pairs)


def angular_objective(
    dual_coef: ArrayLike,
    K: ArrayLike,
    y: ArrayLike,
    nu: float,
    mu: float,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Objective that the diversity regularized machine approximates (Yu et al., eq. 2).

    It is `diversity_objective` with mu sum_{t<t'} cos(w_t, w_t') in place of the norms. A zero
    vector is at a right angle to every other.
    """
    coef, K = np.asarray(dual_coef, dtype=float), np.asarray(K, dtype=float)
    gram = coef @ K @ coef.T
    norms = np.sqrt(np.maximum(np.diag(gram), 0))
    scales = np.divide(1, norms, out=np.zeros_like(norms), where=norms > 0)
    cosines = gram * np.outer(scales, scales)
    pairs = (cosines.sum() - np.trace(cosines)) / 2
    return _margin_loss(coef @ K, y, nu, sample_weight) + mu * float(pairs)


def _margin_loss(
    decisions: NDArray, y: ArrayLike, nu: float, sample_weight: ArrayLike | None
) -> float:
    """sum_t (-nu rho_t / T + mean_i xi_ti^2) of components with these decision values (T, m)."""
    margins, share = np.asarray(y) * decisions, nu / len(decisions)
    weights = np.ones(margins.shape[1]) if sample_weight is None else np.asarray(sample_weight)
    weights = weights / weights.sum()
    rho = best_rho(margins, share, weights)
    excess = np.maximum(rho[:, None] - margins, 0)
    return float(-share * rho.sum() + np.sum(weights * excess**2))
