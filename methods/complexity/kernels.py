"""The kernels of Lin and Li (2005): the limit of SVMs over infinitely many perceptrons or stumps.

    perceptron: k(x, z) = c - ||x - z||_2,      stump: k(x, z) = c - ||x - z||_1

On coefficients of sum zero, as an SVM with an intercept has them, the constant cancels and both
are positive: a'K a = -sum_ij a_i a_j ||x_i - x_j|| > 0 for distinct points (stump: >= 0) and a
that is not zero. Here c = 0, which keeps every value the plain distance and needs no bound on the
data; without the constraint sum_i a_i = 0 these kernels are not positive.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.distance import cdist


def perceptron_kernel(X: ArrayLike, Z: ArrayLike | None = None) -> NDArray:
    """Minus the Euclidean distances (n, m) between the rows of X and those of Z, or of X.

    k(x, z) = -||x - z||_2 (Lin and Li, 2005), positive on coefficients of sum zero.

    Parameters
    ----------
    X, Z : rows (n, d) and (m, d); None stands for X.

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
    """Minus the 1-norm distances (n, m) between the rows of X and those of Z, or of X.

    k(x, z) = -||x - z||_1 (Lin and Li, 2005), not negative on coefficients of sum zero.

    Parameters
    ----------
    X, Z : rows (n, d) and (m, d); None stands for X.

    Examples
    --------
    >>> from methods import stump_kernel
    >>> stump_kernel([[0, 0]], [[3, 4], [1, 1]]).tolist()
    [[-7.0, -2.0]]
    """
    X = np.asarray(X, dtype=float)
    return -cdist(X, X if Z is None else np.asarray(Z, dtype=float), metric="cityblock")
