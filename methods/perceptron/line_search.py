"""Exact minimisation of the weighted training error along a direction (section 2.3.1).

Let f_i = w.x_i and delta_i = d.x_i. The error of w + alpha d on example i changes only at the
crossing alpha = -f_i / delta_i. At the crossing itself the example is an error. So the error is
constant on the open intervals between neighbouring crossings, and not smaller at a crossing.
Sorting the crossings and adding up the change at each gives the error everywhere.
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

    Several intervals may have the least error. The widest bounded one wins, then the one with the
    lowest alpha, and alpha is its middle. An unbounded end is taken only if no bounded interval is
    as good: alpha then lies 1 beyond the outermost crossing, and the lower of two equal ends wins.
    Without any crossing alpha is 0. Weights are rounded by `exact_weights`, so that ties are ties.
    An interval between neighbouring floating-point numbers has no middle and counts as empty.

    Parameters
    ----------
    f, d_values : array-like of shape (N,)
        w.x_i and d.x_i.
    signs : array-like of shape (N,)
        Classes, -1 or 1.
    weights : array-like of shape (N,)
        Weights, not negative.
    update : {"positive", "full"}
        With "positive" (Algorithm 2.4) the polarity is 1. With "full" (Algorithm 2.3) it is -1 if
        that is better. As printed, "full" then takes an example with f_i = d_values_i = 0 for a
        negative one. The training error still counts it as an error, for either polarity.

    Returns
    -------
    LineMinimum
        The step, and the weighted share of errors after it.
    """
    if update not in UPDATES:
        raise ValueError(f"update must be one of {UPDATES}, got {update!r}")
    exact = exact_weights(np.asarray(weights, float))
    f, d_values, signs = (np.array(values, float) for values in (f, d_values, signs))
    alpha, polarity, error = line_minimum(f, d_values, signs, exact, update == "full")
    return LineMinimum(alpha, int(polarity), error / exact.sum())
