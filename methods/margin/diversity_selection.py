"""The diversity regularized machine with nu and mu chosen as in its paper's experiments.

1. nu is the value at which the SVM, a machine of one component, has the lowest error in
   cross-validation on the training rows. SVM and machine share it.
2. mu is the value at which the machine with this nu has the lowest error in cross-validation, or,
   as the paper says elsewhere, on the training rows themselves.

Section 4 of the paper does not say whose error chooses nu. With ``select_nu_by="machine"`` it is
that of the machine at its best mu, and an SVM may be given this nu.

Values are judged as `methods.selection` says. If some tie, the largest nu and the largest mu are
chosen, which regularise most. The paper states no grids and no such rule. The fits of the selection
solve eq. 3 exactly for every solver of the final fit. Each starts from its neighbour in the grid,
and all folds share one kernel matrix and its factor. So gamma="mean_distance" is computed from all
training rows in every fold.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import _fit_context
from sklearn.model_selection import BaseCrossValidator, check_cv
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import validate_data

from methods.base import check_size, encode_signs, grid_of_values
from methods.kernel_functions import Kernel, kernel_features
from methods.margin.diversity_exact import minimise_eq3
from methods.margin.diversity_machine import DiversityMachine
from methods.margin.simplex_program import SimplexProgram
from methods.selection import largest_of_best

# Half decades. Wider ranges would repeat the classifiers at their ends: nu matters through nu / T
# and mu through mu (T - 1), and beyond these values the ridge is noise or swamps the kernel.
NUS = tuple(10.0 ** (k / 2) for k in range(-6, 5))
MUS = tuple(10.0 ** (k / 2) for k in range(-14, 1))


@dataclass
class Fold:
    """A training set, and the features and signs of the samples that judge its fits."""

    program: SimplexProgram
    features: NDArray
    signs: NDArray


class DiversitySelection(DiversityMachine):
    """A `DiversityMachine` that chooses nu and mu from grids before its fit.

    Both are those of eq. 3, and the selection is that of section 4 of the DRM paper.

    With ``n_components=1`` this is the SVM of the paper; then mu has no effect and is not
    selected. A grid of one value needs no selection.

    It also has the attributes of `DiversityMachine`.

    Parameters
    ----------
    n_components : int, default=21
        Number T of components. With 1 the machine is the SVM of the paper.
    nus : float or array-like of float, default=NUS
        Grid of nu. A number is a grid of one. The default has half decades from 1e-3 to 100.
    mus : float or array-like of float, default=MUS
        Grid of mu. A number is a grid of one. The default has half decades from 1e-7 to 1.
    select_nu_by : {"svm", "machine"}, default="svm"
        Whose error in cross-validation chooses nu. For "machine" it is that at its best mu.
    select_mu_by : {"cross_validation", "training_error"}, default="cross_validation"
        The error by which mu is then chosen.
    cv : int or cross-validation generator, default=5
        Number of stratified folds, or a splitter of scikit-learn.
    kernel : {"linear", "precomputed", "rbf"} or callable, default="rbf"
        As in `DiversityMachine`.
    gamma : {"mean_distance", "mean_distance_squared"} or float, default="mean_distance"
        As in `DiversityMachine`.
    fit_intercept : bool, default=True
        As in `DiversityMachine`.
    solver : {"alternating", "exact", "angular"}, default="alternating"
        Solver of the final fit.
    tol : float, default=1e-6
        Tolerance of the final fit.
    max_iter : int, default=1000
        Largest number of iterations of the final fit.
    n_restarts : int, default=4
        Number of random starts of "angular".
    random_state : int, RandomState instance or None, default=None
        Seed of the starts of "angular".

    Attributes
    ----------
    nu_, mu_ : float
        The values chosen.
    nu_errors_ : ndarray of shape (n_nus,)
        Error by which each nu was judged; NaN if there was no choice.
    mu_errors_ : ndarray of shape (n_mus,)
        Error by which each mu was judged; NaN if there was no choice.
    refit_time_ : float
        Seconds of the final fit.

    Examples
    --------
    >>> from methods import DiversitySelection
    >>> X, y = [[0], [1], [2], [5], [6], [7]], [0, 0, 0, 1, 1, 1]
    >>> machine = DiversitySelection(3, nus=[0.1, 1], mus=[0.01], cv=3, solver="exact").fit(X, y)
    >>> machine.nu_, machine.mu_, machine.nu_errors_.tolist()
    (1.0, 0.01, [0.0, 0.0])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **{
            name: constraint
            for name, constraint in DiversityMachine._parameter_constraints.items()
            if name not in ("nu", "mu")
        },
        "nus": [Interval(Real, 0, None, closed="neither"), "array-like"],
        "mus": [Interval(Real, 0, None, closed="left"), "array-like"],
        "select_nu_by": [StrOptions({"svm", "machine"})],
        "select_mu_by": [StrOptions({"cross_validation", "training_error"})],
        "cv": ["cv_object"],
    }

    def __init__(
        self,
        n_components: int = 21,
        *,
        nus: float | Sequence[float] = NUS,
        mus: float | Sequence[float] = MUS,
        select_nu_by: str = "svm",
        select_mu_by: str = "cross_validation",
        cv: int | BaseCrossValidator = 5,
        kernel: Kernel = "rbf",
        gamma: str | float = "mean_distance",
        fit_intercept: bool = True,
        solver: str = "alternating",
        tol: float = 1e-6,
        max_iter: int = 1000,
        n_restarts: int = 4,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_components = n_components
        self.nus = nus
        self.mus = mus
        self.select_nu_by = select_nu_by
        self.select_mu_by = select_mu_by
        self.cv = cv
        self.kernel = kernel
        self.gamma = gamma
        self.fit_intercept = fit_intercept
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter
        self.n_restarts = n_restarts
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray) -> DiversitySelection:
        """Choose nu and mu on X (n, d), or a kernel matrix (n, n), and two classes y; then fit."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_size(X)
        nus, mus = (
            grid_of_values("nus", self.nus, zero=False),
            grid_of_values("mus", self.mus, zero=True),
        )
        _, signs = encode_signs(y)
        K = self._training_kernel(X, np.arange(len(X)))
        features, _ = kernel_features(K)
        cv = check_cv(self.cv, y, classifier=True)
        folds = [_fold(features, K, signs, *rows) for rows in cv.split(X, y)]
        everything = np.arange(len(X))
        judges = folds
        if self.select_mu_by == "training_error":
            judges = [_fold(features, K, signs, everything, everything)]

        self.nu_errors_ = np.full(len(nus), np.nan)
        self.mu_errors_ = np.full(len(mus), np.nan)
        self.nu_, self.mu_ = float(nus[0]), float(mus[0])
        if len(nus) > 1:
            if self.select_nu_by == "svm":
                wrong = _wrong(folds, 1, [(nu, 0.0) for nu in nus])
            else:
                pairs = list(product(nus, mus if self.n_components > 1 else mus[:1]))
                wrong = _wrong(folds, self.n_components, pairs).reshape(len(nus), -1).min(axis=1)
            self.nu_errors_, self.nu_ = wrong / _samples(folds), largest_of_best(nus, wrong)
        if len(mus) > 1 and self.n_components > 1:
            wrong = _wrong(judges, self.n_components, [(self.nu_, mu) for mu in mus])
            self.mu_errors_, self.mu_ = wrong / _samples(judges), largest_of_best(mus, wrong)

        started = time.perf_counter()
        self._fit_at(X, y, np.ones(len(X)), self.nu_, self.mu_)
        self.refit_time_ = time.perf_counter() - started
        return self


def _fold(features: NDArray, K: NDArray, signs: NDArray, train: NDArray, test: NDArray) -> Fold:
    own = signs[train]
    if len(set(own)) < 2:
        raise ValueError("a training fold holds one class only; use fewer folds or more samples")
    program = SimplexProgram(
        own[:, None] * features[train],
        K[np.ix_(train, train)] * np.outer(own, own),
        np.full(len(train), 1 / len(train)),
    )
    return Fold(program, features[test], signs[test])


def _samples(folds: list[Fold]) -> int:
    return sum(len(fold.signs) for fold in folds)


def _wrong(folds: list[Fold], n_components: int, settings: list[tuple[float, float]]) -> NDArray:
    """How many samples each setting (nu, mu) gets wrong in all folds together.

    They are visited from the largest down, because the sets of active samples shrink in this
    order. At the largest nu or mu all samples are active.
    """
    wrong = np.zeros(len(settings), dtype=int)
    downwards = sorted(range(len(settings)), key=settings.__getitem__, reverse=True)
    for fold in folds:
        optimum = None
        for k in downwards:
            optimum = minimise_eq3(fold.program, n_components, *settings[k], start=optimum)
            wrong[k] += np.count_nonzero((fold.features @ optimum.w > 0) != (fold.signs > 0))
    return wrong
