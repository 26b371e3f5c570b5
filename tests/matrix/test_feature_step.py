"""The proximal step in the space of features, against an interior-point method."""

import clarabel
import numpy as np
import pytest
from scipy import sparse

from methods.matrix import feature_step as module
from methods.matrix._kernels import balancing_shift
from methods.matrix.derivative_root import DerivativeRoot
from methods.matrix.feature_rows import FeatureRows
from methods.matrix.feature_step import feature_step
from methods.matrix.newton_system import NewtonSystem
from methods.matrix.quadratic_model import gram_matrix


def program(n, shape, C, held, seed=0):
    """A step on some of the samples at a random point."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, shape[0] * shape[1]))
    chosen = np.flatnonzero(rng.uniform(size=n) < 0.8)
    y = np.where(rng.uniform(size=len(chosen)) < 0.4, 1.0, -1.0)
    y[:2] = 1, -1
    U, sigma, Vt = np.linalg.svd(rng.normal(size=shape), full_matrices=False)
    rank = (len(sigma) + 1) // 2
    tau = float(sigma[rank - 1] + np.append(sigma, 0)[rank]) / 2
    root = DerivativeRoot(U, sigma, Vt, tau, rank)
    rows = FeatureRows(X, chosen, y, root)
    if held:
        rows.hold()
    start = np.where(y > 0, 1 / np.sum(y > 0), 1 / np.sum(y < 0)) * min(C, 1.0)
    Q = gram_matrix(X[chosen], y, root)
    return rows, Q, rng.normal(size=len(chosen)) - 1, np.full(len(chosen), C), start


def interior_point(matrix, gradient, signs, least, most):
    """The move d within its bounds, with signs'd = 0, that minimises 1/2 d'(matrix)d + g'd."""
    identity = np.eye(len(signs))
    # The solver fails on bounds that are far too large to matter.
    near = most <= 1
    sides = np.vstack([signs, -identity, identity[near]])
    limits = np.concatenate([[0.0], -least, most[near]])
    cones = [clarabel.ZeroConeT(1), clarabel.NonnegativeConeT(len(limits) - 1)]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    P, A = sparse.csc_matrix(np.triu(matrix)), sparse.csc_matrix(sides)
    solution = clarabel.DefaultSolver(P, gradient, A, limits, cones, settings).solve()
    return np.array(solution.x)


@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("n, shape", [(30, (2, 2)), (30, (5, 4)), (12, (6, 3)), (40, (7, 1))])
@pytest.mark.parametrize("C", [0.01, 1.0, 1e6])
@pytest.mark.parametrize("delta", [1e-2, 1.0, 100.0])
def test_step_is_that_of_an_interior_point_method(monkeypatch, held, n, shape, C, delta):
    monkeypatch.setattr(module, "INEXACTNESS", 1e-12)
    rows, Q, gradient, upper, start = program(n, shape, C, held)
    a = feature_step(rows, gradient, upper, start, delta)
    y = rows.signs
    assert a.min() >= 0 and np.all(a <= upper)
    assert y @ a == pytest.approx(y @ start, abs=1e-9 * max(1, a.max()))
    d = interior_point(Q + delta * np.eye(len(y)), gradient, y, -start, upper - start)
    np.testing.assert_allclose(a, start + d, atol=1e-5 * max(1, np.abs(d).max()))


def test_a_rough_step_is_feasible(monkeypatch):
    monkeypatch.setattr(module, "MAX_NEWTON_STEPS", 2)
    for seed in range(5):
        rows, _, gradient, upper, start = program(30, (4, 3), 1.0, True, seed)
        a = feature_step(rows, gradient, upper, start, 0.1)
        assert a.min() >= 0 and np.all(a <= upper)
        assert rows.signs @ a == pytest.approx(rows.signs @ start, abs=1e-12)


def test_a_newton_system_is_the_same_after_others_as_alone():
    rows, *_ = program(60, (3, 2), 1.0, True)
    rng = np.random.default_rng(1)
    off, one = rng.normal(size=rows.root.n_coordinates), NewtonSystem(rows)
    for size in (20, 18, 2, 3, 30, 4, 0, 5, 1, 25):
        free = np.sort(rng.choice(len(rows.signs), size, replace=False))
        H = rows.held[free] * rows.signs[free, None]
        H = H - H.mean(axis=0) if size else H
        expected = -0.1 * np.linalg.solve(0.1 * np.eye(len(off)) + H.T @ H, off)
        np.testing.assert_allclose(one.solve(free, off, 0.1), expected, atol=1e-10)


@pytest.mark.parametrize("size", [1.0, 1e12])
@pytest.mark.parametrize("guess", [0.0, -1e6, 1e300])
def test_balancing_shift_balances_from_any_guess(size, guess):
    rng = np.random.default_rng(0)
    y = np.where(rng.uniform(size=50) < 0.3, 1.0, -1.0)
    target, least, most = rng.normal(size=50), -rng.uniform(size=50), size * rng.uniform(size=50)
    shift = balancing_shift(target, y, least, most, guess)
    d = np.clip(target - shift * y, least, most)
    assert y @ d == pytest.approx(0, abs=1e-12 * np.abs(d).sum())


def test_balancing_shift_crosses_a_stretch_without_free_samples():
    y, least = np.array([1.0, -1.0, 1.0]), np.zeros(3)
    target, most = np.array([0.5, 1e9, -1e9]), np.array([1.0, 1.0, 1.0])
    shift = balancing_shift(target, y, least, most, 1e6)
    assert y @ np.clip(target - shift * y, least, most) == pytest.approx(0, abs=1e-12)
