"""The proximal step of `methods.matrix.proximal_step` in the space of features. ::

    minimise over d   1/2 ||G'd||^2 + g'd + delta/2 ||d||^2,   0 <= a_0 + d <= u,   y'd = 0,

for m samples with rows G (m, k). With v = G'h in place of h, no matrix of m by m is needed: ::

    d(v) = clip(-(g + G v + y b) / delta, -a_0, u - a_0),   with b such that y'd(v) = 0,

and v - G'd(v) is the gradient of a convex function of v: half a square, and a hinge loss that is
rounded off over delta u. Newton's method on it (`methods.matrix.newton_system`) begins with a
larger delta, at which the whole hinge is round, and follows the minimum to the delta that is asked
for. On the small delta alone most Newton steps would be short. Every d(v) is feasible.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from methods.matrix._kernels import balancing_shift
from methods.matrix.feature_rows import FeatureRows
from methods.matrix.newton_system import NewtonSystem
from methods.matrix.proximal_step import (
    INEXACTNESS,
    MAX_NEWTON_STEPS,
    ROUNDING,
    on_bounds,
    slope_along,
    zero_of,
)

# The margins over which the first hinge is rounded off, and the factor from delta to delta. Factors
# from 0.03 to 0.3 take about the same seconds.
FIRST_SPAN = 1.0
SHRINKAGE = 0.1


def feature_step(
    rows: FeatureRows, gradient: NDArray, upper: NDArray, start: NDArray, delta: float
) -> NDArray:
    """The point a_0 + d, where d nearly minimises 1/2 ||G'd||^2 + g'd + delta/2 ||d||^2.

    Parameters
    ----------
    rows : FeatureRows
        G and the signs y.
    gradient : ndarray of shape (m,)
        The gradient g at the start. Any multiple of y may be added to it.
    upper : ndarray of shape (m,)
        Upper bounds u.
    start : ndarray of shape (m,)
        Feasible a_0.
    delta : float
        Weight of the proximal term, positive.
    """
    signs, least, most = rows.signs, -start, upper - start
    v, scores, b = np.zeros(rows.root.n_coordinates), np.zeros(len(start)), 0.0
    system = NewtonSystem(rows)
    last, delta = delta, max(delta, FIRST_SPAN / float(upper.mean()))
    for _ in range(MAX_NEWTON_STEPS):
        target = (gradient + scores) / -delta
        b = delta * balancing_shift(target, signs, least, most, b / delta)
        target -= (b / delta) * signs
        d = np.clip(target, least, most)
        off = v - rows.combined(d)
        if off @ off <= INEXACTNESS * delta * (d @ d):
            if delta == last:
                break
            delta = max(SHRINKAGE * delta, last)
            continue

        free = np.flatnonzero((target > least) & (target < most))
        step = system.solve(free, off, delta)
        score_step = rows.scores(step)
        b_step = -float((signs[free] * score_step[free]).mean()) if len(free) else 0.0
        shift = score_step + b_step * signs
        slope = slope_along(float(step @ v), float(step @ step), target, shift, least, most, delta)
        share = zero_of(slope)
        if share <= ROUNDING:
            if delta == last:
                break
            delta = max(SHRINKAGE * delta, last)
            continue
        v, b = v + share * step, b + share * b_step
        scores += share * score_step
    return on_bounds(start, d, upper)
