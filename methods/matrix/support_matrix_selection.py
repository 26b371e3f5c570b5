"""The support matrix machine with C and tau chosen by cross-validation, as in its paper.

C goes through 1, 2 and 5 times powers of ten. For each C the paper tunes tau by hand so that the
rank goes from one to full. Here tau goes through shares of tau_max, the smallest tau at which W is
zero. If the classes are separable, C has no effect once it bounds no variable. Then the shares are
those for the largest C that matters without the nuclear norm, and beyond a share of 1 W need not be
zero. All fits are exact, along a path in each fold (`methods.matrix.regularisation_path`). Settings
are judged as `methods.selection` says. If some tie, the smallest C with the largest tau is chosen.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import _fit_context
from sklearn.model_selection import BaseCrossValidator, check_cv
from sklearn.utils._param_validation import Interval, StrOptions

from methods.base import encode_signs, grid_of_values
from methods.matrix.dual_newton import minimise_support_matrix
from methods.matrix.matrix_input import validate_matrices
from methods.matrix.regularisation_path import (
    smallest_tau_without_coefficients,
    support_matrix_path,
)
from methods.matrix.support_matrix_machine import SupportMatrixMachine

# Section 5.3.
CS = tuple(float(f"{digit}e{power}") for power in range(-3, 4) for digit in (1, 2, 5))[:-1]

# Half decades, from rank one to full on data such as the paper's.
TAU_SHARES = tuple(10.0 ** (k / 2) for k in range(2, -10, -1))

# Relative duality gap, and iterations at the most, of the fits that only help to choose.
SELECTION_GAP = 1e-4
SELECTION_MAX_ITER = 50


class SupportMatrixSelection(SupportMatrixMachine):
    """A `SupportMatrixMachine` that chooses C and tau from grids before its fit.

    Both are those of problem 6 of the paper. tau goes through shares of tau_max, the smallest tau
    at which W is zero.

    It also has the attributes of `SupportMatrixMachine`.

    Parameters
    ----------
    Cs : float or array-like of float, default=CS
        Grid of C. A number is a grid of one. The default has 1, 2 and 5 times powers of ten.
    tau_shares : float or array-like of float, default=TAU_SHARES
        Grid of tau for each C, as shares of tau_max. 0 is the linear SVM. The default has half
        decades from 10 down to 10^-4.5.
    cv : int or cross-validation generator, default=5
        Number of stratified folds, or a splitter of scikit-learn.
    matrix_shape : (int, int) or None, default=None
        The shape (p, q) of the matrices if X has their rows.
    solver : {"admm", "exact"}, default="admm"
        Solver of the final fit, as in `SupportMatrixMachine`.
    rho : float, default=10.0
        As in `SupportMatrixMachine`.
    eta : float, default=0.999
        As in `SupportMatrixMachine`.
    tol : float, default=1e-6
        Tolerance of the final fit, as in `SupportMatrixMachine`.
    max_iter : int, default=1000
        Largest number of iterations of the final fit.

    Attributes
    ----------
    C_, tau_ : float
        The values chosen.
    taus_ : ndarray of shape (n_Cs, n_shares)
        The grid of tau. The C are in increasing order, the shares as given.
    errors_ : ndarray of shape (n_Cs, n_shares)
        Error in cross-validation at each pair of C and tau.
    ranks_ : ndarray of shape (n_Cs, n_shares)
        Mean rank over the folds at each pair.
    refit_time_ : float
        Seconds of the final fit.

    Examples
    --------
    >>> from methods import SupportMatrixSelection
    >>> X = [[[i, 0], [0, 9 - i]] for i in (0, 1, 2, 7, 8, 9)]
    >>> machine = SupportMatrixSelection([1.0, 10.0], tau_shares=[0.1, 0.01], cv=3, solver="exact")
    >>> machine = machine.fit(X, [0, 0, 0, 1, 1, 1])
    >>> machine.C_, round(machine.tau_, 3), machine.errors_.shape
    (1.0, 0.084, (2, 2))
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "Cs": [Interval(Real, 0, None, closed="neither"), "array-like"],
        "tau_shares": [Interval(Real, 0, None, closed="left"), "array-like"],
        "cv": ["cv_object"],
        "matrix_shape": ["array-like", None],
        "solver": [StrOptions({"admm", "exact"})],
        "rho": [Interval(Real, 0, None, closed="neither")],
        "eta": [Interval(Real, 0, 1, closed="neither")],
        "tol": [Interval(Real, 0, None, closed="neither")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(
        self,
        Cs: float | Sequence[float] = CS,
        *,
        tau_shares: float | Sequence[float] = TAU_SHARES,
        cv: int | BaseCrossValidator = 5,
        matrix_shape: Sequence[int] | None = None,
        solver: str = "admm",
        rho: float = 10.0,
        eta: float = 0.999,
        tol: float = 1e-6,
        max_iter: int = 1000,
    ) -> None:
        self.Cs = Cs
        self.tau_shares = tau_shares
        self.cv = cv
        self.matrix_shape = matrix_shape
        self.solver = solver
        self.rho = rho
        self.eta = eta
        self.tol = tol
        self.max_iter = max_iter

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray) -> SupportMatrixSelection:
        """Choose C and tau on X (n, p, q), or rows (n, p*q), and two classes y; then fit."""
        rows, y, _, shape = validate_matrices(self, X, y, None, self.matrix_shape)
        self.classes_, signs = encode_signs(y)
        Cs = np.unique(grid_of_values("Cs", self.Cs, zero=False))
        shares = grid_of_values("tau_shares", self.tau_shares, zero=True)
        self.taus_ = tau_grid(rows, signs, shape, Cs, shares)

        folds = list(check_cv(self.cv, y, classifier=True).split(rows, y))
        wrong = np.zeros(self.taus_.shape, dtype=int)
        ranks = np.zeros(self.taus_.shape)
        for train, test in folds:
            if len(set(signs[train])) < 2:
                raise ValueError("a training fold holds one class only; use fewer folds")
            path = support_matrix_path(
                rows[train],
                signs[train],
                shape,
                Cs,
                self.taus_,
                tol=SELECTION_GAP,
                max_iter=SELECTION_MAX_ITER,
            )
            # Column by column, as the path goes.
            for k, point in enumerate(path):
                column, row = divmod(k, len(Cs))
                W, b = point.optimum.coef, point.optimum.intercept
                is_second = rows[test] @ W.ravel() + b > 0
                wrong[row, column] += np.count_nonzero(is_second != (signs[test] > 0))
                ranks[row, column] += len(point.optimum.values) / len(folds)
        self.errors_ = wrong / sum(len(test) for _, test in folds)
        self.ranks_ = ranks
        largest_first = np.argsort(-shares, kind="stable")
        best = int(np.argmin(wrong[:, largest_first]))
        self.C_ = float(Cs[best // len(shares)])
        self.tau_ = float(self.taus_[best // len(shares), largest_first[best % len(shares)]])

        started = time.perf_counter()
        self.dual_coef_ = self._fit_at(rows, signs, np.ones(len(rows)), shape, self.C_, self.tau_)
        self.refit_time_ = time.perf_counter() - started
        self.support_ = np.flatnonzero(self.dual_coef_)
        return self


def tau_grid(
    X: NDArray, signs: NDArray, shape: tuple[int, int], Cs: NDArray, shares: NDArray
) -> NDArray:
    """tau (n_Cs, n_shares): these shares of tau_max at each C, or at the largest that matters.

    Parameters
    ----------
    X : ndarray of shape (n, p*q)
        Samples as rows.
    signs : ndarray of shape (n,)
        Their signs y.
    shape : (int, int)
        The shape (p, q) of the matrices.
    Cs : ndarray of shape (n_Cs,)
        Values of C.
    shares : ndarray of shape (n_shares,)
        Shares of tau_max.
    """
    svm = minimise_support_matrix(
        X, signs, shape, Cs.max(), 0.0, tol=SELECTION_GAP, max_iter=SELECTION_MAX_ITER
    )
    matters = np.minimum(Cs, svm.alpha.max())
    return smallest_tau_without_coefficients(X, signs, shape) * np.outer(matters, shares)
