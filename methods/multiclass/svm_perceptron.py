"""The fourth base learner of section 4.4: an SVM with the perceptron kernel, and the choice of C.

With k(x, z) = -||x - z|| (`methods.kernel_functions`) and weights of mean 1 over the examples
that have any, as in the author's program, it is the soft-margin SVM

    minimise   1/2 ||w||^2 + C sum_n D(n) (1 - y_n (<w, phi(x_n)> + b))_+.

C is not chosen for every base classifier but once for an ensemble of them (footnote 5): ten times
30 % of the examples are put aside, and the C of least error there trains the ensemble on all.
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

# Footnote 5: the grid, the number of validation parts and the share of each.
CS = (2.0**-3, 1.0, 2.0**3, 2.0**6, 2.0**9)
VALIDATIONS = 10
VALIDATION_SHARE = 0.3

# Iterations of an ensemble of this base learner (section 4.4).
ROUNDS = 200


class SVMPerceptron(BinaryClassifier):
    """Soft-margin SVM with the perceptron kernel.

    min 1/2 ||w||^2 + C sum_n D(n) (1 - y_n (<w, phi(x_n)> + b))_+

    with the kernel k(x, z) = -||x - z|| (section 4.4 of the thesis).

    Parameters
    ----------
    C : of an example of mean weight.

    Attributes
    ----------
    support_vectors_ (m, d) : the examples that the decision rests on.
    dual_coef_ (m,), intercept_ : sum_j dual_coef_j k(x, x_j) + intercept_ is the decision value.

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
        """Fit to X (n, d) and two classes y; rows without weight are as if they were not there."""
        X, y, weights = validated_rows(self, X, y, sample_weight, dtype=np.float64)
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
        """Fit to rows X of a known kernel matrix; which of them are support vectors."""
        # SVC would keep all examples of a kernel that it calls itself, in every hypothesis
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
    """An ensemble of SVMs that chooses their common C.

    C is the one of least mean error on random parts of the examples (footnote 5 of the thesis).

    Parameters
    ----------
    estimator : ensemble whose parameter `estimator__C` is C, ours or one of `sklearn.multiclass`;
        None is `AdaBoostERP(SVMPerceptron(), n_estimators=200, schedule="LRLR")`.
    Cs : values of C, of which the first is taken where they tie; or one, which is no choice.
    n_splits : number of validation parts, stratified.
    random_state : seed of the parts, and of the ensemble where it takes one.

    Attributes
    ----------
    C_ : the value chosen.
    cv_errors_ : mean validation error of each of `Cs`, NaN for a single one.
    estimator_ : the ensemble fitted with C_ to all examples.
    refit_time_ : seconds of that fit alone.

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
            search = GridSearchCV(
                estimator,
                {"estimator__C": np.asarray(self.Cs).tolist()},
                cv=parts,
                error_score="raise",
            ).fit(X, y)
            self.C_ = search.best_params_["estimator__C"]
            self.cv_errors_ = 1 - search.cv_results_["mean_test_score"]
            self.estimator_, self.refit_time_ = search.best_estimator_, search.refit_time_
        self.classes_ = self.estimator_.classes_
        return self

    def decision_function(self, X: ArrayLike) -> NDArray:
        """That of the ensemble."""
        check_is_fitted(self)
        return self.estimator_.decision_function(validate_data(self, X, reset=False))

    def predict(self, X: ArrayLike) -> NDArray:
        """Class of each row."""
        check_is_fitted(self)
        return self.estimator_.predict(validate_data(self, X, reset=False))
