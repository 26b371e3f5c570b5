"""The Newton method inside, and its certificate, at the corners of its domain."""

import numpy as np
import pytest
from scipy.optimize import linprog

from methods.matrix.certified_point import best_multiple
from methods.matrix.dual_newton import minimise_support_matrix
from methods.objectives.matrix import support_matrix_objective


def sample(n=40, shape=(5, 4), seed=0, share=0.4):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) < share * n, 1.0, -1.0)
    means = np.outer(rng.normal(size=shape[0]), rng.normal(size=shape[1]))
    X = 0.3 * y[:, None, None] * means + rng.normal(size=(n, *shape))
    return X.reshape(n, -1), y, shape


@pytest.mark.parametrize("C, tau", [(0.01, 0.0), (0.01, 0.05), (1.0, 1.0), (30.0, 0.3), (1e4, 2.0)])
def test_gap_shuts_in_few_steps(C, tau):
    X, y, shape = sample()
    optimum = minimise_support_matrix(X, y, shape, C, tau, tol=1e-9)
    assert 0 <= optimum.duality_gap <= 1e-9 * optimum.objective
    assert optimum.n_iter <= 100
    again = support_matrix_objective(optimum.coef, optimum.intercept, X, y, C, tau)
    assert optimum.objective == pytest.approx(again, rel=1e-12)


def test_bound_is_a_value_of_the_dual_and_so_below_every_objective():
    X, y, shape = sample()
    C, tau = 1.0, 1.0
    best = minimise_support_matrix(X, y, shape, C, tau, tol=1e-10)
    for max_iter in range(5):
        rough = minimise_support_matrix(X, y, shape, C, tau, tol=1e-10, max_iter=max_iter)
        assert rough.objective - rough.duality_gap <= best.objective * (1 + 1e-12)
        assert rough.objective >= best.objective * (1 - 1e-9)


def test_trace_never_grows_and_ends_at_the_objective():
    X, y, shape = sample()
    optimum = minimise_support_matrix(X, y, shape, 3.0, 1.0)
    assert np.all(np.diff(optimum.trace) <= 0)
    assert optimum.trace[-1] == optimum.objective


def test_the_variables_of_the_optimum_are_a_start_that_needs_no_step():
    X, y, shape = sample()
    solved = minimise_support_matrix(X, y, shape, 3.0, 1.0)
    again = minimise_support_matrix(X, y, shape, 3.0, 1.0, alpha=solved.alpha)
    assert again.n_iter == 0
    assert again.objective == pytest.approx(solved.objective, rel=1e-6)


@pytest.mark.parametrize("factor", [1e-3, 0.5, 2.0, 1e3])
def test_a_start_from_another_C_leads_to_the_same_optimum(factor):
    X, y, shape = sample()
    other = minimise_support_matrix(X, y, shape, 3.0 * factor, 1.0)
    here = minimise_support_matrix(X, y, shape, 3.0, 1.0)
    there = minimise_support_matrix(X, y, shape, 3.0, 1.0, alpha=other.alpha)
    assert there.objective == pytest.approx(here.objective, rel=2e-6)
    assert there.alpha.min() >= 0 and there.alpha.max() <= 3.0
    assert y @ there.alpha == pytest.approx(0, abs=1e-10)


def test_zero_is_returned_where_it_is_as_good_as_any():
    X, y, shape = sample()
    optimum = minimise_support_matrix(X, y, shape, 1.0, 1e3)
    assert not optimum.coef.any()
    assert len(optimum.values) == 0
    assert optimum.objective == 2 * 16


def test_scaling_the_samples_scales_the_machine():
    # With X times s: W / s, tau / s, C / s^2 give the objective / s^2.
    X, y, shape = sample()
    s = 1e3
    one = minimise_support_matrix(X, y, shape, 1.0, 1.0, tol=1e-9)
    other = minimise_support_matrix(s * X, y, shape, 1.0 / s**2, 1.0 / s, tol=1e-9)
    assert s**2 * other.objective == pytest.approx(one.objective, rel=1e-8)
    np.testing.assert_allclose(s * other.coef, one.coef, atol=1e-4)


def test_a_tolerance_below_rounding_ends_at_the_optimum():
    X, y, shape = sample(24, (4, 3))
    # Without its intercept, the slope of a step is the rounding of y'change, and no step is long.
    optimum = minimise_support_matrix(X, y, shape, 0.3, 0.4, tol=1e-17, max_iter=600)
    reference = minimise_support_matrix(X, y, shape, 0.3, 0.4, tol=1e-8)
    assert optimum.objective == pytest.approx(reference.objective, rel=1e-7)
    assert optimum.n_iter <= 100


@pytest.mark.parametrize("tau", [0.0, 1.0, 5.0])
@pytest.mark.parametrize("most", [0.1, 10.0])
def test_best_multiple_is_that_of_a_fine_grid(tau, most):
    sigma = np.array([3.0, 1.0, 0.5, 0.0])
    t = np.linspace(0, most, 100_001)
    dual = 4.0 * t - 0.5 * np.sum(np.maximum(np.outer(t, sigma) - tau, 0) ** 2, axis=1)
    assert best_multiple(sigma, 4.0, tau, most) == pytest.approx(t[np.argmax(dual)], abs=2e-4)
    assert best_multiple(0 * sigma, 4.0, tau, most) == most


@pytest.mark.parametrize("scale", [1e6, 1e9, 1e12, 1e20])
@pytest.mark.parametrize("tau_per_C", [0.0, 1e-12])
def test_features_of_any_size_have_the_least_loss_in_few_steps(scale, tau_per_C):
    # If C is as large as this only the loss matters, and a linear program has its least value.
    X, y, shape = sample(60, (3, 2))
    rows = np.column_stack([y[:, None] * X, y])
    cost = np.concatenate([np.zeros(7), np.ones(60)])
    bounds = [(None, None)] * 7 + [(0, None)] * 60
    program = linprog(cost, -np.hstack([rows, np.eye(60)]), -np.ones(60), bounds=bounds)
    C = 10.0
    optimum = minimise_support_matrix(scale * X, y, shape, C, tau_per_C * C)
    assert optimum.rounded
    assert optimum.objective == pytest.approx(C * program.fun, rel=1e-4)
    assert optimum.objective - optimum.duality_gap <= C * program.fun * (1 + 1e-9)
    assert optimum.n_iter <= 200


def test_separable_features_of_any_size_have_the_hard_margin():
    X, y, shape = sample(10, (5, 4))
    small = minimise_support_matrix(X, y, shape, 1e6, 0.1, tol=1e-9)
    large = minimise_support_matrix(1e10 * X, y, shape, 1e6, 1e-11, tol=1e-9)
    assert large.rounded
    np.testing.assert_allclose(1e10 * large.coef, small.coef, rtol=1e-6)
    assert large.duality_gap <= 1e-6 * large.objective
