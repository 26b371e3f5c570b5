"""The diversity regularized machine with nu and mu chosen together, for the machine itself.

Section 4 of the DRM paper says that the SVM and the machine share one nu, which cross-validation
chooses, and that it chooses mu too. It does not say whose error chooses nu. `DiversitySelection`
takes that of the SVM. Here each pair (nu, mu) is judged by the error of the machine, and an SVM may
be given the nu of the best pair.

Pairs are judged as `methods.selection` says. If some tie, the largest nu is chosen, and then the
largest mu.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import product
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import _fit_context
from sklearn.model_selection import BaseCrossValidator, check_cv
from sklearn.utils.validation import validate_data

from methods.base import check_size, encode_signs, grid_of_values
from methods.kernel_functions import Kernel, kernel_features
from methods.margin.diversity_selection import (
    MUS,
    NUS,
    DiversitySelection,
    _fold,
    _samples,
    _wrong,
)


class JointDiversitySelection(DiversitySelection):
    """A `DiversityMachine` that chooses nu and mu together from grids before its fit.

    Both are those of eq. 3. This is another reading of the selection in section 4 of the DRM paper
    than that of `DiversitySelection`. The fits of the selection solve eq. 3 exactly.

    It also has the attributes of `DiversityMachine`.

    Parameters
    ----------
    n_components : int, default=21
        Number T of components. With 1 the machine is an SVM. Then mu has no effect, and the first
        value of its grid is taken.
    nus : float or array-like of float, default=NUS
        Grid of nu. A number is a grid of one. The default has half decades from 1e-3 to 100.
    mus : float or array-like of float, default=MUS
        Grid of mu. A number is a grid of one. The default has half decades from 1e-7 to 1.
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
    errors_ : ndarray of shape (n_nus, n_mus)
        Error in cross-validation of each pair.
    refit_time_ : float
        Seconds of the final fit.

    Examples
    --------
    >>> from methods import JointDiversitySelection
    >>> X, y = [[0], [1], [2], [5], [6], [7]], [0, 0, 0, 1, 1, 1]
    >>> machine = JointDiversitySelection(3, nus=[0.1, 1], mus=[0.01, 0.1], cv=3).fit(X, y)
    >>> machine.nu_, machine.mu_, machine.errors_.tolist()
    (1.0, 0.1, [[0.0, 0.0], [0.0, 0.0]])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        name: constraint
        for name, constraint in DiversitySelection._parameter_constraints.items()
        if name != "select_mu_by"
    }

    def __init__(
        self,
        n_components: int = 21,
        *,
        nus: float | Sequence[float] = NUS,
        mus: float | Sequence[float] = MUS,
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
        super().__init__(
            n_components, nus=nus, mus=mus, cv=cv, kernel=kernel, gamma=gamma,
            fit_intercept=fit_intercept, solver=solver, tol=tol, max_iter=max_iter,
            n_restarts=n_restarts, random_state=random_state,
        )  # fmt: skip

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray) -> JointDiversitySelection:
        """Choose nu and mu on X (n, d), or a kernel matrix (n, n), and two classes y; then fit."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_size(X)
        nus = grid_of_values("nus", self.nus, zero=False)
        mus = grid_of_values("mus", self.mus, zero=True)
        if self.n_components == 1:
            mus = mus[:1]
        _, signs = encode_signs(y)
        K = self._training_kernel(X, np.arange(len(X)))
        features, _ = kernel_features(K)
        splits = check_cv(self.cv, y, classifier=True).split(X, y)
        folds = [_fold(features, K, signs, *rows) for rows in splits]

        pairs = [(float(nu), float(mu)) for nu, mu in product(nus, mus)]
        wrong = _wrong(folds, self.n_components, pairs)
        self.errors_ = (wrong / _samples(folds)).reshape(len(nus), len(mus))
        self.nu_, self.mu_ = max(pairs[k] for k in np.flatnonzero(wrong == wrong.min()))
        started = time.perf_counter()
        self._fit_at(X, y, np.ones(len(X)), self.nu_, self.mu_)
        self.refit_time_ = time.perf_counter() - started
        return self
