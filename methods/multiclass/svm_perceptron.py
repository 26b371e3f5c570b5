"""The fourth base learner of section 4.4: an SVM with the perceptron kernel, and the choice of C.

The kernel is `k(x, z) = -||x - z||` (`methods.kernel_functions`). The weights have the mean 1 over
the examples of positive weight, as in the author's program. The soft-margin SVM is::

    minimise   1/2 ||w||^2 + C sum_n D(n) (1 - y_n (<w, phi(x_n)> + b))_+.

C is not chosen for every base classifier but once for an ensemble of them (footnote 5). Ten times
30 % of the examples are held out. The C of least error there trains the ensemble on all examples.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, _fit_context, clone
from sklearn.model_selection import GridSearchCV, StratifiedShuffleSplit
from sklearn.svm import SVC
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import HasMethods, Interval
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import BinaryClassifier, encode_signs, validated_rows
from methods.boosting.hypotheses import SEEDS
from methods.kernel_functions import perceptron_kernel
from methods.multiclass.adaboost_erp import AdaBoostERP
from methods.selection import number_right

# Footnote 5: the grid, the number of validation parts and the share of each.
CS = (2.0**-3, 1.0, 2.0**3, 2.0**6, 2.0**9)
VALIDATIONS = 10
VALIDATION_SHARE = 0.3

# Iterations of an ensemble of this base learner (section 4.4).
ROUNDS = 200


class SVMPerceptron(BinaryClassifier):
    """Soft-margin SVM with the perceptron kernel.

    With the kernel `k(x, z) = -||x - z||` it minimises (section 4.4 of the thesis)::

        1/2 ||w||^2 + C sum_n D(n) (1 - y_n (<w, phi(x_n)> + b))_+

    Parameters
    ----------
    C : float, default=1.0
        Penalty of an example of mean weight.

    Attributes
    ----------
    support_vectors_ : ndarray of shape (m, d)
        The examples with a coefficient.
    dual_coef_ : ndarray of shape (m,)
        Their coefficients. The decision value is
        sum_j `dual_coef_[j]` k(x, x_j) + `intercept_`.
    intercept_ : float
        The constant b.

    Examples
    --------
    >>> from methods import SVMPerceptron
    >>> machine = SVMPerceptron(C=10).fit([[0], [1], [3], [4]], [0, 0, 1, 1])
    >>> machine.support_vectors_.ravel().tolist(), machine.predict([[1.4], [2.6]]).tolist()
    ([1.0, 3.0], [0, 1])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "C": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(self, C: float = 1.0) -> None:
        self.C = C

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None) -> SVMPerceptron:
        """Fit to X (n, d) and two classes y; rows of zero weight are ignored."""
        X, y, weights = validated_rows(self, X, y, sample_weight)
        self.classes_, signs = encode_signs(y)
        self._solve(X, perceptron_kernel(X), signs, weights)
        return self

    def learner_on(
        self, X: NDArray, classes: NDArray
    ) -> Callable[[NDArray], tuple[SVMPerceptron, NDArray]]:
        """The `methods.boosting.hypotheses.WeakLearner` on rows X, with one kernel matrix."""
        kernel = perceptron_kernel(X)

        def fitted_copy(targets: NDArray) -> tuple[SVMPerceptron, NDArray]:
            fitted = SVMPerceptron(self.C)
            fitted.classes_, fitted.n_features_in_ = classes, X.shape[1]
            used = np.flatnonzero(targets)
            part = kernel if len(used) == len(X) else kernel[np.ix_(used, used)]
            support = fitted._solve(X[used], part, np.sign(targets[used]), np.abs(targets[used]))
            values = kernel[used[support]].T @ fitted.dual_coef_ + fitted.intercept_
            return fitted, np.where(values > 0, 1.0, -1.0)

        return fitted_copy

    def _solve(self, X: NDArray, kernel: NDArray, signs: NDArray, weights: NDArray) -> NDArray:
        """Fit to rows X with a known kernel matrix; returns which of them are support vectors."""
        # with a kernel function, every SVC would keep all examples
        svm = SVC(C=self.C, kernel="precomputed").fit(kernel, signs, weights / weights.mean())
        self.support_vectors_ = X[svm.support_]
        self.dual_coef_, self.intercept_ = svm.dual_coef_[0], float(svm.intercept_[0])
        return svm.support_

    def decision_function(self, X: ArrayLike) -> NDArray:
        """Values <w, phi(x)> + b, positive for the second of `classes_`."""
        check_is_fitted(self)
        rows = validate_data(self, X, dtype=np.float64, reset=False)
        return perceptron_kernel(rows, self.support_vectors_) @ self.dual_coef_ + self.intercept_


