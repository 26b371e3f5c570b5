"""Kernel functions: rbf with a width from the data, linear, of the user, and from distances. ::

    rbf: k(x, z) = exp(-gamma ||x - z||^2),   linear: k(x, z) = x.z

The paper on the diversity regularized machine sets the "width" to the average distance s among
the training rows, and does not say how gamma follows. "mean_distance" reads the width as that of a
Gaussian, gamma = 1 / (2 s^2). "mean_distance_squared" is the other common reading,
gamma = 1 / s^2.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import lapack
from scipy.spatial.distance import cdist, pdist
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel

# Below this square of the mean distance, gamma or its product with a distance overflows.
SMALLEST_SQUARE = 2.0**-1000

# Squared distances as ||x||^2 + ||z||^2 - 2 x.z are off by rounding of ||x||^2. If gamma times this
# norm is larger, they are summed from the differences, at a few times the cost.
LARGEST_EXPONENT = 2.0**16

Kernel = str | Callable[[NDArray, NDArray], NDArray]

# gamma times the square of the mean distance, under both readings of "width".
WIDTHS = {"mean_distance": 0.5, "mean_distance_squared": 1.0}

# A squared distance from the span of other samples is rounding if it is below this share of the
# largest kernel value on the diagonal.
RANK_TOLERANCE = 1e-12

# A matrix is no kernel matrix if it differs from that of its features by more than this share of
# its largest row sum. Rounding and RANK_TOLERANCE leave less.
INDEFINITE = 1e-8


def resolve_gamma(gamma: str | float, X: NDArray) -> float:
    """The number that `gamma` stands for at the training rows X (m, d).

    The mean is over the pairs of different rows. If all rows are equal, any gamma gives the same
    kernel matrix, and gamma is 1.
    """
    if not isinstance(gamma, str):
        return float(gamma)
    square = float(pdist(X).mean()) ** 2
    if square < SMALLEST_SQUARE and np.ptp(X, axis=0).any():
        raise ValueError(
            f"the rows differ by at most {np.ptp(X, axis=0).max():.1g} in each feature, and the "
            f"squares of that are zero in floating point; scale the features"
        )
    return float(WIDTHS[gamma] / square) if square > 0 else 1.0


def kernel_matrix(X: NDArray, Z: NDArray, kernel: Kernel, gamma: float | None) -> NDArray:
    """Kernel values (n, m) between the rows of X and those of Z; `gamma` is for "rbf" only."""
    if kernel == "rbf":
        assert gamma is not None
        largest = max(np.einsum("ij,ij->i", rows, rows).max() for rows in (X, Z))
        if gamma * largest > LARGEST_EXPONENT:
            return np.exp(-gamma * cdist(X, Z, "sqeuclidean"))
        return rbf_kernel(X, Z, gamma)
    if kernel == "linear":
        return linear_kernel(X, Z)
    assert callable(kernel)
    K = np.asarray(kernel(X, Z), dtype=float)
    if K.shape != (len(X), len(Z)):
        raise ValueError(f"kernel must return an array of shape {(len(X), len(Z))}, got {K.shape}")
    return K


def kernel_features(K: NDArray) -> tuple[NDArray, NDArray]:
    """Features G (m, k) with G G' = K up to rounding, and coefficients B (k, m) of their axes.

    A vector with coordinates c is sum_i (c B)_i phi(x_i) and takes the values G c on the samples.
    G is a Cholesky factor with pivots. So k is the rank of K, and B is zero off the pivots. The
    check by the diagonal and the row sums detects every indefinite K but a contrived one.
    """
    tolerance = RANK_TOLERANCE * max(np.diag(K).max(), 0)
    lower, pivots, rank, _ = lapack.dpstrf(K, lower=1, tol=tolerance)
    rank = max(rank, 1)  # a kernel of zeros has one feature, of zeros
    G, B = np.zeros((len(K), rank)), np.zeros((rank, len(K)))
    G[pivots - 1] = np.tril(lower)[:, :rank]
    top = np.tril(lower)[:rank, :rank]
    B[:, pivots[:rank] - 1] = lapack.dtrtri(top, lower=1)[0]
    error = np.abs(K.diagonal() - np.sum(G**2, axis=1)) + np.abs(K.sum(axis=1) - G @ G.sum(axis=0))
    if error.max() > INDEFINITE * np.abs(K).sum(axis=1).max():
        raise ValueError("the kernel matrix must be symmetric and positive semi-definite")
    return G, B


def perceptron_kernel(X: ArrayLike, Z: ArrayLike | None = None) -> NDArray:
    """Minus the Euclidean distances (n, m) between the rows of X and those of Z.

    k(x, z) = -||x - z||_2 (Lin and Li, 2005), positive on coefficients of sum zero.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Rows.
    Z : array-like of shape (m, d), default=None
        Other rows. None stands for X.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> from methods import perceptron_kernel
    >>> perceptron_kernel([[0, 0]], [[3, 4]]).tolist()
    [[-5.0]]
    >>> SVC(kernel=perceptron_kernel).fit([[0, 0], [3, 4]], [0, 1]).predict([[1, 1]]).tolist()
    [0]
    """
    X = np.asarray(X, dtype=float)
    return -cdist(X, X if Z is None else np.asarray(Z, dtype=float))


def stump_kernel(X: ArrayLike, Z: ArrayLike | None = None) -> NDArray:
    """Minus the 1-norm distances (n, m) between the rows of X and those of Z.

    k(x, z) = -||x - z||_1 (Lin and Li, 2005), not negative on coefficients of sum zero.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Rows.
    Z : array-like of shape (m, d), default=None
        Other rows. None stands for X.

    Examples
    --------
    >>> from methods import stump_kernel
    >>> stump_kernel([[0, 0]], [[3, 4], [1, 1]]).tolist()
    [[-7.0, -2.0]]
    """
    X = np.asarray(X, dtype=float)
    return -cdist(X, X if Z is None else np.asarray(Z, dtype=float), metric="cityblock")
