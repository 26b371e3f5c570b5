"""The SVM along its penalty: optima and certificates, from any start and for any bounds."""

import cvxpy as cp
import numpy as np
import pytest

from methods.margin import hinge_path as hinge_path_module
from methods.margin.hinge_path import hinge_path, minimise_hinge
from methods.margin.interior_point import minimise_svm
from methods.objectives import primal_svm_objective
from methods.objectives.losses import HINGE

CS = [2.0**k for k in range(-5, 16, 2)]


def sample(seed, n, d, noise=1.0):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, size=(n, d))
    y = np.where(X @ rng.normal(size=d) + noise * rng.normal(size=n) > 0.3, 1.0, -1.0)
    y[:2] = 1, -1
    return X, y


def assert_certified(optimum, X, y, upper, tol=1e-8, offset=True, rounding=0.0):
    """The gap is what a feasible alpha proves, and is small."""
    alpha, primal = optimum.alpha, optimum.objective
    assert alpha.min() >= 0 and np.all(alpha <= upper)
    if offset:
        assert abs(alpha @ y) <= 1e-12 * alpha.sum()
        X = X - X.mean(axis=0)
    dual = alpha.sum() - np.sum(((alpha * y) @ X) ** 2) / 2
    assert optimum.duality_gap == pytest.approx(primal - dual, abs=1e-9 * primal)
    assert 0 <= optimum.duality_gap <= tol * primal + rounding


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("C", [1e-3, 0.1, 10.0])
@pytest.mark.parametrize(("n", "d"), [(50, 4), (12, 30), (20, 20), (2, 3), (7, 1)])
def test_objective_is_that_of_an_interior_point_solver(n, d, C, offset):
    X, y = sample(n + d, n, d)
    upper = C * np.random.default_rng(0).uniform(0.5, 2, n)
    optimum = minimise_hinge(X, y, upper, offset=offset)
    w, b = cp.Variable(d), cp.Variable() if offset else 0.0
    loss = cp.sum(cp.multiply(upper, cp.pos(1 - cp.multiply(y, X @ w + b))))
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + loss))
    assert optimum.objective == pytest.approx(problem.solve(solver=cp.CLARABEL), rel=1e-6)
    np.testing.assert_allclose(optimum.coef, w.value, atol=1e-3)
    value = primal_svm_objective(optimum.coef, optimum.intercept, X, y, upper, "hinge")
    assert optimum.objective == pytest.approx(value, rel=1e-9)
    assert_certified(optimum, X, y, upper, offset=offset)
    assert offset or optimum.intercept == 0


@pytest.mark.parametrize(("n", "d", "noise"), [(300, 8, 1.0), (100, 40, 1.0), (60, 3, 0.0)])
def test_every_point_of_a_path_is_certified_and_that_of_a_start_at_zero(n, d, noise):
    X, y = sample(1, n, d, noise)
    weights = np.random.default_rng(0).uniform(0.5, 2, n)
    for C, optimum in zip(CS, hinge_path(X, y, weights, CS), strict=True):
        assert_certified(optimum, X, y, C * weights)
        cold = minimise_hinge(X, y, C * weights)
        assert optimum.objective == pytest.approx(cold.objective, rel=2e-8)


@pytest.mark.parametrize("start", ["optimum", "alpha of another", "hyperplane of another"])
def test_start_does_not_matter(start):
    X, y = sample(2, 80, 5)
    upper = np.full(80, 0.5)
    expected = minimise_hinge(X, y, upper, tol=1e-12)
    other = minimise_hinge(X + 0.3, y, upper / 2)
    optimum = minimise_hinge(
        X,
        y,
        upper,
        **{
            "optimum": {"alpha": expected.alpha, "coef": expected.coef},
            "alpha of another": {"alpha": other.alpha},
            "hyperplane of another": {"coef": other.coef, "intercept": other.intercept},
        }[start],
        tol=1e-12,
    )
    np.testing.assert_allclose(optimum.coef, expected.coef, atol=1e-6)
    assert optimum.intercept == pytest.approx(expected.intercept, abs=1e-6)


def test_start_at_the_optimum_takes_no_step():
    X, y = sample(2, 80, 5)
    upper = np.full(80, 0.5)
    optimum = minimise_hinge(X, y, upper)
    again = minimise_hinge(
        X, y, upper, alpha=optimum.alpha, coef=optimum.coef, intercept=optimum.intercept
    )
    assert again.n_iter == 0
    np.testing.assert_array_equal(again.coef, optimum.coef)


def test_path_takes_two_thirds_of_the_steps_of_starts_at_zero_or_fewer():
    X, y = sample(3, 400, 8)
    warm = sum(optimum.n_iter for optimum in hinge_path(X, y, np.ones(400), CS))
    cold = sum(minimise_hinge(X, y, np.full(400, C)).n_iter for C in CS)
    assert 3 * warm <= 2 * cold


def test_where_no_alpha_is_at_its_bound_a_larger_penalty_takes_no_step():
    X, y = sample(4, 30, 40, noise=0.0)
    path = list(hinge_path(X, y, np.ones(30), CS))
    first = next(k for k, C in enumerate(CS) if path[k].alpha.max() < C)
    assert first < len(CS) - 1
    assert {optimum.n_iter for optimum in path[first + 1 :]} == {0}
    # Each margin, a sum of d products and b of size 1 or so, is off by about d epsilon. Where it
    # should be 1 the loss counts this C times, for each of the free samples.
    for C, optimum in zip(CS[first:], path[first:], strict=True):
        n_free = np.count_nonzero(optimum.alpha)
        rounding = C * n_free * X.shape[1] * np.finfo(float).eps
        assert optimum.objective == pytest.approx(path[first].objective, rel=1e-12, abs=rounding)


