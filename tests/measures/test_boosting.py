"""Curves and measures of a fitted booster."""

from types import SimpleNamespace

import numpy as np
import pytest

from methods.boosting.anyboost import NO_DESCENT, AnyBoost
from methods.boosting.cgboost import CGBoost
from methods.measures import boosting
from tests.boosting.plain import generic_data

CURVES = (boosting.cost_curve, boosting.train_error_curve, boosting.test_error_curve)


def test_curves_are_those_of_boosters_of_fewer_rounds():
    X, y = generic_data()
    X_test, y_test = generic_data(seed=1)
    model = CGBoost(n_estimators=33).fit(X, y)
    rounds, errors = boosting.test_error_curve(model, X, y, X_test, y_test)
    assert rounds.tolist() == [*range(1, 20), 20, 25, 30, 33]
    for t, error in zip(rounds, errors, strict=True):
        smaller = CGBoost(n_estimators=t).fit(X, y)
        assert error == pytest.approx(1 - smaller.score(X_test, y_test))
    coded = CGBoost(n_estimators=33).fit(X, 3 + y)
    _, again = boosting.test_error_curve(coded, X, 3 + y, X_test, 3 + y_test)
    assert again.tolist() == errors.tolist()
    rounds, costs = boosting.cost_curve(model, X, y, X_test, y_test)
    assert costs.tolist() == model.cost_trace_[rounds - 1].tolist()
    _, errors = boosting.train_error_curve(model, X, y, X_test, y_test)
    assert errors.tolist() == model.train_error_trace_[rounds - 1].tolist()


@pytest.mark.parametrize("curve", CURVES)
def test_a_booster_that_stops_keeps_its_vote(curve):
    X, y = generic_data()
    model = AnyBoost(cost="sigmoid", n_estimators=12).fit(X, y)
    rounds, values = curve(model, X, y, X, y)
    assert rounds.tolist() == list(range(1, 13)) and len(set(values)) == 1


def test_the_end_of_the_rounds_is_measured():
    X, y = generic_data()
    for cost, fell in (("sigmoid", 1.0), ("exponential", 0.0)):
        model = AnyBoost(cost=cost, n_estimators=5).fit(X, y)
        assert boosting.fell_for_ever(model, X, y) == fell
        assert np.exp(boosting.log_final_cost(model, X, y)) == pytest.approx(model.cost_trace_[-1])


def test_what_is_no_booster_has_none_of_it():
    for curve in CURVES:
        assert curve(object(), None, None, None, None) is None
    assert boosting.log_final_cost(object(), None, None) is None
    assert boosting.fell_for_ever(object(), None, None) is None


def test_without_a_round_there_is_nothing_to_draw():
    y = np.tile([0, 1], 5)
    model = AnyBoost().fit(np.zeros((10, 1)), y)
    assert boosting.cost_curve(model, None, None, None, None) is None
    assert boosting.log_final_cost(model, None, None) is None


def test_the_final_cost_is_the_last_and_boosting_may_stop_for_another_reason():
    ended = SimpleNamespace(cost_trace_=np.array([1.0, 0.5, 0.75]), stop_reason_=NO_DESCENT)
    assert boosting.log_final_cost(ended, None, None) == pytest.approx(np.log(0.75))
    assert boosting.fell_for_ever(ended, None, None) == 0.0
