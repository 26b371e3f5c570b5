"""Sequential minimal optimisation, compiled when the module is imported."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

# Curvature of a pair of samples that are the same.
LEAST_CURVATURE = 1e-12


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
