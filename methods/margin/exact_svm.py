"""The SVM in the primal to a certified relative gap of 1e-11.

For the hinge loss alone the proximal Newton method (`methods.margin.hinge_path`) is several times
faster than the interior-point method (`methods.margin.interior_point`), which takes over where
rounding keeps the former from its certificate, and solves every other problem.
"""

from __future__ import annotations

from numpy.typing import NDArray

from methods.margin.hinge_path import minimise_hinge
from methods.margin.interior_point import RELATIVE_GAP, SVMOptimum, minimise_svm


def solve_svm(X: NDArray, y: NDArray, cost: NDArray, power: float, l1: float = 0.0) -> SVMOptimum:
    """Minimise 1/2 ||w||^2 + l1 ||w||_1 + sum_n cost_n (1 - y_n (x_n.w + b))_+^power.

    Parameters are those of `methods.margin.interior_point.minimise_svm`.
    """
    if power == 1 and not l1:
        found = minimise_hinge(X, y, cost, tol=RELATIVE_GAP)
        if found.duality_gap <= RELATIVE_GAP * found.objective:
            return SVMOptimum(
                found.coef, found.intercept, found.objective, found.duality_gap, found.n_iter
            )
    return minimise_svm(X, y, cost, power, l1)