def test_large_penalty_gives_the_hard_margin():
    X, y = np.array([[0.0, 1.0], [2.0, 1.0], [5.0, -3.0]]), np.array([-1.0, 1.0, 1.0])
    optimum = minimise_hinge(X, y, np.full(3, 1e9))
    np.testing.assert_allclose(optimum.coef, [1, 0], atol=1e-6)
    assert optimum.intercept == pytest.approx(-1, abs=1e-6)
    # a margin that rounding leaves a unit or two below 1 costs a billion times as much
    assert_certified(optimum, X, y, np.full(3, 1e9), rounding=3 * 1e9 * 2 * np.finfo(float).eps)


def test_middle_of_the_optimal_intercepts_is_taken():
    # All alpha are at their bound, and b may be anything between these values.
    X, y = np.array([[-1.0], [1.0]]), np.array([-1.0, 1.0])
    optimum = minimise_hinge(X, y, np.full(2, 0.1))
    assert optimum.coef[0] == pytest.approx(0.2) and optimum.intercept == pytest.approx(0)
    shifted = minimise_hinge(X + 3, y, np.full(2, 0.1))
    assert shifted.intercept == pytest.approx(-0.6)


def test_equal_rows_cost_twice_the_lighter_class():
    y = np.array([1.0, 1.0, 1.0, -1.0])
    optimum = minimise_hinge(np.ones((4, 3)), y, np.full(4, 0.5))
    assert optimum.objective == pytest.approx(1.0) and optimum.intercept == pytest.approx(1.0)
    assert not optimum.coef.any()


def test_rows_twice_are_bounds_twice():
    X, y = sample(5, 60, 4)
    optimum = minimise_hinge(X, y, np.full(60, 2.0), tol=1e-12)
    twice = minimise_hinge(np.tile(X, (2, 1)), np.tile(y, 2), np.full(120, 1.0), tol=1e-12)
    np.testing.assert_allclose(twice.coef, optimum.coef, atol=1e-7)


def test_shift_of_the_features_moves_the_intercept_alone():
    X, y = sample(6, 60, 4)
    optimum = minimise_hinge(X, y, np.ones(60), tol=1e-12)
    shifted = minimise_hinge(X + 1e4, y, np.ones(60), tol=1e-12)
    np.testing.assert_allclose(shifted.coef, optimum.coef, atol=1e-6)


def test_bounds_of_many_scales_are_certified():
    # The w of alpha, a sum of terms as large as the bounds, would leave a gap of 1e-6 here.
    X, y = sample(7, 150, 20)
    upper = 1e5 * 10.0 ** np.random.default_rng(0).uniform(-3, 3, 150)
    optimum = minimise_hinge(X, y, upper)
    assert_certified(optimum, X, y, upper)
    reference = minimise_svm(X, y, upper, HINGE)
    assert optimum.objective == pytest.approx(reference.objective, rel=1e-8)


def test_steps_are_few_where_an_interval_of_intercepts_balances_alpha():
    # With b at an end of the interval each step would stop at once.
    X, y = np.array([[1.0, 0.0], [0.0, 3.0]]), np.array([1.0, -1.0])
    optimum = minimise_hinge(X, y, np.array([10.0, 5e3]))
    assert optimum.n_iter < 30
    assert_certified(optimum, X, y, np.array([10.0, 5e3]))


def test_bounds_beyond_the_reach_of_rounding_raise_no_error():
    X, y = sample(8, 40, 5)
    optimum = minimise_hinge(1e5 * X, y, np.full(40, 1e6))
    assert np.isfinite(optimum.coef).all() and optimum.duality_gap > 1e-8 * optimum.objective


def test_steps_end_at_max_iter_with_a_certificate():
    X, y = sample(9, 200, 8)
    optimum = minimise_hinge(X, y, np.full(200, 8.0), max_iter=5)
    assert optimum.n_iter == 5
    assert_certified(optimum, X, y, np.full(200, 8.0), tol=1.0)
    assert optimum.duality_gap > 1e-8 * optimum.objective


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("n_positive", [1, 150])
def test_a_start_at_what_a_few_samples_give_changes_steps_alone(monkeypatch, offset, n_positive):
    """Also where the few may all be of one sign."""
    X, y = sample(3, 300, 5)
    X += 10  # an intercept that is not small
    y = np.where(np.arange(300) < n_positive, 1.0, y if n_positive > 1 else -1.0)
    upper = np.random.default_rng(0).uniform(0.5, 2, 300)
    cold = minimise_hinge(X, y, upper, offset=offset)
    monkeypatch.setattr(hinge_path_module, "MANY_SAMPLES", 300)
    monkeypatch.setattr(hinge_path_module, "FEW_SAMPLES", 60)
    warm = minimise_hinge(X, y, upper, offset=offset)
    assert warm.objective == pytest.approx(cold.objective, rel=1e-8)
    assert_certified(warm, X, y, upper, offset=offset)


def test_what_a_few_samples_give_is_near_the_optimum(monkeypatch):
    X, y = sample(4, 4000, 5)
    X += 10
    upper = np.ones(4000)
    monkeypatch.setattr(hinge_path_module, "MANY_SAMPLES", 4000)
    monkeypatch.setattr(hinge_path_module, "FEW_SAMPLES", 1000)
    start = minimise_hinge(X, y, upper, max_iter=0)
    assert start.objective == pytest.approx(minimise_hinge(X, y, upper).objective, rel=0.02)
