"""One proximal step on a program with a box and an equality, by a semismooth Newton method. ::

    minimise over d   1/2 d'Q d + g'd + delta/2 ||d||^2,   0 <= a_0 + d <= u,   y'd = 0,

the move from a point a_0 with the gradient g. It is the move that is found, and not the point: near
the optimum the point is much longer, and rounding of it would hide the move. The solution is a
vector h that equals ::

    d(h) = clip(-(g + Q h + y b) / delta, -a_0, u - a_0),   with b such that y'd(h) = 0,

It is the zero of the gradient Q (h - d(h)) of a convex function, which is smooth but for the kinks
of its gradient: the objective of an SVM whose hinge loss is rounded off over delta u. Newton's
method on it has the matrix Q_AA + delta for the samples A that are not clipped. Every d(h) is
feasible, even for a rough h. The step begins with pairs of samples (`methods.matrix.svm_dual`):
they make no progress if Q has a low rank, and else bring h near the solution at little cost.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from methods.matrix._kernels import clipped_product, descend_by_pairs

# A step is accurate enough when (h - d)'Q(h - d) is below this share of delta ||d||^2.
INEXACTNESS = 1e-2

# Pairs at the beginning, in passes over the samples, and the violation at which they may end.
PASSES_OF_PAIRS = 2
VIOLATION_OF_PAIRS = 1e-12

# The line search stops when the slope is down to this share of the first one.
SLOPE_SHARE = 0.1

# Below the first share of the way a step is rounding. Beyond the second there is no minimum:
# rounding may leave nothing feasible.
ROUNDING = 1e-12
LONGEST_SHARE = 2.0**30

# Several times the usual number. A d(h) that is not accurate yet is feasible.
MAX_NEWTON_STEPS = 100


def proximal_step(
    Q: NDArray, gradient: NDArray, signs: NDArray, upper: NDArray, start: NDArray, delta: float
) -> NDArray:
    """The point a_0 + d, where d nearly minimises 1/2 d'Qd + g'd + delta/2 ||d||^2.

    Parameters
    ----------
    Q : ndarray of shape (n, n)
        Symmetric and positive semidefinite.
    gradient : ndarray of shape (n,)
        The gradient g at the start. Any multiple of y may be added to it.
    signs : ndarray of shape (n,)
        Signs y.
    upper : ndarray of shape (n,)
        Upper bounds u.
    start : ndarray of shape (n,)
        Feasible a_0.
    delta : float
        Weight of the proximal term, positive.
    """
    least, most = -start, upper - start
    h = _by_pairs(Q, gradient, signs, upper, start, delta) - start
    Qh = Q @ h
    size = float(np.trace(Q)) / len(Q)
    for _ in range(MAX_NEWTON_STEPS):
        target = -(gradient + Qh) / delta
        b = _balance(target, signs, least, most, delta)
        target -= signs * b / delta
        d = np.clip(target, least, most)
        off = h - d
        if off @ (Qh - Q @ d) <= INEXACTNESS * delta * (d @ d):
            break

        # The minimum as if the same samples stayed clipped.
        free = np.flatnonzero((target > least) & (target < most))
        goal, b_step = d.copy(), 0.0
        if len(free):
            goal[free] = 0
            pull = -gradient[free] - (Q @ goal)[free]
            y = signs[free]
            pulled, leaned = _solve(Q, free, y, size, delta, np.column_stack([pull, y])).T
            clipped = float(signs @ goal)
            price = float((y @ pulled + clipped) / (y @ leaned))
            goal[free] = pulled - price * leaned
            b_step = price - size * clipped - b

        step = goal - h
        Q_step = Q @ step
        shift = Q_step + signs * b_step
        share = zero_of(slope_along(step @ Qh, step @ Q_step, target, shift, least, most, delta))
        if share <= ROUNDING:
            break
        h, Qh = h + share * step, Qh + share * Q_step
    return on_bounds(start, d, upper)


def on_bounds(start: NDArray, move: NDArray, upper: NDArray) -> NDArray:
    """start + move; a sample moved to a bound is there exactly, or rounding keeps it in play."""
    moved = np.clip(start + move, 0, upper)
    moved[move <= -start] = 0
    at_upper = move >= upper - start
    moved[at_upper] = upper[at_upper]
    return moved


def _by_pairs(
    Q: NDArray, gradient: NDArray, signs: NDArray, upper: NDArray, start: NDArray, delta: float
) -> NDArray:
    raised = Q.copy()
    raised.flat[:: len(Q) + 1] += delta
    alpha, n_pairs = start.copy(), PASSES_OF_PAIRS * len(Q)
    descend_by_pairs(raised, signs, upper, alpha, gradient.copy(), VIOLATION_OF_PAIRS, n_pairs)
    return alpha


def _balance(target: NDArray, signs: NDArray, least: NDArray, most: NDArray, delta: float) -> float:
    """A b with y'clip(target - y b / delta, least, most) = 0, which falls as b grows."""

    def excess(b: float) -> float:
        return float(signs @ np.clip(target - signs * (b / delta), least, most))

    # Between these points the sum is straight. It is evaluated at each point of the search: a
    # running sum from the left would lose all digits if the bounds are far away.
    points = np.sort(np.concatenate([target - least, target - most]) * np.tile(signs, 2)) * delta
    low, high = 0, len(points) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if excess(points[middle]) > 0 else (low, middle)
    above, below = excess(points[low]), excess(points[high])
    share = above / (above - below) if above > below else 0.0
    return float(points[low] + min(max(share, 0.0), 1.0) * (points[high] - points[low]))


def _solve(
    Q: NDArray, free: NDArray, signs: NDArray, size: float, delta: float, right: NDArray
) -> NDArray:
    system = Q[np.ix_(free, free)]
    # The equality fixes the sum y'd of the samples, so this term only changes b by a constant. It
    # keeps both solutions short if Q is singular.
    system += size * np.outer(signs, signs)
    system.flat[:: len(free) + 1] += delta
    # The transpose of a symmetric matrix in rows is itself in columns, and need not be copied.
    factor = cho_factor(system.T, lower=True, overwrite_a=True, check_finite=False)
    return cho_solve(factor, right, check_finite=False)


def slope_along(
    constant: float,
    growth: float,
    target: NDArray,
    shift: NDArray,
    least: NDArray,
    most: NDArray,
    delta: float,
) -> Callable[[float], float]:
    """Slope of a convex function along a Newton step, as a function of the share t of it. ::

    constant + t growth - shift'clip(target - t shift / delta, least, most)
    """
    shift = shift / delta
    return lambda t: constant + t * growth - delta * clipped_product(t, target, shift, least, most)


def zero_of(slope: Callable[[float], float]) -> float:
    """A t > 0 at which the growing `slope` is about zero; 0 if it is not below zero at 0."""
    first = slope(0.0)
    if first >= 0:
        return 0.0
    enough = -SLOPE_SHARE * first
    low, high = 0.0, 1.0
    while high < LONGEST_SHARE and slope(high) < -enough:
        low, high = high, 2 * high
    if slope(high) <= enough:
        return high
    while high - low > ROUNDING * high:
        middle = (low + high) / 2
        value = slope(middle)
        if abs(value) <= enough:
            return middle
        low, high = (middle, high) if value < 0 else (low, middle)
    return low
