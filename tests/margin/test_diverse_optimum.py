"""The most diverse optimum: optimal, diverse where it can be, equal where it must be."""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist
from sklearn.base import clone
from sklearn.preprocessing import minmax_scale

from methods import ExclusivityMachine
from methods.angles import pairwise_angles
from methods.margin import diverse_optimum
from methods.margin.diverse_optimum import most_diverse_optimum
from methods.margin.interior_point import minimise_svm
from methods.objectives import exclusivity_objective, find_loss


def sample(n, d, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.where(X[:, 0] + X[:, 1] + 0.5 * rng.normal(size=n) > 0, 1.0, -1.0)


def optimum_and_spread(X, y, n_components, penalty, loss, sparsity=0.0, seed=0):
    cost = np.full(len(y), penalty / n_components)
    svm = minimise_svm(X, y, cost, find_loss(loss), sparsity / n_components)
    W, b = most_diverse_optimum(svm.coef, svm.intercept, X, y, n_components, loss, seed)
    return svm, W, b


def mean_angle(W):
    return np.degrees(np.arccos(np.clip(1 - pdist(W, "cosine"), -1, 1))).mean()


@pytest.mark.parametrize("sparsity", [0.0, 0.5])
@pytest.mark.parametrize("loss", ["hinge", 1.5, "squared_hinge"])
@pytest.mark.parametrize("n_components", [2, 5])
@pytest.mark.parametrize("shape", [(60, 20), (15, 40)])
def test_it_is_optimal_and_its_mean_is_the_svm(shape, n_components, loss, sparsity):
    X, y = sample(*shape)
    svm, W, b = optimum_and_spread(X, y, n_components, 2.0, loss, sparsity)
    equal = np.tile(svm.coef, (n_components, 1)), np.full(n_components, svm.intercept)
    best = exclusivity_objective(*equal, X, y, 2.0, loss, sparsity)
    assert exclusivity_objective(W, b, X, y, 2.0, loss, sparsity) == pytest.approx(best, rel=1e-7)
    np.testing.assert_allclose(W.mean(axis=0), svm.coef, atol=1e-9)
    assert b.mean() == pytest.approx(svm.intercept, abs=1e-9)


def test_hinge_optima_are_diverse_for_nothing():
    X, y = sample(60, 20)
    _, W, _ = optimum_and_spread(X, y, 5, 0.1, "hinge")
    assert mean_angle(W) > 25


def test_two_components_of_one_sample_a_class_are_as_diverse_as_arithmetic_allows():
    # Both samples are on the margin, so that w.(1, 1) = 1 and b = 0 in every column: with mean
    # (1/2, 1/2) and no negative weight the furthest two columns are the unit vectors.
    X, y = np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([1.0, -1.0])
    svm, W, b = optimum_and_spread(X, y, 2, 20.0, "hinge")
    assert svm.coef == pytest.approx([0.5, 0.5])
    np.testing.assert_allclose(W[np.argsort(W[:, 0])], [[0, 1], [1, 0]], atol=1e-6)
    np.testing.assert_allclose(b, 0, atol=1e-6)


def test_squared_hinge_has_equal_components_where_active_samples_span_the_space():
    X, y = sample(60, 5)
    svm, W, b = optimum_and_spread(X, y, 5, 2.0, "squared_hinge")
    np.testing.assert_array_equal(W, np.tile(svm.coef, (5, 1)))
    np.testing.assert_array_equal(b, np.full(5, svm.intercept))


@pytest.mark.slow
@pytest.mark.parametrize("loss", [1.5, "squared_hinge"])
def test_smooth_losses_spread_too_where_active_samples_are_few(loss):
    X, y = sample(15, 40)
    _, W, _ = optimum_and_spread(X, y, 5, 2.0, loss)
    assert mean_angle(W) > 25


def test_climbing_beats_the_vertex_it_starts_from(monkeypatch):
    X, y = sample(60, 20)
    _, climbed, _ = optimum_and_spread(X, y, 5, 0.1, "hinge")
    monkeypatch.setattr(diverse_optimum, "MAX_CLIMBS", 1)
    _, start, _ = optimum_and_spread(X, y, 5, 0.1, "hinge")
    assert mean_angle(climbed) > mean_angle(start) + 1


def test_a_weight_of_zero_stays_zero_in_every_component():
    X, y = sample(60, 20)
    X[:, 3] = 0
    _, W, _ = optimum_and_spread(X, y, 4, 0.1, "hinge")
    assert not W[:, 3].any() and mean_angle(W) > 20


def test_a_point_that_is_not_optimal_is_not_returned(monkeypatch):
    X, y = sample(60, 20)
    astray = np.random.default_rng(0).normal(size=(3, 21))
    monkeypatch.setattr(diverse_optimum, "_climb", lambda *_: astray - astray.mean(axis=0))
    svm, W, _ = optimum_and_spread(X, y, 3, 0.1, "hinge")
    np.testing.assert_array_equal(W, np.tile(svm.coef, (3, 1)))


def test_no_information_leaves_nothing_to_spread():
    y = np.repeat([1.0, -1.0], 3)
    _, W, b = optimum_and_spread(np.zeros((6, 2)), y, 3, 1.0, "hinge")
    assert not W.any() and np.ptp(b) == 0


def test_the_seed_decides():
    X, y = sample(60, 20)
    first, second = (optimum_and_spread(X, y, 3, 2.0, "hinge", seed=7)[1] for _ in range(2))
    np.testing.assert_array_equal(first, second)
    assert not np.allclose(first, optimum_and_spread(X, y, 3, 2.0, "hinge", seed=8)[1])


def test_ensembles_of_all_spreads_predict_the_same():
    X, y = sample(60, 20)
    equal = ExclusivityMachine(5, penalty=0.1, solver="exact").fit(X, y)
    spread = clone(equal).set_params(spread="largest", random_state=0).fit(X, y)
    np.testing.assert_allclose(spread.decision_function(X), equal.decision_function(X), atol=1e-9)
    assert spread.objective_ == pytest.approx(equal.objective_, rel=1e-7)
    assert mean_angle(spread.components_) > 25


@pytest.mark.slow
@pytest.mark.skipif(not os.environ.get("MARGINBENCH_MIRROR"), reason="needs the sonar data")
@pytest.mark.parametrize(("n_components", "least_angle"), [(5, 48), (10, 57), (30, 61)])
def test_sonar_components_stand_far_apart_at_the_optimum(n_components, least_angle):
    path = next(Path(os.environ["MARGINBENCH_MIRROR"]).rglob("sonar.all-data"))
    table = pd.read_csv(path, header=None)
    X = minmax_scale(table.iloc[:, :60], feature_range=(-1, 1))
    y = np.where(table[60] == "M", 1.0, -1.0)
    rows = np.random.default_rng(0).permutation(len(y))[:150]
    _, W, _ = optimum_and_spread(X[rows], y[rows], n_components, 2.0, "hinge")
    assert mean_angle(W) > least_angle


@pytest.mark.parametrize("seed", range(4))
def test_no_two_components_stand_more_than_90_degrees_apart(seed):
    """Columns share the sign of each coordinate; only noise on zero columns could exceed 90."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((60, 4))
    y = np.where(X[:, 0] + 2 * rng.standard_normal(60) > 0, 1.0, -1.0)
    svm = minimise_svm(X, y, np.full(len(y), 0.02), find_loss(1.0))
    W, _ = most_diverse_optimum(svm.coef, svm.intercept, X, y, 10, "hinge", random_state=0)
    assert np.all(W * np.sign(svm.coef) >= 0)
    known = pairwise_angles(W)
    assert np.all(known[~np.isnan(known)] <= 90 + 1e-9)
