"""The support matrix machine by Newton steps on its dual.

With M(a) = sum_i a_i y_i X_i and D_tau the soft thresholding of singular values, the dual of
problem 6 is smooth::

    maximise over a   sum_i a_i - 1/2 ||D_tau(M(a))||_F^2,   0 <= a_i <= C v_i,   y'a = 0,

with the weights v_i of the samples in the loss. Its gradient is 1 - y_i tr(W'X_i) with
W = D_tau(M(a)), which at the optimum is the W of Theorem 1. A step does the following.

1. A model of second order has the derivative of D_tau in it (`methods.matrix.derivative_root`). For
   W of rank r its samples have about r (p + q - r) features.
2. The model plus delta/2 ||change||^2 is minimised over the samples that are free, or on the wrong
   side of the margin, or nearly so. Many samples are handled in the space of the features, and no
   matrix is as large as the square of their number (`methods.matrix.quadratic_model`).
3. A line search reads M along the change, and not X. A short step raises delta.

W at any a, with the best b, bounds the optimum from above, and the dual bounds it from below: the
duality gap is certified. Without a start the method goes through growing C, from one at which all
samples are at C v_i. It ends at the largest C that rounding allows, from which on only the loss
matters, and certifies that W at the C asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from methods.matrix.certified_point import SupportMatrixOptimum, best_multiple, certify
from methods.matrix.derivative_root import DerivativeRoot
from methods.matrix.quadratic_model import model_step
from methods.matrix.singular_values import finite, rounding, shrink_singular_values
from methods.matrix.svm_dual import best_intercept

# delta in units of the mean ||X_i||_F^2: the first, the least and the most, and the factor by which
# it shrinks after a long step and grows after a short one. Steps of rounding are short.
FIRST_DAMPING = 1e-4
LAST_DAMPING = 1e-6
MOST_DAMPING = 1e6
DAMPING_FACTOR = 4.0
LONG_STEP, SHORT_STEP = 0.9, 0.3

# The margins of a step span C delta or so. delta goes below its least where that would be more.
LAST_SPAN = 0.1

# The margins of W = D_tau(M(a)) are off by up to epsilon C sum_i ||X_i||_F^2. Measured: above this
# rounding an optimum takes hundreds of steps, and below it tens.
LARGEST_ROUNDING = 2.0**-20

# A sample at a bound is left out of a step if its margin is on the right side of 1 by this much.
SLACK = 0.1

# The line search stops when the slope is down to this share of the first one.
SLOPE_SHARE = 0.3
MAX_TRIES = 30

# Without a start, C grows by this factor once the relative gap is below the second number.
C_FACTOR = 4.0
ROUGH_GAP = 0.1


@dataclass(frozen=True)
class Problem:
    """Samples as rows (n, p*q), signs, weights, the shape (p, q), and the mean of ||X_i||_F^2."""

    X: NDArray
    signs: NDArray
    weights: NDArray
    shape: tuple[int, int]
    size: float


def minimise_support_matrix(
    X: NDArray,
    signs: NDArray,
    shape: tuple[int, int],
    C: float,
    tau: float,
    *,
    weights: ArrayLike = 1.0,
    alpha: NDArray | None = None,
    tol: float = 1e-6,
    max_iter: int = 200,
) -> SupportMatrixOptimum:
    """Solve problem 6 of the SMM paper.

    Parameters
    ----------
    X : ndarray of shape (n, p*q)
        Samples as rows.
    signs : ndarray of shape (n,)
        Their signs y.
    shape : (int, int)
        The shape (p, q) of the matrices.
    C : float
        Weight of the loss, positive.
    tau : float
        Weight of the nuclear norm, not negative.
    weights : float or array-like of shape (n,), default=1.0
        Weights v of the samples, positive, one number or one per sample.
    alpha : ndarray of shape (n,), default=None
        Dual variables to start from, such as those for another C or tau. They must be balanced,
        y'alpha = 0.
    tol : float, default=1e-6
        The relative duality gap at which to stop. Less than the rounding of sums over the samples
        is not asked for.
    max_iter : int, default=200
        Largest number of steps at each C on the way.
    """
    full = np.full(len(signs), weights, float)
    # Products with weights of any size stay within the floats; a power of two rounds nothing off.
    unit = 2.0 ** (np.frexp(full.max())[1] - 1)
    C, full = C * unit, full / unit
    square = float(np.einsum("ij,ij->", X, X))
    total = square * float(full.max()) or 1.0
    epsilon = float(np.finfo(float).eps)
    tol = max(tol, len(X) * epsilon)
    reach = LARGEST_ROUNDING / (epsilon * total)

    problem = Problem(X, signs, full, shape, square / len(X) or 1.0)
    if reach >= C:
        return _through_growing_C(problem, C, tau, alpha, tol, max_iter)
    # A larger C changes nothing if it bounds no variable.
    optimum = _through_growing_C(problem, reach, tau, alpha, tol, max_iter)
    optimum = _at_larger_C(problem, C, tau, optimum, 1.0)
    if optimum.duality_gap > tol * optimum.objective:
        # Else 1/2 ||W||_F^2 is next to nothing in the objective, and may count C / reach times.
        other = _through_growing_C(problem, reach, tau * (reach / C), None, tol, max_iter)
        other = _at_larger_C(problem, C, tau, other, C / reach)
        other.n_iter += optimum.n_iter
        lowest = min(optimum, other, key=lambda point: point.objective)
        higher = max(optimum, other, key=lambda point: point.objective - point.duality_gap)
        gap = lowest.objective - (higher.objective - higher.duality_gap)
        optimum = replace(lowest, alpha=higher.alpha, duality_gap=gap, n_iter=other.n_iter)
    return optimum


def _at_larger_C(
    problem: Problem,
    C: float,
    tau: float,
    optimum: SupportMatrixOptimum,
    most: float,
) -> SupportMatrixOptimum:
    """The W of this optimum for a smaller C, bounded by the best multiple of alpha up to `most`."""
    X, signs, weights = problem.X, problem.signs, problem.weights
    M = _combine(X, signs * optimum.alpha).reshape(problem.shape)
    sigma = np.linalg.svd(finite(M), compute_uv=False)
    multiple = best_multiple(sigma, float(optimum.alpha.sum()), tau, most)
    alpha = np.minimum(multiple * optimum.alpha, C * weights)
    values = np.maximum(multiple * sigma - tau, 0)
    bound = float(alpha.sum()) - 0.5 * float(values @ values)
    scores = X @ optimum.coef.ravel()
    b = best_intercept(scores, signs, weights)
    point = certify(optimum.coef, optimum.values, scores, b, signs, weights, alpha, bound, C, tau)
    return replace(point, trace=[point.objective], n_iter=optimum.n_iter, rounded=True)


def _through_growing_C(
    problem: Problem,
    C: float,
    tau: float,
    alpha: NDArray | None,
    tol: float,
    max_iter: int,
) -> SupportMatrixOptimum:
    n_iter = 0
    if alpha is None:
        alpha, first = _first_point(problem, C, tau)
        n_rungs = int(np.log(C / first) / np.log(C_FACTOR))
        for rung in C / C_FACTOR ** np.arange(n_rungs, 0.0, -1):
            rough = _newton(problem, rung, tau, alpha, max(tol, ROUGH_GAP), max_iter)
            alpha, n_iter = rough.alpha, n_iter + rough.n_iter
    else:
        upper = C * problem.weights
        alpha = np.minimum(alpha / max(1.0, (alpha / upper).max()), upper)
    optimum = _newton(problem, C, tau, alpha, tol, max_iter)
    optimum.n_iter += n_iter
    return optimum


def _first_point(problem: Problem, C: float, tau: float) -> tuple[NDArray, float]:
    """The best multiple of the difference of the class means, and the C that bounds it."""
    X, signs, weights = problem.X, problem.signs, problem.weights
    totals = np.where(signs > 0, weights[signs > 0].sum(), weights[signs < 0].sum())
    direction = totals.min() / totals * weights
    M = ((direction * signs) @ X).reshape(problem.shape)
    sigma = np.linalg.svd(finite(M), compute_uv=False)
    multiple = best_multiple(sigma, float(direction.sum()), tau, C)
    return multiple * direction, multiple


def _newton(
    problem: Problem,
    C: float,
    tau: float,
    alpha: NDArray,
    tol: float,
    max_iter: int,
) -> SupportMatrixOptimum:
    X, signs, weights, shape = problem.X, problem.signs, problem.weights, problem.shape
    damping, upper = FIRST_DAMPING, C * weights
    span = C * float(weights.mean()) * problem.size
    least = LAST_SPAN / span if LAST_DAMPING * span > LAST_SPAN else LAST_DAMPING
    M = _combine(X, signs * alpha).reshape(shape)
    best: SupportMatrixOptimum | None = None
    bound, n_iter = -np.inf, 0
    nothing = 2 * C * float(min(weights[signs > 0].sum(), weights[signs < 0].sum()))
    while True:
        U, sigma, Vt = np.linalg.svd(finite(M), full_matrices=False)
        rank = int(np.count_nonzero(sigma > max(tau, rounding(shape, sigma[0]))))
        values = sigma[:rank] - tau
        W = (U[:, :rank] * values) @ Vt[:rank]
        scores = X @ W.ravel()
        bound = max(bound, float(alpha.sum()) - 0.5 * float(values @ values))
        b = best_intercept(scores, signs, weights)
        candidate = certify(W, values, scores, b, signs, weights, alpha, bound, C, tau)
        if best is None or candidate.objective < best.objective:
            candidate.trace = best.trace if best else []
            best = candidate
        # If W = 0 is as good as any it is returned; W = D_tau(M) would never reach it exactly.
        if nothing - bound <= tol * nothing:
            middle = best_intercept(np.zeros(len(signs)), signs, weights)
            best = SupportMatrixOptimum(
                np.zeros(shape), middle, alpha, sigma[:0], nothing, 0.0, best.trace
            )
        best.trace.append(best.objective)
        best.duality_gap, best.alpha = max(0.0, best.objective - bound), alpha
        if best.duality_gap <= tol * best.objective or n_iter == max_iter:
            best.n_iter = n_iter
            return best

        excess = signs * (scores + b) - 1
        chosen = ((alpha > 0) | (excess < SLACK)) & ((alpha < upper) | (excess > -SLACK))
        y, now, room = signs[chosen], alpha[chosen], upper[chosen]
        root = DerivativeRoot(U, sigma, Vt, tau, rank)
        places, delta = np.flatnonzero(chosen), damping * problem.size
        moved = model_step(X, places, y, root, excess[chosen], room, now, delta)
        moved = _balanced(moved, y, room, -float(signs[~chosen] @ alpha[~chosen]))
        change = np.zeros(len(alpha))
        change[chosen] = moved - now
        D = _combine(X, signs * change).reshape(shape)
        # y'change is rounding. Without b as its price it would be the slope near the optimum.
        gain = float(change @ (1 - signs * b))
        share = _line_search(M, D, tau, gain, float(np.vdot(W, D)))
        n_iter += 1
        if share == 1:
            alpha = alpha.copy()
            alpha[chosen] = moved
        else:
            alpha = alpha + share * change
        M = M + share * D
        if share < SHORT_STEP:
            damping = min(damping * DAMPING_FACTOR, MOST_DAMPING)
        elif share > LONG_STEP:
            damping = max(damping / DAMPING_FACTOR, least)


def _balanced(alpha: NDArray, signs: NDArray, upper: NDArray, total: float) -> NDArray:
    """alpha with y'alpha = total; the difference is rounding, which would add up over the steps."""
    free = (alpha > 0) & (alpha < upper)
    missing = (total - signs @ alpha) / max(1, np.count_nonzero(free))
    return np.where(free, np.clip(alpha + signs * missing, 0, upper), alpha)


def _combine(X: NDArray, weights: NDArray) -> NDArray:
    """X'weights; rows of zero weight are not read if they are many."""
    used = np.flatnonzero(weights)
    return weights[used] @ X[used] if 3 * len(used) < len(weights) else weights @ X


def _line_search(M: NDArray, D: NDArray, tau: float, gain: float, first: float) -> float:
    """The share of the change that about minimises 1/2 ||D_tau(M + t D)||^2 - t gain, at most 1."""

    def slope(t: float) -> float:
        return float(np.vdot(shrink_singular_values(M + t * D, tau).matrix, D)) - gain

    low, high, at_low, at_high = 0.0, 1.0, first - gain, slope(1.0)
    enough = SLOPE_SHARE * abs(at_low)
    if at_high <= enough:
        return high
    for _ in range(MAX_TRIES):
        # Regula falsi, the old end's value halved (Illinois), with bisection beside it.
        t = low - at_low * (high - low) / (at_high - at_low) if at_low < 0 else low / 2
        value = slope(t)
        if abs(value) <= enough:
            break
        if value > 0:
            high, at_high, at_low = t, value, at_low / 2
        else:
            low, at_low, at_high = t, value, at_high / 2
    return t
