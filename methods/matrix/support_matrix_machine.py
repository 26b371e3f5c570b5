"""The support matrix machine (SMM) of Luo, Xie, Zhang and Li (2015). ::

    minimise over W (p, q), b   1/2 tr(W'W) + tau ||W||_* + C sum_i (1 - y_i (tr(W'X_i) + b))_+  (6)

With tau = 0 it is the linear SVM on the numbers of the matrices; a larger tau lowers the rank of W.
Theorem 1: W = D_tau(sum_i alpha_i y_i X_i) with 0 <= alpha_i <= C, where D_tau takes tau off the
singular values. The samples with alpha_i > 0 are the support matrices.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import islice
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import _fit_context
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import _num_samples

from methods.base import encode_signs
from methods.matrix.admm import admm_iterates
from methods.matrix.dual_newton import minimise_support_matrix
from methods.matrix.matrix_input import BinaryMatrixClassifier, check_bounds, validate_matrices
from methods.matrix.svm_dual import best_intercept
from methods.objectives.losses import HINGE
from methods.objectives.matrix import support_matrix_objective

# Rounding of the margins above LIBSVM's default tolerance gives a warning.
LOST_MARGINS = 1e-3
REMEDY = "a smaller C, or features of smaller and like scales, would help"


class SupportMatrixMachine(BinaryMatrixClassifier):
    """Linear classifier of matrices with a hinge loss and a spectral elastic net (problem 6).

    It minimises::

        1/2 tr(W'W) + tau ||W||_* + C sum_i (1 - y_i (tr(W'X_i) + b))_+

    Parameters
    ----------
    C : float, default=1.0
        Weight of the hinge loss, positive.
    tau : float, default=1.0
        Weight of the nuclear norm, not negative.
    matrix_shape : (int, int) or None, default=None
        The shape (p, q) of the matrices if X has their rows.
    solver : {"admm", "exact"}, default="admm"
        "admm" is Algorithm 1 as printed, "exact" are Newton steps on the dual.
    rho : float, default=10.0
        Weight of the augmentation in Algorithm 1. The paper leaves it open.
    eta : float, default=0.999
        Factor in (0, 1) by which c_k of Algorithm 1 must fall. The paper leaves it open; the
        default is what Goldstein et al. recommend.
    tol : float, default=1e-6
        "exact" stops when the duality gap is below this share of the objective. "admm" stops when
        c_k, which holds squares, is below tol^2 (||Lambda||^2 / rho + rho ||S||^2).
    max_iter : int, default=1000
        Largest number of iterations; those of "exact" are counted at each C on its way.

    Attributes
    ----------
    coef_ : ndarray of shape (p, q)
        The low-rank S of Algorithm 1, or W.
    intercept_ : float
        The best b for `coef_`, the middle one if the best are an interval.
    rank_ : int
        The rank of `coef_`.
    objective_ : float
        Problem 6 at `coef_` and `intercept_`.
    objective_trace_ : ndarray
        Problem 6 after each iteration. For "exact" it is the lowest value so far, from the first
        point at the last C on. It costs sorting n numbers in each iteration.
    support_ : ndarray of int
        Indices of the support matrices.
    dual_coef_ : ndarray of shape (n,)
        y_i alpha_i, which is zero off the support.
    duality_gap_ : float
        Upper bound of the distance from `objective_` to the minimum ("exact" only).
    n_iter_ : int
        Number of iterations.

    Examples
    --------
    >>> from methods import SupportMatrixMachine
    >>> X = [[[2, 0], [0, 1]], [[3, 0], [0, 1]], [[-2, 0], [0, 0]], [[-3, 0], [0, 0]]]
    >>> machine = SupportMatrixMachine(C=10, tau=0.1, solver="exact").fit(X, [1, 1, 0, 0])
    >>> machine.rank_, machine.coef_.round(2).tolist()
    (2, [[0.49, 0.0], [0.0, 0.05]])
    >>> machine.set_params(tau=1).fit(X, [1, 1, 0, 0]).rank_
    1
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "C": [Interval(Real, 0, None, closed="neither")],
        "tau": [Interval(Real, 0, None, closed="left")],
        "matrix_shape": ["array-like", None],
        "solver": [StrOptions({"admm", "exact"})],
        "rho": [Interval(Real, 0, None, closed="neither")],
        "eta": [Interval(Real, 0, 1, closed="neither")],
        "tol": [Interval(Real, 0, None, closed="neither")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(
        self,
        C: float = 1.0,
        *,
        tau: float = 1.0,
        matrix_shape: Sequence[int] | None = None,
        solver: str = "admm",
        rho: float = 10.0,
        eta: float = 0.999,
        tol: float = 1e-6,
        max_iter: int = 1000,
    ) -> None:
        self.C = C
        self.tau = tau
        self.matrix_shape = matrix_shape
        self.solver = solver
        self.rho = rho
        self.eta = eta
        self.tol = tol
        self.max_iter = max_iter

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(
        self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None
    ) -> SupportMatrixMachine:
        """Fit to X (n, p, q), or rows (n, p*q), and two classes y.

        `sample_weight` multiplies the C of each sample.
        """
        rows, y, weights, shape = validate_matrices(self, X, y, sample_weight, self.matrix_shape)
        self.classes_, signs = encode_signs(y)
        has_weight = np.ones(_num_samples(X), dtype=bool)
        if sample_weight is not None:
            has_weight &= np.asarray(sample_weight) > 0
        self.dual_coef_ = np.zeros(len(has_weight))
        self.dual_coef_[has_weight] = self._fit_at(
            rows, signs, weights, shape, float(self.C), float(self.tau)
        )
        self.support_ = np.flatnonzero(self.dual_coef_)
        return self

    def _fit_at(
        self,
        rows: NDArray,
        signs: NDArray,
        weights: NDArray,
        shape: tuple[int, int],
        C: float,
        tau: float,
    ) -> NDArray:
        """The dual coefficients (n,). All fitted attributes but those per sample are set."""
        check_bounds(C, weights)
        run = self._run_admm if self.solver == "admm" else self._run_newton
        alpha = run(rows, signs, weights, shape, C, tau)
        self.objective_ = support_matrix_objective(
            self.coef_, self.intercept_, rows, signs, C * weights, tau
        )
        return signs * alpha

    def _run_admm(
        self,
        rows: NDArray,
        signs: NDArray,
        weights: NDArray,
        shape: tuple[int, int],
        C: float,
        tau: float,
    ) -> NDArray:
        trace = []
        iterates = admm_iterates(rows, signs, shape, C * weights, tau, self.rho, self.eta)
        for iterate in islice(iterates, self.max_iter):
            self.intercept_ = best_intercept(iterate.S.scores, signs, weights)
            margins = signs * (iterate.S.scores + self.intercept_)
            penalty = 0.5 * float(iterate.values @ iterate.values) + tau * float(
                iterate.values.sum()
            )
            trace.append(penalty + HINGE.total(margins, C * weights))
            if iterate.change <= self.tol**2 * iterate.size:
                break
        else:
            scale = np.sqrt(iterate.change / iterate.size)
            self._warn(f"{self._not_reached()}: sqrt(c_k) is still {scale:.1g} of its scale")
        if iterate.rounding > LOST_MARGINS:
            self._warn(f"the margins are lost in rounding of {iterate.rounding:.1g}; {REMEDY}")
        self.coef_ = iterate.S.matrix.reshape(shape)
        self.rank_, self.n_iter_ = len(iterate.values), len(trace)
        self.objective_trace_ = np.array(trace)
        return iterate.alpha

    def _run_newton(
        self,
        rows: NDArray,
        signs: NDArray,
        weights: NDArray,
        shape: tuple[int, int],
        C: float,
        tau: float,
    ) -> NDArray:
        optimum = minimise_support_matrix(
            rows, signs, shape, C, tau, weights=weights, tol=self.tol, max_iter=self.max_iter
        )
        gap = optimum.duality_gap / optimum.objective
        if gap > self.tol and optimum.rounded:
            self._warn(f"rounding leaves a relative gap of {gap:.1g}; {REMEDY}")
        elif gap > self.tol:
            self._warn(f"{self._not_reached()}: the relative gap is still {gap:.1g}")
        self.coef_, self.intercept_ = optimum.coef, optimum.intercept
        self.rank_, self.n_iter_ = len(optimum.values), optimum.n_iter
        self.objective_trace_ = np.array(optimum.trace)
        self.duality_gap_ = optimum.duality_gap
        return optimum.alpha

    def _not_reached(self) -> str:
        return f"the last of max_iter={self.max_iter} iterations did not reach tol={self.tol:g}"

    def _warn(self, message: str) -> None:
        warnings.warn(message, ConvergenceWarning, stacklevel=5)
