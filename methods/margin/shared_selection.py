"""An ensemble whose setting is selected once, on the same training rows.

The DRM paper chooses nu of its SVM by cross-validation and shares it with Bagging and AdaBoost of
that SVM. A selection inside each of their members would be another method, and slow.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils import Tags, get_tags
from sklearn.utils.validation import check_is_fitted, validate_data


class SharedSelection(ClassifierMixin, BaseEstimator):
    """Fit `selector`, hand what it chose to `estimator`, and fit that.

    Section 4 of the DRM paper fits Bagging and AdaBoost with a shared nu in this way.

    Parameters
    ----------
    selector : estimator, default=None
        Estimator whose fit chooses something, such as `DiversitySelection`.
    estimator : classifier, default=None
        Classifier that is fitted with the choice.
    shares : dict of str to str, default=None
        The parameter of `estimator` that each fitted attribute of `selector` sets, such as
        `{"nu_": "estimator__nu"}`.

    Attributes
    ----------
    selector_ : estimator
        The fitted selector.
    estimator_ : classifier
        The classifier, fitted with the choice.
    estimators_ : list of classifiers
        The members of `estimator_`.
    refit_time_ : float
        Seconds of the fit of `estimator` alone.

    Examples
    --------
    >>> from sklearn.ensemble import BaggingClassifier
    >>> from methods import LinearSVMSelection, PrimalSVM, SharedSelection
    >>> X, y = [[0], [1], [2], [5], [6], [7]], [0, 0, 0, 1, 1, 1]
    >>> bagging = BaggingClassifier(PrimalSVM(), n_estimators=3, random_state=0)
    >>> selector = LinearSVMSelection([0.1, 10], cv=3)
    >>> shared = SharedSelection(selector, bagging, shares={"C_": "estimator__penalty"}).fit(X, y)
    >>> shared.selector_.C_, shared.estimators_[0].penalty, shared.predict([[0], [7]]).tolist()
    (0.1, 0.1, [0, 1])
    """

    def __init__(
        self,
        selector: BaseEstimator | None = None,
        estimator: BaseEstimator | None = None,
        shares: Mapping[str, str] | None = None,
    ) -> None:
        self.selector = selector
        self.estimator = estimator
        self.shares = shares

    def fit(self, X: ArrayLike, y: ArrayLike) -> SharedSelection:
        """Fit the selector and then the estimator on X (n, d) and labels y (n,)."""
        validate_data(self, X, skip_check_array=True)
        self.selector_ = clone(self.selector).fit(X, y)
        chosen = {to: getattr(self.selector_, name) for name, to in (self.shares or {}).items()}
        self.estimator_ = clone(self.estimator).set_params(**chosen)
        started = time.perf_counter()
        self.estimator_.fit(X, y)
        self.refit_time_ = time.perf_counter() - started
        self.classes_ = self.estimator_.classes_
        return self

    def predict(self, X: ArrayLike) -> np.ndarray:
        check_is_fitted(self)
        return self.estimator_.predict(X)

    @property
    def estimators_(self) -> Any:
        return self.estimator_.estimators_

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            tags.classifier_tags = get_tags(self.estimator).classifier_tags
        return tags
