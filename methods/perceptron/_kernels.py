"""Compiled loops of the perceptrons: descent along lines, and trials on single examples.

The arguments are those of `methods.perceptron._line_search_kernels`; `rows` (N, m + 1) are the
examples once more.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from methods.perceptron._line_search_kernels import (
    decision_values,
    line_minimum,
    training_error,
    weighted_errors,
)

PERCEPTRON, HINGE, LEAST_SQUARES, MODIFIED_LEAST_SQUARES = range(4)

# ROMMA skips an example whose squared sine to w is below this, which is rounding.
PARALLEL = 1e-14

# ROMMA divides w by 2^128 once its square exceeds this; a power of two rounds nothing.
LARGEST_SQUARE = 2.0**256
RESCALE = 2.0**-128


@njit("f8(f8[::1], f8[::1])", cache=True, error_model="numpy")
def dot(a, b):
    """a.b, added up in the order of the components."""
    value = 0.0
    for j in range(a.shape[0]):
        value += a[j] * b[j]
    return value


@njit("void(f8[::1], f8, f8[::1])", cache=True, error_model="numpy")
def add_multiple(w, step, x):
    """Add step x to w."""
    for j in range(w.shape[0]):
        w[j] += step * x[j]


@njit("f8(f8, i8)", cache=True, error_model="numpy")
def descent_rate(margin, criterion):
    """Minus the derivative of a margin cost of Table 2.1; the perceptron criterion's at 0 is 1."""
    if criterion == PERCEPTRON:
        return 1.0 if margin <= 0 else 0.0
    if criterion == HINGE:
        return 1.0 if margin < 1 else 0.0
    if criterion == MODIFIED_LEAST_SQUARES and margin >= 1:
        return 0.0
    return 2.0 * (1.0 - margin)


@njit("void(f8[:, ::1], f8[::1], f8[::1], f8[::1], i8, f8[::1])", cache=True, error_model="numpy")
def steepest_descent(rows, signs, weights, f, criterion, direction):
    """Set the direction to minus the gradient of sum_i weights_i c(y_i f_i)."""
    direction[:] = 0.0
    for i in range(f.shape[0]):
        rate = weights[i] * signs[i] * descent_rate(signs[i] * f[i], criterion)
        if rate != 0:
            add_multiple(direction, rate, rows[i])


@njit(
    "Tuple((f8, i8))(f8[:, ::1], f8[:, ::1], f8[::1], f8[::1], f8[::1], f8[:, ::1], i8, b1)",
    cache=True,
    error_model="numpy",
)
def descend(columns, rows, signs, weights, w, directions, criterion, both):
    """Algorithm 2.5: move w along each direction in turn.

    Returns the weight of the errors of w, and how often the full update negated it.

    A direction of zeros stands for the steepest descent of the criterion. A step that comes out
    with more errors than it promised, as rounding may have it, is not taken.
    """
    n, k = rows.shape
    f, f_after, delta = np.empty(n), np.empty(n), np.empty(n)
    direction, w_after = np.empty(k), np.empty(k)
    decision_values(columns, w, f)
    error = weighted_errors(f, signs, weights)
    n_negations = 0
    for epoch in range(directions.shape[0]):
        for j in range(k):
            direction[j] = directions[epoch, j]
        if not direction.any():
            steepest_descent(rows, signs, weights, f, criterion, direction)
        decision_values(columns, direction, delta)
        alpha, polarity, _ = line_minimum(f, delta, signs, weights, both)
        for j in range(k):
            w_after[j] = polarity * (w[j] + alpha * direction[j])
        decision_values(columns, w_after, f_after)
        error_after = weighted_errors(f_after, signs, weights)
        if error_after <= error:
            for j in range(k):
                w[j] = w_after[j]
            f, f_after = f_after, f
            error = error_after
            n_negations += polarity < 0
    return error, n_negations


