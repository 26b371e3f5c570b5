"""A primal-dual interior-point method for the SVM in the primal, with any loss and an l1 term. ::

    minimise    1/2 ||w||^2 + beta ||w||_1 + sum_n c_n L(xi_n),
    subject to  s_n = y_n (x_n.w + b) - 1 + xi_n >= 0,   xi_n >= 0.

L is a loss of `methods.objectives.losses`. Its lowest excess replaces the zero in xi_n >= 0 where
that is not zero.

With multipliers alpha of s >= 0 and gamma of xi >= 0, and g = sum_n alpha_n y_n x_n, a point is
optimal if and only if ::

    w + beta sign(w) = g,   sum_n alpha_n y_n = 0,   c_n L'(xi_n) = alpha_n + gamma_n,
    s_n alpha_n = 0,   xi_n gamma_n = 0.

The l1 term splits w = u - v into u, v >= 0 with multipliers beta + (w - g) and beta - (w - g).
Newton's method on these equations, with the products relaxed to a shrinking mu (Mehrotra's
predictor and corrector), costs one Cholesky factor per iteration, of the size of the features or
of the samples, whichever are fewer: everything but (w, b) is eliminated entry by entry. A power
of the hinge, L(xi) = xi^p, needs no special treatment, because -log xi tames its curvature
(|L'''| <= (2 - p) L'' / xi).

The certificate is Fenchel's dual at any alpha >= 0 with sum_n alpha_n y_n = 0, where S is the soft
threshold and * marks the conjugate::

    D(alpha) = sum_n alpha_n - 1/2 ||S_beta(g)||^2 - sum_n (c_n L)*(alpha_n).

For the hinge, L = xi, it asks for alpha <= c and has no last term. For L = xi^p with p > 1 the last
term is (p - 1) sum_n c_n (alpha_n / (c_n p))^q with q = p / (p - 1).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning

from methods.margin.interior_point_step import NewtonSystem, SVMProblem
from methods.objectives.losses import MarginLoss

# The method stops at this certified gap, relative to the objective. Rounding may stop it before; a
# gap above the second number gives a warning.
RELATIVE_GAP = 1e-11
ACCEPTED_GAP = 1e-6
MAX_ITERATIONS = 200

# Fraction of the way to the boundary that one step may go (usual values are 0.99 to 0.9995).
STEP_FRACTION = 0.995

# If the relative gap is below the first number and does not shrink by a tenth in this many
# iterations, rounding limits the accuracy and not the method.
STALL_GAP = 1e-3
STALL_ITERATIONS = 5


@dataclass
class SVMOptimum:
    """Minimiser (coef, intercept), its objective, the certified gap and the iterations spent."""

    coef: NDArray
    intercept: float
    objective: float
    duality_gap: float
    n_iter: int


def minimise_svm(
    X: NDArray, y: NDArray, cost: NDArray, loss: MarginLoss, l1: float = 0.0
) -> SVMOptimum:
    """Minimise 1/2 ||w||^2 + l1 ||w||_1 + sum_n cost_n L(1 - y_n (x_n.w + b)).

    The optimal intercepts of the hinge may be an interval. Then its middle is returned.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Samples.
    y : ndarray of shape (n,)
        Their signs, -1 or 1. Both must occur.
    cost : ndarray of shape (n,)
        Penalty of each sample, positive.
    loss : MarginLoss
        The loss L.
    l1 : float, default=0.0
        Weight beta of the l1 term, not negative.
    """
    n, d = X.shape
    centre = X.mean(axis=0)
    X = X - centre  # the free intercept takes the shift, and a large one would cost digits
    problem = SVMProblem(X, y, cost, loss, l1)
    by_class = np.column_stack([y > 0, y < 0]) * y[:, None]

    # 1. Start at w = 0 and b = 0, off the boundary, with every condition met but w = S(g).
    w, b, margins = np.zeros(d), 0.0, np.zeros(n)
    s, excess = np.ones(n), np.full(n, 2.0)
    slope = loss.slope(excess, cost)
    alpha = _balanced_prices(y, np.minimum(cost, slope))
    slack = np.concatenate([s, excess - loss.lowest_excess])
    price = np.concatenate([alpha, slope - alpha])
    if l1:
        slack = np.append(slack, np.full(2 * d, alpha.mean() / l1))
        price = np.append(price, np.full(2 * d, l1))

    best = SVMOptimum(w, b, np.inf, np.inf, 0)
    bound = -np.inf
    gaps: list[float] = []
    while len(gaps) < MAX_ITERATIONS:
        # 2. Certificate: the best primal and the best dual value so far.
        class_sums = X.T @ (by_class * price[:n, None])
        objective = _elastic_norm(w, l1) + loss.total(margins, cost)
        bound = max(bound, _dual_objective(problem, price[:n], class_sums, by_class))
        if objective < best.objective:
            best = SVMOptimum(w, b, objective, np.inf, 0)
        gaps.append((best.objective - bound) / best.objective)
        if gaps[-1] <= RELATIVE_GAP or _has_stalled(gaps):
            break

        # 3. Predictor: how far does the step towards mu = 0 get?
        system = NewtonSystem(problem, w, class_sums.sum(axis=1), margins, slack, price)
        product = slack * price
        _, _, d_slack, d_price = system.direction(-product)
        step = min(1.0, _step_to_boundary(slack, price, d_slack, d_price))
        reached = (slack + step * d_slack) @ (price + step * d_price)

        # 4. Corrector: towards (reached / now)^3 mu, less the predictor's second-order error.
        now = product.sum()
        mu = now / len(slack) * (reached / now) ** 3
        d_w, d_b, d_slack, d_price = system.direction(mu - product - d_slack * d_price)
        step = min(1.0, STEP_FRACTION * _step_to_boundary(slack, price, d_slack, d_price))
        slack = slack + step * d_slack
        price = price + step * d_price
        w = slack[2 * n : 2 * n + d] - slack[2 * n + d :] if l1 else w + step * d_w
        b += step * d_b
        margins = y * (X @ w + b)

    scores = X @ best.coef
    middle = loss.middle_intercept(scores, y, cost)
    if middle is not None:
        best.intercept = middle
        best.objective = _elastic_norm(best.coef, l1) + loss.total(y * (scores + middle), cost)
    best.intercept -= float(best.coef @ centre)
    best.duality_gap = max(0.0, best.objective - bound)
    best.n_iter = len(gaps)
    if best.duality_gap > ACCEPTED_GAP * best.objective:
        warnings.warn(
            f"the solver stopped at a relative duality gap of "
            f"{best.duality_gap / best.objective:.1g}; features of like scales would help",
            ConvergenceWarning,
            stacklevel=3,
        )
    return best


def _balanced_prices(y: NDArray, cost: NDArray) -> NDArray:
    """Half the cost of each sample of the lighter class, and the same total from the heavier."""
    positive, negative = cost[y > 0].sum(), cost[y < 0].sum()
    share = np.where(y > 0, min(1, negative / positive), min(1, positive / negative))
    return 0.5 * cost * share


def _step_to_boundary(slack: NDArray, price: NDArray, d_slack: NDArray, d_price: NDArray) -> float:
    """Largest step that keeps every slack and price non-negative."""
    steepest = min(np.min(d_slack / slack), np.min(d_price / price))
    return -1 / steepest if steepest < 0 else np.inf


def _has_stalled(gaps: list[float]) -> bool:
    before, lately = gaps[:-STALL_ITERATIONS], gaps[-STALL_ITERATIONS:]
    return bool(before) and before[-1] < STALL_GAP and lately[-1] > 0.9 * before[-1]


def _elastic_norm(w: NDArray, l1: float) -> float:
    return float(0.5 * w @ w + l1 * np.abs(w).sum())


def _dual_objective(
    problem: SVMProblem, alpha: NDArray, class_sums: NDArray, by_class: NDArray
) -> float:
    """D at `alpha` after the heavier class is scaled down to sum_n alpha_n y_n = 0."""
    totals = np.abs(alpha @ by_class)
    scales = totals.min() / totals
    feasible = alpha * (np.abs(by_class) @ scales)
    g = class_sums @ scales
    value = feasible.sum() - 0.5 * np.sum(np.maximum(np.abs(g) - problem.l1, 0) ** 2)
    with np.errstate(over="ignore"):  # a bound of minus infinity is true, if of no use
        return float(value - problem.loss.conjugate(feasible, problem.cost))
