"""One-vs-one and one-vs-all decoded by signs, against Hamming distances written out."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier

from methods.boosting.adaboost import AdaBoost
from methods.boosting.decision_stump import DecisionStump
from methods.multiclass.sign_votes import OneVsAllBySigns, OneVsOneBySigns
from methods.multiclass.svm_perceptron import SVMPerceptron, SVMPerceptronSelection
from methods.perceptron.random_coordinate_descent import RandomCoordinateDescentPerceptron
from tests.multiclass.plain import generic_data
from tests.scikit_checks import scikit_checks

BASE_LEARNERS = [
    DecisionStump(),
    RandomCoordinateDescentPerceptron(100, random_state=0),
    AdaBoost(n_estimators=50),
    SVMPerceptron(),
]
PLAIN = {OneVsOneBySigns: OneVsOneClassifier, OneVsAllBySigns: OneVsRestClassifier}
NAMES = np.array(["ant", "bee", "cat", "dog"])


def hamming_distances(model, X, rows):
    """sum_t (1 - M(k, t) f_t(x)) / 2 for the rows M(k, .) of the code, one entry at a time."""
    distances = np.zeros((len(X), len(rows)))
    for t, classifier in enumerate(model.estimators_):
        for n, label in enumerate(classifier.predict(X)):
            for k, row in enumerate(rows):
                distances[n, k] += (1 - row[t] * (1 if label == 1 else -1)) / 2
    return distances


def code_of(reduction, K):
    if reduction is OneVsAllBySigns:
        return [[1 if t == k else -1 for t in range(K)] for k in range(K)]
    pairs = list(combinations(range(K), 2))
    return [[{a: -1, b: 1}.get(k, 0) for a, b in pairs] for k in range(K)]


@pytest.mark.parametrize("base", BASE_LEARNERS, ids=lambda base: type(base).__name__)
@pytest.mark.parametrize("reduction", PLAIN)
def test_the_nearest_row_of_the_code_wins_and_the_first_of_ties(reduction, base):
    X_train, y = generic_data(1, K=4)
    X = np.random.default_rng(0).uniform(-3, 3, (200, X_train.shape[1]))
    model = reduction(base).fit(X_train, NAMES[y])
    distances = hamming_distances(model, X, code_of(reduction, 4))
    tied = (distances == distances.min(axis=1, keepdims=True)).sum(axis=1) > 1
    assert tied.any()
    assert model.predict(X).tolist() == NAMES[distances.argmin(axis=1)].tolist()
    assert model.decision_function(X).shape == (len(X), 4)


@pytest.mark.parametrize("reduction", PLAIN)
def test_stumps_have_nothing_but_signs(reduction):
    X, y = generic_data(2, K=4)
    model, plain = (of(DecisionStump()).fit(X, NAMES[y]) for of in (reduction, PLAIN[reduction]))
    assert model.predict(X).tolist() == plain.predict(X).tolist()


@pytest.mark.parametrize("reduction", PLAIN)
def test_decision_values_would_decide_otherwise(reduction):
    X, y = generic_data(3, K=4)
    base = AdaBoost(n_estimators=50)
    model, plain = (of(base).fit(X[::2], NAMES[y[::2]]) for of in (reduction, PLAIN[reduction]))
    assert model.predict(X).tolist() != plain.predict(X).tolist()


@pytest.mark.parametrize("reduction", PLAIN)
def test_two_classes_have_one_classifier(reduction):
    X, y = generic_data(0, K=2)
    model = reduction(SVMPerceptron()).fit(X, NAMES[y])
    assert len(model.estimators_) == 1
    assert model.predict(X).tolist() == SVMPerceptron().fit(X, NAMES[y]).predict(X).tolist()


@pytest.mark.parametrize("reduction", PLAIN)
def test_the_choice_of_c_reaches_the_base_classifiers(reduction):
    X, y = generic_data(0, K=3)
    machine = SVMPerceptronSelection(reduction(SVMPerceptron()), Cs=8.0).fit(X, y)
    assert {classifier.C for classifier in machine.estimator_.estimators_} == {8.0}


def excused(estimator):
    one_vs_all = isinstance(estimator, OneVsAllBySigns)
    labels = {"check_classifier_multioutput": "each row has one class, and no set of labels"}
    return labels if one_vs_all else {}


@scikit_checks([OneVsOneBySigns(DecisionStump()), OneVsAllBySigns(DecisionStump())], excused)
def test_scikit_learns_checks_pass(check):
    check()
