"""Curves and measures of a fitted vote over a coding matrix."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.multiclass import OneVsOneClassifier

from methods.boosting.decision_stump import DecisionStump
from methods.measures.papers import multiclass
from methods.multiclass.adaboost_ecc import AdaBoostECC

X, Y = load_iris(return_X_y=True)
TRAIN = np.arange(len(Y)) % 3 > 0


@pytest.fixture(scope="module")
def vote():
    return AdaBoostECC(n_estimators=22, columns="rand_half", random_state=0).fit(X[TRAIN], Y[TRAIN])


def parts():
    return X[TRAIN], Y[TRAIN], X[~TRAIN], Y[~TRAIN]


def test_test_error_ends_at_that_of_the_vote(vote):
    rounds, errors = multiclass.test_error_curve(vote, *parts())
    assert rounds.tolist() == [*range(1, 20), 20, 22]
    assert errors[-1] == pytest.approx(1 - vote.score(X[~TRAIN], Y[~TRAIN]))


def test_cost_is_a_share_of_what_it_is_without_a_vote(vote):
    _, costs = multiclass.cost_curve(vote, *parts())
    assert np.all(costs < 1)
    assert costs[-1] == pytest.approx(vote.cost_trace_[-1] / (2 * TRAIN.sum()))
    last = multiclass.log_final_cost(vote, X[TRAIN], Y[TRAIN])
    assert last == pytest.approx(np.log(costs[-1]))


def test_training_error_and_mean_coefficient_are_the_votes_own(vote):
    _, errors = multiclass.train_error_curve(vote, *parts())
    assert errors[-1] == vote.train_error_trace_[-1]
    assert multiclass.mean_coefficient(vote, X, Y) == pytest.approx(vote.estimator_weights_.mean())


def test_the_vote_that_a_search_selected_is_measured(vote):
    search = SimpleNamespace(estimator_=vote)
    _, errors = multiclass.test_error_curve(search, *parts())
    assert errors[-1] == pytest.approx(1 - vote.score(X[~TRAIN], Y[~TRAIN]))
    assert multiclass.mean_coefficient(search, X, Y) == multiclass.mean_coefficient(vote, X, Y)


def test_coefficients_on_both_sides_of_zero_balance():
    vote = SimpleNamespace(coding_matrix_=0, n_iter_=2, estimator_weights_=np.array([1.0, -0.5]))
    assert multiclass.mean_coefficient(vote, X, Y) == 0.25


def test_what_votes_over_no_coding_matrix_has_none_of_it():
    other = OneVsOneClassifier(DecisionStump()).fit(X[TRAIN], Y[TRAIN])
    for curve in (multiclass.cost_curve, multiclass.train_error_curve, multiclass.test_error_curve):
        assert curve(other, *parts()) is None
    for measure in (multiclass.mean_coefficient, multiclass.log_final_cost):
        assert measure(other, X, Y) is None
