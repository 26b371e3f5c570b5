"""A step on the quadratic model of the dual, in the space of samples or of features.

The model has the matrix G G', where the rows of G are the coordinates of the samples in the root of
the derivative (`methods.matrix.derivative_root`). This is the only place that chooses the space.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from methods.matrix.derivative_root import DerivativeRoot
from methods.matrix.feature_step import FeatureRows, feature_step
from methods.matrix.proximal_step import proximal_step

LARGEST_GRAM = 2000

LARGEST_SHARE = 1/3


def model_step(
    X: NDArray,
    chosen: NDArray,
    signs: NDArray,
    root: DerivativeRoot,
    gradient: NDArray,
    upper: NDArray,
    start: NDArray,
    delta: float,
) -> NDArray:
    m, k = len(chosen), root.n_coordinates
    rows = FeatureRows(X, chosen, signs, root)
    if m * k <= max(LARGEST_SHARE * X.size, 2**20):
        rows.hold()
    if m <= min(k, LARGEST_GRAM):
        G = rows.of(np.arange(m))
        return proximal_step(G @ G.T, gradient, signs, upper, start, delta)
    return feature_step(rows, gradient, upper, start, delta)
