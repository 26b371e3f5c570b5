"""Algorithm 1 against a slow reading of eqs. 4 to 7, and against the optimum of eq. 3."""

from itertools import islice

import cvxpy as cp
import numpy as np
import pytest

from methods.angles import mean_pairwise_angle
from methods.kernel_functions import kernel_features
from methods.margin.diversity_alternating import alternating_sweeps
from methods.margin.diversity_exact import minimise_eq3
from methods.margin.simplex_program import SimplexProgram
from methods.objectives import diversity_objective


def training_set(seed=0, m=20):
    rng = np.random.default_rng(seed)
    X = rng.uniform(size=(m, 3))
    y = np.where(X[:, 0] - 0.5 + 0.3 * rng.normal(size=m) > 0, 1.0, -1.0)
    K = np.exp(-np.sum((X[:, None] - X[None]) ** 2, axis=2)) + 1
    G, B = kernel_features(K)
    return K, y, SimplexProgram(y[:, None] * G, K * np.outer(y, y), np.full(m, 1 / m)), B


def algorithm_1(K, y, T, nu, mu, sweeps):
    """As printed, with eq. 6 by Clarabel; learners are coefficients of the phi(x_i)."""
    m = len(y)
    root = np.linalg.cholesky(K + 1e-12 * np.eye(m))
    coef, lam = np.zeros((T, m)), np.ones(T)
    for _ in range(sweeps):
        for t in range(T):
            others = coef.sum(axis=0) - coef[t]
            for _ in range(60):
                alpha = cp.Variable(m)
                r = mu * y * (K @ others) / (lam[t] + (T - 1) * mu)
                quadratic = cp.sum_squares(root.T @ cp.multiply(y, alpha))
                quadratic = quadratic / (2 * (lam[t] + (T - 1) * mu)) + m / 2 * cp.sum_squares(
                    alpha
                )
                problem = cp.Problem(
                    cp.Minimize(quadratic / 2 - r @ alpha), [cp.sum(alpha) == nu / T, alpha >= 0]
                )
                problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-12, tol_gap_rel=1e-12)
                numerator = -2 * mu * others + alpha.value * y
                before, norm = lam[t], np.sqrt(numerator @ K @ numerator)
                lam[t] = max(0.0, norm / 2 - (T - 1) * mu)
                if abs(lam[t] - before) < 1e-9:
                    break
            coef[t] = numerator / (2 * ((T - 1) * mu + lam[t]))
    return coef


@pytest.mark.parametrize("nu, mu", [(1.0, 0.03), pytest.param(2.0, 1e-3, marks=pytest.mark.slow)])
def test_sweeps_are_those_of_the_printed_algorithm(nu, mu):
    K, y, program, B = training_set()
    expected = algorithm_1(K, y, 3, nu, mu, sweeps=2)
    (W,) = islice(alternating_sweeps(program, 3, nu, mu), 1, 2)
    np.testing.assert_allclose(W @ B @ K, expected @ K, atol=1e-5)
    norms = np.sqrt(np.sum(expected @ K * expected, axis=1))
    assert norms.max() < 0.999 if mu > 0.01 else norms.max() > 0.999  # the ball off and on


@pytest.mark.parametrize("T", [1, 2, 3, 8])
@pytest.mark.parametrize("nu, mu", [(1.0, 0.03), (2.0, 1e-3), (0.3, 1e-5), (2.0, 0.0)])
def test_objective_never_rises_and_its_limit_is_the_optimum(T, nu, mu):
    K, y, program, B = training_set(1)
    sweeps = list(islice(alternating_sweeps(program, T, nu, mu), 60))
    trace = np.array([diversity_objective(W @ B, K, y, nu, mu) for W in sweeps])
    best = minimise_eq3(program, T, nu, mu)
    assert np.all(np.diff(trace) <= 1e-9 * np.abs(trace[1:]))
    assert trace.min() >= best.objective * (1 + 1e-9)  # the objectives are negative
    assert trace[-1] == pytest.approx(best.objective, rel=1e-7)
    assert np.all(np.linalg.norm(sweeps[-1], axis=1) <= 1 + 1e-12)
    np.testing.assert_allclose(sweeps[-1].mean(axis=0), best.w, atol=2e-3 * np.abs(best.w).max())


