"""Compiled loop of ROMMA in plain doubles, with the arguments of `methods.perceptron._kernels`."""

from __future__ import annotations

import numpy as np
from numba import njit

from methods.perceptron._kernels import add_multiple, dot


@njit("i8(f8[:, ::1], f8[::1], f8[::1], i8[::1], f8[::1], b1)", cache=True, error_model="numpy")
def plain_romma_trials(rows, signs, steps, trials, w, aggressive):
    """ROMMA as its equations stand. Returns how many trials left w finite.

    An update that leaves a weight that is not finite is taken back, and no trial comes after it.
    """
    before = w.copy()
    for trial in range(trials.shape[0]):
        i = trials[trial]
        value = dot(rows[i], w)
        margin = signs[i] * value
        if margin > 0 and (margin >= steps[i] or not aggressive):
            continue
        before[:] = w
        x_square, w_square = dot(rows[i], rows[i]), dot(w, w)
        both = x_square * w_square
        if steps[i] * margin >= both:  # also for w = 0: the new example's constraint alone
            w[:] = 0.0
            add_multiple(w, signs[i] * steps[i] / x_square, rows[i])
        else:
            determinant = both - value * value
            shrinkage = (both - steps[i] * margin) / determinant
            for j in range(w.shape[0]):
                w[j] *= shrinkage
            add_multiple(w, signs[i] * w_square * (steps[i] - margin) / determinant, rows[i])
        if not np.isfinite(w).all():
            w[:] = before
            return trial
    return trials.shape[0]
