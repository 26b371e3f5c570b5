"""Logistic regression with a nuclear norm, by Nesterov's accelerated proximal gradient. ::

    minimise over W (p, q), b   F = sum_i v_i log(1 + exp(-y_i (tr(W'X_i) + b))) + tau ||W||_*

with the weights v_i of the samples. The intercept b is always the best one for W, which leaves a
smooth convex loss of W. With a_i = 1 / (1 + exp(y_i (tr(W'X_i) + b))) its gradient is -A,
A = sum_i v_i a_i y_i X_i, and sum_i v_i a_i y_i = 0. An iteration extrapolates to V, steps to
D_{tau/L}(V + A(V) / L) with the singular value thresholding D, and raises the curvature L until the
loss lies below its quadratic model. L may fall between iterations. When F would grow, the momentum
restarts.

The certificate is Fenchel's dual: for every a in [0, 1] with sum_i v_i a_i y_i = 0, ||A||_2 <= tau

    F >= -sum_i v_i (a_i log a_i + (1 - a_i) log(1 - a_i)),

and a of any iteration is feasible after scaling by min(1, tau / ||A||_2). W = 0 is optimal if and
only if tau is at least `tau_max`, the ||A||_2 of W = 0. For tau = 0 the bound is only F >= 0, and
the size of the gradient shows the optimum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, expit

from methods.matrix.singular_values import finite, shrink_singular_values

# L grows by the first factor until the model holds, and falls by the second after each iteration.
RAISE = 2.0
LOWER = 0.9

# Growth of the objective and steps are rounding if they are a smaller share than this.
ROUNDING = 1e-13

# An intercept is the best one when the sum of v_i a_i y_i is below this share of all weights.
ZERO_SLOPE = 1e-14
MAX_INTERCEPT_STEPS = 200


@dataclass
class LogisticOptimum:
    """W and b, the objective after each iteration, the certified gap, and the last curvature.

    `converged` says whether the gap, or for tau = 0 the gradient, reached the tolerance.
    """

    coef: NDArray
    intercept: float
    objective_trace: list[float]
    duality_gap: float
    converged: bool
    curvature: float


def tau_max(rows: NDArray, signs: NDArray, weights: NDArray, shape: tuple[int, int]) -> float:
    """The smallest tau for which W = 0 is optimal: ||sum_i v_i (1[y_i = 1] - mean) X_i||_2."""
    centred = weights * (signs - weights @ signs / weights.sum()) / 2
    return _spectral_norm((centred @ rows).reshape(shape))


def minimise_logistic(
    rows: NDArray,
    signs: NDArray,
    weights: NDArray,
    shape: tuple[int, int],
    tau: float,
    *,
    tol: float,
    max_iter: int,
    start: LogisticOptimum | None = None,
) -> LogisticOptimum:
    """Minimise F from W = 0, or from the optimum of a similar problem.

    Parameters
    ----------
    rows : ndarray of shape (n, p*q)
        Samples as rows.
    signs : ndarray of shape (n,)
        Their signs y. Both must occur.
    weights : ndarray of shape (n,)
        Weights v of the samples, positive.
    shape : (int, int)
        The shape (p, q) of the matrices.
    tau : float
        Weight of the nuclear norm, not negative.
    tol : float
        The relative duality gap at which to stop. For tau = 0 it is the spectral norm of the
        gradient, relative to that at W = 0.
    max_iter : int
        Largest number of iterations.
    start : LogisticOptimum, default=None
        The optimum of a similar problem to start from, on the same samples or others.
    """
    if start is None:
        W, b = np.zeros(shape), 0.0
        squares = float(np.einsum("ij,ij->", weights[:, None] * rows, rows))
        curvature = 0.25 * squares / float(weights.sum()) or 1.0
    else:
        W, b, curvature = start.coef, start.intercept, start.curvature
    flat_gradient = tol * tau_max(rows, signs, weights, shape)

    decisions = rows @ W.ravel()
    b = best_intercept(decisions, signs, weights, b)
    nuclear_norm = float(np.linalg.svd(finite(W), compute_uv=False).sum())
    objective = _loss(decisions, b, signs, weights) + tau * nuclear_norm
    W_before, decisions_before, momentum, bound = W, decisions, 1.0, -np.inf
    trace: list[float] = []
    for _ in range(max_iter):
        # 1. Extrapolate; decisions are linear in W.
        next_momentum = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        beta = (momentum - 1) / next_momentum
        V = W + beta * (W - W_before)
        at_V = decisions + beta * (decisions - decisions_before)
        b_at_V = best_intercept(at_V, signs, weights, b)
        a = expit(-signs * (at_V + b_at_V))
        A = ((weights * a * signs) @ rows).reshape(shape)

        # 2. Certificate.
        steepness = _spectral_norm(A)
        feasible = a if steepness <= tau else a * (tau / steepness)
        bound = max(bound, float((weights * (entr(feasible) + entr(1 - feasible))).sum()))
        converged = objective - bound <= tol * objective or (
            tau == 0 and steepness <= flat_gradient
        )
        if converged:
            trace.append(objective)
            break

        # 3. Step, with the least curvature for which the model holds.
        while True:
            shrunk = shrink_singular_values(V + A / curvature, tau / curvature)
            stepped = rows @ shrunk.matrix.ravel()
            b_stepped = best_intercept(stepped, signs, weights, b_at_V)
            change = signs * (stepped + b_stepped - at_V - b_at_V)
            move = shrunk.matrix - V
            square = np.sum(move * move)
            is_rounding = square <= ROUNDING**2 * np.sum(V * V)
            if is_rounding or _above_tangent(a, change, weights) <= curvature / 2 * square:
                break
            curvature *= RAISE
        curvature *= LOWER

        # 4. Accept, or drop the momentum if F would grow or the step turns back.
        nuclear_norm = float(shrunk.values.sum())
        stepped_objective = _loss(stepped, b_stepped, signs, weights) + tau * nuclear_norm
        if momentum > 1 and stepped_objective > objective * (1 + ROUNDING):
            W_before, decisions_before, momentum = W, decisions, 1.0
        else:
            turns_back = np.sum(move * (shrunk.matrix - W)) < 0
            momentum = 1.0 if turns_back else next_momentum
            W_before, decisions_before = W, decisions
            W, decisions, b, objective = shrunk.matrix, stepped, b_stepped, stepped_objective
        trace.append(objective)
    gap = max(0.0, objective - bound)
    return LogisticOptimum(W, b, trace, gap, bool(converged), curvature)


def best_intercept(decisions: NDArray, signs: NDArray, weights: NDArray, guess: float) -> float:
    """The b that minimises sum_i v_i log(1 + exp(-y_i (f_i + b))), by Newton in a bracket."""
    positive, negative = float(weights[signs > 0].sum()), float(weights[signs < 0].sum())
    log_odds = float(np.log(positive / negative))
    low, high = log_odds - float(decisions.max()), log_odds - float(decisions.min())
    b = min(max(guess, low), high)
    for _ in range(MAX_INTERCEPT_STEPS):
        chances = expit(decisions + b)
        slope = float((weights * chances).sum()) - positive
        if abs(slope) <= ZERO_SLOPE * (positive + negative):
            break
        low, high = (low, b) if slope > 0 else (b, high)
        steepness = float((weights * chances * (1 - chances)).sum())
        newton = b - slope / steepness if steepness > 0 else np.inf
        following = newton if low < newton < high else (low + high) / 2
        if following == b:
            break
        b = following
    return b


def _loss(decisions: NDArray, intercept: float, signs: NDArray, weights: NDArray) -> float:
    return float((weights * np.logaddexp(0, -signs * (decisions + intercept))).sum())


def _above_tangent(a: NDArray, change: NDArray, weights: NDArray) -> float:
    """Height of the loss above its tangent after a change of the margins, without cancellation."""
    with np.errstate(over="ignore", invalid="ignore"):  # a change too large fails the test
        return float(np.sum(weights * (np.log1p(a * np.expm1(-change)) + a * change)))


def _spectral_norm(M: NDArray) -> float:
    gram = M @ M.T if M.shape[0] <= M.shape[1] else M.T @ M
    return float(np.sqrt(max(np.linalg.eigvalsh(finite(gram))[-1], 0.0)))
