"""Loops over the samples, compiled when the module is imported."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

# Curvature of a pair of samples that are the same.
LEAST_CURVATURE = 1e-12

# Evaluations of a search for the balance, several times the usual number, and the share of the sum
# of all sizes that is rounding.
MAX_SHIFTS = 200
SHIFT_ROUNDING = 1e-15


@njit("int64(f8[:, ::1], f8[::1], f8[::1], f8[::1], f8[::1], f8, int64)", cache=True)
def descend_by_pairs(
    Q: NDArray,
    signs: NDArray,
    upper: NDArray,
    alpha: NDArray,
    gradient: NDArray,
    tol: float,
    max_steps: int,
) -> int:
    """Lower 1/2 a'Qa + c'a pair by pair, in place, within 0 <= a <= `upper` and y'a as it is.

    The pair (i, j): i violates the conditions of optimality most, and j lowers the objective most
    of all that violate them together with i, by the second-order estimate (Fan, Chen and Lin 2005).

    Parameters
    ----------
    Q, signs, upper : the program.
    alpha, gradient : a feasible point and Q alpha + c; both are moved.
    tol : largest violation max_{I_up} -y_i g_i - min_{I_low} -y_j g_j that may stay.
    max_steps : pairs at the most.

    Returns
    -------
    The number of pairs.
    """
    n = len(alpha)
    for step in range(max_steps):
        i, highest = -1, -np.inf
        for k in range(n):
            if (alpha[k] < upper[k]) if signs[k] > 0 else (alpha[k] > 0):
                value = -signs[k] * gradient[k]
                if value > highest:
                    i, highest = k, value
        j, lowest, best = -1, np.inf, 0.0
        for k in range(n):
            if (alpha[k] > 0) if signs[k] > 0 else (alpha[k] < upper[k]):
                value = -signs[k] * gradient[k]
                lowest = min(lowest, value)
                if i >= 0 and value < highest:
                    curvature = Q[i, i] + Q[k, k] - 2 * signs[i] * signs[k] * Q[i, k]
                    gain = (highest - value) ** 2 / max(curvature, LEAST_CURVATURE)
                    if gain > best:
                        j, best = k, gain
        if j < 0 or highest - lowest <= tol:
            return step
        curvature = Q[i, i] + Q[j, j] - 2 * signs[i] * signs[j] * Q[i, j]
        # a_i grows by y_i * length and a_j by -y_j * length, as far as the box lets them.
        length = (highest + signs[j] * gradient[j]) / max(curvature, LEAST_CURVATURE)
        room_i = upper[i] - alpha[i] if signs[i] > 0 else alpha[i]
        room_j = alpha[j] if signs[j] > 0 else upper[j] - alpha[j]
        length = min(length, room_i, room_j)
        alpha[i] += signs[i] * length
        alpha[j] -= signs[j] * length
        # On a bound exactly, or rounding would keep it in play.
        if length == room_i:
            alpha[i] = upper[i] if signs[i] > 0 else 0.0
        if length == room_j:
            alpha[j] = 0.0 if signs[j] > 0 else upper[j]
        for k in range(n):
            gradient[k] += length * (signs[i] * Q[i, k] - signs[j] * Q[j, k])
    return max_steps


@njit("f8(f8[::1], f8[::1], f8[::1], f8[::1], f8)", cache=True)
def balancing_shift(
    target: NDArray, signs: NDArray, least: NDArray, most: NDArray, guess: float
) -> float:
    """A t with y'clip(target - t y, least, most) = 0, by Newton's method within a bracket.

    The sum falls with t and is straight between the points at which a sample meets a bound. Where
    no sample is between its bounds it is flat, and the search halves the bracket. Each evaluation
    adds all terms: a running sum would lose all digits if the bounds are far away.
    """
    low, high = np.inf, -np.inf
    for i in range(len(target)):
        one, other = signs[i] * (target[i] - least[i]), signs[i] * (target[i] - most[i])
        low, high = min(low, one, other), max(high, one, other)
    t = min(max(guess, low), high)
    best, smallest = t, np.inf
    for _ in range(MAX_SHIFTS):
        excess, size, n_free = 0.0, 0.0, 0
        for i in range(len(target)):
            value = target[i] - t * signs[i]
            if value <= least[i]:
                value = least[i]
            elif value >= most[i]:
                value = most[i]
            else:
                n_free += 1
            excess += signs[i] * value
            size += abs(value)
        if abs(excess) < smallest:
            best, smallest = t, abs(excess)
        if smallest <= SHIFT_ROUNDING * size:
            break
        if excess > 0:
            low = t
        else:
            high = t
        step = t + excess / n_free if n_free else low
        t = step if low < step < high else low + (high - low) / 2
        if t <= low or t >= high:
            break
    return best


@njit("f8(f8, f8[::1], f8[::1], f8[::1], f8[::1])", cache=True)
def clipped_product(
    t: float, target: NDArray, shift: NDArray, least: NDArray, most: NDArray
) -> float:
    """shift'clip(target - t shift, least, most)."""
    total = 0.0
    for i in range(len(target)):
        total += shift[i] * min(max(target[i] - t * shift[i], least[i]), most[i])
    return total
