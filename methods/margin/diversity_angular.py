"""A local solver with restarts for eq. 2 of the diversity regularized machine, its cosine penalty.

    minimise   sum_t (-nu rho_t / T + sum_i p_i xi_ti^2) + mu sum_{t<t'} cos(w_t, w_t'),
    subject to y_i w_t.phi(x_i) >= rho_t - xi_ti,   ||w_t|| <= 1.

The problem is not convex, and the argument that makes the optima of eq. 3 equal does not apply.
With w_t = radius_t u_t / ||u_t|| the penalty depends on the u_t only, and the ball is a bound. So
L-BFGS-B runs on (u, radius), with the best rho_t for w_t. If a learner that points away from the
others costs more than it gains, eq. 2 has no minimum: it falls as that learner shrinks, because
its direction counts in full at any length but zero. SMALLEST_RADIUS ends this.

The starts are the optimum of eq. 3, the same nudged off its symmetry, and random directions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from methods.margin.simplex_program import SimplexProgram
from methods.objectives.diversity import best_rho

# Length of the nudge relative to the learners of eq. 3. Equal learners are a saddle point or a
# maximum, which the solver would never leave without a nudge.
NUDGE = 1e-2

# Shorter learners have no say in the ensemble, but still a direction.
SMALLEST_RADIUS = 1e-6


@dataclass
class AngularOptimum:
    """The best local minimum: its learners (T, k), its objective, and the learners on the way."""

    W: NDArray
    objective: float
    path: list[NDArray]


def minimise_eq2(
    program: SimplexProgram,
    collapsed: NDArray,
    n_components: int,
    nu: float,
    mu: float,
    *,
    n_restarts: int,
    tol: float,
    max_iter: int,
    rng: np.random.RandomState,
) -> AngularOptimum:
    """The lowest local minimum of eq. 2 from 2 + `n_restarts` starts.

    Parameters
    ----------
    program : SimplexProgram
        The training set.
    collapsed : ndarray of shape (k,)
        The learner at the optimum of eq. 3, in the coordinates of the program.
    n_components : int
        Number T of learners.
    nu, mu : float
        Weights of eq. 2.
    n_restarts : int
        Number of random starts in addition to the other two.
    tol : float
        A run ends when an iteration lowers the objective by a smaller share than this.
    max_iter : int
        Largest number of iterations of a run.
    rng : RandomState
        Source of the nudge and of the random starts.
    """
    shape = (n_components, len(collapsed))
    size = max(float(np.linalg.norm(collapsed)), SMALLEST_RADIUS)
    equal = np.tile(collapsed / size, (n_components, 1))
    if not collapsed.any():
        equal[:, 0] = 1.0
    starts = [(equal, size), (equal + NUDGE * _directions(rng.normal(size=shape)), size)]
    starts += [(rng.normal(size=shape), 1.0) for _ in range(n_restarts)]
    runs = [_descend(program, U, radius, nu, mu, tol, max_iter) for U, radius in starts]
    return min(runs, key=lambda run: run.objective)


def _descend(
    program: SimplexProgram,
    U: NDArray,
    radius: float,
    nu: float,
    mu: float,
    tol: float,
    max_iter: int,
) -> AngularOptimum:
    n_components, k = U.shape
    total = nu / n_components

    def value_and_gradient(packed: NDArray) -> tuple[float, NDArray]:
        U, radii = packed[:U_size].reshape(n_components, k), packed[U_size:]
        lengths = np.linalg.norm(U, axis=1)
        directions = U / lengths[:, None]
        margins = radii[:, None] * (directions @ program.G.T)
        rho = best_rho(margins, total, program.weights)
        excess = np.maximum(rho[:, None] - margins, 0)
        resultant = directions.sum(axis=0)
        cosines = (resultant @ resultant - n_components) / 2
        value = -total * rho.sum() + np.sum(program.weights * excess**2) + mu * cosines
        by_w = -2 * (program.weights * excess) @ program.G
        by_direction = radii[:, None] * by_w + mu * resultant
        along = np.sum(by_direction * directions, axis=1, keepdims=True)
        by_U = (by_direction - along * directions) / lengths[:, None]
        return float(value), np.append(by_U.ravel(), np.sum(by_w * directions, axis=1))

    def learners(packed: NDArray) -> NDArray:
        directions = _directions(packed[:U_size].reshape(n_components, k))
        return packed[U_size:, None] * directions

    U_size = U.size
    start = np.append(_directions(U).ravel(), np.full(n_components, radius))
    path = [learners(start)]
    result = minimize(
        value_and_gradient,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=[(None, None)] * U_size + [(SMALLEST_RADIUS, 1.0)] * n_components,
        callback=lambda packed: path.append(learners(packed)),
        options={"maxiter": max_iter, "ftol": tol, "gtol": 0.0},
    )
    return AngularOptimum(learners(result.x), float(result.fun), path)


def _directions(U: NDArray) -> NDArray:
    return U / np.linalg.norm(U, axis=1, keepdims=True)
