"""The proximal step of `methods.matrix.proximal_step` in the space of features. ::

    minimise over d   1/2 ||G'd||^2 + g'd + delta/2 ||d||^2,   0 <= a_0 + d <= u,   y'd = 0,

for samples with rows G (m, k). With v = G'h in place of h, no matrix of m by m is needed: ::

    d(v) = clip(-(g + G v + y b) / delta, -a_0, u - a_0),   with b such that y'd(v) = 0,

and v - G'd(v) is the gradient of a convex function of v, half a square plus a smoothed hinge loss.
Newton's method on it has the matrix I + H'H / delta, where H are the rows y_i G_i less their mean,
for the samples that are not clipped. (The mean is what b takes away.) The smaller of the systems in
the samples and in the features is solved. Every d(v) is feasible.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from methods.matrix._kernels import balancing_shift, clipped_product
from methods.matrix.derivative_root import BLOCK_NUMBERS, DerivativeRoot
from methods.matrix.proximal_step import (
    INEXACTNESS,
    MAX_NEWTON_STEPS,
    ROUNDING,
    on_bounds,
    zero_of,
)


FIRST_SPAN = 1.0
SHRINKAGE = 0.1


@dataclass
class FeatureRows:
    """The rows G = y_i R x_i of the chosen samples, held if they are few numbers.

    Else each product with G is one of R and one of all of X.
    """

    X: NDArray
    chosen: NDArray
    signs: NDArray
    root: DerivativeRoot
    held: NDArray | None = None

    def hold(self) -> None:
        self.held = self.of(np.arange(len(self.chosen)))

    def of(self, which: NDArray) -> NDArray:
        """G of these of the chosen samples."""
        if self.held is not None:
            return self.held[which]
        rows = np.empty((len(which), self.root.n_coordinates))
        n_rows = max(1, BLOCK_NUMBERS // self.X.shape[1])
        for start in range(0, len(which), n_rows):
            part = which[start : start + n_rows]
            rows[start : start + n_rows] = self.root.coordinates(self.X[self.chosen[part]])
        rows *= self.signs[which, None]
        return rows

    def scores(self, v: NDArray) -> NDArray:
        """G v."""
        if self.held is not None:
            return self.held @ v
        return self.signs * (self.X @ self.root.adjoint(v).ravel())[self.chosen]

    def combined(self, d: NDArray) -> NDArray:
        """G'd."""
        if self.held is not None:
            return d @ self.held
        weights = np.zeros(len(self.X))
        weights[self.chosen] = self.signs * d
        return self.root.coordinates((weights @ self.X)[None])[0]


def feature_step(
    rows: FeatureRows, gradient: NDArray, upper: NDArray, start: NDArray, delta: float
) -> NDArray:
    """The point a_0 + d, where d nearly minimises 1/2 ||G'd||^2 + g'd + delta/2 ||d||^2.

    Parameters
    ----------
    rows : FeatureRows
        G and the signs y.
    gradient : ndarray of shape (m,)
        The gradient g at the start. Any multiple of y may be added to it.
    upper : ndarray of shape (m,)
        Upper bounds u.
    start : ndarray of shape (m,)
        Feasible a_0.
    delta : float
        Weight of the proximal term, positive.
    """
    signs, least, most = rows.signs, -start, upper - start
    v, scores, b = np.zeros(rows.root.n_coordinates), np.zeros(len(start)), 0.0
    last, delta = delta, max(delta, FIRST_SPAN / float(upper.mean()))
    for _ in range(MAX_NEWTON_STEPS):
        target = (gradient + scores) / -delta
        b = balancing_shift(target, signs, least, most, b)
        target -= b * signs
        d = np.clip(target, least, most)
        off = v - rows.combined(d)
        if off @ off <= INEXACTNESS * delta * (d @ d):
            if delta == last:
                break
            b, delta = b * delta, max(SHRINKAGE * delta, last)
            b /= delta
            continue
        free = np.flatnonzero((target > least) & (target < most))
        step = _newton_step(rows, free, off, delta)
        shift = rows.scores(step)
        b_step = -float((signs[free] * shift[free]).mean()) if len(free) else 0.0
        moved_scores = shift.copy()
        shift += b_step * signs
        shift /= delta
        along, square = float(step @ v), float(step @ step)

        def slope(t: float) -> float:
            return along + t * square - delta * clipped_product(t, target, shift, least, most)

        share = zero_of(slope)
        if share <= ROUNDING:
            break
        v, b = v + share * step, b + share * b_step / delta
        scores += share * moved_scores
    return on_bounds(start, d, upper)


def _newton_step(rows: FeatureRows, free: NDArray, off: NDArray, delta: float) -> NDArray:
    """-delta (delta + H'H)^-1 off."""
    if not len(free):
        return -off
    n_features = rows.root.n_coordinates
    if len(free) <= n_features:
        H = rows.of(free) * rows.signs[free, None]
        H -= H.mean(axis=0)
        return H.T @ _solve(H @ H.T, delta, H @ off) - off
    square, total = np.zeros((n_features, n_features)), np.zeros(n_features)
    n_rows = max(1, BLOCK_NUMBERS // n_features)
    for begin in range(0, len(free), n_rows):
        part = free[begin : begin + n_rows]
        G = rows.of(part)
        square += G.T @ G
        total += rows.signs[part] @ G
    square -= np.outer(total, total / len(free))
    return -delta * _solve(square, delta, off)


def _solve(matrix: NDArray, delta: float, right: NDArray) -> NDArray:
    matrix.flat[:: len(matrix) + 1] += delta
    # The transpose of a symmetric matrix in rows is itself in columns, and need not be copied.
    factor = cho_factor(matrix.T, lower=True, overwrite_a=True, check_finite=False)
    return cho_solve(factor, right, check_finite=False)
