"""Compiled parts of the exact line search: decision values, their errors, and the best crossing.

`columns` (m + 1, N) are the examples with their constant feature first, `signs` their classes as
-1.0 and 1.0, and `weights` such that sums of them are exact (see `methods.perceptron.examples`): no
result depends on the order in which examples are added up. No loop hands its arithmetic to a BLAS,
so that equal rows get equal values wherever they stand. NumPy's error model divides by zero without
a test, which would keep loops from being vectorised.
"""

from __future__ import annotations

import numpy as np
from numba import njit

# Insertion sort gives up after this many moves an example: the buckets told too few apart.
MOVES = 16

# One example in so many is asked for the scale of the crossings, which only spreads the buckets.
SCALE_STRIDE = 8

# Beyond the last crossing by 1, or by this share of it where 1 would vanish in rounding.
SMALLEST_STEP = 2.0**-50


@njit("void(f8[:, ::1], f8[::1], f8[::1])", cache=True, error_model="numpy")
def decision_values(columns, w, f):
    """Set f_i = w.x_i."""
    f[:] = 0.0
    for j in range(w.shape[0]):
        for i in range(f.shape[0]):
            f[i] += w[j] * columns[j, i]


@njit("f8(f8[::1], f8[::1], f8[::1])", cache=True, error_model="numpy")
def weighted_errors(f, signs, weights):
    """Weight of the examples whose margin is not positive."""
    total = 0.0
    for i in range(f.shape[0]):
        if not signs[i] * f[i] > 0:
            total += weights[i]
    return total


@njit("f8(f8[:, ::1], f8[::1], f8[::1], f8[::1])", cache=True, error_model="numpy")
def training_error(columns, signs, weights, w):
    """Weight of the examples that w does not get right."""
    f = np.empty(columns.shape[1])
    decision_values(columns, w, f)
    return weighted_errors(f, signs, weights)


@njit(
    "Tuple((f8[::1], f8[::1]))(f8[::1], f8[::1], f8[::1], f8[::1])", cache=True, error_model="numpy"
)
def sorted_crossings(f, delta, signs, weights):
    """The alpha = -f_i / delta_i in ascending order, and what the error gains beyond each.

    A sort by buckets: t -> t / (scale + |t|) spreads ratios of comparable numbers about evenly, as
    an angle does, so that an insertion sort finds little left to do. Examples of any delta_i = 0,
    and those whose crossing overflows, have none.
    """
    n = f.shape[0]
    size_f, size_delta = 0.0, 0.0
    for i in range(0, n, SCALE_STRIDE):
        size_f += abs(f[i])
        size_delta += abs(delta[i])
    scale = size_f / size_delta if size_f > 0 and size_delta > 0 else 1.0

    crossing, gain = np.empty(n), np.empty(n)
    bucket = np.empty(n, np.uint32)
    none = np.uint32(n)
    for i in range(n):
        crossing[i] = -f[i] / delta[i] if delta[i] != 0 else np.inf
    for i in range(n):
        gain[i] = -weights[i] * np.copysign(signs[i], signs[i] * delta[i])
    for i in range(n):
        t = crossing[i]
        place = 0.5 * n * (1 + t / (scale + abs(t)))
        # a place that is no number fails the first comparison, and every index stays in range
        spread = np.uint32(min(place, n - 1.0) if place > 0 else 0.0)
        bucket[i] = spread if abs(t) < np.inf else none

    one = np.uint32(1)
    start = np.zeros(n + 2, np.uint32)
    for i in range(n):
        start[bucket[i] + one] += one
    for k in range(n):
        start[k + 1] += start[k]
    n_crossings = start[n]
    ts, gains = np.empty(n), np.empty(n)
    for i in range(n):
        place_of_i = start[bucket[i]]
        start[bucket[i]] = place_of_i + one
        ts[place_of_i] = crossing[i]
        gains[place_of_i] = gain[i]
    ts, gains = ts[:n_crossings], gains[:n_crossings]

    moves = 0
    for i in range(1, ts.shape[0]):
        t, jump, k = ts[i], gains[i], i
        while k > 0 and ts[k - 1] > t:
            ts[k], gains[k] = ts[k - 1], gains[k - 1]
            k -= 1
        ts[k], gains[k] = t, jump
        moves += i - k
        if moves > MOVES * n:
            order = np.argsort(ts)
            return ts[order], gains[order]
    return ts, gains


@njit("UniTuple(f8, 3)(f8[::1], f8[::1], f8[::1], f8[::1], b1)", cache=True, error_model="numpy")
def line_minimum(f, delta, signs, weights, both):
    """Step alpha, polarity and weight of errors of `line_search.minimise_error_along`."""
    ts, gains = sorted_crossings(f, delta, signs, weights)
    n = ts.shape[0]
    error = 0.0  # what is wrong to the left of all crossings
    for gain in gains:
        error -= min(gain, 0.0)
    if n < f.shape[0]:
        for i in range(f.shape[0]):
            if delta[i] == 0 or abs(f[i] / delta[i]) == np.inf:
                # with both polarities the sign of 0 is -1
                zero_is_wrong = signs[i] > 0 or not both
                if signs[i] * f[i] < 0 or (f[i] == 0 and zero_is_wrong):
                    error += weights[i]
    total = weights.sum()

    least, width, alpha, polarity = np.inf, -1.0, 0.0, 1.0
    left = error
    for k in range(n - 1):
        error += gains[k]
        lower = min(error, total - error) if both else error
        if lower <= least:
            middle = 0.5 * ts[k] + 0.5 * ts[k + 1]
            # between neighbouring numbers there is none, and equal crossings have no between
            if ts[k] < middle < ts[k + 1] and (lower < least or ts[k + 1] - ts[k] > width):
                least, width, alpha = lower, ts[k + 1] - ts[k], middle
                polarity = 1.0 if lower == error else -1.0
    for end in range(2):
        error = left if end == 0 else left + gains.sum()
        lower = min(error, total - error) if both else error
        if lower < least:
            least, polarity = lower, (1.0 if lower == error else -1.0)
            if n > 0:
                t = ts[0] if end == 0 else ts[n - 1]
                alpha = t + (2 * end - 1) * max(1.0, SMALLEST_STEP * abs(t))
    return alpha, polarity, least
