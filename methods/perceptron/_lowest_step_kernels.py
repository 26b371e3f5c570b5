"""Compiled descent by the lowest of equally good steps, as `methods.perceptron._kernels`."""

from __future__ import annotations

import numpy as np
from numba import njit

from methods.perceptron._line_search_kernels import (
    decision_values,
    sorted_crossings,
    weighted_errors,
)


@njit("f8(f8[::1], f8[::1], f8[::1], f8[::1])", cache=True, error_model="numpy")
def lowest_step(f, delta, signs, weights):
    """The middle of the first bounded interval with the least error.

    As in the search for the widest one, an unbounded end is taken only if no bounded interval is
    as good, and alpha then lies 1 beyond the outermost crossing.
    """
    ts, gains = sorted_crossings(f, delta, signs, weights)
    n = ts.shape[0]
    least, alpha, gained = np.inf, 0.0, 0.0  # errors are counted from the left of all crossings
    for k in range(n - 1):
        gained += gains[k]
        middle = 0.5 * ts[k] + 0.5 * ts[k + 1]
        if gained < least and ts[k] < middle < ts[k + 1]:
            least, alpha = gained, middle
    if n > 0 and least > 0:
        least, alpha = 0.0, ts[0] - 1.0
    if n > 0 and gains.sum() < least:
        alpha = ts[n - 1] + 1.0
    return alpha


@njit("f8(f8[:, ::1], f8[::1], f8[::1], f8[::1], f8[:, ::1])", cache=True, error_model="numpy")
def descend_by_lowest_steps(columns, signs, weights, w, directions):
    """Algorithm 2.5 with Algorithm 2.4: move w along each direction. Returns its weight of errors.

    A step that comes out with more errors than it promised, as rounding may have it, is not taken.
    """
    n = signs.shape[0]
    f, f_after, delta = np.empty(n), np.empty(n), np.empty(n)
    decision_values(columns, w, f)
    error = weighted_errors(f, signs, weights)
    for epoch in range(directions.shape[0]):
        direction = directions[epoch]
        decision_values(columns, direction, delta)
        w_after = w + lowest_step(f, delta, signs, weights) * direction
        decision_values(columns, w_after, f_after)
        error_after = weighted_errors(f_after, signs, weights)
        if error_after <= error:
            w[:] = w_after
            f, f_after = f_after, f
            error = error_after
    return error
