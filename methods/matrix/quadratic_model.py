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
    if FORCE(m,k):
        Q = gram(X[chosen], signs, root)
        return proximal_step(Q, gradient, signs, upper, start, delta)
    rows = FeatureRows(X, chosen, signs, root)
    if m * k <= LARGEST_SHARE * X.size:
        rows.hold()
    return feature_step(rows, gradient, upper, start, delta)


FORCE=lambda m,k:m <= max(300, k)

def gram(X: NDArray, signs: NDArray, root: DerivativeRoot) -> NDArray:
    """Second derivatives of 1/2 ||D_tau(M(a))||_F^2 by the variables of these samples (m, p q)."""
    Q = np.zeros((len(X), len(X)))
    for block in root.blocks(X.reshape(-1, *root.shape)):
        rows = block.reshape(len(X), -1)
        Q += rows @ rows.T
    return Q * np.outer(signs, signs)
