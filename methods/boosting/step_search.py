"""The step of boosting: the first local minimum of the cost along a direction.

Along d the margins are m_i + alpha u_i with u_i = y_i d(x_i). The cost falls where the edge ::

    e(alpha) = -sum_i D_i u_i c'(m_i + alpha u_i) / sum_i |D_i u_i c'(m_i + alpha u_i)|

is positive. For a single hypothesis of weighted error epsilon, e(0) is 1 - 2 epsilon. The edge has
the sign of the slope but stays between -1 and 1, even where the slope gets too small to compute.
With a cost that is flat at both ends this happens long before the slope changes its sign.

The search ends in one of three ways:

- "no descent": e(0) is not positive, and there is no step.
- "no finite minimiser": the edge stays positive until some margin has changed by 256 or no example
  has any slope left. The step goes there. A direction without errors is such a case.
- "minimum": all other cases. With the exponential cost, which is convex, and `|u_i| = 1` for all i
  it is alpha = 1/2 log((1 - epsilon) / epsilon). For other u_i Halley's method finds it. With any
  other cost, steps that double up to a margin of 1 find the first one that does not end on a fall,
  and Brent's method finds the zero of the edge inside it. A rise and fall within one of these steps
  is not seen.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from methods.boosting._kernels import exponential_minimum, forces_along, opposed_sums
from methods.boosting.costs import Cost, ExponentialCost

MINIMUM = "minimum"
NO_DESCENT = "no descent"
NO_FINITE_MINIMISER = "no finite minimiser"
ERRORLESS = "errorless"  # a step of AdaBoost along a hypothesis without errors, of given length

# An edge below this is rounding: its sums have errors of about 1e-16 per term.
SMALLEST_EDGE = 1e-13

# Steps as changes of a margin. Over a change of 1 the slopes of the sigmoids change by a factor of
# e^2 at most.
FIRST_STEP = 1 / 4
LONGEST_STEP = 1.0

# The largest change of a margin. The bisigmoid of k- / k+ = 1.05 has its first minimum at
# 10.5 log(1 / epsilon - 1). The slopes of the sigmoids underflow to 0 beyond margins of 350.
LARGEST_CHANGE = 256.0

# 1 / epsilon - 1 of a hypothesis without errors, in the author's program.
ERRORLESS_ODDS = 1000.0

# Relative accuracy of the step.
STEP_TOLERANCE = 1e-12
LAST_HALLEY_STEP = 1e-6  # relative as well; the cube of it is far below the tolerance
SMALLEST_NUMBER = np.finfo(float).tiny  # Brent's method also asks for an absolute one


class Step(NamedTuple):
    """The step along a direction, and how the search ended."""

    alpha: float
    outcome: str


def minimise_along(
    cost: Cost,
    margins: NDArray,
    changes: NDArray,
    weights: NDArray,
    slopes: NDArray | None = None,
) -> Step:
    """The first local minimum of sum_i weights_i c(margins_i + alpha changes_i) over alpha > 0.

    `slopes` are weights_i c'(margins_i), if they are known.
    """
    if slopes is None:
        slopes = weights * cost.derivative(margins)
    forces, lowering, raising, largest, reach, least = forces_along(slopes, changes)
    if not lowering - raising > SMALLEST_EDGE * (lowering + raising):
        return Step(0.0, NO_DESCENT)
    if not isinstance(cost, ExponentialCost):
        return _first_zero(cost, margins, changes, weights, reach)
    if raising and reach == least == 1:
        return Step(0.5 * math.log(lowering / raising), MINIMUM)
    # late in training the costs are so small that products of forces would be 0
    alpha, is_minimum = exponential_minimum(
        forces / largest, changes, LARGEST_CHANGE / reach, LAST_HALLEY_STEP, STEP_TOLERANCE
    )
    return Step(alpha, MINIMUM if is_minimum else NO_FINITE_MINIMISER)


def _first_zero(
    cost: Cost, margins: NDArray, changes: NDArray, weights: NDArray, reach: float
) -> Step:
    """The step to the first point along a descent at which the edge is not positive any more."""
    pulls = -weights * changes

    @cache  # Brent's method asks for both ends again
    def edge(alpha: float) -> float:
        lowering, raising = opposed_sums(pulls * cost.derivative(margins + alpha * changes))
        size = lowering + raising
        return (lowering - raising) / size if size else math.nan

    low, step = 0.0, FIRST_STEP
    while low < LARGEST_CHANGE:
        high = min(low + step, LARGEST_CHANGE)
        at_high = edge(high / reach)
        if math.isnan(at_high):
            return Step(high / reach, NO_FINITE_MINIMISER)
        if at_high <= 0:
            alpha = brentq(
                edge, low / reach, high / reach, xtol=SMALLEST_NUMBER, rtol=STEP_TOLERANCE
            )
            return Step(alpha, MINIMUM)
        low, step = high, min(2 * step, LONGEST_STEP)
    return Step(LARGEST_CHANGE / reach, NO_FINITE_MINIMISER)
