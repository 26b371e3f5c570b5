"""CGBoost against Algorithm 3.2 written out, its coefficients, and its restarts."""

import numpy as np
import pytest

from methods.boosting.anyboost import AnyBoost
from methods.boosting.cgboost import CGBoost
from methods.boosting.costs import named_cost
from methods.boosting.decision_stump import SortedRows
from tests.boosting.plain import cgboost, generic_data, parts, tied_data


@pytest.mark.parametrize("data", [generic_data, tied_data])
@pytest.mark.parametrize("seed", range(3))
def test_stages_are_those_of_algorithm_3_2(data, seed):
    X, y = data(seed)
    stumps, path = cgboost(X, y, 12)
    model = CGBoost(n_estimators=12).fit(X, y)
    assert list(map(parts, model.estimators_)) == stumps
    np.testing.assert_allclose(list(model.staged_decision_function(X)), path, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("cost", ["exponential", "bisigmoid"])
def test_restarts_in_all_rounds_make_it_anyboost(cost):
    X, y = generic_data(1, n=100)
    steepest = AnyBoost(cost=cost, n_estimators=50).fit(X, y)
    restarted = CGBoost(cost=cost, n_estimators=50, restart_rounds=50).fit(X, y)
    conjugate = CGBoost(cost=cost, n_estimators=50).fit(X, y)
    assert list(map(parts, restarted.estimators_)) == list(map(parts, steepest.estimators_))
    np.testing.assert_array_equal(restarted.estimator_weights_, steepest.estimator_weights_)
    assert not np.array_equal(conjugate.estimator_weights_, steepest.estimator_weights_)


def test_restarts_are_the_first_rounds():
    X, y = generic_data()
    model = CGBoost(n_estimators=20, restart_rounds=6).fit(X, y)
    np.testing.assert_array_equal(model.betas_[:6], 0)
    assert np.all(model.betas_[6:] > 0)
    np.testing.assert_array_equal(model.steps_[:6], AnyBoost(n_estimators=6).fit(X, y).steps_)


@pytest.mark.parametrize("weights", [None, np.random.default_rng(0).integers(0, 4, size=60)])
def test_betas_are_one_minus_the_inner_product_of_neighbours(weights):
    X, y = generic_data()
    model = CGBoost(n_estimators=20).fit(X, y, weights)
    values = np.array([f.predict(X) for f in model.estimators_])
    inner = np.average(values[1:] * values[:-1], axis=1, weights=weights)
    assert model.betas_[0] == 0
    np.testing.assert_allclose(model.betas_[1:], 1 - inner, atol=1e-12)
    assert np.all(model.betas_ >= 0)


def test_coefficients_are_those_of_eq_3_3():
    X, y = generic_data()
    model = CGBoost(n_estimators=20).fit(X, y)
    expected = [
        sum(model.steps_[t] * np.prod(model.betas_[i + 1 : t + 1]) for t in range(i, 20))
        for i in range(20)
    ]
    np.testing.assert_allclose(model.estimator_weights_, expected, rtol=1e-12)
    assert np.all(model.estimator_weights_ > 0)
    *_, last = model.staged_decision_function(X)
    np.testing.assert_allclose(model.decision_function(X), last, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("cost", ["exponential", "bisigmoid"])
def test_gradient_is_orthogonal_to_the_direction_after_every_step(cost):
    X, y = generic_data(2, n=100)
    model = CGBoost(cost=cost, kappa_minus=1.2, n_estimators=30).fit(X, y)
    c, d, F = named_cost(cost, 1.0, 1.2), np.zeros(100), np.zeros(100)
    n_rounds = model.n_iter_ - (model.stop_reason_ == "no finite minimiser")
    assert n_rounds > 10
    for t in range(n_rounds):
        d = model.estimators_[t].predict(X) + model.betas_[t] * d
        F = F + model.steps_[t] * d
        forces = c.derivative(y * F) * y * d
        assert abs(forces.sum()) < 1e-8 * np.abs(forces).sum()


def test_exponential_cost_falls_below_that_of_anyboost():
    for seed in range(5):
        X, y = generic_data(seed, n=200)
        ours, theirs = (kind().fit(X, y).cost_trace_[-1] for kind in (CGBoost, AnyBoost))
        assert ours < 0.8 * theirs


def test_direction_without_errors_ends_the_rounds():
    # No stump is right on an interval; the third direction holds three of them, and is.
    X, y = np.arange(7.0)[:, None], np.array([-1, -1, 1, 1, 1, -1, -1])
    model = CGBoost().fit(X, y)
    assert model.stop_reason_ == "no finite minimiser"
    assert model.train_error_trace_[-1] == 0 and model.cost_trace_[-1] < 1e-10
    assert AnyBoost().fit(X, y).stop_reason_ == "n_estimators"


@pytest.mark.parametrize("alpha", [0.1, 1.0, 10.0])
def test_line_6_of_algorithm_3_2_does_not_end_the_sigmoid_in_the_second_round(alpha):
    """Its sum is one minus twice the error of the first hypothesis, which comes again."""
    X, y = generic_data()
    rows, cost = SortedRows(X), named_cost("sigmoid", 1, 1)
    first = rows.best_stump(y)
    f = np.where(X[:, first.feature] > first.threshold, first.polarity, -first.polarity)
    D = cost.derivative(alpha * y * f)
    D /= D.sum()
    second = rows.best_stump(D * y)
    assert second[:3] == first[:3]
    beta = 1 - np.mean(f * f)
    line_6 = np.sum(D * y * (f + beta * f))
    assert beta == 0 and line_6 == pytest.approx(1 - 2 * np.mean(f != y)) and line_6 > 0
