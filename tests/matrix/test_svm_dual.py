"""The box-constrained program against an interior-point method, and the intercept."""

import cvxpy as cp
import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.svm import SVC

from methods.matrix import svm_dual
from methods.matrix.svm_dual import best_intercept, minimise_in_box


def program(n=20, d=40, seed=0, C=1.0):
    rng = np.random.default_rng(seed)
    y = np.where(rng.uniform(size=n) < 0.4, 1.0, -1.0)
    y[:2] = 1, -1
    G = y[:, None] * rng.normal(size=(n, d))
    return G @ G.T, rng.normal(size=n) - 1, y, np.full(n, C)


def interior_point(Q, c, y, upper, total):
    a = cp.Variable(len(c))
    loss = 0.5 * cp.quad_form(a, cp.psd_wrap(Q)) + c @ a
    problem = cp.Problem(cp.Minimize(loss), [a >= 0, a <= upper, y @ a == total])
    problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-11, tol_gap_rel=1e-11, tol_feas=1e-11)
    return problem.value


# Fewer features than samples leave Q singular, a small C all at the bound, a large one few.
@pytest.mark.parametrize("d", [2, 40])
@pytest.mark.parametrize("C", [1e-3, 0.1, 10.0])
@pytest.mark.parametrize("balanced", [True, False])
def test_minimum_is_that_of_an_interior_point_method(d, C, balanced):
    Q, c, y, upper = program(d=d, C=C)
    start = np.zeros(len(c))
    if not balanced:
        start[y > 0] = C / 2
    a = minimise_in_box(Q, c, y, upper, start, 1e-9)
    assert a.min() >= 0 and np.all(a <= upper)
    assert y @ a == pytest.approx(y @ start, abs=1e-12)
    optimum = interior_point(Q, c, y, upper, y @ start)
    assert 0.5 * a @ Q @ a + c @ a == pytest.approx(optimum, rel=1e-6, abs=1e-9)


def test_conditions_of_optimality_are_met_to_the_tolerance():
    Q, c, y, upper = program(n=60, d=10)
    for tol in (1e-2, 1e-5, 1e-9):
        a = minimise_in_box(Q, c, y, upper, np.zeros(60), tol)
        levels = -y * (Q @ a + c)
        may_grow, may_shrink = a < upper, a > 0
        up = levels[np.where(y > 0, may_grow, may_shrink)].max()
        low = levels[np.where(y > 0, may_shrink, may_grow)].min()
        assert up - low <= tol + 1e-12


def test_a_solution_is_kept_as_a_start():
    Q, c, y, upper = program()
    solved = minimise_in_box(Q, c, y, upper, np.zeros(20), 1e-8)
    np.testing.assert_array_equal(minimise_in_box(Q, c, y, upper, solved, 1e-7), solved)


@pytest.mark.slow
def test_proximal_steps_find_the_same_as_pairs(monkeypatch):
    Q, c, y, upper = program(n=50, d=30)
    pairs = minimise_in_box(Q, c, y, upper, np.zeros(50), 1e-9)
    monkeypatch.setattr(svm_dual, "PASSES_OF_PAIRS", 0)
    steps = minimise_in_box(Q, c, y, upper, np.zeros(50), 1e-9)
    np.testing.assert_allclose(steps, pairs, atol=1e-7)


def test_samples_that_are_the_same_do_no_harm():
    Q, y = np.ones((6, 6)) * np.outer([1, 1, -1, -1, 1, -1], [1, 1, -1, -1, 1, -1]), [1, 1, -1]
    y = np.array([1.0, 1, -1, -1, 1, -1])
    a = minimise_in_box(Q, -np.ones(6), y, np.ones(6), np.zeros(6), 1e-8)
    np.testing.assert_allclose(a, 1)


@pytest.mark.parametrize(
    "size, largest", [(0.0, 1.0), (0.0, 1e13), (0.0, 1e300), (1e-320, 1e300), (1e-110, 1e100)]
)
def test_a_program_almost_without_curvature_is_a_linear_one_for_any_bounds(size, largest):
    y = np.array([1.0, 1, 1, -1, -1])
    c, shares = np.array([-1.0, -2, 0.5, -1, -0.25]), np.array([1.0, 0.5, 1, 0.25, 1])
    a = minimise_in_box(size * np.outer(y, y), c, y, largest * shares, np.zeros(5), 1e-8)
    program = linprog(c, A_eq=y[None], b_eq=[0], bounds=np.c_[np.zeros(5), shares])
    np.testing.assert_allclose(a / largest, program.x, atol=1e-9)


# The intercept.


# Tenths add up to nothing but for rounding.
@pytest.mark.parametrize("unit", [None, 1.0, 0.1])
@pytest.mark.parametrize("seed", range(5))
def test_best_intercept_is_the_middle_of_the_best_ones(seed, unit):
    rng = np.random.default_rng(seed)
    n = 15
    y = np.where(rng.uniform(size=n) < 0.5, 1.0, -1.0)
    y[:2] = 1, -1
    scores = rng.normal(size=n)
    weights = rng.uniform(size=n) if unit is None else unit * rng.integers(1, 4, size=n)
    b = best_intercept(scores, y, weights)

    def loss(b):
        return weights @ np.maximum(1 - y * (scores + b), 0)

    kinks = y - scores
    best = kinks[[loss(kink) <= min(map(loss, kinks)) + 1e-12 for kink in kinks]]
    assert b == pytest.approx((best.min() + best.max()) / 2)
    assert loss(b) == pytest.approx(min(map(loss, kinks)))


def test_best_intercept_without_scores_is_the_larger_class():
    assert best_intercept(np.zeros(3), np.array([1.0, 1, -1]), np.ones(3)) == 1
    assert best_intercept(np.zeros(3), np.array([-1.0, 1, -1]), np.ones(3)) == -1
    assert best_intercept(np.zeros(4), np.array([-1.0, 1, -1, 1]), np.ones(4)) == 0
    assert best_intercept(np.zeros(3), np.array([-1.0, 1, -1]), np.array([0.1, 0.3, 0.2])) == 0


def test_best_intercept_is_the_svms_where_a_sample_is_free():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), np.where(rng.uniform(size=40) < 0.5, 1, -1)
    svm = SVC(kernel="linear", C=0.1, tol=1e-10).fit(X, y)
    scores = X @ svm.coef_[0]
    assert best_intercept(scores, y, np.ones(40)) == pytest.approx(svm.intercept_[0], abs=1e-5)
