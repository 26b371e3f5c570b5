"""One proximal step against an interior-point method."""

import cvxpy as cp
import numpy as np
import pytest

from methods.matrix import proximal_step as module
from methods.matrix.proximal_step import proximal_step


def program(n, d, C, seed=0):
    rng = np.random.default_rng(seed)
    y = np.where(rng.uniform(size=n) < 0.4, 1.0, -1.0)
    y[:2] = 1, -1
    G = y[:, None] * rng.normal(size=(n, d))
    start = np.where(y > 0, 1 / np.sum(y > 0), 1 / np.sum(y < 0)) * min(C, 1.0)
    return G @ G.T, rng.normal(size=n) - 1, y, np.full(n, C), start


def objective(a, Q, c, start, delta):
    return 0.5 * a @ Q @ a + c @ a + delta / 2 * np.sum((a - start) ** 2)


@pytest.mark.parametrize("begin_with_pairs", [True, False])
@pytest.mark.parametrize("d", [0, 2, 50])
@pytest.mark.parametrize("C", [0.01, 1.0, 1e6])
@pytest.mark.parametrize("delta", [1e-2, 1.0, 100.0])
def test_step_is_that_of_an_interior_point_method(monkeypatch, begin_with_pairs, d, C, delta):
    if not begin_with_pairs:
        monkeypatch.setattr(module, "PASSES_OF_PAIRS", 0)
    monkeypatch.setattr(module, "INEXACTNESS", 1e-12)
    Q, c, y, upper, start = program(20, d, C)
    a = proximal_step(Q, Q @ start + c, y, upper, start, delta)
    assert a.min() >= 0 and np.all(a <= upper)
    assert y @ a == pytest.approx(y @ start, abs=1e-9 * max(1, a.max()))
    x = cp.Variable(20)
    quadratic = cp.quad_form(x, cp.psd_wrap(Q)) / 2 + delta / 2 * cp.sum_squares(x - start)
    limits = [x >= 0, x <= upper, y @ x == y @ start]
    cp.Problem(cp.Minimize(quadratic + c @ x), limits).solve(
        solver=cp.CLARABEL, tol_gap_abs=1e-11, tol_gap_rel=1e-11, tol_feas=1e-11
    )
    np.testing.assert_allclose(a, x.value, atol=1e-5 * max(1, np.abs(x.value).max()))
    lowest = objective(x.value, Q, c, start, delta)
    assert objective(a, Q, c, start, delta) == pytest.approx(lowest, rel=1e-6, abs=1e-9)


def test_a_rough_step_is_feasible_and_no_worse_than_none(monkeypatch):
    monkeypatch.setattr(module, "MAX_NEWTON_STEPS", 1)
    for seed in range(5):
        Q, c, y, upper, start = program(30, 3, 1.0, seed)
        a = proximal_step(Q, Q @ start + c, y, upper, start, 0.1)
        assert a.min() >= 0 and np.all(a <= upper)
        assert y @ a == pytest.approx(y @ start, abs=1e-12)


def test_balance_holds_where_bounds_are_far_beyond_the_variables():
    # Summing the bounds up, as sorting the points invites to, leaves no digit of the variables.
    Q, c, y, upper, start = program(20, 50, 1e12)
    a = proximal_step(Q, Q @ start + c, y, upper, start, 1e-3)
    assert y @ a == pytest.approx(y @ start, abs=1e-12)
    assert a.max() < 10
