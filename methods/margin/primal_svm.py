"""The linear support vector machine in the primal, with an unpenalised intercept. ::

    minimise over (w, b)   1/2 ||w||^2 + penalty * sum_n L(1 - y_n (x_n.w + b))

The loss L is one of `methods.objectives.losses`, such as the hinge and its powers.

`solver="exact"` certifies its optimum by a duality gap (`methods.margin.exact_solver`).
`solver="alm"` is the augmented Lagrangian method of Nie et al. (2014), whose mu grows without end.
It is Algorithm 2 of the exclusivity machine with one component (`methods.margin.alm`).
"""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar

from numpy.typing import NDArray
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval, StrOptions

from methods.base import LinearBinaryClassifier, encode_signs, validated_rows
from methods.margin.alm import alm_iterates, run_alm
from methods.margin.exact_solver import solve_svm
from methods.objectives.losses import LOSSES, find_loss
from methods.objectives.svm import primal_svm_objective


class PrimalSVM(LinearBinaryClassifier):
    """Linear SVM with a power of the hinge as its loss.

    It minimises::

        1/2 ||w||^2 + penalty * sum_n (1 - y_n (x_n.w + b))_+^p

    It is the exclusivity machine of one component (eq. 5 of Guo). If the optimal intercepts of the
    hinge (p = 1) are an interval, the exact solver returns its middle.

    Parameters
    ----------
    penalty : float, default=1.0
        Weight of the loss, positive.
    loss : {"hinge", "squared_hinge"} or float, default="hinge"
        The loss of a margin m: "hinge" is max(1 - m, 0), "squared_hinge" its square, and a number
        from 1 to 2 its power p. The names are those of `methods.objectives.losses.LOSSES`.
    solver : {"exact", "alm"}, default="exact"
        "exact" is a Newton method that runs to a relative duality gap of 1e-11 or to the limit of
        rounding. "alm" is the augmented Lagrangian method as printed.
    tol : float, default=0.05
        "alm" stops when its objective changes by less than this, in absolute terms.
    max_iter : int, default=500
        Largest number of iterations of "alm".

    Attributes
    ----------
    coef_ : ndarray of shape (d,)
        Weights of the hyperplane.
    intercept_ : float
        Its intercept.
    objective_ : float
        The objective at the hyperplane, as `methods.objectives.primal_svm_objective` gives it.
    duality_gap_ : float
        Upper bound of the distance from `objective_` to the minimum ("exact" only).
    objective_trace_ : ndarray of shape (n_iter,)
        The objective after each iteration ("alm" only).
    n_iter_ : int
        Number of iterations.

    Examples
    --------
    >>> from methods import PrimalSVM
    >>> machine = PrimalSVM(penalty=10).fit([[0], [1], [3], [4]], [0, 0, 1, 1])
    >>> machine.coef_.round(3).tolist(), round(machine.intercept_, 3)
    ([1.0], -2.0)
    >>> round(machine.objective_, 3)
    0.5
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "penalty": [Interval(Real, 0, None, closed="neither")],
        "loss": [StrOptions(LOSSES.keys()), Interval(Real, 1, 2, closed="both")],
        "solver": [StrOptions({"exact", "alm"})],
        "tol": [Interval(Real, 0, None, closed="neither")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(
        self,
        penalty: float = 1.0,
        *,
        loss: str | float = "hinge",
        solver: str = "exact",
        tol: float = 0.05,
        max_iter: int = 500,
    ) -> None:
        self.penalty = penalty
        self.loss = loss
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None) -> PrimalSVM:
        """Fit to X (n, d) and two classes y; `sample_weight` multiplies each sample's penalty."""
        X, y, weights = validated_rows(self, X, y, sample_weight)
        self.classes_, signs = encode_signs(y)
        cost, loss = self.penalty * weights, find_loss(self.loss)

        def objective(coef: NDArray, intercept: float) -> float:
            return primal_svm_objective(coef, intercept, X, signs, cost, self.loss)

        if self.solver == "exact":
            optimum = solve_svm(X, signs, cost, loss)
            self.coef_, self.intercept_ = optimum.coef, optimum.intercept
            self.duality_gap_, self.n_iter_ = optimum.duality_gap, optimum.n_iter
        else:
            last, self.objective_trace_ = run_alm(
                alm_iterates(X, signs, 1, cost, loss),
                lambda components, intercepts: objective(components[0], intercepts[0]),
                objective_at="W",
                tol=self.tol,
                max_iter=self.max_iter,
            )
            self.coef_, self.intercept_ = last.W[:, 0], float(last.b[0])
            self.n_iter_ = len(self.objective_trace_)
        self.objective_ = objective(self.coef_, self.intercept_)
        return self
