"""The one problem inside the diversity regularized machine's eq. 3, and its solution.

Eq. 3 is convex and keeps its value when the learners are permuted. So the average of an optimum
over all permutations, T equal learners, is an optimum too (for T >= 3 the only one, because
sum_{t<t'} ||w_t + w_t'||^2 = (T - 2) sum_t ||w_t||^2 + ||sum_t w_t||^2 is strictly convex then).
With equal learners eq. 3 is T times ::

    minimise   -s rho + sum_i p_i xi_i^2 + c ||w||^2,   s = nu / T,  c = 2 mu (T - 1),
    subject to y_i w.phi(x_i) >= rho - xi_i,  ||w|| <= 1,

whose dual is, with kappa = c + lambda, to minimise over the simplex sum_i alpha_i = s ::

    alpha'Q alpha / (4 kappa) + 1/4 sum_i alpha_i^2 / p_i + lambda,   lambda >= 0.

For a given kappa this is eq. 6 with r = 0 (`methods.margin.simplex_program`), and s only scales its
solution. The norm N(kappa) of its w falls as kappa grows, because the dual is convex in lambda. So
lambda is 0 if N(c) <= 1, and else the root of N(c + lambda) = 1. The root lies below
s/2 ||sum_i p_i y_i phi(x_i)||, where alpha = s p. It follows:

- if the ball binds, mu has no effect; if it does not, nu has no effect on the classes;
- kappa alone decides the classes: w is parallel to the SVM without an intercept of its own
  that minimises 1/2 ||w||^2 + C sum_i (1 - y_i w.phi(x_i))_+^2, with C = 1 / (2 m kappa).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from methods.margin.simplex_program import SimplexProgram
from methods.objectives.diversity import best_rho

# How far from 1 the norm may end; a w longer than 1 is scaled back onto the ball. The bracket of
# kappa may close first if rounding blurs the norm.
ROOT_TOLERANCE = 1e-10
BRACKET_TOLERANCE = 1e-14
MAX_ROOT_STEPS = 100


@dataclass
class DiversityOptimum:
    """One of the T equal learners at the optimum of eq. 3, in the coordinates of the program.

    `active` are the samples below rho, `ridge` is kappa, `total` is s. `elasticity` is the slope of
    log N as a function of log kappa. `objective` and `duality_gap` are those of eq. 3.
    """

    w: NDArray
    active: NDArray
    ridge: float
    total: float
    elasticity: float
    objective: float
    duality_gap: float


def minimise_eq3(
    program: SimplexProgram,
    n_components: int,
    nu: float,
    mu: float,
    start: DiversityOptimum | None = None,
) -> DiversityOptimum:
    """The optimum of eq. 3 whose learners are equal.

    Parameters
    ----------
    program : SimplexProgram
        The training set.
    n_components : int
        Number T of learners.
    nu, mu : float
        Weights of eq. 3; mu counts each unordered pair once.
    start : DiversityOptimum, default=None
        The optimum for similar parameters, to start from.
    """
    total, floor = nu / n_components, 2 * mu * (n_components - 1)
    mean = program.weights @ program.G
    lower = max(floor, program.smallest_ridge)
    upper = max(lower, total / 2 * float(np.linalg.norm(mean)))
    ridge, active = upper, None
    if start is not None:
        # w, and with it the norm, is proportional to s.
        norm = float(np.linalg.norm(start.w)) * total / start.total
        ridge = _newton(start.ridge, norm, start.elasticity, lower, upper)
        active = start.active
    tried = set()
    for _ in range(MAX_ROOT_STEPS):
        w = program.minimise(ridge, total, active)
        norm, elasticity = float(np.linalg.norm(w)), program.elasticity(ridge, total, w)
        if norm <= 1:
            upper = ridge
        else:
            lower = ridge
        if abs(norm - 1) <= ROOT_TOLERANCE or upper <= lower * (1 + BRACKET_TOLERANCE):
            break
        active = program.active
        tried.add(ridge)
        ridge = _newton(ridge, norm, elasticity, lower, upper)
        if ridge in tried:
            ridge = float(np.sqrt(lower * upper))
    w = w / max(norm, 1.0)
    objective, gap = _certify(program, w, total, floor)
    return DiversityOptimum(
        w=w,
        active=program.active,
        ridge=ridge,
        total=total,
        elasticity=elasticity,
        objective=n_components * objective,
        duality_gap=n_components * gap,
    )


def _newton(ridge: float, norm: float, elasticity: float, lower: float, upper: float) -> float:
    """Newton's step towards N = 1; log N as a function of log kappa is nearly straight."""
    if norm == 0:
        return lower
    shift = -np.log(norm) / elasticity
    if shift <= np.log(lower / ridge):
        return lower
    return min(upper, float(ridge * np.exp(min(shift, np.log(upper / ridge)))))


def _certify(
    program: SimplexProgram, w: NDArray, total: float, floor: float
) -> tuple[float, float]:
    """Value of the one problem at w, of norm 1 at most, and its distance from a dual value."""
    p = program.weights
    margins = program.G @ w
    rho = float(best_rho(margins, total, p))
    excess = np.maximum(rho - margins, 0)
    primal = float(-total * rho + p @ excess**2 + floor * (w @ w))
    # These prices are feasible even for a rough w: they are not negative and their sum is s.
    prices = 2 * p * excess
    length = float(np.linalg.norm(prices @ program.G))
    kappa = max(floor, length / 2)
    dual = (prices / p) @ prices / 4 + (kappa - floor) + (length**2 / (4 * kappa) if kappa else 0)
    return primal, max(0.0, primal + float(dual))
