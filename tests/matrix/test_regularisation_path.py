"""Paths against fits from zero, and the smallest tau without coefficients against its dual."""

import cvxpy as cp
import numpy as np
import pytest

from methods.matrix.dual_newton import minimise_support_matrix
from methods.matrix.regularisation_path import (
    descent_from_zero,
    smallest_tau_without_coefficients,
    support_matrix_path,
)


def sample(n=30, shape=(4, 5), seed=0, n_positive=10):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) < n_positive, 1.0, -1.0)
    means = np.outer(rng.normal(size=shape[0]), rng.normal(size=shape[1]))
    X = 0.3 * y[:, None, None] * means + rng.normal(size=(n, *shape))
    return X.reshape(n, -1), y, shape


def least_spectral_norm(X, y, shape):
    """The same number by its dual: min ||sum a_i y_i X_i||_2 over balanced a, the smaller at 1."""
    a = cp.Variable(len(y))
    small = (y > 0) == (2 * np.sum(y > 0) <= len(y))
    M = cp.reshape((X * y[:, None]).T @ a, shape, order="C")
    limits = [a >= 0, a <= 1, a[np.flatnonzero(small)] == 1, y @ a == 0]
    problem = cp.Problem(cp.Minimize(cp.sigma_max(M)), limits)
    return problem.solve(solver=cp.CLARABEL)


@pytest.mark.parametrize("n_positive", [3, 10, 15, 22, 28])
@pytest.mark.parametrize("shape", [(4, 5), (5, 2), (6, 1)])
def test_smallest_tau_without_coefficients_is_that_of_the_dual(n_positive, shape):
    X, y, shape = sample(shape=shape, n_positive=n_positive)
    expected = least_spectral_norm(X, y, shape)
    tau_max = smallest_tau_without_coefficients(X, y, shape)
    assert tau_max == pytest.approx(expected, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("n_positive", [10, 15])
@pytest.mark.parametrize("C", [0.01, 1.0])
def test_coefficients_vanish_there_and_not_before(n_positive, C):
    X, y, shape = sample(n_positive=n_positive)
    tau_max = C * smallest_tau_without_coefficients(X, y, shape)
    below = minimise_support_matrix(X, y, shape, C, 0.99 * tau_max, tol=1e-9)
    above = minimise_support_matrix(X, y, shape, C, 1.000001 * tau_max, tol=1e-9)
    assert len(below.values) > 0
    assert len(above.values) == 0


def test_samples_whose_means_can_agree_need_no_tau_at_all():
    X = np.array([[0.0], [-1.0], [1.0], [-2.0], [2.0]])
    y = np.array([1.0, -1, -1, -1, -1])
    assert smallest_tau_without_coefficients(X, y, (1, 1)) == 0


@pytest.mark.parametrize("n_positive", [5, 15, 22])
def test_descent_from_zero_is_the_slope_of_the_loss(n_positive):
    _, y, _ = sample(n_positive=n_positive)
    scores = np.random.default_rng(1).normal(size=30)

    def loss(t):
        kinks = y - t * scores
        return min(np.maximum(1 - y * (t * scores + b), 0).sum() for b in kinks)

    slope = (loss(1e-6) - loss(0)) / 1e-6
    assert descent_from_zero(scores, y) == pytest.approx(-slope, rel=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("by_row", [True, False])
def test_every_point_of_the_path_is_the_fit_from_zero(by_row):
    X, y, shape = sample()
    Cs = np.array([0.01, 0.1, 1.0, 10.0, 1e3])
    taus = np.array([2.0, 0.5, 0.1, 0.0])
    grid = np.outer(Cs, taus) if by_row else taus
    points = list(support_matrix_path(X, y, shape, Cs, grid))
    seen = [(point.C, point.tau) for point in points]
    grid = np.broadcast_to(grid, (5, 4))
    assert seen == [(C, grid[i, j]) for j in range(4) for i, C in enumerate(Cs)]
    for point in points:
        alone = minimise_support_matrix(X, y, shape, point.C, point.tau)
        assert point.optimum.objective == pytest.approx(alone.objective, rel=2e-6)
        assert point.optimum.duality_gap <= 1e-6 * point.optimum.objective
        assert point.optimum.alpha.max() <= point.C
        assert abs(y @ point.optimum.alpha) <= 1e-9 * point.optimum.alpha.sum()


def test_path_takes_a_fraction_of_the_steps_from_zero():
    X, y, shape = sample(n=12, shape=(6, 7), n_positive=5)
    Cs, taus = 10.0 ** np.arange(-3, 4), np.array([1.0, 0.3, 0.1, 0.03])
    along = list(support_matrix_path(X, y, shape, Cs, taus))
    alone = [minimise_support_matrix(X, y, shape, point.C, point.tau) for point in along]
    assert 2 * sum(p.optimum.n_iter for p in along) < sum(o.n_iter for o in alone)
    # The classes can be parted: from some C on nothing changes, and no step is taken.
    assert along[-1].optimum.n_iter == 0


def test_variables_at_their_bound_follow_it():
    # C is so small that all of them are there, and tau / C stays.
    X, y, shape = sample(n_positive=15)
    Cs = np.array([1e-4, 2e-4, 5e-4])
    first, *others = support_matrix_path(X, y, shape, Cs, 0.1 * Cs[:, None])
    assert np.all(first.optimum.alpha == 1e-4)
    assert [point.optimum.n_iter for point in others] == [0, 0]
