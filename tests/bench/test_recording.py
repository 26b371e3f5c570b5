"""What is kept of the members of an ensemble."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    RandomForestClassifier,
    StackingClassifier,
    VotingClassifier,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from methods.bench.experiments import Record
from methods.bench.recording import recorded

PAIR = [("a", GaussianNB()), ("b", DecisionTreeClassifier(random_state=0))]
ENSEMBLES = [
    RandomForestClassifier(3, random_state=0),
    ExtraTreesClassifier(3, random_state=0),
    BaggingClassifier(n_estimators=3, random_state=0),
    BaggingClassifier(GaussianNB(), n_estimators=3, max_features=2, random_state=0),
    VotingClassifier(PAIR),
    VotingClassifier(PAIR, voting="soft"),
    StackingClassifier(PAIR, cv=2),
    AdaBoostClassifier(n_estimators=3, random_state=0),
]


def members_on(classes, ensemble):
    """The kept predictions, on rows so far apart that members know the class of each."""
    y = np.array(classes)[np.arange(60) % len(classes)]
    X = np.random.default_rng(0).normal(size=(60, 3)) + 100 * y[:, None]
    study = SimpleNamespace(record=Record(components=True))
    _, arrays = recorded(study, ensemble.fit(X, y), (X, y), (X, y))
    return X, y, arrays["artifacts"]["component_predictions"]


@pytest.mark.parametrize("classes", [(0, 1), (0, 2), (1, 2), (0, 2, 3)])
@pytest.mark.parametrize("ensemble", ENSEMBLES, ids=lambda ensemble: type(ensemble).__name__)
def test_members_are_kept_as_codes_also_where_training_lacks_a_class(ensemble, classes):
    _, y, members = members_on(classes, ensemble)
    assert members.dtype == np.int16 and set(members.ravel()) <= set(classes)
    assert (members == y).mean() > 0.6  # a stump of AdaBoost tells two of three classes apart


@pytest.mark.parametrize("ensemble", ENSEMBLES, ids=lambda ensemble: type(ensemble).__name__)
def test_members_that_know_all_classes_are_kept_as_they_predict(ensemble):
    X, _, members = members_on((0, 1, 2), ensemble)
    columns = getattr(ensemble, "estimators_features_", [slice(None)] * len(members))
    predicted = [m.predict(X[:, c]) for m, c in zip(ensemble.estimators_, columns, strict=True)]
    np.testing.assert_array_equal(members, predicted)
