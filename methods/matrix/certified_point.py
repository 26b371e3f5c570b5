"""Points of the support matrix machine with their certified distance to the optimum.

Each feasible a of the dual (`methods.matrix.dual_newton`) bounds the objective from below.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass
class SupportMatrixOptimum:
    """W (p, q), b, the dual variables, the objective, and its certified distance to the optimum.

    `values` are the positive singular values of W, `trace` has the lowest objective after each
    step, `n_iter` counts all steps, and `rounded` says that rounding kept them from a larger C.
    """

    coef: NDArray
    intercept: float
    alpha: NDArray
    values: NDArray
    objective: float
    duality_gap: float
    trace: list[float]
    n_iter: int = 0
    rounded: bool = False


def best_multiple(sigma: NDArray, total: float, tau: float, most: float) -> float:
    """The t <= most that maximises t total - 1/2 sum_j (t sigma_j - tau)_+^2, the dual at t a.

    Of the sums over the first k of the sorted sigma_j the largest is that over the positive terms.
    So the derivative is zero at the least zero of those with k terms.
    """
    with np.errstate(divide="ignore"):
        zeros = (total + tau * np.cumsum(sigma)) / np.cumsum(sigma**2)
    return float(min(zeros.min(), most))


def certify(
    W: NDArray,
    values: NDArray,
    scores: NDArray,
    intercept: float,
    signs: NDArray,
    weights: NDArray,
    alpha: NDArray,
    bound: float,
    C: float,
    tau: float,
) -> SupportMatrixOptimum:
    """The objective at W, which has these singular values, with this b, the best one."""
    margins = signs * (scores + intercept)
    square, norm = 0.5 * float(values @ values), float(values.sum())
    loss = float((weights * np.maximum(1 - margins, 0)).sum())
    objective = square + tau * norm + C * loss
    # If W separates the classes, a large C would magnify the last digits of the margins.
    lowest = float(margins.min())
    separated = square / lowest**2 + tau * norm / lowest if lowest > 0 else np.inf
    if separated < objective:
        W, values, intercept = W / lowest, values / lowest, intercept / lowest
        objective = separated
    return SupportMatrixOptimum(
        W, intercept, alpha, values, objective, max(0.0, objective - bound), []
    )
