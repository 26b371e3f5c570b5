"""The Newton method for eq. 6 against Clarabel, and what its certificate of a set rests on."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.kernel_functions import kernel_features
from methods.margin.simplex_program import SimplexProgram, towards


def training_set(seed, m=25, d=4, gamma=1.0):
    """An rbf kernel matrix with duplicated rows, or a linear one if gamma is None; signs."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d))
    X[-3:] = X[:3]
    y = np.where(X[:, 0] + rng.normal(size=m) > 0, 1.0, -1.0)
    square = np.sum((X[:, None] - X[None]) ** 2, axis=2)
    return (X @ X.T if gamma is None else np.exp(-gamma * square)) + 1, y


def program_of(K, y, weights=None):
    weights = np.full(len(y), 1 / len(y)) if weights is None else weights / weights.sum()
    G, _ = kernel_features(K)
    return SimplexProgram(y[:, None] * G, K * np.outer(y, y), weights)


def prices_of(program, ridge, total, w, r):
    """alpha of eq. 6 at w: 2 p z_+ with the rho that makes them sum to s, found by bisection."""
    margins = program.G @ w - r
    low, high = margins.min(), margins.max() + total / program.weights.min()
    for _ in range(200):
        rho = (low + high) / 2
        alpha = 2 * program.weights * np.maximum(rho - margins, 0)
        low, high = (rho, high) if alpha.sum() < total else (low, rho)
    return alpha


def eq6(program, alpha, ridge, r):
    quadratic = alpha @ program.Q @ alpha / (2 * ridge) + alpha**2 @ (0.5 / program.weights)
    return 0.5 * quadratic - r @ alpha


@pytest.mark.parametrize("gamma", [1.0, None])
@pytest.mark.parametrize("ridge", [1e-4, 1e-2, 1.0, 100.0])
@pytest.mark.parametrize("total", [0.01, 1.0, 30.0])
def test_eq6_is_minimised_as_clarabel_does(gamma, ridge, total):
    K, y = training_set(0, gamma=gamma)
    rng = np.random.default_rng(1)
    weights, r = rng.uniform(0.2, 2, size=25), rng.normal(size=25) * total
    program = program_of(K, y, weights)
    w = program.minimise(ridge, total, r=r)
    alpha = prices_of(program, ridge, total, w, r)
    np.testing.assert_allclose(alpha @ program.G / (2 * ridge), w, atol=1e-6 * np.abs(w).max())

    a = cp.Variable(25)
    quadratic = cp.sum_squares(program.G.T @ a) / (2 * ridge)
    quadratic += cp.sum_squares(cp.multiply(a, np.sqrt(0.5 / program.weights)))
    problem = cp.Problem(cp.Minimize(quadratic / 2 - r @ a), [a >= 0, cp.sum(a) == total])
    problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-12, tol_gap_rel=1e-10, tol_feas=1e-12)
    value = eq6(program, alpha, ridge, r)
    assert problem.value - 1e-5 * abs(problem.value) < value < problem.value + 1e-8 * abs(value)


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.sampled_from([1e-4, 1e-2, 1.0]), st.booleans())
def test_optimality_conditions_hold_whatever_set_is_tried_first(seed, ridge, linear):
    rng = np.random.default_rng(seed)
    K, y = training_set(seed, m=20, gamma=None if linear else 0.5)
    program, r = program_of(K, y), rng.normal(size=20)
    guess = np.flatnonzero(rng.random(20) < 0.5)
    w = program.minimise(ridge, 1.0, guess if len(guess) else None, r)
    alpha = prices_of(program, ridge, 1.0, w, r)
    gradient = program.Q @ alpha / (2 * ridge) + alpha / (2 * program.weights) - r
    lowest = gradient.min()
    scale = np.abs(r).max() + 1
    assert np.all((alpha < 1e-6) | (gradient < lowest + 1e-5 * scale))


def test_set_of_a_neighbour_costs_one_factorisation():
    K, y = training_set(2)
    program = program_of(K, y)
    first = program.minimise(0.1, 1.0)
    before, active = program.n_factorisations, program.active
    again = program.minimise(0.1001, 1.0, active)
    assert program.n_factorisations == before + 1
    assert 0 < np.abs(again - first).max() < 1e-2 * np.abs(first).max()
    program.minimise(0.1001, 2.0, active)
    assert program.n_factorisations == before + 1  # another s is only another scale


