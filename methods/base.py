"""What machines for two classes share: labels as signs, rows with a weight, and decisions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

# Up to this size of the features, sums of their fourth powers stay below the largest float, 2e308.
LARGEST_FEATURE = 1e70


def encode_signs(y: NDArray) -> tuple[NDArray, NDArray]:
    """The two classes in order, and y as signs: -1.0 for the first class, 1.0 for the second."""
    check_classification_targets(y)
    classes, codes = np.unique(y, return_inverse=True)
    if len(classes) != 2:
        names = ", ".join(map(repr, classes[:5].tolist())) + (", ..." if len(classes) > 5 else "")
        raise ValueError(
            f"Only binary classification is supported. y must have 2 classes, "
            f"got {len(classes)} class{'' if len(classes) == 1 else 'es'}: {names}"
        )
    return classes, 2.0 * codes - 1.0


def check_size(X: NDArray) -> None:
    """An error if sums of fourth powers of the features, which machines take, would overflow."""
    largest = float(max(X.max(), -X.min()))
    if largest > LARGEST_FEATURE:
        raise ValueError(
            f"the features reach {largest:.1g} in size, and products of them would overflow; "
            f"scale them to {LARGEST_FEATURE:.0e} or less, best to a variance of 1"
        )


def validated_rows(
    estimator: BaseEstimator,
    X: ArrayLike,
    y: ArrayLike,
    sample_weight: ArrayLike | None,
    only_compared: bool = False,
    **check_params: Any,
) -> tuple[NDArray, NDArray, NDArray]:
    """The training rows of floats, their labels and their weights, without rows of zero weight.

    A row of zero weight is left out as if it were not there, and so is a class of such rows only.

    Parameters
    ----------
    estimator : estimator
        It remembers the number and the names of the features.
    X : array-like of shape (n, d)
        Samples. With ``allow_nd=True`` they may have more dimensions.
    y : array-like of shape (n,)
        Labels.
    sample_weight : array-like of shape (n,) or None
        Weights of the samples, zero or positive. None gives each sample the weight 1.
    only_compared : bool
        The machine multiplies no features, so they may be of any size.
    **check_params
        Further parameters of `sklearn.utils.validation.validate_data`.

    Returns
    -------
    X, y, weights : arrays
        The rows that have a weight, which are at most n.
    """
    rows, labels = validate_data(estimator, X, y, **{"dtype": np.float64, **check_params})
    if not only_compared:
        check_size(rows)
    weights = _check_sample_weight(sample_weight, rows, dtype=np.float64, ensure_non_negative=True)
    if weights.all():
        return rows, labels, weights
    used = weights > 0
    return rows[used], labels[used], weights[used]


def grid_of_values(name: str, values: float | Sequence[float], zero: bool) -> NDArray:
    """The values of a parameter to choose from, as an array; an error says what is wrong."""
    grid = np.atleast_1d(np.asarray(values, dtype=float))
    least = "0 or more" if zero else "positive"
    if grid.ndim != 1 or not len(grid) or not np.all(grid >= 0 if zero else grid > 0):
        raise ValueError(f"{name} must be a list of numbers that are {least}, got {values!r}")
    return grid


class BinaryClassifier(ClassifierMixin, BaseEstimator):
    """A classifier of two `classes_` by the sign of its `decision_function`."""

    classes_: NDArray

    @abstractmethod
    def decision_function(self, X: ArrayLike) -> NDArray:
        """Values that are positive for the second of `classes_`."""

    def predict(self, X: ArrayLike) -> NDArray:
        """Class of each row: the second if its decision value is positive."""
        is_second = self.decision_function(X) > 0
        return self.classes_[is_second.astype(int)]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


class LinearBinaryClassifier(BinaryClassifier):
    """A fitted hyperplane `coef_` (d,), `intercept_` (float) between two `classes_`."""

    coef_: NDArray
    intercept_: float

    def decision_function(self, X: ArrayLike) -> NDArray:
        """Values x.coef_ + intercept_, positive for the second of `classes_`."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return X @ self.coef_ + self.intercept_
