"""Newton systems of one step in the space of features, each from the one before.

The system delta + H'H has rows H for the samples A that are not clipped: y_i G_i less their mean.
From one Newton step to the next A changes little. If A is larger than the number of features, the
rows that leave and enter change G_A'G_A. Else, by the identity of Woodbury, ::

    (delta + H'H)^-1 = (1 - H'(delta + H H')^-1 H) / delta,

and the products of samples that were met before are kept.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from methods.matrix.derivative_root import BLOCK_NUMBERS
from methods.matrix.feature_rows import FeatureRows

# Samples whose products are kept, as a multiple of the number of features.
LARGEST_POOL = 1.5


class NewtonSystem:
    """The systems of one matrix of rows."""

    def __init__(self, rows: FeatureRows) -> None:
        k = rows.root.n_coordinates
        self.rows = rows
        self.summed = np.zeros(len(rows.signs), dtype=bool)
        self.square: NDArray | None = None
        self.place = np.full(len(rows.signs), -1)
        self.pool = np.empty((0, k))
        self.products = np.empty((0, 0))

    def solve(self, free: NDArray, off: NDArray, delta: float) -> NDArray:
        """-delta (delta + H'H)^-1 off, for the H of these samples."""
        if not len(free):
            return -off
        if len(free) <= len(off):
            return self._solve_by_samples(free, off, delta)
        return self._solve_by_features(free, off, delta)

    def _solve_by_samples(self, free: NDArray, off: NDArray, delta: float) -> NDArray:
        self._meet(free)
        y, at = self.rows.signs[free], self.place[free]
        G = self.pool[at]
        matrix = self.products[np.ix_(at, at)]
        matrix *= y
        matrix *= y[:, None]
        matrix -= matrix.mean(axis=0)
        matrix -= matrix.mean(axis=1)[:, None]
        pulled = y * (G @ off)
        solved = _solve(matrix, delta, pulled - pulled.mean())
        return (y * (solved - solved.mean())) @ G - off

    def _meet(self, free: NDArray) -> None:
        """Keep the products of these samples with each other."""
        new = free[self.place[free] < 0]
        if not len(new):
            return
        if len(self.pool) + len(new) > LARGEST_POOL * self.pool.shape[1]:
            self.place[:] = -1
            self.pool, self.products = self.pool[:0], self.products[:0, :0]
            new = free
        n_old, rows = len(self.pool), self.rows.of(new)
        products = np.empty((n_old + len(new),) * 2)
        products[:n_old, :n_old] = self.products
        products[:n_old, n_old:] = self.pool @ rows.T
        products[n_old:, :n_old] = products[:n_old, n_old:].T
        products[n_old:, n_old:] = rows @ rows.T
        self.place[new] = n_old + np.arange(len(new))
        self.pool, self.products = np.concatenate([self.pool, rows]), products

    def _solve_by_features(self, free: NDArray, off: NDArray, delta: float) -> NDArray:
        k = len(off)
        now = np.zeros(len(self.summed), dtype=bool)
        now[free] = True
        if self.square is None or np.count_nonzero(now != self.summed) >= len(free):
            self.square, self.total = np.zeros((k, k)), np.zeros(k)
            self.summed[:] = False
        self._add(np.flatnonzero(now & ~self.summed), 1)
        self._add(np.flatnonzero(self.summed & ~now), -1)
        self.summed = now
        centred = self.square - np.outer(self.total, self.total / len(free))
        return -delta * _solve(centred, delta, off)

    def _add(self, which: NDArray, sign: int) -> None:
        n_rows = max(1, BLOCK_NUMBERS // len(self.total))
        for begin in range(0, len(which), n_rows):
            part = which[begin : begin + n_rows]
            G = self.rows.of(part)
            self.square += sign * (G.T @ G)
            self.total += sign * (self.rows.signs[part] @ G)


def _solve(matrix: NDArray, delta: float, right: NDArray) -> NDArray:
    matrix.flat[:: len(matrix) + 1] += delta
    # The transpose of a symmetric matrix in rows is itself in columns, and need not be copied.
    factor = cho_factor(matrix.T, lower=True, overwrite_a=True, check_finite=False)
    return cho_solve(factor, right, check_finite=False)
