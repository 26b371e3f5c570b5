"""The local solver of eq. 2: its gradient, its starts, and diversity where eq. 2 has it."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from methods.angles import mean_pairwise_angle
from methods.kernel_functions import kernel_features
from methods.margin import diversity_angular
from methods.margin.diversity_angular import SMALLEST_RADIUS, minimise_eq2
from methods.margin.diversity_exact import minimise_eq3
from methods.margin.simplex_program import SimplexProgram
from methods.objectives import angular_objective


def training_set(seed=0, m=20):
    rng = np.random.default_rng(seed)
    X = rng.uniform(size=(m, 3))
    y = np.where(X[:, 0] - 0.5 + 0.3 * rng.normal(size=m) > 0, 1.0, -1.0)
    K = np.exp(-np.sum((X[:, None] - X[None]) ** 2, axis=2)) + 1
    G, B = kernel_features(K)
    return K, y, SimplexProgram(y[:, None] * G, K * np.outer(y, y), np.full(m, 1 / m)), B


def solve(program, T, nu, mu, seed=0, n_restarts=1, tol=1e-12):
    start = minimise_eq3(program, T, nu, mu).w
    rng = np.random.RandomState(seed)
    return minimise_eq2(
        program, start, T, nu, mu, n_restarts=n_restarts, tol=tol, max_iter=2000, rng=rng
    )


@pytest.mark.parametrize("mu", [1e-3, 0.1, pytest.param(1.0, marks=pytest.mark.slow)])
def test_objective_is_eq_2_at_the_learners(mu):
    K, y, program, B = training_set()
    optimum = solve(program, 3, 1.0, mu)
    # Learners of the smallest radius are kept apart from zero, where eq. 2 would jump.
    assert angular_objective(optimum.W @ B, K, y, 1.0, mu) == pytest.approx(
        optimum.objective, rel=1e-6
    )
    lengths = np.linalg.norm(optimum.W, axis=1)
    assert np.all((lengths > 0.99 * SMALLEST_RADIUS) & (lengths <= 1 + 1e-12))


@pytest.mark.parametrize("mu", [0.0, 1e-3, 0.1])
def test_never_above_the_optimum_of_eq_3(mu):
    K, y, program, B = training_set(1)
    optimum = solve(program, 4, 1.0, mu, n_restarts=0)
    collapsed = np.tile(minimise_eq3(program, 4, 1.0, mu).w, (4, 1)) @ B
    assert optimum.objective <= angular_objective(collapsed, K, y, 1.0, mu) + 1e-12


def optimum_of_eq_3(program, T, nu, binds):
    """The optimum and its mu: the largest at which the ball binds, or the least where it does not.

    There the multiplier of the norm is nearest to 0.
    """
    tried = [(mu, minimise_eq3(program, T, nu, mu)) for mu in np.geomspace(1e-7, 1.0, 60)]
    bound = [np.linalg.norm(optimum.w) > 1 - 1e-9 for _, optimum in tried]
    assert bound[0] and not bound[-1]
    last = max(k for k, binding in enumerate(bound) if binding)
    return tried[last if binds else last + 1]


@pytest.mark.parametrize("T", [2, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_an_optimum_of_eq_3_whose_norms_are_one_is_an_optimum_of_eq_2(T, seed):
    """Its mu counts each pair once, so 2 mu goes with it in eq. 2.

    Let w be the optimum and lambda > 0 the multiplier of its norm. A learner v in the ball then
    loses kappa (1 - w.v) or more against w, with kappa = 4 mu (T - 1) + 2 lambda. With a_t the
    cosines to w, and u_t the directions, the pairs gain mu (T^2 - |sum u_t|^2) in all, at most
    mu (T^2 - (sum a_t)^2). This is at most 4 mu (T - 1) sum (1 - max(a_t, 0)), for T > 1.
    """
    K, y, program, B = training_set(seed)
    mu, optimum = optimum_of_eq_3(program, T, 1.0, binds=True)
    assert optimum.w @ optimum.w == pytest.approx(1)
    least = angular_objective(np.tile(optimum.w @ B, (T, 1)), K, y, 1.0, 2 * mu)
    others = [solve(program, T, 1.0, 2 * mu, seed).W]
    for turned in range(1, T):  # as far from the rest as possible, where it costs least
        apart = np.tile(optimum.w, (T, 1))
        apart[:turned] *= -1e-6
        others.append(apart)
    rng = np.random.default_rng(seed)
    for scale in (1e-3, 1e-1, 1.0):
        near = optimum.w + scale * rng.normal(size=(50, T, len(optimum.w)))
        others += list(near / np.maximum(np.linalg.norm(near, axis=2, keepdims=True), 1))
    values = [angular_objective(W @ B, K, y, 1.0, 2 * mu) for W in others]
    assert min(values) >= least - 1e-9 * abs(least)


@pytest.mark.parametrize("T", [2, 3, 5])
def test_a_shorter_optimum_of_eq_3_is_none_of_eq_2(T):
    """Cosines do not change with length, and the longer learners have less loss."""
    K, y, program, B = training_set()
    mu, optimum = optimum_of_eq_3(program, T, 1.0, binds=False)
    assert np.linalg.norm(optimum.w) < 1 - 1e-3
    equal = np.tile(optimum.w @ B, (T, 1))
    longer = equal / np.linalg.norm(optimum.w)
    for mu_2 in (mu, 2 * mu, 4 * mu):
        here, there = (angular_objective(W, K, y, 1.0, mu_2) for W in (equal, longer))
        assert there < here - 1e-9


def test_nudge_leaves_the_saddle_of_equal_learners():
    K, y, program, B = training_set(1)
    optimum = solve(program, 3, 1.0, 0.3, n_restarts=0)
    collapsed = np.tile(minimise_eq3(program, 3, 1.0, 0.3).w, (3, 1)) @ B
    assert optimum.objective < angular_objective(collapsed, K, y, 1.0, 0.3) - 0.5
    assert mean_pairwise_angle(optimum.W) > 90


def test_an_svm_of_zero_is_a_start(monkeypatch):
    """It has no direction, so the equal learners begin along the first axis."""
    starts = []

    def recorded(program, U, radius, *_):
        starts.append((U, radius))
        return SimpleNamespace(objective=len(starts))

    monkeypatch.setattr(diversity_angular, "_descend", recorded)
    minimise_eq2(
        None, np.zeros(3), 2, 1.0, 0.1, n_restarts=0, tol=1e-9, max_iter=9,
        rng=np.random.RandomState(0),
    )  # fmt: skip
    (equal, radius), (nudged, _) = starts
    np.testing.assert_array_equal(equal, [[1.0, 0.0, 0.0]] * 2)
    assert radius == SMALLEST_RADIUS
    assert 0 < np.linalg.norm(nudged - equal) < 0.1


def test_without_pairs_every_learner_is_the_svm():
    _, _, program, _ = training_set(2)
    svm = minimise_eq3(program, 1, 0.5, 0.0)
    optimum = solve(program, 2, 1.0, 0.0)
    assert optimum.objective == pytest.approx(2 * svm.objective, rel=1e-6)
    # Strictly convex in what the samples see, so that both are the one optimum.
    np.testing.assert_allclose(optimum.W, np.tile(svm.w, (2, 1)), atol=5e-3)


@pytest.mark.slow
def test_no_small_step_on_the_ball_goes_down():
    K, y, program, B = training_set(3)
    optimum = solve(program, 3, 1.0, 0.02)
    rng = np.random.default_rng(0)
    for _ in range(200):
        W = optimum.W + 1e-3 * rng.normal(size=optimum.W.shape)
        W /= np.maximum(np.linalg.norm(W, axis=1, keepdims=True), 1)
        assert angular_objective(W @ B, K, y, 1.0, 0.02) >= optimum.objective - 1e-7


def test_gradient_is_that_of_the_value(monkeypatch):
    _, _, program, _ = training_set(4, m=6)
    checked = []

    def check(value_and_gradient, start, **_):
        rng = np.random.default_rng(len(checked))
        at = start + 0.3 * rng.normal(size=len(start))
        at[-3:] = rng.uniform(0.2, 0.9, size=3)
        slopes = approx_fprime(at, lambda x: value_and_gradient(x)[0], 1e-7)
        np.testing.assert_allclose(value_and_gradient(at)[1], slopes, atol=1e-5)
        checked.append(at)
        raise StopIteration

    monkeypatch.setattr(diversity_angular, "minimize", check)
    for seed in range(3):
        with pytest.raises(StopIteration):
            solve(program, 3, 1.0, 0.3, seed=seed)
    assert len(checked) == 3


@pytest.mark.slow
def test_wanted_problem_is_diverse_where_the_solved_one_is_not():
    _, _, program, _ = training_set(5, m=40)
    small, large = (mean_pairwise_angle(solve(program, 3, 1.0, mu).W) for mu in (1e-4, 1.0))
    assert small < 1 < 100 < large <= 120 + 1e-6


@pytest.mark.slow
def test_restarts_only_help_and_a_seed_repeats():
    _, _, program, _ = training_set(6)
    few, many = (solve(program, 3, 1.0, 0.3, n_restarts=n).objective for n in (0, 2))
    assert many <= few
    again = solve(program, 3, 1.0, 0.3, n_restarts=2).objective
    assert again == many != solve(program, 3, 1.0, 0.3, seed=1, n_restarts=2).objective
