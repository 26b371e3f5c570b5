"""The base learner as boosters see it: the shortcut for stumps, copies, seeds and votes."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.ensemble import BaggingClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from methods.boosting.adaboost import AdaBoost
from methods.boosting.anyboost import AnyBoost
from methods.boosting.cgboost import CGBoost
from methods.boosting.decision_stump import DecisionStump
from methods.boosting.hypotheses import hypothesis_values, weak_learner, weighted_vote
from tests.boosting.plain import AnyClassifier, generic_data, parts, tied_data


@pytest.mark.parametrize("data", [generic_data, tied_data])
@pytest.mark.parametrize(
    "fast",
    [
        AdaBoost(n_estimators=40),
        AnyBoost(cost="bisigmoid", n_estimators=40),
        CGBoost(n_estimators=40),
        CGBoost(cost="bisigmoid", n_estimators=40, restart_rounds=5),
    ],
)
def test_stumps_are_those_of_the_path_for_any_classifier(data, fast):
    X, y = data()
    weights = np.random.default_rng(0).integers(0, 3, size=len(y))
    slow = clone(fast).set_params(estimator=AnyClassifier()).fit(X, y, weights)
    fast.fit(X, y, weights)
    assert fast.n_iter_ > 5
    assert list(map(parts, fast.estimators_)) == list(map(parts, slow.estimators_))
    np.testing.assert_array_equal(fast.estimator_weights_, slow.estimator_weights_)
    Z = np.random.default_rng(1).normal(size=(50, X.shape[1]))
    np.testing.assert_array_equal(fast.decision_function(Z), slow.decision_function(Z))


def test_every_stump_is_a_fitted_classifier():
    X, y = generic_data()
    names = np.where(y > 0, "yes", "no")
    for stump in AdaBoost(n_estimators=5).fit(X, names).estimators_:
        assert isinstance(stump, DecisionStump) and stump.n_features_in_ == X.shape[1]
        assert set(stump.predict(X)) == {"yes", "no"}


def test_vote_is_the_weighted_sum_of_the_values():
    X, y = generic_data()
    model = CGBoost(n_estimators=20).fit(X, y)
    hypotheses, weights, classes = model.estimators_, model.estimator_weights_, model.classes_
    values = np.array([hypothesis_values(f, X, classes) for f in hypotheses])
    assert set(values.ravel()) == {-1.0, 1.0}
    np.testing.assert_allclose(
        weighted_vote(hypotheses, weights, X, classes), weights @ values, rtol=1e-12
    )
    at = np.array([np.full(X.shape[1], f.threshold_) for f in hypotheses])  # counts as below
    expected = [f.predict(at) @ np.eye(20)[t] for t, f in enumerate(hypotheses)]
    votes = [weighted_vote([f], np.ones(1), at, classes)[t] for t, f in enumerate(hypotheses)]
    assert votes == expected
    alone = np.concatenate([weighted_vote(hypotheses, weights, row[None], classes) for row in X])
    np.testing.assert_array_equal(weighted_vote(hypotheses, weights, X, classes), alone)


def seeds_of(model):
    return [hypothesis.random_state for hypothesis in model.estimators_]


def test_each_round_has_a_seed_of_its_own_that_follows_from_random_state():
    X, y = generic_data()
    base = DecisionTreeClassifier(max_depth=1, splitter="random")
    model = AdaBoost(base, n_estimators=8, random_state=3).fit(X, y)
    again = AdaBoost(base, n_estimators=12, random_state=3).fit(X, y)
    other = AdaBoost(base, n_estimators=8, random_state=4).fit(X, y)
    assert len(set(seeds_of(model))) == 8
    assert seeds_of(again)[:8] == seeds_of(model)
    assert set(seeds_of(other)).isdisjoint(seeds_of(model))
    assert base.random_state is None and not hasattr(base, "tree_")


def test_seeds_reach_an_estimator_inside_the_base_learner():
    X, y = generic_data()
    base = BaggingClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=2)
    first = AdaBoost(base, n_estimators=2, random_state=0).fit(X, y).estimators_[0]
    assert isinstance(first.random_state, int)
    assert isinstance(first.estimator.random_state, int)


def test_base_learner_gets_a_distribution():
    class Recorder(AnyClassifier):
        def fit(self, X, y, sample_weight=None):
            self.total_ = sample_weight.sum()
            return super().fit(X, y, sample_weight)

    X, y = generic_data()
    model = AnyBoost(Recorder(), n_estimators=5, cost="bisigmoid").fit(X, y, np.full(len(y), 7))
    np.testing.assert_allclose([f.total_ for f in model.estimators_], 1.0)


def test_base_learner_without_sample_weight_is_refused():
    X, y = generic_data()
    with pytest.raises(ValueError, match="KNeighborsClassifier cannot be boosted"):
        AdaBoost(KNeighborsClassifier()).fit(X, y)


def test_learner_follows_the_signs_and_sizes_of_its_targets():
    X, _ = generic_data()
    targets = np.random.default_rng(5).normal(size=len(X))
    for estimator in (DecisionStump(), AnyClassifier()):
        learn = weak_learner(estimator, X, np.array([-1, 1]), np.random.RandomState(0))
        hypothesis, values = learn(targets)
        expected = DecisionStump().fit(X, targets > 0, np.abs(targets))
        assert parts(hypothesis) == parts(expected)
        np.testing.assert_array_equal(values, hypothesis.predict(X))


@pytest.mark.parametrize("model", [DecisionStump(), AdaBoost(), CGBoost(AnyClassifier())])
def test_class_of_zero_weight_is_ignored(model):
    X, y = np.arange(6.0)[:, None], ["a", "a", "b", "c", "c", "b"]
    model.fit(X, y, sample_weight=[1, 2, 0, 3, 1, 0])
    assert list(model.classes_) == ["a", "c"]
    assert list(model.predict(X)) == ["a", "a", "a", "c", "c", "c"]
