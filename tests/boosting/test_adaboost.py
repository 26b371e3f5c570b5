"""AdaBoost against the algorithm of multiplied weights, and how it ends."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from methods.boosting.adaboost import AdaBoost
from methods.boosting.anyboost import AnyBoost
from methods.boosting.costs import ExponentialCost
from methods.boosting.step_search import LARGEST_CHANGE
from methods.perceptron.random_coordinate_descent import RandomCoordinateDescentPerceptron
from tests.boosting.plain import AnyClassifier, adaboost, generic_data, parts, tied_data


@pytest.mark.parametrize("data", [generic_data, tied_data])
@pytest.mark.parametrize("seed", range(5))
def test_hypotheses_and_weights_are_those_of_freund_and_schapire(data, seed):
    X, y = data(seed)
    model = AdaBoost(n_estimators=25).fit(X, y)
    expected = adaboost(X, y, 25)
    assert [parts(f) for f in model.estimators_] == [stump[:3] for stump in expected]
    np.testing.assert_allclose(model.estimator_weights_, [a for *_, a in expected], rtol=1e-8)


@pytest.mark.parametrize("data", [generic_data, tied_data])
@pytest.mark.parametrize("seed", range(5))
def test_anyboost_with_the_exponential_cost_is_adaboost(data, seed):
    X, y = data(seed, n=100)
    weights = np.random.default_rng(seed).integers(0, 4, size=100)
    ours = AdaBoost(n_estimators=100).fit(X, y, weights)
    theirs = AnyBoost(n_estimators=100, cost="exponential").fit(X, y, weights)
    assert list(map(parts, ours.estimators_)) == list(map(parts, theirs.estimators_))
    np.testing.assert_array_equal(ours.estimator_weights_, theirs.estimator_weights_)
    assert ours.stop_reason_ == theirs.stop_reason_


def test_every_hypothesis_errs_in_half_of_the_next_distribution():
    X, y = generic_data()
    model = AdaBoost(n_estimators=10).fit(X, y)
    for F, f in zip(model.staged_decision_function(X), model.estimators_, strict=True):
        D = np.exp(-y * F)
        assert D[f.predict(X) != y].sum() == pytest.approx(D.sum() / 2, rel=1e-10)


def test_stages_are_the_machines_of_fewer_rounds():
    X, y = generic_data()
    model = AdaBoost(n_estimators=7).fit(X, y)
    for t, F in enumerate(model.staged_decision_function(X), 1):
        fewer = AdaBoost(n_estimators=t).fit(X, y)
        np.testing.assert_allclose(F, fewer.decision_function(X), rtol=1e-12)


def test_training_error_trace_is_that_of_the_stages():
    X, y = generic_data()
    weights = np.random.default_rng(0).uniform(size=len(y))
    model = AdaBoost(n_estimators=30).fit(X, y, weights)
    wrong = [(F > 0) != (y > 0) for F in model.staged_decision_function(X)]
    expected = np.array(wrong) @ weights / weights.sum()
    np.testing.assert_allclose(model.train_error_trace_, expected, atol=1e-12)
    assert model.train_error_trace_[-1] == pytest.approx(1 - model.score(X, y, weights))
    assert model.stop_reason_ == "n_estimators" and model.n_iter_ == 30


@pytest.mark.parametrize("weights", [[0.5, 0.5, 1, 1, 1], [0.1, 0.2, 0.3, 0.3, 0.3]])
def test_first_error_of_one_half_leaves_an_empty_vote(weights):
    X = [[0.0, 0.0], [0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    y = ["a", "a", "b", "b", "a"]  # exclusive or, which 0.1 + 0.2 > 0.3 must not tip
    model = AdaBoost().fit(X, y, weights)
    assert model.stop_reason_ == "no descent"
    assert model.n_iter_ == 0 and model.estimators_ == []
    np.testing.assert_array_equal(model.decision_function(X), np.zeros(5))
    assert list(model.staged_decision_function(X)) == []
    assert set(model.predict(X)) == {"a"}


def test_later_error_of_one_half_ends_the_rounds_without_the_hypothesis():
    class Deaf(AnyClassifier):
        """Learns the same from all weights."""

        def fit(self, X, y, sample_weight=None):
            return super().fit(X, y)

    X, y = generic_data()
    model = AdaBoost(Deaf()).fit(X, y)
    assert model.stop_reason_ == "no descent"
    assert model.n_iter_ == len(model.estimators_) == len(model.train_error_trace_) == 1


class Learning(AnyClassifier):
    """A stump as long as all weights are equal, then a tree that fits everything."""

    n_fits = 0

    def fit(self, X, y, sample_weight=None):
        Learning.n_fits += 1
        if np.ptp(sample_weight) < 1e-12:
            return super().fit(X, y, sample_weight)
        self.stump_ = DecisionTreeClassifier(random_state=0).fit(X, y)
        return self


def test_errorless_hypothesis_can_end_the_rounds_and_decide():
    model = AdaBoost(errorless="stop").fit([[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "b"])
    assert model.stop_reason_ == "no finite minimiser" and model.n_iter_ == 1
    assert model.estimator_weights_ == [LARGEST_CHANGE]
    assert model.train_error_trace_[-1] == 0

    X, y = generic_data()
    model = AdaBoost(Learning(), errorless="stop").fit(X, y)
    assert model.stop_reason_ == "no finite minimiser" and model.n_iter_ == 2
    Z, _ = generic_data(1)
    np.testing.assert_array_equal(model.predict(Z), model.estimators_[1].predict(Z))


def test_boosting_goes_on_after_an_errorless_hypothesis():
    model = AdaBoost(n_estimators=500).fit([[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "b"])
    assert model.stop_reason_ == "n_estimators" and model.n_iter_ == 500
    np.testing.assert_allclose(model.estimator_weights_, 0.5 * np.log(1000))
    np.testing.assert_allclose(model.decision_function([[0.0], [3.0]]), [-1727, 1727], rtol=1e-3)
    few = model.cost_trace_[:200]
    np.testing.assert_allclose(np.log(few), -0.5 * np.log(1000) * np.arange(1, 201), rtol=1e-9)


def test_errorless_hypothesis_is_not_learnt_again_and_leaves_the_weights_alone():
    X, y = generic_data()
    Learning.n_fits = 0
    model = AdaBoost(Learning(), n_estimators=300).fit(X, y)
    assert Learning.n_fits == 2 and model.n_iter_ == 300
    first = model.estimator_weights_[0]
    np.testing.assert_allclose(model.estimator_weights_[1:], 0.5 * np.log(1000))
    assert first < 0.5 * np.log(1000)
    assert model.train_error_trace_[-1] == 0


def test_errors_that_weigh_nothing_do_not_lengthen_the_step():
    margins, changes, weights = np.array([0.0, 800.0]), np.array([1.0, -1.0]), np.full(2, 0.5)
    slopes = -weights * np.exp(-margins)
    step = AdaBoost()._step(ExponentialCost(), margins, changes, weights, slopes)
    assert step == (pytest.approx(0.5 * np.log(1000)), "minimum")  # which moves each margin its way


@pytest.mark.slow
def test_random_learner_is_fitted_again_after_it_made_no_error():
    X, y = [[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1]
    base = RandomCoordinateDescentPerceptron(epochs=20, init="zero")
    model = AdaBoost(base, n_estimators=300, random_state=0).fit(X, y)
    assert model.n_iter_ == 300
    assert len({f.intercept_ / f.coef_[0] for f in model.estimators_}) > 250


def test_almost_errorless_hypothesis_has_a_finite_weight():
    weights = np.r_[np.ones(9), 1e-9]
    X, y = np.arange(10.0)[:, None], np.r_[np.zeros(5), np.ones(4), 0]
    model = AdaBoost(n_estimators=1).fit(X, y, weights)
    assert model.stop_reason_ == "n_estimators"
    assert model.estimator_weights_[0] == pytest.approx(0.5 * np.log(9e9), rel=1e-6)


def test_names_of_the_classes_do_not_matter():
    X, y = generic_data()
    model = AdaBoost(n_estimators=20).fit(X, y)
    other = AdaBoost(n_estimators=20).fit(X, np.where(y > 0, "a", "b"))
    np.testing.assert_allclose(other.decision_function(X), -model.decision_function(X), rtol=1e-10)


def test_perceptrons_are_boosted_below_the_error_of_one():
    X, y = generic_data(n=150)
    base = RandomCoordinateDescentPerceptron(epochs=30, init="zero")
    model = AdaBoost(base, n_estimators=30, random_state=0).fit(X, y)
    assert model.n_iter_ == 30
    assert model.train_error_trace_[-1] < 0.5 * model.train_error_trace_[0]
    again = AdaBoost(base, n_estimators=30, random_state=0).fit(X, y)
    np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))
