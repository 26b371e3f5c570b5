"""The SVM in the primal to a certified relative gap of 1e-11.

This module chooses the solver. The interior-point method (`methods.margin.interior_point`) takes
any loss and an l1 term. For the hinge loss without an l1 term the proximal Newton method
(`methods.margin.hinge_path`) is several times faster. If rounding keeps it from its certificate,
the interior-point method takes over.
"""

from __future__ import annotations

from numpy.typing import NDArray

from methods.margin.hinge_path import minimise_hinge
from methods.margin.interior_point import RELATIVE_GAP, SVMOptimum, minimise_svm
from methods.objectives.losses import Hinge, MarginLoss


def solve_svm(
    X: NDArray, y: NDArray, cost: NDArray, loss: MarginLoss, l1: float = 0.0
) -> SVMOptimum:
    """Minimise 1/2 ||w||^2 + l1 ||w||_1 + sum_n cost_n L(1 - y_n (x_n.w + b)).

    The parameters are those of `methods.margin.interior_point.minimise_svm`.
    """
    if isinstance(loss, Hinge) and not l1:
        optimum = minimise_hinge(X, y, cost, tol=RELATIVE_GAP)
        if optimum.duality_gap <= RELATIVE_GAP * optimum.objective:
            return SVMOptimum(
                optimum.coef,
                optimum.intercept,
                optimum.objective,
                optimum.duality_gap,
                optimum.n_iter,
            )
    return minimise_svm(X, y, cost, loss, l1)
