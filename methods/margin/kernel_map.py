"""A transformer from rows to their kernel values, for machines with a precomputed kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import check_size
from methods.kernel_functions import kernel_matrix, resolve_gamma


class KernelMap(TransformerMixin, BaseEstimator):
    """The rbf kernel with the width of `DiversityMachine`, before ``kernel="precomputed"``.

    k(x, z) = exp(-gamma ||x - z||^2), the kernel of section 4 of the DRM paper.

    Parameters
    ----------
    gamma : {"mean_distance", "mean_distance_squared"} or float, default="mean_distance"
        "mean_distance" is 1 / (2 s^2) with the average distance s among the training rows, and
        "mean_distance_squared" is 1 / s^2.

    Attributes
    ----------
    X_fit_ : ndarray of shape (m, d)
        The training rows.
    gamma_ : float
        gamma as a number.

    Examples
    --------
    >>> from methods import KernelMap
    >>> kernel = KernelMap(gamma=0.5).fit([[0.0], [2.0]])
    >>> kernel.transform([[1.0], [2.0]]).round(3).tolist()
    [[0.607, 0.607], [0.135, 1.0]]
    """

    def __init__(self, gamma: str | float = "mean_distance") -> None:
        self.gamma = gamma

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> KernelMap:
        self.X_fit_ = validate_data(self, X, dtype=np.float64)
        check_size(self.X_fit_)
        self.gamma_ = resolve_gamma(self.gamma, self.X_fit_)
        return self

    def transform(self, X: ArrayLike) -> NDArray:
        check_is_fitted(self)
        rows: NDArray = validate_data(self, X, dtype=np.float64, reset=False)
        check_size(rows)
        return kernel_matrix(rows, self.X_fit_, "rbf", self.gamma_)
