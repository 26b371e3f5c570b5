"""The problems of the machines in cvxpy, for the conic solvers Clarabel and SCS.

The benchmark does not depend on cvxpy. Without it these functions raise ImportError.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from methods.objectives.diversity import diversity_objective
from methods.objectives.matrix import support_matrix_objective
from methods.objectives.svm import exclusivity_objective

Solve = Callable[..., float]  # takes the solver's options, returns our objective at its solution


def exclusivity_solver(
    X: NDArray, signs: NDArray, n_components: int, penalty: float, solver: str
) -> Solve:
    """Eq. 5 of ERM over all components at once, with the hinge loss."""
    cp: Any = import_module("cvxpy")

    W, b = cp.Variable((n_components, X.shape[1])), cp.Variable(n_components)
    row_sums = cp.sum(cp.abs(W), axis=0)
    margins = cp.multiply(signs[:, None], X @ W.T + np.ones((len(X), 1)) @ b[None, :])
    loss = penalty * cp.sum(cp.pos(1 - margins))
    problem = cp.Problem(cp.Minimize(cp.sum_squares(row_sums) / 2 + loss))
    return _compiled(
        problem, solver,
        lambda: exclusivity_objective(W.value, b.value, X, signs, penalty, "hinge"),
    )  # fmt: skip


def diversity_solver(
    features: NDArray,
    K: NDArray,
    to_dual: NDArray,
    signs: NDArray,
    n_components: int,
    nu: float,
    mu: float,
    solver: str,
) -> Solve:
    """Eq. 3 of DRM over all learners at once, in features whose inner products are K."""
    cp: Any = import_module("cvxpy")

    m, k = features.shape
    W, rho = cp.Variable((n_components, k)), cp.Variable(n_components)
    xi = cp.Variable((n_components, m))
    # sum_{t<t'} ||w_t + w_t'||^2 = (T - 2) sum_t ||w_t||^2 + ||sum_t w_t||^2
    pairs = (n_components - 2) * cp.sum_squares(W) + cp.sum_squares(cp.sum(W, axis=0))
    loss = -nu / n_components * cp.sum(rho) + cp.sum_squares(xi) / m + mu * pairs
    margins = cp.multiply(np.tile(signs, (n_components, 1)), W @ features.T)
    balls = [cp.sum_squares(W[t]) <= 1 for t in range(n_components)]
    problem = cp.Problem(
        cp.Minimize(loss), [margins >= rho[:, None] @ np.ones((1, m)) - xi, *balls]
    )

    def objective() -> float:
        lengths = np.linalg.norm(W.value, axis=1, keepdims=True)
        onto_balls = W.value / np.maximum(lengths, 1)
        return diversity_objective(onto_balls @ to_dual, K, signs, nu, mu)

    return _compiled(problem, solver, objective)


def support_matrix_solver(X: NDArray, signs: NDArray, C: float, tau: float, solver: str) -> Solve:
    """Problem 6 of SMM for matrices X (n, p, q)."""
    cp: Any = import_module("cvxpy")

    W, b = cp.Variable(X.shape[1:]), cp.Variable()
    margins = cp.multiply(signs, X.reshape(len(X), -1) @ cp.vec(W, order="C") + b)
    loss = 0.5 * cp.sum_squares(W) + tau * cp.normNuc(W) + C * cp.sum(cp.pos(1 - margins))
    return _compiled(
        cp.Problem(cp.Minimize(loss)), solver,
        lambda: support_matrix_objective(W.value, float(b.value), X, signs, C, tau),
    )  # fmt: skip


def _compiled(problem: Any, solver: str, objective: Callable[[], float]) -> Solve:
    """A function that only solves: cvxpy compiles the problem here, once."""
    data, chain, inverse = problem.get_problem_data(solver, solver_opts={})

    def solve(**options: Any) -> float:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # an inaccurate solution is also a result
            solution = chain.solve_via_data(problem, data, solver_opts=options)
            problem.unpack_results(solution, chain, inverse)
        return objective()

    return solve