@njit(
    "Tuple((f8, f8, f8, b1, i8))(f8[:, ::1], f8[:, ::1], f8[::1], f8[::1], f8[::1], i8[::1],"
    " f8[::1], f8[::1], b1, f8, f8, f8, b1)",
    cache=True,
    error_model="numpy",
)
def pocket_trials(
    columns, rows, signs, weights, steps, trials, w, pocket, ratchet, run, best_run, best, known
):
    """Algorithm 2.1 from its line 3; `run`, `best_run` and `best` are its gamma, gamma_p and e_p.

    `known` says that the errors of w have been counted since w changed, which spares line 8; the
    last of what is returned is how often they were.
    """
    n_evaluations = 0
    for i in trials:
        if signs[i] * dot(rows[i], w) > 0:
            run += steps[i]
            if run > best_run and not known:
                if ratchet:
                    known = True
                    n_evaluations += 1
                    error = training_error(columns, signs, weights, w)
                    if error >= best:
                        continue
                    best = error
                for j in range(w.shape[0]):
                    pocket[j] = w[j]
                best_run = run
        else:
            add_multiple(w, signs[i] * steps[i], rows[i])
            run = 0.0
            known = False
    return run, best_run, best, known, n_evaluations


@njit(
    "f8(f8[:, ::1], f8[::1], f8[::1], i8[::1], f8[::1], f8[::1], f8)",
    cache=True,
    error_model="numpy",
)
def averaging_trials(rows, signs, steps, trials, w, past, run):
    """Algorithm 2.6 from line 2: `past` sums gamma_i w_i up to the last change; returns gamma_t."""
    for i in trials:
        if signs[i] * dot(rows[i], w) > 0:
            run += steps[i]
        else:
            add_multiple(past, run, w)
            add_multiple(w, signs[i] * steps[i], rows[i])
            run = steps[i]
    return run


@njit("void(f8[:, ::1], f8[::1], f8[::1], i8[::1], f8[::1], i8)", cache=True, error_model="numpy")
def gradient_trials(rows, signs, steps, trials, w, criterion):
    """Step against the gradient of each example's cost in turn."""
    for i in trials:
        rate = descent_rate(signs[i] * dot(rows[i], w), criterion)
        if rate != 0:
            add_multiple(w, signs[i] * steps[i] * rate, rows[i])


@njit("i8(u4[::1], u4, u4, i8[::1], i8)", cache=True, error_model="numpy")
def keep_below(numbers, mask, n, kept, n_kept):
    """Write the masked numbers that are below n behind the first `n_kept`. Returns the new count.

    A number that is not kept is overwritten by the next one, which needs no branch to guess.
    """
    for number in numbers:
        masked = number & mask
        kept[n_kept] = masked
        n_kept += masked < n
    return n_kept


@njit("f8(f8[:, ::1], f8[::1], f8[::1], i8[::1], f8[::1], b1, f8)", cache=True, error_model="numpy")
def romma_trials(rows, signs, steps, trials, w, aggressive, scale):
    """ROMMA; w is `scale` times the vector of the equations. Returns the new scale."""
    for i in trials:
        value = dot(rows[i], w)
        target = scale * steps[i]
        margin = signs[i] * value
        if margin > 0 and (margin >= target or not aggressive):
            continue
        x_square, w_square = (
            dot(rows[i], rows[i]),
            dot(w, w),
        )
        both = x_square * w_square
        if target * margin >= both:  # also for w = 0: the new example's constraint alone
            w[:] = 0.0
            add_multiple(w, signs[i] * target / x_square, rows[i])
            continue
        determinant = both - value * value
        if determinant <= PARALLEL * both:
            continue
        shrinkage = (both - target * margin) / determinant
        for j in range(w.shape[0]):
            w[j] *= shrinkage
        add_multiple(w, signs[i] * w_square * (target - margin) / determinant, rows[i])
        if dot(w, w) > LARGEST_SQUARE:
            for j in range(w.shape[0]):
                w[j] *= RESCALE
            scale *= RESCALE
    return scale