def test_learners_close_up_sweep_by_sweep():
    _, _, program, _ = training_set(2)
    angles = [mean_pairwise_angle(W) for W in islice(alternating_sweeps(program, 5, 1.0, 1e-3), 12)]
    assert 0.1 < angles[0] < 20
    assert angles[-1] < 1e-3 * angles[0]


def test_order_of_the_learners_is_the_order_of_the_visits():
    # In the first sweep a learner is pushed off the sum of those before it, which has grown.
    _, _, program, _ = training_set(3)
    (W,) = islice(alternating_sweeps(program, 4, 1.0, 1e-2), 1)
    lengths = np.linalg.norm(W, axis=1)
    assert np.all(np.diff(lengths) < 0)


@pytest.mark.parametrize("nu, mu", [(0.3, 0.03), (2.0, 1e-3)])
def test_the_step_for_one_learner_reaches_the_optimum_of_eq_4(nu, mu):
    """Its dual is jointly convex, and a visit ends at the optimum that Clarabel finds of eq. 4."""
    T, m = 3, 20
    program = training_set(m=m)[2]
    (W,) = islice(alternating_sweeps(program, T, nu, mu), 1)
    for t in range(T):  # learners to come are still zero
        w, rho, slack = cp.Variable(program.G.shape[1]), cp.Variable(), cp.Variable(m)
        pairs = [cp.sum_squares(w + W[other] * (other < t)) for other in range(T) if other != t]
        objective = -nu * rho / T + cp.sum_squares(slack) / m + mu * sum(pairs)
        limits = [program.G @ w >= rho - slack, cp.sum_squares(w) <= 1]
        cp.Problem(cp.Minimize(objective), limits).solve(solver=cp.CLARABEL)
        np.testing.assert_allclose(W[t], w.value, atol=1e-4)

    push = -2 * mu * W[:2].sum(axis=0)
    rng = np.random.default_rng(0)

    def dual(alpha, multiplier):
        length = np.linalg.norm(push + alpha @ program.G)
        return length**2 / (4 * ((T - 1) * mu + multiplier)) + m / 4 * alpha @ alpha + multiplier

    for _ in range(200):
        first, second = ((rng.dirichlet(np.ones(m)) * nu / T, rng.exponential()) for _ in "ab")
        between = [(a + b) / 2 for a, b in zip(first, second, strict=True)]
        assert dual(*between) <= (dual(*first) + dual(*second)) / 2 + 1e-12


def test_eq_4_is_the_step_of_eq_3_only_with_each_pair_once():
    """Between two choices of w_t, eqs. 3 and 4 must differ alike; the losses are the same."""
    rng = np.random.default_rng(0)
    for t in range(4):
        W = rng.normal(size=(4, 3))
        moved = W.copy()
        moved[t] = rng.normal(size=3)

        def of_eq_3(W):
            return sum(np.sum((W[i] + W[j]) ** 2) for i in range(4) for j in range(4) if i != j)

        def of_eq_4(W, t=t):
            return sum(np.sum((W[t] + W[other]) ** 2) for other in range(4) if other != t)

        of_the_step = of_eq_4(moved) - of_eq_4(W)
        assert of_eq_3(moved) - of_eq_3(W) == pytest.approx(2 * of_the_step)
        assert abs(of_the_step) > 0.01


@pytest.mark.parametrize(
    ("seed", "mu", "above"), [(1, 0.03, 0.198), (0, 1e-3, 0.079), (1, 1e-3, 0.0)]
)
def test_algorithm_1_ends_above_the_optimum_of_eq_3_as_printed(seed, mu, above):
    """With each pair twice, as printed; unless all norms are 1, as in the last case."""
    T, nu = 3, 1.0 if mu == 0.03 else 0.3
    K, y, program, B = training_set(seed)
    *_, W = islice(alternating_sweeps(program, T, nu, mu), 60)
    for times, gap in ((1, 0.0), (2, above)):
        reached = diversity_objective(W @ B, K, y, nu, times * mu)
        least = minimise_eq3(program, T, nu, times * mu).objective
        assert (reached - least) / abs(least) == pytest.approx(gap, abs=1e-3)
    assert (np.linalg.norm(W, axis=1).max() < 0.5) == (above > 0)
