"""Compiled loops over examples and classes, and the exact maximum cut.

`weights` (n, K) holds D(n, k) = w_n exp(-rho_k(x_n, y_n)), and 0 where k is y_n; `codes` (n,) are
the classes y_n as indices, `values` (n,) those of a base classifier, `column` (K,) one of M.
"""

from __future__ import annotations

import numpy as np
from numba import njit

# No weight falls below this, so that neither side of a column is ever without any. It is far above
# the numbers that processors are slow with, and takes a margin of 650.
SMALLEST_WEIGHT = 2.0**-940

# Cuts that differ by less than 2^-42 of all weights tie, as stumps do.
TIE_BITS = 42


@njit("f8[::1](f8[:, ::1], i8[::1], i8[::1])", cache=True, error_model="numpy")
def targets(weights, codes, column):
    """M(y_n) sum_k D(n, k) [M(k) M(y_n) < 0] of every example."""
    opposed = (np.flatnonzero(column > 0), np.flatnonzero(column < 0))
    found = np.zeros(codes.shape[0])
    for n in range(codes.shape[0]):
        side = column[codes[n]]
        if side != 0:
            total = 0.0
            for k in opposed[1 if side > 0 else 0]:
                total += weights[n, k]
            found[n] = side * total
    return found


@njit("f8[::1](f8[:, ::1], i8[::1], f8[::1])", cache=True, error_model="numpy")
def preferences(weights, codes, values):
    """mu(k) of eq. 4.5."""
    mu = np.zeros(weights.shape[1])
    for n in range(codes.shape[0]):
        total = 0.0
        for k in range(mu.shape[0]):
            weight = weights[n, k] * values[n]
            total += weight
            mu[k] -= weight
        mu[codes[n]] += total
    return mu


@njit(
    "f8(f8[:, ::1], f8[:, ::1], f8[:, ::1], i8[::1], f8[::1], f8[::1], f8[:, :, ::1], f8[:, ::1])",
    cache=True,
    error_model="numpy",
)
def update(weights, votes, between, codes, sample_weights, values, factors, steps):
    """Weights times factors (2, K, K), votes plus steps (2, K), by the value -1 or 1 and the class.

    `between` (K, K) becomes the sum of the weights from each class to each; returned is the weight
    of the examples whose first largest vote is not for their class.
    """
    between[:] = 0.0
    wrong = 0.0
    for n in range(codes.shape[0]):
        side, y = 1 if values[n] > 0 else 0, codes[n]
        weight, vote, sums = weights[n], votes[n], between[y]
        factor, step = factors[side, y], steps[side]
        for k in range(weight.shape[0]):
            weight[k] = max(weight[k] * factor[k], SMALLEST_WEIGHT)
            vote[k] += step[k]
        weight[y] = 0.0
        best = 0
        for k in range(weight.shape[0]):
            sums[k] += weight[k]
            if vote[k] > vote[best]:
                best = k
        if best != y:
            wrong += sample_weights[n]
    return wrong


@njit("i8(i8[:, ::1])", cache=True, error_model="numpy")
def largest_cut(pairs):
    """The lexicographically first side of a largest cut of a symmetric matrix of weights.

    Bit K - 1 - k is the side of class k, and class 0 is on side 0. The sides are visited in the
    order of a Gray code, in which each differs from the one before in one class.
    """
    K = pairs.shape[0]
    tie = pairs.sum() >> (TIE_BITS + 1)  # every pair stands twice
    largest = np.int64(0)
    for attempt in range(2):
        signs = np.full(K, -1, np.int64)
        cut, first = np.int64(0), np.int64(1) << (K - 1)
        for i in range(1, np.int64(1) << (K - 1)):
            flipped = K - 1
            while not i >> (K - 1 - flipped) & 1:
                flipped -= 1
            gain = np.int64(0)
            for k in range(K):
                gain += signs[k] * pairs[flipped, k]
            cut += signs[flipped] * gain
            signs[flipped] = -signs[flipped]
            if attempt == 0:
                largest = max(largest, cut)
            elif cut >= largest - tie:
                first = min(first, np.int64(i ^ (i >> 1)))
    return first
