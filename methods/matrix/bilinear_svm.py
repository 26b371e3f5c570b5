"""The bilinear SVM of Pirsiavash, Ramanan and Fowlkes (2009), B-SVM in the SMM paper. ::

    minimise over W_y (p, r), W_x (q, r)   1/2 ||W||_F^2 + C sum_i (1 - y_i tr(W'X_i))_+
    with W = W_y W_x'

(problem 4 of the SMM paper; no offset): the linear SVM with a W of rank r at most. It is not
convex, but it is an SVM in each factor. With Q an orthonormal basis of the columns of W_x, every
W_y W_x' is an A Q' and ||A Q'||_F = ||A||_F. So ::

    minimise over A (p, r)   1/2 ||A||_F^2 + C sum_i (1 - y_i tr(A'X_i Q))_+

is the first half of a round. The second half is the same with the columns of A as the basis of
the other side. Each half starts at the dual variables of the one before it.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import _fit_context
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval

from methods.base import encode_signs
from methods.matrix.matrix_input import BinaryMatrixClassifier, check_bounds, validate_matrices
from methods.matrix.singular_values import finite
from methods.matrix.svm_without_intercept import minimise_svm_without_intercept
from methods.objectives.svm import primal_svm_objective

# Each half is solved to a duality gap of this share of the gain that a round must reach to go on.
GAP_SHARE = 0.1


class BilinearSVM(BinaryMatrixClassifier):
    """Linear SVM without offset whose coefficient matrix has a bounded rank.

    It minimises::

        1/2 ||W||_F^2 + C sum_i (1 - y_i tr(W'X_i))_+  with W = W_y W_x'

    Problem 4 of the SMM paper. The start is a random W_x. The result cannot be improved by a change
    of one factor alone, and another start may lead to a better result.

    Parameters
    ----------
    C : float, default=1.0
        Weight of the hinge loss, positive.
    rank : int, default=1
        The largest rank r of the coefficients, at most the smaller side of the matrices.
    matrix_shape : (int, int) or None, default=None
        The shape (p, q) of the matrices if X has their rows.
    tol : float, default=1e-3
        The fit stops when a round over both factors lowers the objective by a smaller share.
    max_iter : int, default=500
        Largest number of rounds.
    random_state : int, RandomState instance or None, default=None
        Seed of the start.

    Attributes
    ----------
    coef_ : ndarray of shape (p, q)
        The coefficients W.
    intercept_ : float
        Always 0.
    factors_ : tuple of ndarrays of shapes (p, r) and (q, r)
        W_y and W_x with W = W_y W_x'. Their columns are orthogonal, and of equal length on both
        sides.
    objective_ : float
        Problem 4 at `coef_`.
    objective_trace_ : ndarray of shape (n_iter,)
        The objective after each round, which never grows.
    n_iter_ : int
        Number of rounds.

    Examples
    --------
    >>> from methods import BilinearSVM
    >>> X = [[[2, 0], [0, 0]], [[3, 0], [0, 1]], [[0, 0], [0, 2]], [[0, 1], [0, 3]]]
    >>> machine = BilinearSVM(C=10, rank=1, random_state=0).fit(X, [1, 1, 0, 0])
    >>> machine.coef_.shape, [factor.shape for factor in machine.factors_]
    ((2, 2), [(2, 1), (2, 1)])
    >>> machine.predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "C": [Interval(Real, 0, None, closed="neither")],
        "rank": [Interval(Integral, 1, None, closed="left")],
        "matrix_shape": ["array-like", None],
        "tol": [Interval(Real, 0, None, closed="neither")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        C: float = 1.0,
        *,
        rank: int = 1,
        matrix_shape: Sequence[int] | None = None,
        tol: float = 1e-3,
        max_iter: int = 500,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.C = C
        self.rank = rank
        self.matrix_shape = matrix_shape
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: NDArray, y: NDArray, sample_weight: NDArray | None = None) -> BilinearSVM:
        """Fit to matrices X (n, p, q), or rows (n, p*q), and two classes y.

        `sample_weight` multiplies the C of each sample.
        """
        rows, y, weights, (p, q) = validate_matrices(self, X, y, sample_weight, self.matrix_shape)
        self.classes_, signs = encode_signs(y)
        check_bounds(self.C, weights)
        if self.rank > min(p, q):
            raise ValueError(
                f"rank={self.rank} is more than matrices of shape {(p, q)} can have; "
                f"pass {min(p, q)} or less"
            )
        samples = (signs[:, None] * rows).reshape(-1, p, q)
        start = check_random_state(self.random_state).standard_normal((q, self.rank))
        W, self.objective_trace_ = self._alternate(samples, weights, start)
        self.n_iter_ = len(self.objective_trace_)

        U, lengths, V = np.linalg.svd(finite(W), full_matrices=False)
        halves = np.sqrt(lengths[: self.rank])
        self.factors_ = (U[:, : self.rank] * halves, V[: self.rank].T * halves)
        self.coef_ = self.factors_[0] @ self.factors_[1].T
        self.intercept_ = 0.0
        self.objective_ = primal_svm_objective(
            self.coef_.ravel(), self.intercept_, rows, signs, self.C * weights, "hinge"
        )
        return self

    def _alternate(
        self, samples: NDArray, weights: NDArray, W_x: NDArray
    ) -> tuple[NDArray, NDArray]:
        """W, and the objective after each round, from the matrices y_i X_i and a first W_x."""
        n, p, q = samples.shape
        gap, alpha, before = GAP_SHARE * self.tol, np.zeros(n), np.inf
        trace: list[float] = []
        for _ in range(self.max_iter):
            Q = np.linalg.qr(W_x)[0]
            G = (samples.reshape(n * p, q) @ Q).reshape(n, -1)
            first = minimise_svm_without_intercept(G, self.C, alpha, gap, weights)

            P = np.linalg.qr(first.coef.reshape(p, -1))[0]
            G = (P.T @ samples).reshape(n, -1)
            second = minimise_svm_without_intercept(G, self.C, first.alpha, gap, weights)
            W_x, alpha = second.coef.reshape(-1, q).T, second.alpha

            now = float(finite(np.array(second.objective)))
            if now < before:
                W = P @ W_x.T
            trace.append(min(now, before))
            if before - now <= self.tol * now:
                break
            before = now
        else:
            warnings.warn(
                f"the last of max_iter={self.max_iter} rounds still lowered the objective by a "
                f"share of {self.tol:g} or more",
                ConvergenceWarning,
                stacklevel=3,
            )
        return W, np.array(trace)
