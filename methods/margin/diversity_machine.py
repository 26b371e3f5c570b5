"""The diversity regularized machine (DRM) of Yu, Li and Zhou: an ensemble of kernel SVMs. ::

    sum_t (-nu rho_t / T + 1/m sum_i xi_ti^2) + mu sum_{t<t'} cos(w_t, w_t')         (2, meant)
    sum_t (-nu rho_t / T + 1/m sum_i xi_ti^2) + mu sum_{t<t'} ||w_t + w_t'||^2       (3, solved)

both subject to y_i w_t.phi(x_i) >= rho_t - xi_ti and ||w_t|| <= 1. Eq. 3 is printed with a sum over
t != t', but the steps of Algorithm 1 are exact for each unordered pair counted once, so this is
what mu means here. A constant feature, K + 1, replaces the intercept. With one learner both
problems are the nu-SVM with the squared hinge, which is the SVM of the paper.

The optimum of eq. 3 has equal learners and is one SVM (`methods.margin.diversity_exact`).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from itertools import islice
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, _fit_context
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import Tags, check_random_state
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from methods.angles import mean_pairwise_angle
from methods.base import check_size, encode_signs
from methods.kernel_functions import WIDTHS, Kernel, kernel_features, kernel_matrix, resolve_gamma
from methods.margin.diversity_alternating import alternating_sweeps
from methods.margin.diversity_angular import minimise_eq2
from methods.margin.diversity_exact import DiversityOptimum, minimise_eq3
from methods.margin.simplex_program import SimplexProgram
from methods.objectives.diversity import angular_objective, diversity_objective

# A certified gap above this share of the objective gives a warning.
ACCEPTED_GAP = 1e-6


class DiversityMachine(ClassifierMixin, BaseEstimator):
    """Ensemble of kernel SVMs with a penalty on their similarity (eqs. 2 and 3).

    It minimises::

        sum_t (-nu rho_t / T + 1/m sum_i xi_ti^2) + mu sum_{t<t'} ||w_t + w_t'||^2           (3)

    subject to y_i w_t.phi(x_i) >= rho_t - xi_ti and ||w_t|| <= 1; eq. 2 has the cosine of the angle
    between w_t and w_t' in place of the norm.

    The decision value is the mean over the components, as in the paper. Any nu > 0 is feasible for
    any sample weights: the squared hinge puts no upper bound on the dual variables, and without an
    unpenalised intercept the classes need not balance.

    Parameters
    ----------
    n_components : int, default=21
        Number T of components; 1 is the paper's SVM.
    nu : float, default=1.0
        Weight of the margins rho, positive.
    mu : float, default=1e-3
        Weight of the pairs, not negative. Each unordered pair counts once.
    kernel : {"linear", "precomputed", "rbf"} or callable, default="rbf"
        The kernel. "precomputed" takes kernel matrices instead of samples. A function takes two
        arrays of rows and returns the matrix of their kernel values.
    gamma : {"mean_distance", "mean_distance_squared"} or float, default="mean_distance"
        Parameter of the rbf kernel. "mean_distance" is 1 / (2 s^2) with the average distance s
        among the training rows, and "mean_distance_squared" is 1 / s^2. Sample weights do not
        change it.
    fit_intercept : bool, default=True
        Whether to add 1 to the kernel, which stands for an intercept.
    solver : {"alternating", "exact", "angular"}, default="alternating"
        "alternating" is Algorithm 1 as printed, "exact" solves eq. 3 through the SVM inside it, and
        "angular" finds a local minimum of eq. 2.
    tol : float, default=1e-6
        "alternating" stops when a sweep lowers the objective by a smaller share than this,
        "angular" when an iteration does.
    max_iter : int, default=1000
        Largest number of sweeps, or of iterations from each start of "angular".
    n_restarts : int, default=4
        Number of random starts of "angular".
    random_state : int, RandomState instance or None, default=None
        Seed of the starts of "angular".

    Attributes
    ----------
    dual_coef_ : ndarray of shape (T, m)
        Coefficients of the components, w_t = sum_i dual_coef_[t, i] phi(x_i), signs included.
    component_norms_ : ndarray of shape (T,)
        Lengths ||w_t|| of the components, at most 1.
    svm_nu_ : float
        nu of the machine with one component that decides as this one does if its components are
        equal, nu / (T ||w||).
    gamma_ : float or None
        gamma of the rbf kernel as a number; None for other kernels, absent for "precomputed".
    objective_ : float
        Eq. 3, as `methods.objectives.diversity_objective` gives it; for "angular" eq. 2, as
        `angular_objective` does.
    objective_trace_ : ndarray
        The objective after each sweep, or each iteration of the best start; one number for "exact".
    mean_angle_trace_ : ndarray
        The mean angle in degrees over the pairs of components, at the same points. It is NaN for
        one component.
    duality_gap_ : float
        Upper bound of the distance from `objective_` to the minimum ("exact" only).
    n_iter_ : int
        Number of sweeps, of iterations ("angular") or of factorisations ("exact").

    Examples
    --------
    >>> from methods import DiversityMachine
    >>> X, y = [[0, 1], [1, 0], [3, 2], [4, 3]], [0, 0, 1, 1]
    >>> machine = DiversityMachine(3, nu=0.5, gamma=0.1, solver="exact").fit(X, y)
    >>> machine.dual_coef_.shape, machine.predict([[0, 0], [4, 4]]).tolist()
    ((3, 4), [0, 1])
    >>> machine.mean_angle_trace_.round(3).tolist()
    [0.0]
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_components": [Interval(Integral, 1, None, closed="left")],
        "nu": [Interval(Real, 0, None, closed="neither")],
        "mu": [Interval(Real, 0, None, closed="left")],
        "kernel": [StrOptions({"rbf", "linear", "precomputed"}), callable],
        "gamma": [StrOptions(set(WIDTHS)), Interval(Real, 0, None, closed="neither")],
        "fit_intercept": ["boolean"],
        "solver": [StrOptions({"alternating", "exact", "angular"})],
        "tol": [Interval(Real, 0, None, closed="neither")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "n_restarts": [Interval(Integral, 0, None, closed="left")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        n_components: int = 21,
        *,
        nu: float = 1.0,
        mu: float = 1e-3,
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
        self.nu = nu
        self.mu = mu
        self.kernel = kernel
        self.gamma = gamma
        self.fit_intercept = fit_intercept
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter
        self.n_restarts = n_restarts
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None) -> DiversityMachine:
        """Fit to X (n, d), or a kernel matrix (n, n), and two classes y.

        `sample_weight` turns the mean of the squared slacks into a weighted one.
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_size(X)
        weights = _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        self._fit_at(X, y, weights, self.nu, self.mu)
        return self

    def _fit_at(self, X: NDArray, y: NDArray, weights: NDArray, nu: float, mu: float) -> None:
        """Fit with these nu and mu; rows of zero weight get zero coefficients."""
        used = np.flatnonzero(weights)
        self.classes_, signs = encode_signs(y[used])
        K = self._training_kernel(X, used)
        G, B = kernel_features(K)
        p = weights[used] / weights[used].sum()
        program = SimplexProgram(signs[:, None] * G, K * np.outer(signs, signs), p)
        objective = angular_objective if self.solver == "angular" else diversity_objective

        def value(W: NDArray) -> float:
            return objective(W @ B, K, signs, nu, mu, p)

        if self.solver == "exact":
            optimum = self._minimise_eq3(program, nu, mu)
            W = optimum.w[None]  # of all T learners, which are equal
            objectives = [optimum.objective]
            angles = [mean_pairwise_angle(np.repeat(W, min(self.n_components, 2), axis=0))]
        else:
            if self.solver == "alternating":
                path = self._sweep(program, nu, mu, value)
            else:
                path = self._minimise_eq2(program, nu, mu)
            W = path[-1]
            objectives, angles = [value(W) for W in path], [mean_pairwise_angle(W) for W in path]
        norms = np.linalg.norm(W, axis=1)
        self.component_norms_ = np.full(self.n_components, norms)
        length = float(np.linalg.norm(W.mean(axis=0)))
        self.svm_nu_ = nu / (self.n_components * length) if length else np.inf
        self.dual_coef_ = np.zeros((self.n_components, len(X)))
        self.dual_coef_[:, used] = W @ B
        self.objective_trace_, self.mean_angle_trace_ = np.array(objectives), np.array(angles)
        self.objective_ = float(self.objective_trace_[-1])

    def _sweep(
        self, program: SimplexProgram, nu: float, mu: float, value: Callable[[NDArray], float]
    ) -> list[NDArray]:
        path: list[NDArray] = []
        before = np.inf
        for W in islice(alternating_sweeps(program, self.n_components, nu, mu), self.max_iter):
            path.append(W)
            now = value(W)
            if before - now < self.tol * abs(now):
                break
            before = now
        else:
            warnings.warn(
                f"the last of max_iter={self.max_iter} sweeps still lowered the objective by a "
                f"share of {self.tol:g} or more",
                ConvergenceWarning,
                stacklevel=4,
            )
        self.n_iter_ = len(path)
        return path

    def _minimise_eq3(self, program: SimplexProgram, nu: float, mu: float) -> DiversityOptimum:
        optimum = minimise_eq3(program, self.n_components, nu, mu)
        self.duality_gap_, self.n_iter_ = optimum.duality_gap, program.n_factorisations
        if self.duality_gap_ > ACCEPTED_GAP * abs(optimum.objective):
            warnings.warn(
                f"the solver stopped at a relative duality gap of "
                f"{self.duality_gap_ / abs(optimum.objective):.1g}; a larger nu or mu helps",
                ConvergenceWarning,
                stacklevel=4,
            )
        return optimum

    def _minimise_eq2(self, program: SimplexProgram, nu: float, mu: float) -> list[NDArray]:
        optimum = minimise_eq2(
            program,
            minimise_eq3(program, self.n_components, nu, mu).w,
            self.n_components,
            nu,
            mu,
            n_restarts=self.n_restarts,
            tol=self.tol,
            max_iter=self.max_iter,
            rng=check_random_state(self.random_state),
        )
        self.n_iter_ = len(optimum.path)
        if self.n_iter_ > self.max_iter:  # the path begins with the start
            warnings.warn(
                f"the descent was stopped after max_iter={self.max_iter} iterations",
                ConvergenceWarning,
                stacklevel=4,
            )
        return optimum.path

    def component_decision_function(self, X: ArrayLike) -> NDArray:
        """Decision value of every component, (n, T)."""
        return self._kernel_to_training_rows(X) @ self.dual_coef_.T

    def decision_function(self, X: ArrayLike) -> NDArray:
        """Mean of the components' decision values, positive for the second of `classes_`."""
        return self._kernel_to_training_rows(X) @ self.dual_coef_.mean(axis=0)

    def predict(self, X: ArrayLike) -> NDArray:
        """Class of each row: the second if its decision value is positive."""
        is_second = self.decision_function(X) > 0
        return self.classes_[is_second.astype(int)]

    def _training_kernel(self, X: NDArray, rows: NDArray) -> NDArray:
        """Kernel matrix of these rows plus the 1 of the intercept; keeps what predictions need."""
        if self.kernel == "precomputed":
            if X.shape[0] != X.shape[1]:
                raise ValueError(f"a precomputed kernel must be a square matrix, got {X.shape}")
            return X[np.ix_(rows, rows)] + float(self.fit_intercept)
        self.gamma_ = resolve_gamma(self.gamma, X[rows]) if self.kernel == "rbf" else None
        self.X_fit_ = X
        K = kernel_matrix(X[rows], X[rows], self.kernel, self.gamma_)
        return K + float(self.fit_intercept)

    def _kernel_to_training_rows(self, X: ArrayLike) -> NDArray:
        check_is_fitted(self)
        K: NDArray = validate_data(self, X, dtype=np.float64, reset=False)
        if self.kernel != "precomputed":
            K = kernel_matrix(K, self.X_fit_, self.kernel, self.gamma_)
        return K + float(self.fit_intercept)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags
