"""A step on the quadratic model of the dual, in the space of samples or of features.

The matrix of the model is G G'. A row of G has the coordinates of y_i X_i in the root of the
derivative (`methods.matrix.derivative_root`), about r (p + q - r) numbers for a W of rank r. This
is the only place that chooses the space.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from methods.matrix.derivative_root import DerivativeRoot
from methods.matrix.feature_rows import FeatureRows
from methods.matrix.feature_step import feature_step
from methods.matrix.proximal_step import proximal_step

# Up to so many samples, or as many as features, the matrix of samples by samples is faster.
# Measured with 30 to 2000 samples and 5 to 2025 features: at 1.5 times these sizes the features
# take 0.4 to 1 of the seconds, and with half as many samples as features 2 to 11 times the seconds.
SAMPLES_OF_A_GRAM_MATRIX = 300

# G is held if it has at most this share of the numbers of X; half as much again as X is the limit.
LARGEST_SHARE = 1 / 3


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
    """The dual variables of the chosen samples after one proximal step on the model.

    Parameters
    ----------
    X : ndarray of shape (n, p*q)
        All samples as rows.
    chosen : ndarray of shape (m,)
        Indices of the samples in the model. The others stay where they are.
    signs, gradient, upper, start : ndarray of shape (m,)
        Signs, gradient, upper bounds and dual variables of the chosen samples.
    root : DerivativeRoot
        The root of the derivative at the present point.
    delta : float
        Weight of the proximal term, positive.
    """
    m, k = len(chosen), root.n_coordinates
    if m <= max(SAMPLES_OF_A_GRAM_MATRIX, k):
        Q = gram_matrix(X if m == len(X) else X[chosen], signs, root)
        return proximal_step(Q, gradient, signs, upper, start, delta)
    rows = FeatureRows(X, chosen, signs, root)
    if m * k <= LARGEST_SHARE * X.size:
        rows.hold()
    return feature_step(rows, gradient, upper, start, delta)


def gram_matrix(X: NDArray, signs: NDArray, root: DerivativeRoot) -> NDArray:
    """G G' of these samples: the second derivatives of 1/2 ||D_tau(M(a))||_F^2 by their a."""
    Q = np.zeros((len(X), len(X)))
    for block in root.blocks(X.reshape(-1, *root.shape)):
        rows = block.reshape(len(X), -1)
        Q += rows @ rows.T
    return Q * np.outer(signs, signs)
