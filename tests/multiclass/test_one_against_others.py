"""Our base learners within scikit-learn's one-vs-one and one-vs-all."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier

from methods.boosting.adaboost import AdaBoost
from methods.boosting.decision_stump import DecisionStump
from methods.multiclass.adaboost_ecc import AdaBoostECC
from methods.multiclass.adaboost_erp import AdaBoostERP
from methods.multiclass.svm_perceptron import SVMPerceptron
from methods.perceptron.random_coordinate_descent import RandomCoordinateDescentPerceptron
from tests.multiclass.plain import generic_data

BASE_LEARNERS = [
    DecisionStump(),
    RandomCoordinateDescentPerceptron(100, random_state=0),
    AdaBoost(n_estimators=50),
    SVMPerceptron(),
]


@pytest.mark.parametrize("base", BASE_LEARNERS, ids=lambda base: type(base).__name__)
@pytest.mark.parametrize("reduction", [OneVsOneClassifier, OneVsRestClassifier])
def test_reductions_take_every_base_learner(reduction, base):
    X, y = generic_data(0, K=4)
    names = np.array(["ant", "bee", "cat", "dog"])
    model = reduction(base).fit(X, names[y])
    assert len(model.estimators_) == (6 if reduction is OneVsOneClassifier else 4)
    assert model.decision_function(X).shape == (len(y), 4)
    assert model.score(X, names[y]) > 0.4


@pytest.mark.parametrize("base", BASE_LEARNERS, ids=lambda base: type(base).__name__)
@pytest.mark.parametrize("booster", [AdaBoostECC, AdaBoostERP])
def test_boosters_take_every_base_learner(booster, base):
    X, y = generic_data(0, K=4)
    model = booster(base, n_estimators=5, random_state=0).fit(X, y)
    assert model.n_iter_ == 5 and model.score(X, y) > 0.5
    again = clone(model).fit(X, y)
    np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))


def test_ties_of_one_vs_one_are_broken_by_the_decision_values():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 2)), rng.integers(0, 3, 200)
    model = OneVsOneClassifier(AdaBoost(n_estimators=50)).fit(X[:60], y[:60])
    votes = np.zeros((len(y), 3))
    values = np.zeros((len(y), 3))
    for f, (a, b) in zip(model.estimators_, [(0, 1), (0, 2), (1, 2)], strict=True):
        value = f.decision_function(X)
        votes[:, b] += value > 0
        votes[:, a] += value <= 0
        values[:, b] += value
        values[:, a] -= value
    tied = votes.max(axis=1) == 1
    assert tied.sum() > 5
    np.testing.assert_array_equal(model.predict(X)[tied], values[tied].argmax(axis=1))
