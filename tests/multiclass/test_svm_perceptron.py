"""The SVM with the perceptron kernel, and the choice of its C for a whole ensemble."""

import numpy as np
import pytest
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.multiclass import OneVsOneClassifier
from sklearn.svm import SVC

from methods.multiclass.adaboost_ecc import AdaBoostECC
from methods.multiclass.adaboost_erp import AdaBoostERP
from methods.multiclass.svm_perceptron import CS, SVMPerceptron, SVMPerceptronSelection
from tests.boosting import plain
from tests.multiclass.plain import generic_data


def test_constant_of_the_kernel_does_not_matter():
    X, y = plain.generic_data()
    model = SVMPerceptron(C=2.0).fit(X, y)

    def shifted(X, Z):
        return 100 - np.linalg.norm(X[:, None] - Z, axis=2)

    svm = SVC(C=2.0, kernel=shifted).fit(X, y)
    np.testing.assert_allclose(model.decision_function(X), svm.decision_function(X), atol=2e-3)


def test_scale_of_the_weights_does_not_matter_and_zero_weight_removes_an_example():
    X, y = plain.generic_data()
    weights = np.random.default_rng(0).integers(0, 3, len(y)).astype(float)
    model = SVMPerceptron().fit(X, y, weights)
    scaled = SVMPerceptron().fit(X, y, weights / 1024)
    np.testing.assert_array_equal(scaled.decision_function(X), model.decision_function(X))
    used = weights > 0
    absent = SVMPerceptron().fit(X[used], y[used], weights[used])
    np.testing.assert_array_equal(absent.decision_function(X), model.decision_function(X))
    even = SVMPerceptron().fit(X, y)
    np.testing.assert_array_equal(
        SVMPerceptron().fit(X, y, np.full(len(y), 0.25)).decision_function(X),
        even.decision_function(X),
    )
    assert not np.allclose(even.decision_function(X), model.decision_function(X), atol=0.01)


def test_large_penalty_separates_any_distinct_points():
    X, y = plain.generic_data()
    y = np.random.default_rng(0).permutation(y)
    assert SVMPerceptron(C=1e6).fit(X, y).score(X, y) == 1


def test_a_shared_kernel_gives_what_a_fit_to_the_rows_with_weight_gives():
    X, y = plain.generic_data()
    weights = np.random.default_rng(0).integers(0, 3, len(y)).astype(float)
    signs = np.where(y == y[0], 1.0, -1.0)
    model, values = SVMPerceptron(2.0).learner_on(X, np.array([-1, 1]))(weights * signs)
    fitted = SVMPerceptron(2.0).fit(X, signs.astype(int), weights)
    np.testing.assert_array_equal(model.support_vectors_, fitted.support_vectors_)
    np.testing.assert_array_equal(model.decision_function(X), fitted.decision_function(X))
    np.testing.assert_array_equal(values, fitted.predict(X))
    np.testing.assert_array_equal(values, model.predict(X))


@pytest.mark.parametrize("booster", [AdaBoostECC, AdaBoostERP])
def test_svms_are_boosted(booster):
    X, y = generic_data(0, K=3)
    model = booster(SVMPerceptron(C=0.125), n_estimators=8).fit(X, y)
    assert model.n_iter_ == 8
    assert np.all(np.diff(model.cost_trace_) < 0)


def test_grid_is_that_of_footnote_5():
    assert CS == (1 / 8, 1, 8, 64, 512)
    assert SVMPerceptronSelection().Cs == CS and SVMPerceptronSelection().n_splits == 10


def test_a_single_C_is_taken_without_validation():
    X, y = generic_data(0, K=3)
    ensemble = OneVsOneClassifier(SVMPerceptron())
    model = SVMPerceptronSelection(ensemble, Cs=8.0).fit(X, y)
    assert model.C_ == 8 and np.isnan(model.cv_errors_).all() and model.refit_time_ > 0
    np.testing.assert_array_equal(
        model.predict(X), OneVsOneClassifier(SVMPerceptron(8.0)).fit(X, y).predict(X)
    )


@pytest.mark.slow
def test_choice_is_that_of_refitting_on_the_validation_parts():
    X, y = generic_data(0, K=3)
    ensemble = OneVsOneClassifier(SVMPerceptron())
    model = SVMPerceptronSelection(ensemble, Cs=(0.125, 1.0, 512.0), random_state=4).fit(X, y)
    parts = StratifiedShuffleSplit(
        10, test_size=0.3, random_state=np.random.RandomState(4).randint(2**31 - 1)
    )

    def error(C, rest, validation):
        refitted = OneVsOneClassifier(SVMPerceptron(C)).fit(X[rest], y[rest])
        return 1 - refitted.score(X[validation], y[validation])

    errors = [np.mean([error(C, *part) for part in parts.split(X, y)]) for C in (0.125, 1.0, 512.0)]
    np.testing.assert_allclose(model.cv_errors_, errors)
    assert (0.125, 1.0, 512.0)[np.argmin(errors)] == model.C_
    assert model.estimator_.estimator.C == model.C_ and model.refit_time_ > 0
    np.testing.assert_array_equal(
        model.predict(X), OneVsOneClassifier(SVMPerceptron(model.C_)).fit(X, y).predict(X)
    )


def test_first_of_tied_values_is_chosen():
    X, y = np.repeat(np.arange(3.0), 10)[:, None], np.repeat([0, 1, 2], 10)
    ensemble = AdaBoostECC(SVMPerceptron(), n_estimators=3)
    model = SVMPerceptronSelection(ensemble, Cs=(8, 1, 64), n_splits=2, random_state=0).fit(X, y)
    np.testing.assert_array_equal(model.cv_errors_, np.zeros(3))
    assert model.C_ == 8


def test_equal_seeds_choose_alike_and_seed_the_ensemble():
    X, y = generic_data(0, K=3)
    ensemble = AdaBoostERP(SVMPerceptron(), n_estimators=3, columns="rand_2")
    one, other = (
        SVMPerceptronSelection(ensemble, Cs=(1, 8), n_splits=2, random_state=5).fit(X, y)
        for _ in range(2)
    )
    np.testing.assert_array_equal(one.cv_errors_, other.cv_errors_)
    np.testing.assert_array_equal(one.decision_function(X), other.decision_function(X))
    assert ensemble.random_state is None