def test_both_systems_give_the_same_step():
    # Features of zeros outnumber the samples, and so turn the system around.
    K, y = training_set(3, gamma=None)
    narrow = program_of(K, y)
    wide = SimplexProgram(np.c_[narrow.G, np.zeros((25, 30))], narrow.Q, narrow.weights)
    k, r = narrow.G.shape[1], np.linspace(-1, 1, 25)
    for ridge in (1e-3, 1.0):
        w, padded = narrow.minimise(ridge, 1.0, r=r), wide.minimise(ridge, 1.0, r=r)
        np.testing.assert_allclose(padded[:k], w, rtol=1e-8, atol=1e-10)
        w, padded = narrow.minimise(ridge, 1.0), wide.minimise(ridge, 1.0)
        slopes = narrow.elasticity(ridge, 1.0, w), wide.elasticity(ridge, 1.0, padded)
        assert slopes[0] == pytest.approx(slopes[1], rel=1e-7)


@pytest.mark.parametrize("gamma", [0.5, None])
@pytest.mark.parametrize("ridge", [1e-3, 0.1, 10.0])
def test_elasticity_is_the_slope_of_the_norm(gamma, ridge):
    program = program_of(*training_set(4, gamma=gamma))
    step = 1e-5
    around = [
        np.linalg.norm(program.minimise(ridge * factor, 1.0)) for factor in (1 - step, 1 + step)
    ]
    expected = (np.log(around[1]) - np.log(around[0])) / (np.log1p(step) - np.log1p(-step))
    slope = program.elasticity(ridge, 1.0, program.minimise(ridge, 1.0))
    assert slope == pytest.approx(expected, rel=1e-5)
    assert -1 <= slope < 0


@pytest.mark.slow
@settings(max_examples=100)
@given(st.integers(0, 10**6), st.sampled_from([1e-4, 1e-2, 1.0]), st.sampled_from([0.3, 10, None]))
def test_slower_method_arrives_at_the_same_optimum_by_feasible_moves(seed, ridge, gamma):
    rng = np.random.default_rng(seed)
    program, r = program_of(*training_set(seed, m=15, gamma=gamma)), rng.normal(size=15)
    expected = program.minimise(ridge, 1.0, r=r)
    before = program.n_factorisations
    w = program._descend(rng.permutation(15)[: rng.integers(1, 16)], ridge, 1.0, r)
    np.testing.assert_allclose(w, expected, atol=1e-6 * (1 + np.abs(expected).max()))
    assert program.n_factorisations - before < 100


def test_move_stops_where_the_first_entry_reaches_zero():
    moved = towards(np.array([3.0, 1.0, 0.0, 2.0]), np.array([-3.0, -3.0, 4.0, 8.0]))
    np.testing.assert_allclose(moved, [1.5, 0.0, 1.0, 3.5])
    assert moved[1] == 0 and moved.sum() == 6  # both ends have this sum, and so has the way


def test_large_margins_take_few_newton_steps(monkeypatch):
    program = program_of(*training_set(5, m=100))
    monkeypatch.setattr(program, "_descend", None)
    for ridge in (1.0, 1e-1, 1e-2, 1e-3):
        before = program.n_factorisations
        program.minimise(ridge, 1.0)
        assert program.n_factorisations - before <= 6


def test_newton_alone_would_not_end_near_a_hard_margin(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 2)) + np.repeat([[3.0], [-3.0]], 10, axis=0)
    program = program_of(X @ X.T, np.repeat([1.0, -1.0], 10))
    slower = []
    descend = program._descend
    monkeypatch.setattr(program, "_descend", lambda *a: slower.append(a) or descend(*a))
    w = program.minimise(1e-5, 1e-5)
    assert slower
    margins = program.G @ w
    alpha = prices_of(program, 1e-5, 1e-5, w, 0.0)
    np.testing.assert_allclose(alpha @ program.G / 2e-5, w, rtol=1e-6)
    assert np.count_nonzero(alpha) == len(program.active) < 4
    assert margins[program.active].max() < np.delete(margins, program.active).min()
