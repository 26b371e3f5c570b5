"""Detectors of noisy labels: their scores by hand, flipped labels found, and the interface."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from methods.complexity.label_noise import (
    ClassIsolationForest,
    NeighbourAgreement,
    SelfConfidence,
)
from methods.data.generators.shapes import yin_yang

DETECTORS = [
    NeighbourAgreement(),
    SelfConfidence(random_state=0),
    ClassIsolationForest(random_state=0),
]
QUICK = [
    NeighbourAgreement(),
    SelfConfidence(RandomForestClassifier(20, random_state=0), random_state=0),
    ClassIsolationForest(n_estimators=30, random_state=0),
]


@pytest.fixture(scope="module")
def data():
    X, y, extras = yin_yang(200, 0, flip=0.1)
    return X, y, extras["noisy"]


@pytest.mark.slow
@pytest.mark.parametrize("detector", DETECTORS, ids=lambda d: type(d).__name__)
def test_flipped_labels_score_lower(data, detector):
    X, y, noisy = data
    detector.fit(X, y)
    assert roc_auc_score(noisy, -detector.score_samples(X)) > 0.8
    outlier = detector.predict(X) == -1
    np.testing.assert_array_equal(outlier, detector.training_scores_ < detector.offset_)
    assert outlier[noisy].mean() > 2 * outlier[~noisy].mean()


@pytest.mark.parametrize("detector", QUICK, ids=lambda d: type(d).__name__)
def test_fit_predict_is_predict_after_fit(data, detector):
    X, y, _ = data
    np.testing.assert_array_equal(detector.fit_predict(X, y), detector.fit(X, y).predict(X))


@pytest.mark.parametrize("detector", QUICK, ids=lambda d: type(d).__name__)
def test_three_classes_are_possible(detector):
    rng = np.random.default_rng(0)
    y = np.repeat(["a", "b", "c"], 30)
    X = rng.normal(size=(90, 2)) + 6 * np.repeat(np.eye(3)[:, :2], 30, axis=0)
    y[0] = "b"
    scores = detector.fit(X, y).training_scores_
    assert np.argmin(scores) == 0


def test_agreement_is_the_share_of_the_other_examples_nearby():
    X = np.array([[0.0], [1.0], [2.1], [10.0], [11.0], [12.1]])
    y = np.array([0, 0, 1, 1, 1, 0])
    model = NeighbourAgreement(2).fit(X, y)
    assert model.training_scores_.tolist() == [0.5, 0.5, 0.0, 0.5, 0.5, 0.0]
    assert model.predict(X).tolist() == [1, 1, -1, 1, 1, -1]


def test_example_is_not_its_own_neighbour_even_where_rows_repeat():
    X = np.array([[0.0], [0.0], [0.0], [5.0], [5.0]])
    y = np.array([1, 0, 0, 1, 1])
    model = NeighbourAgreement(100).fit(X, y)
    assert model.training_scores_.tolist() == [0.5, 0.25, 0.25, 0.5, 0.5]


def test_equal_rows_share_their_mean_score():
    X = np.array([[0.0], [-0.0], [0.5], [5.0], [5.5]])
    model = NeighbourAgreement(2).fit(X, [0, 1, 0, 1, 1])
    first, second = model.training_scores_[:2]
    assert first != second
    np.testing.assert_allclose(model.score_samples([[0.0], [-0.0]]), (first + second) / 2)


def test_confidence_comes_from_a_classifier_that_was_not_trained_on_the_example():
    # A class of two far apart: either is out of the other's sight.
    X = np.array([[0.0], [0.1], [0.2], [0.3], [20.0], [-20.0]])
    y = np.array([0, 0, 0, 0, 1, 1])
    model = SelfConfidence(LogisticRegression(), n_splits=6, random_state=0).fit(X, y)
    assert (model.training_scores_[4:] < 0.5).all()
    assert (model.training_scores_[:4] > 0.5).all()


def test_class_of_one_cannot_be_cross_validated():
    with pytest.raises(ValueError, match="class 1 has one sample"):
        SelfConfidence().fit([[0.0], [1.0], [2.0]], [0, 0, 1])


@pytest.mark.slow
def test_forest_of_a_class_does_not_see_the_others(data):
    X, y, _ = data
    far = np.where(y[:, None] == 1, X + 100, X)
    near, moved = (ClassIsolationForest(random_state=0).fit(rows, y) for rows in (X, far))
    np.testing.assert_array_equal(near.training_scores_[y == -1], moved.training_scores_[y == -1])


@pytest.mark.parametrize("detector", QUICK, ids=lambda d: type(d).__name__)
def test_row_that_was_not_fitted_has_no_score(data, detector):
    X, y, _ = data
    detector.fit(X, y)
    with pytest.raises(ValueError, match="row 1 of X is not in the training set"):
        detector.score_samples(X[:2] + np.array([[0.0], [1e-9]]))


@pytest.mark.parametrize(
    ("detector", "least"),
    [(NeighbourAgreement, {"n_neighbors": 1}), (SelfConfidence, {"n_splits": 2})],
)
def test_one_neighbour_and_two_parts_are_the_fewest(data, detector, least):
    X, y, _ = data
    ((name, number),) = least.items()
    assert hasattr(detector(**least).fit(X, y), "training_scores_")
    with pytest.raises(ValueError, match=name):
        detector(**{name: number - 1}).fit(X, y)
