"""Newton's step of the interior-point method, by exact elimination.

`methods.margin.interior_point` says what the variables mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lapack
from sklearn.utils import gen_batches

from methods.objectives.losses import MarginLoss

# Entries of X that are weighted at once: 1 MB, so that the weighted copy stays in the cache.
GRAM_BLOCK = 2**17

Solver = Callable[[NDArray, float], tuple[NDArray, float, NDArray]]


@dataclass(frozen=True)
class SVMProblem:
    """Minimise 1/2 ||w||^2 + l1 ||w||_1 + sum_n cost_n L(1 - y_n (x_n.w + b))."""

    X: NDArray
    y: NDArray
    cost: NDArray
    loss: MarginLoss
    l1: float


class NewtonSystem:
    """The linearised optimality conditions at one iterate, factored once for two directions.

    Per sample, with e = gamma + xi c L''(xi), the conditions leave d alpha = pull - D d margin
    where 1 / D = s / alpha + xi / e; per feature they leave ridge * dw - dg = force, where ridge
    is 1 without the l1 term and 1 + 1 / (u / z_u + v / z_v) with it. Hence ::

        (ridge + X'DX) dw + X'D db = force + X'(y pull),    1'DX dw + 1'D db = y.(alpha + pull).
    """

    def __init__(
        self,
        problem: SVMProblem,
        w: NDArray,
        g: NDArray,
        margins: NDArray,
        slack: NDArray,
        price: NDArray,
    ) -> None:
        X, y, l1 = problem.X, problem.y, problem.l1
        n, d = X.shape
        self.X, self.y, self.l1, self.slack, self.price = X, y, l1, slack, price
        s, self.xi = slack[:n], slack[n : 2 * n]
        self.alpha, gamma = price[:n], price[n : 2 * n]
        excess = self.xi + problem.loss.lowest_excess
        slope, self.curvature = problem.loss.slope_and_curvature(excess, problem.cost)
        self.margin_residual = s - excess - margins + 1
        self.slope_residual = slope - self.alpha - gamma
        self.xi_weight = gamma + self.xi * self.curvature
        self.stiffness = s / self.alpha + self.xi / self.xi_weight
        self.shrinkage = w - g
        ridge = np.ones(d)
        if l1:
            z = price[2 * n :]
            self.sign_residual = np.concatenate([self.shrinkage, -self.shrinkage]) + l1 - z
            self.kappa = (slack[2 * n :] / z).reshape(2, d).sum(axis=0)
            ridge += 1 / self.kappa
        self.solve = _factor(X, ridge, self.stiffness)

    def direction(self, target: NDArray) -> tuple[NDArray, float, NDArray, NDArray]:
        """Newton step (dw, db, dslack, dprice) that changes slack * price by `target`."""
        n, d = self.X.shape
        t_s, t_xi = target[:n], target[n : 2 * n]
        pull = t_s / self.alpha - (t_xi - self.xi * self.slope_residual) / self.xi_weight
        pull = (pull + self.margin_residual) / self.stiffness
        if self.l1:
            z = self.price[2 * n :]
            shift = (target[2 * n :] - self.slack[2 * n :] * self.sign_residual) / z
            shift = shift[:d] - shift[d:]
            force = shift / self.kappa
        else:
            force = -self.shrinkage
        force = force + self.X.T @ (self.y * pull)
        d_w, d_b, tension = self.solve(force, self.y @ (self.alpha + pull))
        d_margin = self.y * tension * self.stiffness
        d_alpha = pull - self.y * tension
        d_xi = (t_xi + self.xi * (d_alpha - self.slope_residual)) / self.xi_weight
        d_gamma = self.curvature * d_xi - d_alpha + self.slope_residual
        d_slack = [d_margin + d_xi - self.margin_residual, d_xi]
        d_price = [d_alpha, d_gamma]
        if self.l1:
            # This is dw - dg, without the cancellation in that difference for a large kappa.
            d_z = (shift - d_w) / self.kappa
            d_z = np.concatenate([d_z, -d_z]) + self.sign_residual
            d_slack.append((target[2 * n :] - self.slack[2 * n :] * d_z) / z)
            d_price.append(d_z)
        return d_w, d_b, np.concatenate(d_slack), np.concatenate(d_price)


def _factor(X: NDArray, ridge: NDArray, stiffness: NDArray) -> Solver:
    """Solver of [diag(ridge) + X'DX, X'D1; 1'DX, 1'D1] (dw, db) = (f, r), D = 1 / stiffness.

    It returns dw, db and the tension D (X dw + db). With fewer samples than features the factor
    is that of diag(stiffness) + X diag(1 / ridge) X', whose unknown is the tension itself.
    """
    n, d = X.shape
    if d <= n:
        weights = 1 / stiffness
        matrix = np.empty((d + 1, d + 1))
        matrix[:d, :d] = _weighted_gram(X, weights)
        matrix[:d, :d].flat[:: d + 1] += ridge
        matrix[d, :d] = matrix[:d, d] = X.T @ weights
        matrix[d, d] = weights.sum()
        lower = _cholesky(matrix)

        def solve_features(force: NDArray, total: float) -> tuple[NDArray, float, NDArray]:
            solution = lapack.dpotrs(lower, np.append(force, total), lower=1)[0]
            d_w, d_b = solution[:d], solution[d]
            return d_w, d_b, weights * (X @ d_w + d_b)

        return solve_features

    matrix = (X / ridge) @ X.T
    matrix.flat[:: n + 1] += stiffness
    lower = _cholesky(matrix)
    unit = lapack.dpotrs(lower, np.ones(n), lower=1)[0]

    def solve_samples(force: NDArray, total: float) -> tuple[NDArray, float, NDArray]:
        tension = lapack.dpotrs(lower, X @ (force / ridge), lower=1)[0]
        d_b = (total - tension.sum()) / unit.sum()
        tension += d_b * unit
        return (force - X.T @ tension) / ridge, d_b, tension

    return solve_samples


def _weighted_gram(X: NDArray, weights: NDArray) -> NDArray:
    """X' diag(weights) X, a block of rows at a time."""
    roots = np.sqrt(weights)[:, None]
    gram = np.zeros((X.shape[1], X.shape[1]))
    for rows in gen_batches(len(X), max(1, GRAM_BLOCK // X.shape[1])):
        block = X[rows] * roots[rows]
        gram += block.T @ block
    return gram


def _cholesky(matrix: NDArray) -> NDArray:
    """Lower Cholesky factor; a matrix that rounding left indefinite has its diagonal raised."""
    raised = np.finfo(float).eps
    lower, failure = lapack.dpotrf(matrix, lower=1)
    while failure and raised < 1:
        matrix.flat[:: len(matrix) + 1] *= 1 + raised
        raised *= 10
        lower, failure = lapack.dpotrf(matrix, lower=1)
    return lower
