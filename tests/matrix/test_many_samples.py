"""The support matrix machine where samples are many: the certificate, the memory and the work."""

import tracemalloc

import cvxpy as cp
import numpy as np
import pytest

from methods.matrix import quadratic_model
from methods.matrix.dual_newton import minimise_support_matrix
from methods.matrix.feature_rows import FeatureRows
from methods.objectives.matrix import support_matrix_objective

SHAPE = (10, 10)


def sample(n, shape=SHAPE, seed=0, distance=0.1):
    rng = np.random.default_rng(seed)
    means = np.outer(rng.normal(size=shape[0]), rng.normal(size=shape[1])).ravel()
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    X = rng.normal(size=(n, means.size))
    X += distance * y[:, None] * means
    return X, y


@pytest.fixture
def only_features(monkeypatch):
    monkeypatch.setattr(quadratic_model, "SAMPLES_OF_A_GRAM_MATRIX", -1)


@pytest.mark.parametrize("share", [0.0, 1.0])
@pytest.mark.parametrize(
    "n, shape, C, tau",
    [(200, (3, 2), 0.05, 0.5), (200, (2, 4), 1.0, 0.0), (150, (4, 3), 10.0, 3.0)],
)
def test_features_give_the_objective_of_an_interior_point_method(
    monkeypatch, only_features, share, n, shape, C, tau
):
    monkeypatch.setattr(quadratic_model, "LARGEST_SHARE", share)
    X, y = sample(n, shape, distance=0.3)
    optimum = minimise_support_matrix(X, y, shape, C, tau, tol=1e-8)
    W, b = cp.Variable(shape), cp.Variable()
    margins = cp.multiply(y, X @ cp.vec(W, order="C") + b)
    loss = 0.5 * cp.sum_squares(W) + tau * cp.normNuc(W) + C * cp.sum(cp.pos(1 - margins))
    reference = cp.Problem(cp.Minimize(loss)).solve(solver=cp.CLARABEL)
    assert optimum.objective == pytest.approx(reference, rel=1e-6)
    assert optimum.duality_gap <= 1e-8 * optimum.objective


@pytest.mark.slow
@pytest.mark.parametrize("C, tau", [(0.1, 10.0), (1.0, 30.0), (0.01, 0.0)])
def test_the_gap_of_many_samples_is_certified(C, tau):
    X, y = sample(5000)
    optimum = minimise_support_matrix(X, y, SHAPE, C, tau, tol=1e-8)
    assert 0 <= optimum.duality_gap <= 1e-8 * optimum.objective
    again = support_matrix_objective(optimum.coef, optimum.intercept, X, y, C, tau)
    assert optimum.objective == pytest.approx(again, rel=1e-12)
    alpha = optimum.alpha
    assert alpha.min() >= 0 and alpha.max() <= C and abs(y @ alpha) <= 1e-10 * alpha.sum()
    sigma = np.linalg.svd(((alpha * y) @ X).reshape(SHAPE), compute_uv=False)
    bound = alpha.sum() - 0.5 * np.sum(np.maximum(sigma - tau, 0) ** 2)
    assert bound >= optimum.objective * (1 - 2e-8)


@pytest.mark.slow
def test_order_and_turns_of_many_samples_change_nothing():
    X, y = sample(3000)
    one = minimise_support_matrix(X, y, SHAPE, 0.1, 10.0, tol=1e-10)
    order = np.random.default_rng(1).permutation(3000)
    turned = X.reshape(-1, *SHAPE).transpose(0, 2, 1).reshape(3000, -1)[order]
    other = minimise_support_matrix(turned, y[order], SHAPE, 0.1, 10.0, tol=1e-10)
    assert other.objective == pytest.approx(one.objective, rel=1e-9)
    np.testing.assert_allclose(other.coef.T, one.coef, atol=1e-4 * np.abs(one.coef).max())


@pytest.mark.slow
def test_memory_is_at_most_half_of_the_data():
    X, y = sample(20_000)
    tracemalloc.start()
    minimise_support_matrix(X, y, SHAPE, 0.1, 10.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= 0.5 * X.nbytes


@pytest.mark.slow
def test_work_grows_with_the_samples_and_not_faster(monkeypatch):
    """Numbers of G that go into products. Their growth includes that of the Newton steps.

    From 5,000 to 20,000 samples the steps need more and more products (90 and 161 passes over X),
    while products are a small part of the seconds. From there on the passes hardly grow.
    """
    numbers = 0
    scores = FeatureRows.scores

    def counted(self, v):
        nonlocal numbers
        numbers += self.X.size if self.held is None else self.held.size
        return scores(self, v)

    monkeypatch.setattr(FeatureRows, "scores", counted)
    sizes, work = (20_000, 80_000, 320_000), []
    for n in sizes:
        X, y = sample(n)
        numbers = 0
        minimise_support_matrix(X, y, SHAPE, 0.1, 10.0)
        work.append(numbers)
    exponent = np.polyfit(np.log(sizes), np.log(work), 1)[0]
    print(f"numbers {work}, exponent {exponent:.2f}")
    assert exponent <= 1.15
