"""The linear SVM with the hinge loss, from any start, and along a path of its penalty. ::

    minimise over (w, b)  P(w, b) = 1/2 ||w||^2 + sum_i u_i (1 - y_i (w.x_i + b))_+,
    maximise over alpha   D(alpha) = sum_i alpha_i - 1/2 ||sum_i alpha_i y_i x_i||^2,
                          0 <= alpha_i <= u_i,   sum_i alpha_i y_i = 0,

with u_i = C times the weight of the sample; or without b, and without the last condition.

A proximal step on the dual adds -delta/2 ||alpha - alpha_k||^2 to D. In (w, b) this leaves a convex
and smooth phi(w, b) to minimise: 1/2 ||w||^2 plus the maximum over 0 <= alpha <= u of
sum_i alpha_i (1 - y_i (w.x_i + b)) less the added term. The maximiser is ::

    alpha(w) = clip(alpha_k + (1 - y (X w + b)) / delta, 0, u),

with the b that balances it, sum_i alpha_i y_i = 0. This b also minimises phi. So every alpha(w) is
feasible, and P(w, b) - D(alpha(w)) is a certificate. The rest of the gradient is
w - sum_i alpha(w)_i y_i x_i, and Newton's method on it has the matrix ::

    (I 0)   1          ( x_i ) ( x_i )'
    (0 0) + -- sum_i   (  1  ) (  1  )    over the samples that are not clipped,
            delta

of order d + 1 for any number of samples. As delta shrinks the steps become exact. Rockafellar
(1976) describes the steps and how accurate they must be.

From C to C' > C, alpha C'/C is feasible again and keeps samples at the bound there; w and b are
carried over. Once the path is straight in C the samples do not move, and the first Newton step is
the last. If no alpha is at the bound, the optimum is that of every larger C.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from methods.margin._kernels import proximal_newton
from methods.objectives.losses import HINGE
from methods.objectives.svm import primal_svm_objective

# From this many samples on, the fit starts at the optimum of a few of them, drawn at random.
MANY_SAMPLES, FEW_SAMPLES, FEW_TOL = 20_000, 5_000, 1e-3


@dataclass
class HingeOptimum:
    """w, b, the dual variables alpha, P(w, b), the certified P - D(alpha), and Newton steps."""

    coef: NDArray
    intercept: float
    alpha: NDArray
    objective: float
    duality_gap: float
    n_iter: int


def minimise_hinge(
    X: NDArray,
    signs: NDArray,
    upper: NDArray,
    *,
    alpha: NDArray | None = None,
    coef: NDArray | None = None,
    intercept: float = 0.0,
    offset: bool = True,
    tol: float = 1e-8,
    max_iter: int = 1000,
) -> HingeOptimum:
    """Minimise 1/2 ||w||^2 + sum_i u_i (1 - y_i (w.x_i + b))_+.

    If the optimal intercepts are an interval, its middle is returned.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Samples.
    signs : ndarray of shape (n,)
        Their signs y. Both must occur if there is an offset.
    upper : ndarray of shape (n,)
        Weights u of the samples, positive.
    alpha : ndarray of shape (n,), default=None
        Feasible dual variables to start from. None stands for zero.
    coef : ndarray of shape (d,), default=None
        The w to start from. None stands for that of alpha, or that of some of the samples if there
        are many.
    intercept : float, default=0.0
        The b to start from.
    offset : bool, default=True
        Whether there is a b.
    tol : float, default=1e-8
        The relative duality gap at which to stop. Rounding may stop the method before.
    max_iter : int, default=1000
        Largest number of Newton steps.
    """
    n, d = X.shape
    if d > n:
        # w is a combination of the samples: their coordinates in the space they span will do.
        basis, coordinates = np.linalg.qr(X.T)
        optimum = minimise_hinge(
            coordinates.T,
            signs,
            upper,
            alpha=alpha,
            coef=None if coef is None else coef @ basis,
            intercept=intercept,
            offset=offset,
            tol=tol,
            max_iter=max_iter,
        )
        optimum.coef = basis @ optimum.coef
        return optimum
    if coef is None and alpha is None and n >= MANY_SAMPLES:
        coef, intercept = _rough_start(X, signs, upper, offset)
    # A free intercept takes the shift, and a large one would cost digits.
    centre = X.mean(axis=0) if offset else np.zeros(d)
    X = np.ascontiguousarray(X - centre if offset else X)
    alpha = np.zeros(n) if alpha is None else alpha
    coef = (signs * alpha) @ X if coef is None else coef
    w, b, alpha, bound, n_steps = proximal_newton(
        X, signs, upper, alpha, coef, intercept + float(coef @ centre), offset, tol, max_iter
    )
    if offset:
        b = HINGE.middle_intercept(X @ w, signs, upper)
    objective = primal_svm_objective(w, b, X, signs, upper, "hinge")
    return HingeOptimum(
        w, b - float(w @ centre), alpha, objective, max(0.0, objective - bound), n_steps
    )


def _rough_start(
    X: NDArray, signs: NDArray, upper: NDArray, offset: bool
) -> tuple[NDArray | None, float]:
    """The w and b of some samples, each of which stands for many; no w if they have one sign."""
    # At random, because samples at equal distances may be alike in a time series.
    few = np.random.default_rng(0).choice(len(X), FEW_SAMPLES, replace=False)
    if offset and np.ptp(signs[few]) == 0:
        return None, 0.0
    share = FEW_SAMPLES / len(X)
    rough = minimise_hinge(X[few], signs[few], upper[few] / share, offset=offset, tol=FEW_TOL)
    return rough.coef, rough.intercept


def hinge_path(
    X: NDArray,
    signs: NDArray,
    weights: NDArray,
    Cs: Sequence[float],
    *,
    tol: float = 1e-8,
    max_iter: int = 1000,
) -> Iterator[HingeOptimum]:
    """The optima for u = C * weights and each C in increasing order, each from the one before.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Samples.
    signs : ndarray of shape (n,)
        Their signs y. Both must occur.
    weights : ndarray of shape (n,)
        Weights of the samples, positive.
    Cs : sequence of float
        Values of C in increasing order.
    tol : float, default=1e-8
        The relative duality gap at which each fit stops.
    max_iter : int, default=1000
        Largest number of Newton steps of each fit.
    """
    alpha, coef, intercept, before = np.zeros(len(X)), np.zeros(X.shape[1]), 0.0, Cs[0]
    for C in Cs:
        if np.any(alpha >= before * weights):
            alpha = np.minimum(alpha * (C / before), C * weights)
        optimum = minimise_hinge(
            X,
            signs,
            C * weights,
            alpha=alpha,
            coef=coef,
            intercept=intercept,
            tol=tol,
            max_iter=max_iter,
        )
        alpha, coef, intercept, before = optimum.alpha, optimum.coef, optimum.intercept, C
        yield optimum
