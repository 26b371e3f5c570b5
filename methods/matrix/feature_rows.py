"""The samples in the coordinates of the root of the derivative, as they are or behind products."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from methods.matrix.derivative_root import BLOCK_NUMBERS, DerivativeRoot


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
        """Compute G once."""
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
