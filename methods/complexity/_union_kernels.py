"""Errors of hard-margin SVMs on all examples while those learnt come and go, compiled at import."""

from __future__ import annotations

import numpy as np
from numba import njit

from methods.complexity._kernels import SOLVED, M, change, no_solution


@njit("Tuple((i8[::1], i8))(f8[:, ::1], f8[::1], f8, i8[::1], i8[::1])", cache=True)
def count_errors(K, signs, scale, steps, last):
    """Errors on all n examples once step `last[j]` is done, for each j; and the last status.

    The other arguments are those of `methods.complexity._kernels.count_support_vectors`.
    """
    seen, support, x, R, u, f, sizes = no_solution(len(K))
    errors = np.zeros(len(last), dtype=np.int64)
    t = 0
    for j in range(len(last)):
        while t <= last[j]:
            status = change(K, signs, scale, seen, support, x, R, u, f, sizes, steps[t])
            if status != SOLVED:
                return errors, status
            t += 1
        decisions = np.full(len(K), x[0])
        for k in range(sizes[M]):
            decisions += x[k + 1] * K[support[k]]
        errors[j] = np.sum(signs * decisions <= 0)
    return errors, SOLVED
