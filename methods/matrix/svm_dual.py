"""The dual of the SVM with its equality, which is the program of Theorem 4, and the intercept. ::

    minimise over a   1/2 a'Q a + c'a,   0 <= a_i <= u_i,   y'a as at the start

The conditions of optimality are max_{I_up} -y_i g_i <= min_{I_low} -y_i g_i, where g = Qa + c, I_up
are the samples whose y_i a_i may grow, and I_low those whose may shrink. A round has three moves,
each of which lowers the objective:

1. Pairs of samples (`methods.matrix._kernels`). A good start needs nothing else.
2. A proximal step on the samples that are free, or on the wrong side of the margin, or nearly so.
   It finds out which ones are free, for which pairs would take thousands of passes.
3. A move of all free samples to the minimum on their set. It drops each sample that reaches a bound
   on the way, and replaces the slow last part of the other moves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from methods.matrix._kernels import LEAST_CURVATURE, descend_by_pairs
from methods.matrix.proximal_step import proximal_step

# Pairs in a round, in passes over the samples, and the rounds at the most.
PASSES_OF_PAIRS = 2
MAX_ROUNDS = 50

# So many rounds without a lower violation are the last. Rounding hides the rest of the way.
IDLE_ROUNDS = 5

# Weight of the proximal term in units of the mean diagonal entry of Q: the first, the factor from
# round to round, and the last.
FIRST_DELTA = 1e-3
DELTA_SHRINKAGE = 0.25
LAST_DELTA = 1e-5

# A sample at a bound is left out of a step if its margin is on the right side by this much.
SLACK = 0.1

# Added to the diagonal of the system of the joint move, as a share of its mean.
RIDGE = 1e-13

# Slopes of the loss along the intercept are zero below this share of all weights.
ZERO_SLOPE = 1e-12


def minimise_in_box(
    Q: NDArray, c: NDArray, signs: NDArray, upper: NDArray, start: NDArray, tol: float
) -> NDArray:
    """The a that minimises 1/2 a'Qa + c'a in the box with y'a = y'start.

    Parameters
    ----------
    Q : ndarray of shape (n, n)
        Symmetric and positive semidefinite.
    c : ndarray of shape (n,)
        Linear term.
    signs : ndarray of shape (n,)
        Signs y.
    upper : ndarray of shape (n,)
        Upper bounds u.
    start : ndarray of shape (n,)
        Feasible a, such as the solution of a similar program.
    tol : float
        Largest violation of the conditions of optimality, in units of c, the margins. Less than
        the rounding of the gradient is not asked for.
    """
    size, largest = np.trace(Q) / len(Q), float(upper.max())
    if size < LEAST_CURVATURE and largest * LEAST_CURVATURE > 1:
        # Pairs without curvature would stop far from the bounds, and delta may be zero. In units of
        # the largest bound they reach them.
        Q, upper, start = largest * Q, upper / largest, start / largest
        return np.minimum(
            largest * minimise_in_box(Q, c, signs, upper, start, tol), largest * upper
        )
    alpha = start.copy()
    gradient = Q @ alpha + c
    n_pairs = PASSES_OF_PAIRS * len(alpha)
    delta, least_violation, idle_rounds = FIRST_DELTA, np.inf, 0
    for _ in range(MAX_ROUNDS):
        reachable = max(tol, rounding_of_gradient(Q, alpha))
        if descend_by_pairs(Q, signs, upper, alpha, gradient, reachable, n_pairs) < n_pairs:
            break
        _step_proximally(Q, signs, upper, alpha, gradient, delta * size)
        _move_jointly(Q, signs, upper, alpha, Q @ alpha + c)
        gradient = Q @ alpha + c
        highest, lowest = _extreme_levels(signs, upper, alpha, gradient)
        idle_rounds = 0 if highest - lowest < least_violation else idle_rounds + 1
        if idle_rounds == IDLE_ROUNDS:
            break
        least_violation = min(highest - lowest, least_violation)
        delta = max(DELTA_SHRINKAGE * delta, LAST_DELTA)
    return alpha


def rounding_of_gradient(Q: NDArray, alpha: NDArray) -> float:
    """About the rounding of Q alpha, from |Q_ij| <= sqrt(Q_ii Q_jj)."""
    lengths = np.sqrt(Q.diagonal())
    return float(np.finfo(float).eps * lengths.max() * (lengths @ alpha))


def _extreme_levels(
    signs: NDArray, upper: NDArray, alpha: NDArray, gradient: NDArray
) -> tuple[float, float]:
    """max_{I_up} -y_i g_i and min_{I_low} -y_i g_i; the violation is their difference."""
    levels = -signs * gradient
    highest = levels[np.where(signs > 0, alpha < upper, alpha > 0)].max()
    lowest = levels[np.where(signs > 0, alpha > 0, alpha < upper)].min()
    return float(highest), float(lowest)


def _step_proximally(
    Q: NDArray, signs: NDArray, upper: NDArray, alpha: NDArray, gradient: NDArray, delta: float
) -> None:
    highest, lowest = _extreme_levels(signs, upper, alpha, gradient)
    excess = gradient + signs * (highest + lowest) / 2
    chosen = ((alpha > 0) | (excess < SLACK)) & ((alpha < upper) | (excess > -SLACK))
    part, now = Q[np.ix_(chosen, chosen)], alpha[chosen]
    alpha[chosen] = proximal_step(part, excess[chosen], signs[chosen], upper[chosen], now, delta)


def _move_jointly(
    Q: NDArray, signs: NDArray, upper: NDArray, alpha: NDArray, gradient: NDArray
) -> None:
    """Minimise over the variables within their bounds, in place; `gradient` is used up."""
    free = np.flatnonzero((alpha > 0) & (alpha < upper))
    while len(free) > 1:
        y = signs[free]
        system = Q[np.ix_(free, free)]
        size = np.trace(system) / len(free)
        # y'move = 0, so this term is zero. It keeps both solutions short if Q is singular.
        system += size * np.outer(y, y)
        system.flat[:: len(free) + 1] += RIDGE * size
        try:
            factor = cho_factor(system.T, lower=True, overwrite_a=True, check_finite=False)
        except np.linalg.LinAlgError:
            return
        toward, along = cho_solve(factor, np.column_stack([gradient[free], y])).T
        move = along * (y @ toward) / (y @ along) - toward
        # y'move is zero only up to rounding.
        move -= y * (y @ move) / len(free)
        now = alpha[free]
        with np.errstate(divide="ignore", invalid="ignore"):
            room = np.where(move > 0, (upper[free] - now) / move, -now / move)
        room[move == 0] = np.inf
        share = min(1.0, room.min())
        moved = np.clip(now + share * move, 0, upper[free])
        hit = room <= share
        moved[hit] = np.where(move[hit] > 0, upper[free][hit], 0)
        alpha[free] = moved
        if share == 1:
            return
        gradient += Q[:, free] @ (share * move)
        free = free[~hit]


def best_intercept(scores: NDArray, signs: NDArray, weights: NDArray) -> float:
    """The b that minimises sum_i v_i (1 - y_i (score_i + b))_+, the middle one of an interval.

    Far on the left the slope is minus the weight of the positive class. It grows by v_i at each
    y_i - score_i. The interval starts at the one that brings the slope to zero and ends at the
    next. If the slope jumps over zero, both ends are the same.
    """
    kinks = signs - scores
    order = np.argsort(kinks)
    slopes = np.cumsum(weights[order])[:-1] - weights[signs > 0].sum()
    slack = ZERO_SLOPE * weights.sum()
    first, last = np.searchsorted(slopes, -slack), np.searchsorted(slopes, slack, side="right")
    return float(kinks[order[first]] + kinks[order[last]]) / 2
