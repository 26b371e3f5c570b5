"""The regularised generalised linear model of Zhou and Li (2014), R-GLM in the SMM paper. ::

    minimise over W (p, q) and b   sum_i log(1 + exp(-y_i (tr(W'X_i) + b))) + tau ||W||_*

This is problem 5 of the SMM paper with its choices for two classes, the logistic loss and the
nuclear norm. The problem is convex. `methods.matrix.logistic_proximal` solves it to a certified
duality gap by the method of Nesterov that Zhou and Li use.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit
from sklearn.base import _fit_context
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils._param_validation import Interval

from methods.base import encode_signs
from methods.matrix.logistic_proximal import minimise_logistic, tau_max
from methods.matrix.matrix_input import BinaryMatrixClassifier, validate_matrices
from methods.objectives.matrix import logistic_matrix_objective


class MatrixLogisticRegression(BinaryMatrixClassifier):
    """Logistic regression on matrices with the nuclear norm as penalty.

    It minimises::

        sum_i log(1 + exp(-y_i (tr(W'X_i) + b))) + tau ||W||_*

    Problem 5 of the SMM paper, with its choices for two classes.

    Parameters
    ----------
    tau : float, default=1.0
        Weight of the nuclear norm, not negative. 0 is plain logistic regression, which has no
        optimum if a hyperplane separates the classes.
    matrix_shape : (int, int) or None, default=None
        The shape (p, q) of the matrices if X has their rows.
    tol : float, default=1e-4
        Relative duality gap at which to stop. For tau = 0 it is the spectral norm of the gradient,
        relative to that at W = 0.
    max_iter : int, default=10_000
        Largest number of iterations.

    Attributes
    ----------
    coef_ : ndarray of shape (p, q)
        The coefficients W.
    intercept_ : float
        The intercept b.
    rank_ : int
        The rank of W.
    tau_max_ : float
        The smallest tau for which W = 0 is optimal.
    objective_ : float
        The objective, as `methods.objectives.logistic_matrix_objective` gives it.
    duality_gap_ : float
        Upper bound of the distance from `objective_` to the minimum; for tau = 0 it is all of
        `objective_`.
    objective_trace_ : ndarray of shape (n_iter,)
        The objective after each iteration, which never grows by more than rounding.
    n_iter_ : int
        Number of iterations.

    Examples
    --------
    >>> from methods import MatrixLogisticRegression
    >>> X = [[[2, 0], [0, 0]], [[3, 0], [0, 1]], [[0, 0], [0, 2]], [[0, 1], [0, 3]]]
    >>> machine = MatrixLogisticRegression(tau=0.1).fit(X, [1, 1, 0, 0])
    >>> machine.rank_, machine.predict(X).tolist()
    (1, [1, 1, 0, 0])
    >>> machine.set_params(tau=2 * machine.tau_max_).fit(X, [1, 1, 0, 0]).rank_
    0
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "tau": [Interval(Real, 0, None, closed="left")],
        "matrix_shape": ["array-like", None],
        "tol": [Interval(Real, 0, None, closed="neither")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(
        self,
        tau: float = 1.0,
        *,
        matrix_shape: Sequence[int] | None = None,
        tol: float = 1e-4,
        max_iter: int = 10_000,
    ) -> None:
        self.tau = tau
        self.matrix_shape = matrix_shape
        self.tol = tol
        self.max_iter = max_iter

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(
        self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None
    ) -> MatrixLogisticRegression:
        """Fit to matrices X (n, p, q), or rows (n, p*q), and two classes y.

        `sample_weight` multiplies the loss of each sample.
        """
        rows, y, weights, shape = validate_matrices(self, X, y, sample_weight, self.matrix_shape)
        self.classes_, signs = encode_signs(y)
        self.tau_max_ = tau_max(rows, signs, weights, shape)
        optimum = minimise_logistic(
            rows, signs, weights, shape, self.tau, tol=self.tol, max_iter=self.max_iter
        )
        self.objective_trace_ = np.array(optimum.objective_trace)
        self.n_iter_ = len(self.objective_trace_)
        self.duality_gap_ = optimum.duality_gap
        if not optimum.converged:
            warnings.warn(
                f"stopped after {self.n_iter_} iterations (max_iter={self.max_iter}) at a relative "
                f"duality gap of {self.duality_gap_ / self.objective_trace_[-1]:.1g}; "
                f"a larger tau or max_iter helps",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.coef_, self.intercept_ = optimum.coef, optimum.intercept
        self.rank_ = int(np.linalg.matrix_rank(self.coef_))
        self.objective_ = logistic_matrix_objective(
            self.coef_, self.intercept_, rows, signs, self.tau, weights
        )
        return self

    def predict_proba(self, X: ArrayLike) -> NDArray:
        """Probability of each of the two `classes_`, (n, 2)."""
        second = expit(self.decision_function(X))
        return np.column_stack([1 - second, second])
