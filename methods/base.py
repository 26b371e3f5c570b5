"""What machines for two classes share: labels as signs, and decisions, of a hyperplane or not."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data


def encode_signs(y: NDArray) -> tuple[NDArray, NDArray]:
    """The two classes, sorted, and y as signs: -1.0 for the first class, 1.0 for the second."""
    check_classification_targets(y)
    classes, codes = np.unique(y, return_inverse=True)
    if len(classes) != 2:
        names = ", ".join(map(repr, classes[:5].tolist())) + (", ..." if len(classes) > 5 else "")
        raise ValueError(
            f"Only binary classification is supported. y must have 2 classes, "
            f"got {len(classes)} class{'' if len(classes) == 1 else 'es'}: {names}"
        )
    return classes, 2.0 * codes - 1.0


def validated_rows(
    estimator: BaseEstimator, X: NDArray, y: NDArray, sample_weight: Any, **check_params: Any
) -> tuple[NDArray, NDArray, NDArray]:
    """X, y and the sample weights, checked, without the rows of zero weight."""
    X, y = validate_data(estimator, X, y, **check_params)
    weights = _check_sample_weight(sample_weight, X, ensure_non_negative=True)
    if not weights.all():
        X, y, weights = X[weights > 0], y[weights > 0], weights[weights > 0]
    return X, y, weights


class BinaryClassifier(ClassifierMixin, BaseEstimator):
    """A classifier of two `classes_` by the sign of its `decision_function`."""

    classes_: NDArray

    @abstractmethod
    def decision_function(self, X: ArrayLike) -> NDArray:
        """Values that are positive for the second of `classes_`."""

    def predict(self, X: ArrayLike) -> NDArray:
        """Class of each row: the second where the decision value is positive."""
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
