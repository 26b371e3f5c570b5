"""Training on what a detector of noisy labels leaves."""

from typing import ClassVar

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import KNeighborsClassifier

from methods.complexity.label_noise import LabelNoiseDetector, NeighbourAgreement
from methods.complexity.pruned_classifier import PrunedClassifier
from methods.data.generators.shapes import yin_yang
from tests.scikit_checks import scikit_checks

ONE = KNeighborsClassifier(1)  # remembers what it was trained on


class Remember(BaseEstimator):
    """Keeps what it was fitted to, and predicts the first class."""

    def fit(self, X, y):
        self.X_, self.y_ = X, y
        return self

    def predict(self, X):
        return np.full(len(X), self.y_[0])


class ByFirstFeature(LabelNoiseDetector):
    """Doubts examples by their first feature, the smallest most."""

    _parameter_constraints: ClassVar[dict] = {}

    def _fit_scores(self, X, y):
        return X[:, 0].copy(), 0.0


@pytest.fixture(scope="module")
def data():
    X, y, _ = yin_yang(200, 0)
    return X, y


def test_a_share_of_the_labels_is_flipped_and_the_others_stay(data):
    X, y = data
    classifier = PrunedClassifier(Remember(), flipped=0.1, random_state=0).fit(X, y)
    assert classifier.flipped_.sum() == 20 and classifier.kept_.all() and np.isnan(classifier.auc_)
    np.testing.assert_array_equal(classifier.estimator_.y_ != y, classifier.flipped_)


def test_the_examples_with_the_lowest_scores_are_left_out(data):
    X, y = data
    classifier = PrunedClassifier(
        Remember(), detector=ByFirstFeature(), removed=0.25, random_state=0
    ).fit(X, y)
    worst = np.sort(X[:, 0])[:50]
    assert sorted(X[~classifier.kept_, 0]) == worst.tolist()
    assert classifier.auc_ == roc_auc_score(classifier.flipped_, -X[:, 0])
    assert len(classifier.estimator_.X_) == 150


def test_flips_are_the_same_for_every_detector(data):
    X, y = data
    detectors = [None, "random", ByFirstFeature(), NeighbourAgreement()]
    pruned = [PrunedClassifier(ONE, detector=d, random_state=7) for d in detectors]
    first, *others = (model.fit(X, y) for model in pruned)
    for other in others:
        np.testing.assert_array_equal(first.flipped_, other.flipped_)


def test_a_good_detector_helps_a_classifier_that_remembers_its_labels(data):
    X, y = data
    X_test, y_test, _ = yin_yang(1000, 1)
    errors, areas = {}, {}
    for name, detector in (("all", None), ("random", "random"), ("near", NeighbourAgreement())):
        models = [
            PrunedClassifier(ONE, detector=detector, random_state=k).fit(X, y) for k in range(5)
        ]
        errors[name] = 1 - np.mean([model.score(X_test, y_test) for model in models])
        areas[name] = np.mean([model.auc_ for model in models])
    assert errors["near"] < min(errors["all"], errors["random"]) - 0.03
    assert areas["near"] > 0.9 and abs(areas["random"] - 0.5) < 0.1


def test_auc_is_unknown_without_flipped_labels(data):
    X, y = data
    classifier = PrunedClassifier(ONE, detector="random", flipped=0.0, random_state=0).fit(X, y)
    assert not classifier.flipped_.any() and np.isnan(classifier.auc_)


@scikit_checks([PrunedClassifier(flipped=0.0), PrunedClassifier(flipped=0.0, removed=0.0)])
def test_scikit_learns_checks_pass(check):
    check()


def test_random_scores_differ_between_data_sets_with_one_seed(data):
    X, y = data
    classifiers = [
        PrunedClassifier(Remember(), detector="random", random_state=0).fit(rows, y)
        for rows in (X, X, X[::-1])
    ]
    np.testing.assert_array_equal(classifiers[0].kept_, classifiers[1].kept_)
    np.testing.assert_array_equal(classifiers[0].flipped_, classifiers[2].flipped_)
    assert not np.array_equal(classifiers[0].kept_, classifiers[2].kept_)
