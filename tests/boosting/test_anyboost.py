"""AnyBoost with other costs: what the sigmoid does, how the bisigmoid avoids it, and users' own."""

from types import SimpleNamespace

import numpy as np
import pytest

from methods.boosting.anyboost import AnyBoost
from methods.boosting.cgboost import CGBoost
from methods.boosting.costs import BisigmoidCost, ExponentialCost, named_cost
from methods.boosting.decision_stump import SortedRows
from tests.boosting.plain import AnyClassifier, best_stump, generic_data, parts

LOGISTIC = SimpleNamespace(
    value=lambda m: np.logaddexp(0, -m), derivative=lambda m: -1 / (1 + np.exp(m))
)


@pytest.mark.parametrize("booster", [AnyBoost, CGBoost])
def test_sigmoid_ends_in_the_first_round_as_its_cost_has_no_minimum(booster):
    X, y = generic_data()
    model = booster(cost="sigmoid").fit(X, y)
    assert model.n_iter_ == 1 and model.stop_reason_ == "no finite minimiser"
    stump, _ = best_stump(X, y)
    assert parts(model.estimators_[0]) == stump


@pytest.mark.parametrize("alpha", [0.1, 1.0, 10.0, 100.0])
def test_sigmoid_would_ask_for_its_first_hypothesis_for_ever_wherever_a_search_stopped(alpha):
    X, y = generic_data()
    rows, cost = SortedRows(X), named_cost("sigmoid", 1, 1)
    first = rows.best_stump(y)
    f = np.where(X[:, first.feature] > first.threshold, first.polarity, -first.polarity)
    D = -cost.derivative(alpha * y * f)
    np.testing.assert_allclose(D / D.sum(), 1 / len(y), rtol=1e-9)
    second = rows.best_stump(D * y)
    assert second[:3] == first[:3]
    assert second.error == pytest.approx(first.error)  # below one half: still a descent


def test_bisigmoid_leaves_its_first_hypothesis_no_edge_and_asks_for_another():
    X, y = generic_data()
    model = AnyBoost(cost="bisigmoid", n_estimators=50).fit(X, y)
    first = model.estimators_[0]
    F = next(model.staged_decision_function(X))
    D = -BisigmoidCost(1.0, 1.05).derivative(y * F)
    assert D[first.predict(X) != y].sum() == pytest.approx(D.sum() / 2, rel=1e-8)
    assert parts(model.estimators_[1]) != parts(first)
    assert model.n_iter_ > 10


@pytest.mark.parametrize("booster", [AnyBoost, CGBoost])
@pytest.mark.parametrize("cost", ["exponential", "bisigmoid", LOGISTIC])
def test_cost_trace_is_that_of_the_stages_and_never_rises(booster, cost):
    X, y = generic_data()
    weights = np.random.default_rng(0).uniform(size=len(y))
    model = booster(cost=cost, n_estimators=40, kappa_minus=1.3).fit(X, y, weights)
    c = cost if cost is LOGISTIC else named_cost(cost, 1.0, 1.3)
    stages = [c.value(y * F) @ weights / weights.sum() for F in model.staged_decision_function(X)]
    np.testing.assert_allclose(model.cost_trace_, stages, rtol=1e-9, atol=1e-12)
    assert np.all(np.diff(model.cost_trace_) <= 1e-12)


def test_cost_object_gives_the_same_as_its_name():
    X, y = generic_data()
    named = AnyBoost(cost="bisigmoid", kappa_plus=0.9, kappa_minus=1.2, n_estimators=30)
    given = AnyBoost(cost=BisigmoidCost(0.9, 1.2), n_estimators=30)
    np.testing.assert_array_equal(
        named.fit(X, y).decision_function(X), given.fit(X, y).decision_function(X)
    )
    exponential = ExponentialCost()
    own = SimpleNamespace(value=exponential.value, derivative=exponential.derivative)
    searched = AnyBoost(cost=own, n_estimators=30).fit(X, y)
    closed = AnyBoost(n_estimators=30).fit(X, y)
    assert list(map(parts, searched.estimators_)) == list(map(parts, closed.estimators_))
    np.testing.assert_allclose(searched.steps_, closed.steps_, rtol=1e-8)


@pytest.mark.slow
def test_cost_that_rises_asks_for_the_other_class():
    squares = SimpleNamespace(value=lambda m: (1 - m) ** 2, derivative=lambda m: 2 * (m - 1))
    X, y = generic_data()
    model = AnyBoost(cost=squares, n_estimators=60).fit(X, y)
    F, turned = np.zeros(len(y)), 0
    for f, alpha in zip(model.estimators_, model.steps_, strict=True):
        residuals = y - F
        turned += np.count_nonzero(y * F > 1)
        assert parts(f) == best_stump(X, residuals)[0]
        assert alpha == pytest.approx(np.mean(residuals * f.predict(X)), rel=1e-9)
        F = F + alpha * f.predict(X)
    assert turned > 0


def test_flat_cost_ends_without_descent():
    flat = SimpleNamespace(value=np.ones_like, derivative=np.zeros_like)
    for base in (None, AnyClassifier()):
        model = AnyBoost(base, cost=flat).fit(*generic_data())
        assert model.n_iter_ == 0 and model.stop_reason_ == "no descent"


def test_derivative_that_is_no_number_is_refused():
    broken = SimpleNamespace(value=np.ones_like, derivative=lambda m: np.full_like(m, np.nan))
    with pytest.raises(ValueError, match="derivative of the cost must be finite"):
        AnyBoost(cost=broken).fit(*generic_data())


def test_three_classes_are_refused():
    with pytest.raises(ValueError, match="must have 2 classes"):
        AnyBoost().fit(np.arange(6.0)[:, None], [0, 1, 2, 0, 1, 2])
