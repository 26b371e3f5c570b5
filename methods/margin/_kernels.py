"""The proximal Newton method of `methods.margin.hinge_path`, compiled when the module is imported.

The names are those of its text: target is alpha_k + (1 - y (X w + b)) / delta, before it is clipped
to alpha(w), and a shift adds delta times itself to b. Clipped values are chosen, not branched on:
nobody can guess which samples are clipped, and wrong guesses of a processor take most of the time.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

# The margins that alpha(w) leaves unclipped span u delta. delta starts at a share of the mean of
# ||x||^2, or where they span 1 if that is more, and shrinks step by step to another share, or
# where they span less than 1: below this, rounding gains on it. Below the smallest share it would
# be lost in the Newton matrix.
FIRST_DELTA = 1e-3
SHRINKAGE = 0.3
LAST_DELTA = 1e-6
LAST_SPAN = 0.1
SMALLEST_DELTA = 1e-12

# A step is accurate enough when ||gradient||^2 is below this share of delta ||alpha - alpha_k||^2.
INEXACTNESS = 0.1

# The line search stops when the slope is down to this share of the first one.
SLOPE_SHARE = 0.1

# A Newton step of this share of ||w|| is rounding, and so is this share of sum_i alpha_i.
ROUNDING = 1e-14

# More than the halvings of an interval until nothing is between its ends.
MAX_BISECTIONS = 1100


@njit("UniTuple(f8, 3)(f8[::1], f8[::1], f8, f8[::1], f8[::1])", cache=True)
def _clip(
    target: NDArray, signs: NDArray, shift: float, upper: NDArray, alpha: NDArray
) -> tuple[float, float, float]:
    """alpha = clip(target - signs * shift, 0, upper); signs.alpha, its sum, and how many are free.

    The first falls as the shift grows, by one for each that is free.
    """
    excess, total, n_free = 0.0, 0.0, 0
    for i in range(len(target)):
        value = target[i] - signs[i] * shift
        n_free += (value > 0) & (value < upper[i])
        value = value if value > 0 else 0.0
        value = value if value < upper[i] else upper[i]
        alpha[i] = value
        excess += signs[i] * value
        total += value
    return excess, total, float(n_free)


@njit("f8(f8[::1], f8[::1], f8[::1], f8[::1])", cache=True)
def _balance(target: NDArray, signs: NDArray, upper: NDArray, alpha: NDArray) -> float:
    """The shift at which signs.alpha is zero, by Newton's method between two that enclose it.

    It may be an interval, where none is free: then its middle, far from the kinks of phi.
    """
    low, high = np.inf, -np.inf
    for i in range(len(target)):
        one, other = signs[i] * target[i], signs[i] * (target[i] - upper[i])
        low, high = min(low, one, other), max(high, one, other)
    shift = 0.0
    for _ in range(MAX_BISECTIONS):
        excess, total, n_free = _clip(target, signs, shift, upper, alpha)
        if abs(excess) <= ROUNDING * total:
            break
        if excess > 0:
            low = max(low, shift)
        else:
            high = min(high, shift)
        following = shift + excess / n_free if n_free else low
        if not low < following < high:
            following = low + (high - low) / 2
        if following in (shift, low, high):
            break
        shift = following
    if n_free:
        return shift
    low, high = -np.inf, np.inf
    for i in range(len(target)):
        edge = signs[i] * (target[i] - alpha[i])
        if (alpha[i] == 0) == (signs[i] > 0):
            low = max(low, edge)
        else:
            high = min(high, edge)
    return low + (high - low) / 2


@njit("f8(f8, f8, f8, f8[::1], f8[::1], f8, f8[::1])", cache=True)
def _slope(
    t: float, along: float, square: float, target: NDArray, slopes: NDArray, delta: float,
    upper: NDArray,
) -> float:  # fmt: skip
    """Slope of phi after a share t of the step."""
    value = along + t * square
    for i in range(len(target)):
        alpha = target[i] - t * slopes[i] / delta
        alpha = alpha if alpha > 0 else 0.0
        value -= (alpha if alpha < upper[i] else upper[i]) * slopes[i]
    return value


@njit("f8(f8, f8, f8[::1], f8[::1], f8, f8[::1])", cache=True)
def _line_search(
    along: float, square: float, target: NDArray, slopes: NDArray, delta: float, upper: NDArray
) -> float:
    """A share of the step at which the slope of phi, which grows with it, is about zero.

    Parameters
    ----------
    along, square : w.step and ||step||^2.
    target : at the beginning of the step.
    slopes : what the whole step adds to the margins.
    delta, upper : as in `proximal_newton`.
    """
    enough = SLOPE_SHARE * abs(_slope(0.0, along, square, target, slopes, delta, upper))
    low, high, share = 0.0, np.inf, 1.0
    while share - low > ROUNDING * max(share, 1.0):
        slope = _slope(share, along, square, target, slopes, delta, upper)
        if abs(slope) <= enough:
            return share
        if slope < 0:
            low = share
        else:
            high = share
        share = (low + high) / 2 if high < np.inf else 2 * low
    return low


@njit("f8(f8[::1], f8[::1], f8, f8[::1], f8[::1], f8, b1, f8[::1], f8[::1])", cache=True)
def _respond(
    alpha: NDArray,
    scores: NDArray,
    b: float,
    signs: NDArray,
    upper: NDArray,
    delta: float,
    offset: bool,
    target: NDArray,
    now: NDArray,
) -> float:
    """The b that balances alpha(w); writes that to `now`, and what it is before the clip."""
    for i in range(len(alpha)):
        target[i] = alpha[i] + (1 - signs[i] * (scores[i] + b)) / delta
    shift = _balance(target, signs, upper, now) if offset else 0.0
    for i in range(len(alpha)):
        target[i] -= signs[i] * shift
    _clip(target, signs, 0.0, upper, now)
    return b + delta * shift


@njit("Tuple((f8[::1], f8))(f8[:, ::1], f8[::1], f8[::1], f8[::1], f8, f8[:, ::1])", cache=True)
def _newton_step(
    X: NDArray, target: NDArray, upper: NDArray, gradient: NDArray, delta: float, rows: NDArray
) -> tuple[NDArray, float]:
    """The step in w and b; `rows` (n, d + 1), or (n, d) without a b, is room with ones at its end.

    Where all samples are clipped nothing curves phi along b, which stays.
    """
    d = X.shape[1]
    n_free = 0
    for i in range(len(target)):
        if 0 < target[i] < upper[i]:
            for j in range(d):
                rows[n_free, j] = X[i, j]
            n_free += 1
    if n_free == 0:
        return -gradient, 0.0
    matrix = rows[:n_free].T @ rows[:n_free]
    pull = np.zeros(len(matrix))
    for j in range(d):
        pull[j] = -delta * gradient[j]
        matrix[j, j] += delta
    step = np.linalg.solve(matrix, pull)
    return step[:d].copy(), float(step[d]) if len(step) > d else 0.0


@njit("UniTuple(f8, 3)(f8[::1], f8, f8[::1], f8[::1], f8[::1], b1)", cache=True)
def _primal(
    w: NDArray, b: float, scores: NDArray, signs: NDArray, upper: NDArray, offset: bool
) -> tuple[float, float, float]:
    """P at (w, b), a scale of one, and b; or at the multiple of w that parts the samples.

    Where they can be parted, a large bound would magnify the rounding of the margins.
    """
    square, loss = 0.5 * (w @ w), 0.0
    above, below = np.inf, -np.inf
    for i in range(len(scores)):
        loss += upper[i] * max(0.0, 1 - signs[i] * (scores[i] + b))
        if signs[i] > 0:
            above = min(above, scores[i])
        else:
            below = max(below, scores[i])
    centre, reach = 0.0, min(above, -below)
    if offset:
        centre, reach = (above + below) / 2, (above - below) / 2
    if reach > 0 and square / reach**2 < square + loss:
        return square / reach**2, 1 / reach, -centre / reach
    return square + loss, 1.0, b


@njit(
    "Tuple((f8[::1], f8, f8[::1], f8, i8))"
    "(f8[:, ::1], f8[::1], f8[::1], f8[::1], f8[::1], f8, b1, f8, i8)",
    cache=True,
)
def proximal_newton(
    X: NDArray,
    signs: NDArray,
    upper: NDArray,
    alpha: NDArray,
    w: NDArray,
    b: float,
    offset: bool,
    tol: float,
    max_steps: int,
) -> tuple[NDArray, float, NDArray, float, int]:
    """Minimise P from a feasible alpha and any (w, b).

    Parameters
    ----------
    X, signs, upper : samples (n, d), y (n,) and u (n,).
    alpha, w, b : the start, (n,), (d,) and a number.
    offset : whether there is a b; if not it must be zero.
    tol : the duality gap, relative to the objective, at which to stop; rounding may stop it before.
    max_steps : Newton steps at the most.

    Returns
    -------
    The best w and b, the best alpha, D at it, and the Newton steps.
    """
    n, d = X.shape
    size, widest = np.sum(X * X) / n, upper.max()
    delta = max(FIRST_DELTA * size, 1 / widest)
    last_delta = max(min(LAST_DELTA * size, LAST_SPAN / widest), SMALLEST_DELTA * size)
    rows = np.empty((n, d + 1 if offset else d))
    rows[:, d:] = 1.0
    target, now = np.empty(n), np.empty(n)
    best_w, best_b, best_alpha = w, b, alpha
    objective, bound = np.inf, -np.inf
    n_steps, is_rounding = 0, False
    while True:
        # 1. The certificate, for w itself: that of alpha is a sum that cancels where u is large.
        scores, dual_w = X @ w, X.T @ (signs * alpha)
        primal, scale, primal_b = _primal(w, b, scores, signs, upper, offset)
        dual = np.sum(alpha) - 0.5 * (dual_w @ dual_w)
        is_better = primal < objective or dual > bound
        if primal < objective:
            objective, best_w, best_b = primal, scale * w, primal_b
        if dual > bound:
            bound, best_alpha = dual, alpha
        is_stuck = is_rounding and not is_better
        if objective - bound <= tol * objective or is_stuck or n_steps == max_steps:
            return best_w, best_b, best_alpha, bound, n_steps

        # 2. Newton steps, until alpha(w) is accurate enough.
        b = _respond(alpha, scores, b, signs, upper, delta, offset, target, now)
        gradient = w - X.T @ (signs * now)
        while True:
            step, step_b = _newton_step(X, target, upper, gradient, delta, rows)
            moved = X @ step
            slopes = signs * (moved + step_b)
            share = _line_search(w @ step, step @ step, target, slopes, delta, upper)
            w, b, scores = w + share * step, b + share * step_b, scores + share * moved
            b = _respond(alpha, scores, b, signs, upper, delta, offset, target, now)
            gradient, change = w - X.T @ (signs * now), now - alpha
            n_steps += 1
            is_rounding = share * np.linalg.norm(step) <= ROUNDING * np.linalg.norm(w)
            is_accurate = gradient @ gradient <= INEXACTNESS * delta * (change @ change)
            if is_accurate or is_rounding or n_steps == max_steps:
                break

        # 3. The proximal step.
        alpha = now.copy()
        delta = max(SHRINKAGE * delta, last_delta)
