"""Algorithm 1 of the SMM paper: ADMM with restart on problem 6, split as S = W. ::

    1. W, b   minimise 1/2 tr(W'W) + C sum_i (1 - y_i (tr(W'X_i) + b))_+
              - tr(Lambda^'W) + rho/2 ||W - S^||_F^2                              (Theorem 4)
    2. S = D_tau(rho W - Lambda^) / rho                                           (Theorem 3)
    3. Lambda = Lambda^ - rho (W - S)
    4. c_k = ||Lambda - Lambda^||_F^2 / rho + rho ||S - S^||_F^2
    5. if c_k < eta c_(k-1): t_(k+1) = (1 + sqrt(1 + 4 t_k^2)) / 2, and S^ and Lambda^ go on from
       S and Lambda by (t_k - 1) / t_(k+1) of their last change;
       else: t_(k+1) = 1, S^ and Lambda^ are those of step k-1, and c_k = c_(k-1) / eta.

Steps 1 to 5 are those of Goldstein et al. (2014), algorithm 8. As printed, the method stops when
c_k is small.

Theorem 4 puts W = (Lambda^ + rho S^ + sum_i alpha_i y_i X_i) / (rho + 1), where alpha solves ::

    minimise 1/2 alpha'K alpha / (rho + 1) - q'alpha,   0 <= alpha_i <= C,  y'alpha = 0,
    q_i = 1 - y_i tr((Lambda^ + rho S^)'X_i) / (rho + 1),   K_ij = y_i y_j tr(X_i'X_j).

K is computed once, and each alpha starts at the one before. An iteration computes the traces of S
with the samples. Those of W, Lambda and the extrapolations follow from them and K alpha. The traces
of S also give the objective at S.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from methods.matrix.singular_values import shrink_singular_values
from methods.matrix.svm_dual import minimise_in_box, rounding_of_gradient

# Violation of the conditions of optimality of step 1, in units of the margin.
DUAL_TOLERANCE = 1e-8


@dataclass
class Point:
    """A matrix (p*q,) and its traces with the samples (n,)."""

    matrix: NDArray
    scores: NDArray

    def beyond(self, last: Point, share: float) -> Point:
        """This point moved on by a share of the way from the last point."""
        return Point(
            self.matrix + share * (self.matrix - last.matrix),
            self.scores + share * (self.scores - last.scores),
        )


@dataclass
class AdmmIterate:
    """S (p*q,), its positive singular values and traces, alpha, and c_k.

    `size` is ||Lambda||_F^2 / rho + rho ||S||_F^2, the scale of c_k. `rounding` is about that of
    the margins in step 1.
    """

    S: Point
    values: NDArray
    alpha: NDArray
    change: float
    size: float
    rounding: float


def admm_iterates(
    X: NDArray,
    signs: NDArray,
    shape: tuple[int, int],
    C: ArrayLike,
    tau: float,
    rho: float,
    eta: float,
) -> Iterator[AdmmIterate]:
    """The iterations of Algorithm 1 from S = Lambda = 0, without end.

    Parameters
    ----------
    X : ndarray of shape (n, p*q)
        Samples as rows.
    signs : ndarray of shape (n,)
        Their signs y.
    shape : (int, int)
        The shape (p, q) of the matrices.
    C : float or array-like of shape (n,)
        Weight of the loss, one number or one per sample.
    tau : float
        Weight of the nuclear norm.
    rho : float
        Weight of the augmentation.
    eta : float
        Factor in (0, 1) of the restart.
    """
    n, n_numbers = X.shape
    gram = X @ X.T
    Q = gram * np.outer(signs, signs) / (rho + 1)
    upper, alpha = np.full(n, C), np.zeros(n)
    zero = Point(np.zeros(n_numbers), np.zeros(n))
    S = S_hat = Lambda = Lambda_hat = zero
    t, last_change = 1.0, np.inf
    while True:
        pulled = (Lambda_hat.scores + rho * S_hat.scores) / (rho + 1)
        alpha = minimise_in_box(Q, signs * pulled - 1, signs, upper, alpha, DUAL_TOLERANCE)
        weights = signs * alpha
        W = Point(
            (Lambda_hat.matrix + rho * S_hat.matrix + weights @ X) / (rho + 1),
            pulled + gram @ weights / (rho + 1),
        )
        shrunk = shrink_singular_values((rho * W.matrix - Lambda_hat.matrix).reshape(shape), tau)
        matrix = shrunk.matrix.ravel() / rho
        S_before, Lambda_before = S, Lambda
        S = Point(matrix, X @ matrix)
        Lambda = Point(
            Lambda_hat.matrix - rho * (W.matrix - S.matrix),
            Lambda_hat.scores - rho * (W.scores - S.scores),
        )
        change = _square(Lambda.matrix - Lambda_hat.matrix) / rho + rho * _square(
            S.matrix - S_hat.matrix
        )
        size = _square(Lambda.matrix) / rho + rho * _square(S.matrix)
        yield AdmmIterate(
            S, shrunk.values / rho, alpha, change, size, rounding_of_gradient(Q, alpha)
        )
        if change < eta * last_change:
            t_next = (1 + np.sqrt(1 + 4 * t * t)) / 2
            S_hat = S.beyond(S_before, (t - 1) / t_next)
            Lambda_hat = Lambda.beyond(Lambda_before, (t - 1) / t_next)
            t, last_change = t_next, change
        else:
            S_hat, Lambda_hat = S_before, Lambda_before
            t, last_change = 1.0, last_change / eta


def _square(matrix: NDArray) -> float:
    return float(matrix @ matrix)
