"""Samples that are matrices: (n, p, q), or rows (n, p*q) together with a shape (p, q).

Inside the machines a sample is a row of length p q, the matrix row by row. So tr(W'X_i) = x_i.w.
Samples in this order in memory are not copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import LinearBinaryClassifier, validated_rows


def flatten(X: ArrayLike) -> ArrayLike:
    """Matrices (n, p, q) as rows (n, p*q); an X without three dimensions stays as it is."""
    shape = _own_shape(X)
    return X if shape is None else np.reshape(X, (-1, shape[0] * shape[1]))


def _own_shape(X: Any) -> tuple[int, int] | None:
    """(p, q) of matrices (n, p, q), None for rows."""
    # A table or a sparse matrix knows its dimensions; a list does not.
    array = X if hasattr(X, "ndim") else np.asarray(X)
    return array.shape[1:] if array.ndim == 3 else None


def validate_matrices(
    estimator: BaseEstimator,
    X: ArrayLike,
    y: NDArray,
    sample_weight: ArrayLike | None,
    matrix_shape: Sequence[int] | None,
) -> tuple[NDArray, NDArray, NDArray, tuple[int, int]]:
    """The training samples as rows of floats, y, the weights, and (p, q).

    Samples of zero weight are left out, as by `methods.base.validated_rows`.

    Parameters
    ----------
    estimator : estimator
        Its `n_features_in_` becomes p*q.
    X : array-like of shape (n, p, q) or (n, p*q)
        Matrices, or their rows. Rows without a `matrix_shape` are matrices (p*q, 1).
    y : array-like of shape (n,)
        Labels.
    sample_weight : array-like of shape (n,) or None
        Weights of the samples, zero or positive.
    matrix_shape : (int, int) or None
        The shape (p, q) of the matrices.

    Returns
    -------
    rows, y, weights : arrays
        The samples that have a weight; `rows` has p*q columns.
    shape : (int, int)
        The shape (p, q) of the matrices.
    """
    shape = None if matrix_shape is None else _whole_pair(matrix_shape)
    own = _own_shape(X)
    if own and shape not in (None, own):
        raise ValueError(
            f"matrix_shape={shape} does not fit the matrices of X, {own}; leave it out or "
            f"pass {own}"
        )
    rows, y, weights = validated_rows(estimator, flatten(X), y, sample_weight)
    n_features = rows.shape[1]
    shape = own or shape or (n_features, 1)
    if shape[0] * shape[1] != n_features:
        raise ValueError(
            f"matrix_shape={shape} holds {shape[0] * shape[1]} numbers, "
            f"but the rows of X have {n_features}"
        )
    return rows, y, weights, shape


def check_bounds(C: float, weights: NDArray) -> None:
    """An error if a bound C v_i of a dual variable, or the sum of all, is zero or no number."""
    with np.errstate(over="ignore"):
        is_possible = C * weights.min() > 0 and C * weights.sum() < np.inf
    if not is_possible:
        raise ValueError(
            f"C={C:g} times sample weights from {weights.min():.1g} to {weights.max():.1g} is zero "
            f"or overflows; bring C and the weights nearer to 1"
        )


def _whole_pair(shape: Sequence[int]) -> tuple[int, int]:
    pair = tuple(shape)
    if len(pair) != 2 or not all(isinstance(size, Integral) and size > 0 for size in pair):
        raise ValueError(f"matrix_shape must be two positive whole numbers, got {shape!r}")
    return int(pair[0]), int(pair[1])


class BinaryMatrixClassifier(LinearBinaryClassifier):
    """A fitted `coef_` (p, q) and `intercept_` (float) that separate two `classes_` of matrices."""

    def decision_function(self, X: ArrayLike) -> NDArray:
        """Values tr(coef_'X_i) + intercept_, positive for the second of `classes_`.

        X may be (n, p, q) or (n, p*q), in both cases for samples of the fit in either form.
        """
        check_is_fitted(self)
        own = _own_shape(X)
        if own and own != self.coef_.shape:
            raise ValueError(
                f"the matrices of X are {own}, but {type(self).__name__} was fitted "
                f"to matrices of shape {self.coef_.shape}"
            )
        rows = validate_data(self, flatten(X), dtype=np.float64, reset=False)
        return rows @ self.coef_.ravel() + self.intercept_

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.three_d_array = True
        return tags
