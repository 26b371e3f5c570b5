"""The soft-margin linear SVM with C chosen by cross-validation. ::

    minimise over (w, b)   1/2 ||w||^2 + C sum_i weight_i (1 - y_i (w.x_i + b))_+,

which libsvm calls C-SVC with the linear kernel. C has the lowest error in cross-validation, counted
over the samples of all folds together. This and the grid are those of the guide of Hsu, Chang and
Lin (2003). If values tie, the smallest is chosen. In each fold the fits follow one path
(`methods.margin.hinge_path`).
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterable, Sequence
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import _fit_context
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import BaseCrossValidator, check_cv
from sklearn.utils._param_validation import Interval

from methods.base import LinearBinaryClassifier, encode_signs, validated_rows
from methods.margin.hinge_path import hinge_path, minimise_hinge

# Section 3.2 of the guide.
CS = tuple(2.0**k for k in range(-5, 16, 2))

# A certified gap above this share of the objective gives a warning.
ACCEPTED_GAP = 1e-6


class LinearSVMSelection(LinearBinaryClassifier):
    """Linear SVM that chooses its C.

    It minimises::

        1/2 ||w||^2 + C sum_i (1 - y_i (w.x_i + b))_+

    The soft-SVM of section 2.4 of the thesis.

    A grid of one value needs no selection.

    Parameters
    ----------
    Cs : float or array-like of float, default=CS
        Grid of C. A number is a grid of one. The default has every other power of two from 2^-5 to
        2^15.
    cv : int or cross-validation generator, default=5
        Number of stratified folds, or a splitter of scikit-learn.
    tol : float, default=1e-8
        Relative duality gap at which each fit stops.
    max_iter : int, default=1000
        Largest number of Newton steps of each fit.

    Attributes
    ----------
    coef_ : ndarray of shape (d,)
        Weights of the hyperplane.
    intercept_ : float
        Its intercept, the middle one if the optimal intercepts are an interval.
    C_ : float
        The value chosen.
    Cs_ : ndarray of shape (n_Cs,)
        The grid in increasing order.
    cv_errors_ : ndarray of shape (n_Cs,)
        Error by which each C was judged; NaN if there was no choice.
    objective_ : float
        The objective at the hyperplane, as `methods.objectives.primal_svm_objective` gives it.
    duality_gap_ : float
        Upper bound of the distance from `objective_` to the minimum.
    n_iter_ : int
        Number of Newton steps of the final fit.
    refit_time_ : float
        Seconds of the final fit.

    Examples
    --------
    >>> from methods import LinearSVMSelection
    >>> X, y = [[0], [1], [2], [5], [6], [7]], [0, 0, 0, 1, 1, 1]
    >>> machine = LinearSVMSelection([0.01, 1, 100], cv=3).fit(X, y)
    >>> machine.C_, machine.cv_errors_.tolist(), machine.coef_.round(3).tolist()
    (0.01, [0.0, 0.0, 0.0], [0.15])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "Cs": [Interval(Real, 0, None, closed="neither"), "array-like"],
        "cv": ["cv_object"],
        "tol": [Interval(Real, 0, None, closed="neither")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(
        self,
        Cs: float | Sequence[float] = CS,
        *,
        cv: int | BaseCrossValidator = 5,
        tol: float = 1e-8,
        max_iter: int = 1000,
    ) -> None:
        self.Cs = Cs
        self.cv = cv
        self.tol = tol
        self.max_iter = max_iter

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(
        self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None
    ) -> LinearSVMSelection:
        """Choose C on X (n, d) and two classes y, and fit with it.

        `sample_weight` multiplies the loss of each sample, and its error in cross-validation.
        """
        X, y, weights = validated_rows(self, X, y, sample_weight)
        self.classes_, signs = encode_signs(y)
        self.Cs_ = np.unique(np.asarray(self.Cs, dtype=float))
        if not len(self.Cs_) or not np.all((self.Cs_ > 0) & (self.Cs_ < np.inf)):
            raise ValueError(f"Cs must be a list of positive numbers, got {self.Cs!r}")

        gap = 0.0
        self.C_, self.cv_errors_ = float(self.Cs_[0]), np.full(len(self.Cs_), np.nan)
        if len(self.Cs_) > 1:
            folds = check_cv(self.cv, y, classifier=True).split(X, y)
            self.cv_errors_, gap = self._cross_validate(X, signs, weights, folds)
            self.C_ = float(self.Cs_[np.argmin(self.cv_errors_)])

        started = time.perf_counter()
        optimum = minimise_hinge(X, signs, self.C_ * weights, tol=self.tol, max_iter=self.max_iter)
        self.refit_time_ = time.perf_counter() - started
        self.coef_, self.intercept_ = optimum.coef, optimum.intercept
        self.objective_, self.duality_gap_ = optimum.objective, optimum.duality_gap
        self.n_iter_ = optimum.n_iter
        gap = max(gap, optimum.duality_gap / optimum.objective)
        if gap > max(self.tol, ACCEPTED_GAP):
            warnings.warn(
                f"a fit stopped at a relative duality gap of {gap:.1g}; features of like scales "
                f"or a max_iter above {self.max_iter} would help",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def _cross_validate(
        self,
        X: NDArray,
        signs: NDArray,
        weights: NDArray,
        folds: Iterable[tuple[NDArray, NDArray]],
    ) -> tuple[NDArray, float]:
        """The weighted error of each C, and the largest relative duality gap."""
        wrong, total, gap = np.zeros(len(self.Cs_)), 0.0, 0.0
        for train, test in folds:
            if len(set(signs[train])) < 2:
                raise ValueError(
                    "a training fold holds one class only; use fewer folds or more samples"
                )
            path = hinge_path(
                X[train],
                signs[train],
                weights[train],
                list(self.Cs_),
                tol=self.tol,
                max_iter=self.max_iter,
            )
            for k, optimum in enumerate(path):
                is_second = X[test] @ optimum.coef + optimum.intercept > 0
                wrong[k] += weights[test] @ (is_second != (signs[test] > 0))
                gap = max(gap, optimum.duality_gap / optimum.objective)
            total += weights[test].sum()
        return wrong / total, gap
