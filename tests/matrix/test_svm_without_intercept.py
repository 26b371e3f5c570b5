"""The SVM without an offset: its optimum and certificate, from any start and for any penalty."""

import cvxpy as cp
import numpy as np
import pytest

from methods.matrix import svm_without_intercept
from methods.matrix.svm_without_intercept import minimise_svm_without_intercept


def signed_rows(seed, n, d, noise=1.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return np.where(X @ rng.normal(size=d) + noise * rng.normal(size=n) > 0, 1, -1)[:, None] * X


@pytest.mark.parametrize("C", [1e-3, 0.1, 1.0, 10.0])
@pytest.mark.parametrize(("n", "d"), [(50, 4), (12, 30), (20, 20), (1, 3), (7, 1)])
def test_objective_is_that_of_an_interior_point_solver(n, d, C):
    G = signed_rows(n + d, n, d)
    point = minimise_svm_without_intercept(G, C, np.zeros(n), 1e-9)
    w = cp.Variable(d)
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + C * cp.sum(cp.pos(1 - G @ w))))
    assert point.objective == pytest.approx(problem.solve(solver=cp.CLARABEL), rel=1e-6)
    np.testing.assert_allclose(point.coef, w.value, atol=1e-3)


@pytest.mark.parametrize("C", [1e-3, 1.0, 1e3, 1e6])
@pytest.mark.parametrize(("n", "d"), [(200, 10), (50, 120)])
def test_gap_is_certified_by_a_feasible_dual_point(n, d, C):
    G = signed_rows(1, n, d)
    point = minimise_svm_without_intercept(G, C, np.zeros(n), 1e-6)
    primal = point.coef @ point.coef / 2 + C * np.maximum(1 - G @ point.coef, 0).sum()
    dual = point.alpha.sum() - np.sum((point.alpha @ G) ** 2) / 2
    assert point.alpha.min() >= 0 and point.alpha.max() <= C
    assert point.objective == pytest.approx(primal, rel=1e-9)
    assert point.duality_gap == pytest.approx(primal - dual, abs=1e-9 * primal)
    assert point.duality_gap <= 1e-6 * primal


@pytest.mark.parametrize("start", ["zero", "bound", "random"])
def test_start_does_not_matter(start):
    G = signed_rows(2, 80, 10)
    starts = {
        "zero": np.zeros(80),
        "bound": np.full(80, 0.5),
        "random": np.random.default_rng(0).uniform(0, 0.5, 80),
    }
    point = minimise_svm_without_intercept(G, 0.5, starts[start], 1e-10)
    np.testing.assert_allclose(
        point.coef, minimise_svm_without_intercept(G, 0.5, np.zeros(80), 1e-10).coef, atol=1e-5
    )


def test_large_penalty_gives_the_hard_margin():
    G = np.array([[1.0, 0.0], [2.0, 1.0], [5.0, -3.0]])
    point = minimise_svm_without_intercept(G, 1e9, np.zeros(3), 1e-9)
    np.testing.assert_allclose(point.coef, [1, 0], atol=1e-6)


def test_rows_of_zeros_cost_their_penalty():
    point = minimise_svm_without_intercept(np.zeros((4, 3)), 0.5, np.zeros(4), 1e-9)
    assert point.objective == 2.0 and point.duality_gap == 0.0


def test_optimum_of_a_similar_problem_saves_newton_steps(monkeypatch):
    count = []
    newton_step = svm_without_intercept._newton_step
    monkeypatch.setattr(
        svm_without_intercept, "_newton_step", lambda *args: count.append(1) or newton_step(*args)
    )
    G = signed_rows(3, 300, 20)
    cold = minimise_svm_without_intercept(G, 1.0, np.zeros(300), 1e-6)
    after_cold = len(count)
    moved = G + 1e-3 * np.random.default_rng(0).normal(size=G.shape)
    minimise_svm_without_intercept(moved, 1.0, cold.alpha, 1e-6)
    assert len(count) - after_cold < after_cold / 2
