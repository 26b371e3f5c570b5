"""The hard-margin SVM kept optimal while examples come and go, compiled when it is imported.

With signed coefficients a_i = y_i alpha_i the dual is

    minimise over a   1/2 a'K a - y.a,   subject to   sum_i a_i = 0,   y_i a_i >= 0.

K may be positive for a of sum zero only, so what is kept is the inverse R of the bordered matrix
of the support vectors S (`methods.complexity._inverse_kernels`): with x = (b, a_S),

    [0  1'  ] x = [0  ],    f_i = b + sum_{j in S} K_ij a_j,    y_i f_i >= 1 for all examples i.
    [1  K_SS]     [y_S]

The method is the dual one of Goldfarb and Idnani. An example c whose margin is too small enters:
as alpha_c grows by t, x moves by -y_c t u, so that the margins of S stay 1, and the margin of c
grows by t kappa. A coefficient of S that reaches zero on the way is dropped, and u is solved for
again; where the margin of c reaches 1, c joins S. Then the worst margin of all the examples is
next, until none is below 1. The dual objective improves with every move, which excludes a circle.
A support vector that is removed goes the same way backwards, its alpha down to zero first.

Cauwenberghs and Poggio stop, in addition, wherever the margin of another example passes 1 on the
way, which takes all margins at every stop, and takes in examples that leave again before the end.
Here all margins are needed once an entry.

Arrays: `K` (n, n) and `signs` (n,) of all examples there may be, `seen` (n,) which of them count,
`support` (n,) the m indices of S, `x` (n + 1,), `R` (n + 1, n + 1) and `u` (n + 1,) in the order of
`support`, `f` (n,), and `sizes` = (m, top), with no example seen from top on. `scale` is max |K|.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from methods.complexity._inverse_kernels import (
    KERNEL_MATRIX,
    LARGEST,
    N_REFINEMENTS,
    extend,
    rebuild,
    refine,
    respond,
    shrink,
)

# In units of the margin 1. An example enters when its margin is lower than 1 by more than the
# first, is dropped when without it its margin would be lower than 1 by less than the second, and
# x is refined where an equation is off by more than the third.
ENTER = 1e-9
DROP = 1e-10
REFINE = 1e-11

# All three are raised by the rounding of f, this times max |K| sum |a|.
ROUNDING = 1e-15

# A kappa below minus this times max |K| is no rounding: the kernel is not positive.
INDEFINITE = 1e-6

# Moves for one change, in multiples of the examples: far above what was ever seen.
MAX_MOVES = 100

M, TOP = range(2)
SOLVED, INSEPARABLE, INDEFINITE_KERNEL, STALLED, OUT_OF_STEP = range(5)

# The types of (K, signs, scale) and of (seen, support, x, R, u, f, sizes).
PROBLEM = f"{KERNEL_MATRIX}, f8[::1], f8"
SOLUTION = "b1[::1], i8[::1], f8[::1], f8[:, ::1], f8[::1], f8[::1], i8[::1]"


@njit(f"Tuple(({SOLUTION}))(i8)", cache=True)
def no_solution(n):
    """The arrays of a solution for up to n examples, none of which is seen."""
    return (
        np.zeros(n, dtype=np.bool_),
        np.zeros(n, dtype=np.int64),
        np.zeros(n + 1),
        np.zeros((n + 1, n + 1)),
        np.zeros(n + 1),
        np.zeros(n),
        np.zeros(2, dtype=np.int64),
    )


@njit(f"void({KERNEL_MATRIX}, f8, i8[::1], f8[::1], f8[:, ::1], f8[::1], i8[::1], i8)", cache=True)
def _drop(K, scale, support, x, R, u, sizes, k):
    """Take the k-th out of S, whatever its coefficient; the last takes its place."""
    shrink(K, scale, support, R, sizes[M], u, k)
    x[k + 1] = x[sizes[M]]
    sizes[M] -= 1


@njit(
    f"i8({PROBLEM}, i8[::1], f8[::1], f8[:, ::1], f8[::1], i8[::1], i8, f8, f8)",
    cache=True,
    error_model="numpy",
)
def _move(K, signs, scale, support, x, R, u, sizes, c, alpha, gap):
    """Let c join S from alpha = 0 and a margin of 1 - gap; or leave, from alpha, where gap is 0."""
    leaves = gap == 0.0
    direction = -signs[c] if leaves else signs[c]
    while sizes[M] > 0:
        m = sizes[M]
        kappa = respond(K, scale, support, R, m, c, u)
        if kappa < -INDEFINITE * scale:
            return INDEFINITE_KERNEL

        # 1. As far as the goal, or to where a coefficient is zero.
        step, blocking = np.inf, -1
        if leaves:
            step = alpha
        elif kappa > 0:
            step = gap / kappa
        for k in range(m):
            fall = signs[support[k]] * direction * u[k + 1]
            if fall > 0:
                share = max(signs[support[k]] * x[k + 1], 0.0) / fall
                if share < step:
                    step, blocking = share, k
        if not alpha + step < LARGEST / scale:
            return INSEPARABLE

        # 2. There.
        for k in range(m + 1):
            x[k] -= direction * step * u[k]
        if leaves:
            alpha -= step
        else:
            alpha += step
            gap -= step * kappa
        if blocking >= 0:
            _drop(K, scale, support, x, R, u, sizes, blocking)
        elif leaves:
            return SOLVED
        else:
            extend(R, m, u, kappa)
            support[m], x[m + 1] = c, signs[c] * alpha
            sizes[M] += 1
            return SOLVED
    return SOLVED


@njit(f"void({KERNEL_MATRIX}, i8[::1], f8[::1], f8[::1], i8[::1])", cache=True)
def _decide(K, support, x, f, sizes):
    """Set f of the examples below top."""
    top = sizes[TOP]
    f[:top] = x[0]
    for k in range(sizes[M]):
        value, row = x[k + 1], K[support[k]]
        for i in range(top):
            f[i] += value * row[i]


@njit(f"i8({PROBLEM}, {SOLUTION})", cache=True)
def _settle(K, signs, scale, seen, support, x, R, u, f, sizes):
    """From coefficients that are optimal on S to those optimal on all that are seen."""
    n_refinements = 0
    for _ in range(MAX_MOVES * (sizes[TOP] + 1)):
        # 1. f is computed afresh, so that it tells what rounding has left: x solves its equations
        # again, and no coefficient is zero.
        _decide(K, support, x, f, sizes)
        m = sizes[M]
        error = abs(np.sum(x[1 : m + 1])) * scale
        for k in range(m):
            error = max(error, abs(signs[support[k]] - f[support[k]]))
        rounding = ROUNDING * scale * np.sum(np.abs(x[1 : m + 1]))
        if error > REFINE + rounding:
            if n_refinements == 2 * N_REFINEMENTS:
                return STALLED
            if n_refinements == N_REFINEMENTS:
                rebuild(K, scale, support, R, m, u)
            u[0] = 0.0
            for k in range(m):
                u[k + 1] = signs[support[k]]
            refine(K, support, R, m, u, x)
            n_refinements += 1
            continue
        n_refinements = 0
        for k in range(m - 1, -1, -1):
            if signs[support[k]] * x[k + 1] <= (DROP + rounding) * R[k + 1, k + 1]:
                _drop(K, scale, support, x, R, u, sizes, k)
        if sizes[M] < m:
            continue

        # 2. The worst margin.
        worst, gap = -1, ENTER + rounding
        for i in range(sizes[TOP]):
            if seen[i] and 1.0 - signs[i] * f[i] > gap:
                worst, gap = i, 1.0 - signs[i] * f[i]
        if worst < 0:
            return SOLVED
        status = _move(K, signs, scale, support, x, R, u, sizes, worst, 0.0, gap)
        if status != SOLVED:
            return status
    return STALLED


@njit(f"i8({PROBLEM}, {SOLUTION})", cache=True)
def solve(K, signs, scale, seen, support, x, R, u, f, sizes):
    """Solve from nothing, beginning with the first example and the nearest of the other class."""
    first, nearest, least = -1, -1, np.inf
    for i in range(sizes[TOP]):
        if seen[i] and first < 0:
            first = i
        elif seen[i] and signs[i] != signs[first]:
            square = K[i, i] + K[first, first] - 2 * K[i, first]
            if square < least:
                nearest, least = i, square
    sizes[M] = 0
    x[0] = signs[first] if first >= 0 else 0.0
    f[: sizes[TOP]] = x[0]
    if nearest < 0:
        return SOLVED
    support[0], x[1], sizes[M] = first, 0.0, 1
    rebuild(K, scale, support, R, 1, u)
    status = _move(K, signs, scale, support, x, R, u, sizes, nearest, 0.0, 2.0)
    if status != SOLVED:
        return status
    return _settle(K, signs, scale, seen, support, x, R, u, f, sizes)


@njit(f"i8({PROBLEM}, {SOLUTION}, i8)", cache=True)
def _add(K, signs, scale, seen, support, x, R, u, f, sizes, i):
    seen[i] = True
    sizes[TOP] = max(sizes[TOP], i + 1)
    if sizes[M] == 0:
        return solve(K, signs, scale, seen, support, x, R, u, f, sizes)
    f[i] = x[0]
    for k in range(sizes[M]):
        f[i] += x[k + 1] * K[support[k], i]
    if signs[i] * f[i] >= 1.0:
        return SOLVED
    return _settle(K, signs, scale, seen, support, x, R, u, f, sizes)


@njit(f"i8({PROBLEM}, {SOLUTION}, i8)", cache=True)
def _remove(K, signs, scale, seen, support, x, R, u, f, sizes, i):
    seen[i] = False
    place = -1
    for k in range(sizes[M]):
        if support[k] == i:
            place = k
    if place < 0 < sizes[M]:
        return SOLVED
    if place >= 0:
        alpha = abs(x[place + 1])
        _drop(K, scale, support, x, R, u, sizes, place)
        status = _move(K, signs, scale, support, x, R, u, sizes, i, alpha, 0.0)
        if status != SOLVED:
            return status
    n_positive = 0
    for k in range(sizes[M]):
        n_positive += signs[support[k]] > 0
    if n_positive == 0 or n_positive == sizes[M]:  # and so every coefficient is zero
        return solve(K, signs, scale, seen, support, x, R, u, f, sizes)
    return _settle(K, signs, scale, seen, support, x, R, u, f, sizes)


@njit(f"i8({PROBLEM}, {SOLUTION}, i8)", cache=True)
def change(K, signs, scale, seen, support, x, R, u, f, sizes, step):
    """Count example i in, where the step is i, or out, where it is -(i + 1); returns a status."""
    i = step if step >= 0 else -step - 1
    if seen[i] == (step >= 0):
        return OUT_OF_STEP
    if step >= 0:
        status = _add(K, signs, scale, seen, support, x, R, u, f, sizes, i)
    else:
        status = _remove(K, signs, scale, seen, support, x, R, u, f, sizes, i)
    if status == STALLED:
        status = solve(K, signs, scale, seen, support, x, R, u, f, sizes)
    return status


@njit(f"Tuple((i8[::1], i8, i8))({PROBLEM}, i8[::1])", cache=True)
def count_support_vectors(K, signs, scale, steps):
    """Support vectors after each step; the last status, and how many steps had none but SOLVED."""
    seen, support, x, R, u, f, sizes = no_solution(len(K))
    counts = np.zeros(len(steps), dtype=np.int64)
    for t in range(len(steps)):
        status = change(K, signs, scale, seen, support, x, R, u, f, sizes, steps[t])
        if status != SOLVED:
            return counts, status, t
        counts[t] = sizes[M]
    return counts, SOLVED, len(steps)