class SVMPerceptronSelection(ClassifierMixin, BaseEstimator):
    """Ensemble of SVMs that chooses their common C.

    C is the one of least mean error on random parts of the examples (footnote 5 of the thesis).

    Parameters
    ----------
    estimator : classifier or None, default=None
        Ensemble whose parameter `estimator__C` is C, one of ours or of `sklearn.multiclass`. None
        is `AdaBoostERP(SVMPerceptron(), n_estimators=200, schedule="LRLR")`.
    Cs : array-like or float, default=(0.125, 1.0, 8.0, 64.0, 512.0)
        Values of C. If some tie, the first of them wins. A number is used as it is, without a
        choice.
    n_splits : int, default=10
        Number of validation parts, stratified.
    random_state : int, RandomState or None, default=None
        Seed of the parts, and of the ensemble if it has one.

    Attributes
    ----------
    C_ : float
        The value chosen.
    cv_errors_ : ndarray of shape (len(Cs),)
        Mean validation error of each of `Cs`; NaN for a single one.
    estimator_ : classifier
        The ensemble, fitted to all examples with the C chosen.
    refit_time_ : float
        Seconds of that fit alone.

    Examples
    --------
    >>> from methods import AdaBoostERP, SVMPerceptron, SVMPerceptronSelection
    >>> X, y = [[k] for k in range(12)], [0] * 4 + [1] * 4 + [2] * 4
    >>> ensemble = AdaBoostERP(SVMPerceptron(), n_estimators=3)
    >>> machine = SVMPerceptronSelection(ensemble, Cs=[0.001, 8], n_splits=2, random_state=0)
    >>> machine.fit(X, y).C_, machine.cv_errors_.round(2).tolist()
    (8.0, [0.75, 0.25])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "estimator": [HasMethods(["fit", "predict"]), None],
        "Cs": ["array-like", Interval(Real, 0, None, closed="neither")],
        "n_splits": [Interval(Integral, 1, None, closed="left")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        Cs: Sequence[float] | float = CS,
        n_splits: int = VALIDATIONS,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.estimator = estimator
        self.Cs = Cs
        self.n_splits = n_splits
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: NDArray, y: NDArray) -> SVMPerceptronSelection:
        """Choose C on X (n, d) and classes y, and fit the ensemble with it."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        if self.estimator is None:
            estimator = AdaBoostERP(SVMPerceptron(), n_estimators=ROUNDS, schedule="LRLR")
        else:
            estimator = clone(self.estimator)
        rng = check_random_state(self.random_state)
        if "random_state" in estimator.get_params():
            estimator.set_params(random_state=rng.randint(SEEDS))
        if isinstance(self.Cs, Real):
            self.C_, self.cv_errors_ = self.Cs, np.array([np.nan])
            self.estimator_ = estimator.set_params(estimator__C=self.C_)
            clock = time.perf_counter()
            self.estimator_.fit(X, y)
            self.refit_time_ = time.perf_counter() - clock
        else:
            parts = StratifiedShuffleSplit(
                self.n_splits, test_size=VALIDATION_SHARE, random_state=rng.randint(SEEDS)
            )
            folds = list(parts.split(X, y))
            search = GridSearchCV(
                estimator,
                {"estimator__C": np.asarray(self.Cs).tolist()},
                cv=folds,
                scoring=number_right,
                error_score="raise",
            ).fit(X, y)
            self.C_ = search.best_params_["estimator__C"]
            self.cv_errors_ = 1 - search.cv_results_["mean_test_score"] / len(folds[0][1])
            self.estimator_, self.refit_time_ = search.best_estimator_, search.refit_time_
        self.classes_ = self.estimator_.classes_
        return self

    def decision_function(self, X: ArrayLike) -> NDArray:
        """Decision values of the ensemble."""
        check_is_fitted(self)
        return self.estimator_.decision_function(validate_data(self, X, reset=False))

    def predict(self, X: ArrayLike) -> NDArray:
        """Class of each row."""
        check_is_fitted(self)
        return self.estimator_.predict(validate_data(self, X, reset=False))
