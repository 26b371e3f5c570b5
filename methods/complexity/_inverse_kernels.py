"""The inverse R of a bordered kernel matrix, kept while examples join S and leave it; compiled.

    B = [0  1'  ],   R = B^-1,   u = R (1, K_Sc),   kappa = K_cc - (1, K_cS) u.
        [1  K_SS]

kappa is the squared distance of c from the affine hull of S in the feature space. With c,

    R becomes  [R + u u' / kappa   -u / kappa],     without k, R becomes R - R_k R_k' / R_kk,
               [-u' / kappa         1 / kappa]

and 1 / R_kk is the kappa of k given the others. R, in the order of `support` (its first m entries
are S) after the border, is a full matrix of which the first m + 1 rows and columns count.
"""

from __future__ import annotations

import numpy as np
from numba import njit

# The type of K, which may be shared and write-protected.
KERNEL_MATRIX = "Array(f8, 2, 'C', readonly=True)"

# An alpha above this over max |K| belongs to examples that no margin parts, and a kappa below
# max |K| over this is zero.
LARGEST = 1e13

# An entry of R above this over max |K|, from examples nearly equal, costs the digits of a kappa
# as small. While there is one u is refined, and when it goes R is computed anew.
WELL = 1e5

# Each refinement gains the digits that R has.
N_REFINEMENTS = 3


@njit("void(f8[:, ::1], i8, f8[::1], f8[::1])", cache=True)
def _add_product(R, m, values, u):
    """u += R values; by rows of the symmetric R, which takes vector instructions and a dot not."""
    for k in range(m + 1):
        value, row = values[k], R[k]
        for j in range(m + 1):
            u[j] += value * row[j]


@njit(f"void({KERNEL_MATRIX}, i8[::1], f8[:, ::1], i8, f8[::1], f8[::1])", cache=True)
def refine(K, support, R, m, target, u):
    """A Newton step of u towards the solution of B u = target."""
    residual = np.empty(m + 1)
    residual[0] = target[0] - np.sum(u[1 : m + 1])
    for i in range(m):
        row = K[support[i]]
        value = target[i + 1] - u[0]
        for k in range(m):
            value -= u[k + 1] * row[support[k]]
        residual[i + 1] = value
    _add_product(R, m, residual, u)


@njit(f"f8({KERNEL_MATRIX}, f8, i8[::1], f8[:, ::1], i8, i8, f8[::1])", cache=True)
def respond(K, scale, support, R, m, c, u):
    """Set u for example c; returns kappa."""
    target = np.empty(m + 1)
    target[0] = 1.0
    largest = 0.0
    for k in range(m):
        target[k + 1] = K[support[k], c]
        largest = max(largest, R[k + 1, k + 1])
    u[: m + 1] = 0.0
    _add_product(R, m, target, u)
    if largest * scale > WELL:
        for _ in range(N_REFINEMENTS):
            refine(K, support, R, m, target, u)
    kappa = K[c, c]
    for k in range(m + 1):
        kappa -= target[k] * u[k]
    return kappa


@njit("void(f8[:, ::1], i8, f8[::1], f8)", cache=True, error_model="numpy")
def extend(R, m, u, kappa):
    """R of S and one more example, from its u and kappa."""
    for i in range(m + 1):
        share, row = u[i] / kappa, R[i]
        for j in range(m + 1):
            row[j] += share * u[j]
        row[m + 1] = -share
        R[m + 1, i] = -share
    R[m + 1, m + 1] = 1.0 / kappa


@njit(f"void({KERNEL_MATRIX}, f8, i8[::1], f8[:, ::1], i8, f8[::1])", cache=True)
def rebuild(K, scale, support, R, m, u):
    """R from S alone, example by example; S is not empty."""
    first = support[0]
    R[0, 0], R[0, 1], R[1, 0], R[1, 1] = -K[first, first], 1.0, 1.0, 0.0
    for k in range(1, m):
        kappa = respond(K, scale, support, R, k, support[k], u)
        extend(R, k, u, max(kappa, scale / LARGEST))


@njit(
    f"void({KERNEL_MATRIX}, f8, i8[::1], f8[:, ::1], i8, f8[::1], i8)",
    cache=True,
    error_model="numpy",
)
def shrink(K, scale, support, R, m, u, k):
    """Take the k-th out of S and R; the last takes its place."""
    for i in range(m + 1):
        u[i] = R[k + 1, i]
    pivot = u[k + 1]
    for i in range(m + 1):
        share, row = u[i] / pivot, R[i]
        for j in range(m + 1):
            row[j] -= share * u[j]
    for i in range(m + 1):
        R[k + 1, i] = R[m, i]
    for i in range(m + 1):
        R[i, k + 1] = R[i, m]
    support[k] = support[m - 1]
    if pivot * scale > WELL and m > 1:
        rebuild(K, scale, support, R, m - 1, u)
