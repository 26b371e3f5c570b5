"""The exclusivity regularized machine (ERM) of Guo, and the plain SVM inside it. ::

    F(W, b) = 1/2 sum_i (sum_c |w_c(i)| + beta)^2 + lambda sum_c sum_n (1 - y_n (x_n.w_c + b_c))_+^p

F is convex, because t -> (t + beta)^2 grows with t >= 0, and F keeps its value when columns
(w_c, b_c) are permuted. The average of an optimum over all permutations has C equal columns, the
ensemble (w, b), and is no worse. At equal columns ::

    F = C^2 [ 1/2 ||w||^2 + beta / C ||w||_1 + lambda / C sum_n (1 - y_n (x_n.w + b))_+^p ]
        + d beta^2 / 2.

So for every C, p, lambda and beta >= 0 the ensemble of an optimum is the SVM with penalty
lambda / C and l1 weight beta / C. `solver="exact"` solves this SVM; `solver="alm"` is Algorithm 2.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

from methods.base import LinearBinaryClassifier, encode_signs, validated_rows
from methods.margin.alm import alm_iterates, run_alm
from methods.margin.diverse_optimum import most_diverse_optimum
from methods.margin.exact_solver import solve_svm
from methods.objectives.losses import LOSSES, find_loss
from methods.objectives.svm import exclusivity_objective


class ExclusivityMachine(LinearBinaryClassifier):
    """Ensemble of linear SVMs whose weights are meant to exclude each other (eq. 5).

    It minimises::

        1/2 sum_i (sum_c |w_c(i)| + sparsity)^2
            + penalty * sum_c sum_n (1 - y_n (x_n.w_c + b_c))_+^p

    Parameters
    ----------
    n_components : int, default=10
        Number C of components.
    penalty : float, default=2.0
        Weight lambda of the loss, positive.
    loss : {"hinge", "squared_hinge"} or float, default="hinge"
        The loss of a margin m: "hinge" is max(1 - m, 0), "squared_hinge" its square, and a number
        from 1 to 2 its power p. The names are those of `methods.objectives.losses.LOSSES`.
    solver : {"alm", "exact"}, default="alm"
        "alm" is Algorithm 2 as printed. "exact" solves the SVM inside to a certified optimum.
    sparsity : float, default=0.0
        Weight beta of the sparse extension (section 5), not negative.
    spread : {"none", "largest"}, default="none"
        Which of the optima "exact" returns. "none" is the one with equal components, "largest" the
        most diverse one that `methods.margin.diverse_optimum` finds.
    tol : float, default=0.05
        "alm" stops when its objective changes by less than this, in absolute terms.
    max_iter : int, default=500
        Largest number of iterations of "alm".
    rho : float, default=1.1
        Factor by which mu grows in each iteration of "alm".
    epsilon : float, default=1e-8
        Guard against zero denominators in eq. (10) of "alm".
    initial_slack : {"zero", "labels"}, default="zero"
        The start E(0) of "alm". The paper does not say which.
    objective_at : {"W", "P"}, default="W"
        The variable whose objective stops "alm". The paper does not say which. The components are
        the columns of W in both cases.
    random_state : int, RandomState instance or None, default=None
        Seed of the search for the largest spread.

    Attributes
    ----------
    components_ : ndarray of shape (C, d)
        Weights of the components.
    component_intercepts_ : ndarray of shape (C,)
        Intercepts of the components.
    coef_ : ndarray of shape (d,)
        Weights of the ensemble, the mean of `components_`.
    intercept_ : float
        Intercept of the ensemble, the mean of `component_intercepts_`.
    objective_ : float
        Eq. 5 at the components, as `methods.objectives.exclusivity_objective` gives it.
    objective_trace_ : ndarray
        The objective after each iteration; `objective_` alone for "exact".
    duality_gap_ : float
        Upper bound of the distance from `objective_` to the minimum ("exact" only).
    n_iter_ : int
        Number of iterations.

    Examples
    --------
    >>> from methods import ExclusivityMachine, PrimalSVM
    >>> X, y = [[0, 1], [1, 0], [3, 2], [4, 3]], [0, 0, 1, 1]
    >>> ensemble = ExclusivityMachine(4, penalty=2, solver="exact").fit(X, y)
    >>> svm = PrimalSVM(penalty=2 / 4).fit(X, y)
    >>> ensemble.coef_.round(4).tolist() == svm.coef_.round(4).tolist()
    True
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_components": [Interval(Integral, 1, None, closed="left")],
        "penalty": [Interval(Real, 0, None, closed="neither")],
        "loss": [StrOptions(LOSSES.keys()), Interval(Real, 1, 2, closed="both")],
        "solver": [StrOptions({"alm", "exact"})],
        "sparsity": [Interval(Real, 0, None, closed="left")],
        "spread": [StrOptions({"none", "largest"})],
        "tol": [Interval(Real, 0, None, closed="neither")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "rho": [Interval(Real, 1, None, closed="neither")],
        "epsilon": [Interval(Real, 0, None, closed="neither")],
        "initial_slack": [StrOptions({"zero", "labels"})],
        "objective_at": [StrOptions({"W", "P"})],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        n_components: int = 10,
        *,
        penalty: float = 2.0,
        loss: str | float = "hinge",
        solver: str = "alm",
        sparsity: float = 0.0,
        spread: str = "none",
        tol: float = 0.05,
        max_iter: int = 500,
        rho: float = 1.1,
        epsilon: float = 1e-8,
        initial_slack: str = "zero",
        objective_at: str = "W",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_components = n_components
        self.penalty = penalty
        self.loss = loss
        self.solver = solver
        self.sparsity = sparsity
        self.spread = spread
        self.tol = tol
        self.max_iter = max_iter
        self.rho = rho
        self.epsilon = epsilon
        self.initial_slack = initial_slack
        self.objective_at = objective_at
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(
        self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None
    ) -> ExclusivityMachine:
        """Fit to X (n, d) and two classes y; `sample_weight` multiplies each sample's penalty."""
        X, y, weights = validated_rows(self, X, y, sample_weight)
        self.classes_, signs = encode_signs(y)
        penalty = self.penalty * weights
        objective = partial(
            exclusivity_objective,
            X=X,
            y=signs,
            penalty=penalty,
            loss=self.loss,
            sparsity=self.sparsity,
        )
        if self.solver == "exact":
            self._fit_exact(X, signs, penalty, objective)
        else:
            iterates = alm_iterates(
                X,
                signs,
                self.n_components,
                penalty,
                find_loss(self.loss),
                self.sparsity,
                rho=self.rho,
                epsilon=self.epsilon,
                initial_slack=self.initial_slack,
            )
            last, self.objective_trace_ = run_alm(
                iterates,
                objective,
                objective_at=self.objective_at,
                tol=self.tol,
                max_iter=self.max_iter,
            )
            self.components_, self.component_intercepts_ = last.W.T.copy(), last.b
            self.n_iter_ = len(self.objective_trace_)
            self.objective_ = objective(self.components_, self.component_intercepts_)
        self.coef_ = self.components_.mean(axis=0)
        self.intercept_ = float(self.component_intercepts_.mean())
        return self

    def _fit_exact(
        self, X: NDArray, signs: NDArray, penalty: NDArray, objective: Callable[..., float]
    ) -> None:
        C = self.n_components
        optimum = solve_svm(X, signs, penalty / C, find_loss(self.loss), self.sparsity / C)
        self.duality_gap_ = C**2 * optimum.duality_gap
        self.n_iter_ = optimum.n_iter
        if self.spread == "largest":
            self.components_, self.component_intercepts_ = most_diverse_optimum(
                optimum.coef,
                optimum.intercept,
                X,
                signs,
                C,
                self.loss,
                self.random_state,
            )
            self.objective_ = objective(self.components_, self.component_intercepts_)
        else:
            self.components_ = np.tile(optimum.coef, (C, 1))
            self.component_intercepts_ = np.full(C, optimum.intercept)
            # With equal components it is C^2 times the objective of the SVM inside.
            w, b = self.components_[:1], self.component_intercepts_[:1]
            inside = {"penalty": penalty / C, "sparsity": self.sparsity / C}
            self.objective_ = C**2 * objective(w, b, **inside)
        self.objective_trace_ = np.array([self.objective_])

    def component_decision_function(self, X: ArrayLike) -> NDArray:
        """Decision value of every component, (n, C)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return X @ self.components_.T + self.component_intercepts_
