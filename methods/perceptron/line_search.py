"""Exact minimisation of the weighted training error along a direction (section 2.3.1).

With f_i = w.x_i and delta_i = d.x_i the error of w + alpha d on example i changes at the one
crossing alpha = -f_i / delta_i, where it is an error on whichever side: the error is constant on
the open intervals between neighbouring crossings and not smaller at a crossing. Sorting the
crossings and adding up what changes at each gives the error everywhere.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from methods.perceptron._line_search_kernels import line_minimum
from methods.perceptron.examples import exact_weights

UPDATES = ("positive", "full")


class LineMinimum(NamedTuple):
    """The step to polarity (w + alpha d), and the weighted share of errors there."""

    alpha: float
    polarity: int
    error: float


def minimise_error_along(
    f: ArrayLike, d_values: ArrayLike, signs: ArrayLike, weights: ArrayLike, update: str
) -> LineMinimum:
    """Minimise sum_i weights_i [polarity signs_i (f_i + alpha d_values_i) <= 0].

    Of the intervals of equal least error it takes the widest bounded one, of equally wide ones
    that of the lowest alpha, and its middle. An unbounded end is taken only if no bounded interval
    is as good, 1 beyond the outermost crossing; of two equal ends the lower. Where nothing
    crosses, alpha is 0. Weights are rounded by `exact_weights`, so that ties are ties. An interval
    between neighbouring floating-point numbers has no middle and counts as empty.

    Parameters
    ----------
    f, d_values : w.x_i and d.x_i.
    signs, weights : classes -1 or 1, and weights that are not negative.
    update : "positive" (Algorithm 2.4): the polarity is 1. "full" (Algorithm 2.3): it may be -1,
        where that is better; as printed, an example with f_i = d_values_i = 0 is then taken for a
        negative one (and stays an error for the training error, whatever the polarity).
    """
    if update not in UPDATES:
        raise ValueError(f"update must be one of {UPDATES}, got {update!r}")
    exact = exact_weights(np.asarray(weights, float))
    f, d_values, signs = (np.array(values, float) for values in (f, d_values, signs))
    alpha, polarity, error = line_minimum(f, d_values, signs, exact, update == "full")
    return LineMinimum(alpha, int(polarity), error / exact.sum())
