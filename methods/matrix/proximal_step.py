"""One proximal step on a program with a box and an equality, by a semismooth Newton method. ::

    minimise over a   1/2 a'Q a + c'a + delta/2 ||a - a_0||^2,   0 <= a_i <= u_i,   y'a = y'a_0

The solution is a vector h that equals ::

    a(h) = clip(a_0 - (c + Q h + y b) / delta, 0, u),   with b such that y'a(h) = y'a_0,

It is the zero of the gradient Q (h - a(h)) of a convex function, which is smooth but for the kinks
of its gradient: the objective of an SVM whose hinge loss is rounded off over delta u. Newton's
method on it has the matrix Q_AA + delta for the samples A that are not clipped. Every a(h) is
feasible, even for a rough h. The step begins with pairs of samples (`methods.matrix.svm_dual`):
they make no progress if Q has a low rank, and else bring h near the solution at little cost.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from methods.matrix._kernels import descend_by_pairs

# A step is accurate enough when (h - a)'Q(h - a) is below this share of delta ||a - a_0||^2.
INEXACTNESS = 1e-2

# Pairs at the beginning, in passes over the samples, and the violation at which they may end.
PASSES_OF_PAIRS = 2
VIOLATION_OF_PAIRS = 1e-12

# The line search stops when the slope is down to this share of the first one.
SLOPE_SHARE = 0.1

# Below the first share of the way a step is rounding. Beyond the second there is no minimum:
# rounding of y'a_0 may leave nothing feasible.
ROUNDING = 1e-12
LONGEST_SHARE = 2.0**30

# Several times the usual number. An a(h) that is not accurate yet is feasible.
MAX_NEWTON_STEPS = 100


def proximal_step(
    Q: NDArray, c: NDArray, signs: NDArray, upper: NDArray, start: NDArray, delta: float
) -> NDArray:
    """A feasible a that nearly minimises 1/2 a'Qa + c'a + delta/2 ||a - start||^2.

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
        Feasible a_0.
    delta : float
        Weight of the proximal term, positive.
    """
    total = float(signs @ start)
    h = _by_pairs(Q, c, signs, upper, start, delta)
    Qh = Q @ h
    for _ in range(MAX_NEWTON_STEPS):
        target = start - (c + Qh) / delta
        b = _balance(target, signs, upper, delta, total)
        target -= signs * b / delta
        a = np.clip(target, 0, upper)
        off = h - a
        if off @ (Qh - Q @ a) <= INEXACTNESS * delta * np.sum((a - start) ** 2):
            break

        # The minimum as if the same samples stayed clipped.
        free = np.flatnonzero((target > 0) & (target < upper))
        goal, b_step = a.copy(), 0.0
        if len(free):
            goal[free] = 0
            pull = delta * start[free] - c[free] - (Q @ goal)[free]
            y = signs[free]
            pulled, leaned = _solve(Q, free, delta, np.column_stack([pull, y])).T
            b_goal = (y @ pulled - total + signs @ goal) / (y @ leaned)
            goal[free] = pulled - b_goal * leaned
            b_step = float(b_goal) - b

        step = goal - h
        Q_step = Q @ step
        shift = Q_step + signs * b_step
        share = _zero_of(
            _slope(step @ Qh + b_step * total, step @ Q_step, target, shift, upper, delta)
        )
        if share <= ROUNDING:
            break
        h, Qh = h + share * step, Qh + share * Q_step
    return a


def _by_pairs(
    Q: NDArray, c: NDArray, signs: NDArray, upper: NDArray, start: NDArray, delta: float
) -> NDArray:
    raised = Q.copy()
    raised.flat[:: len(Q) + 1] += delta
    alpha, gradient = start.copy(), Q @ start + c
    n_pairs = PASSES_OF_PAIRS * len(Q)
    descend_by_pairs(raised, signs, upper, alpha, gradient, VIOLATION_OF_PAIRS, n_pairs)
    return alpha


def _balance(target: NDArray, signs: NDArray, upper: NDArray, delta: float, total: float) -> float:
    """A b with y'clip(target - y b / delta, 0, upper) = total, which falls as b grows."""

    def excess(b: float) -> float:
        return float(signs @ np.clip(target - signs * (b / delta), 0, upper)) - total

    # Between these points the sum is straight. It is evaluated at each point of the search: a
    # running sum from the left would lose all digits if the bounds are far away.
    points = np.sort(np.concatenate([target, target - upper]) * np.tile(signs, 2)) * delta
    low, high = 0, len(points) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if excess(points[middle]) > 0 else (low, middle)
    above, below = excess(points[low]), excess(points[high])
    share = above / (above - below) if above > below else 0.0
    return float(points[low] + min(max(share, 0.0), 1.0) * (points[high] - points[low]))


def _solve(Q: NDArray, free: NDArray, delta: float, right: NDArray) -> NDArray:
    system = Q[np.ix_(free, free)]
    system.flat[:: len(free) + 1] += delta
    # The transpose of a symmetric matrix in rows is itself in columns, and need not be copied.
    factor = cho_factor(system.T, lower=True, overwrite_a=True, check_finite=False)
    return cho_solve(factor, right, check_finite=False)


def _slope(
    constant: float, growth: float, target: NDArray, shift: NDArray, upper: NDArray, delta: float
) -> Callable[[float], float]:
    """Slope of the convex function along the step, as a function of the share of it."""

    def slope(t: float) -> float:
        clipped = np.clip(target - (t / delta) * shift, 0, upper)
        return float(constant + t * growth - shift @ clipped)

    return slope


def _zero_of(slope: Callable[[float], float]) -> float:
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
