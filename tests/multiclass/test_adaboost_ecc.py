"""AdaBoost.ECC against Algorithm 4.1 written out, its cost, and its binary case."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.tree import DecisionTreeClassifier

from methods.boosting.adaboost import AdaBoost
from methods.multiclass.adaboost_ecc import AdaBoostECC
from tests.boosting.plain import AnyClassifier, parts
from tests.multiclass.plain import all_cuts, boost, generic_data, heaviest, tied_data


@pytest.fixture(scope="module")
def data():
    return generic_data()


def assert_same_rounds(model, expected, rtol=1e-9):
    columns, stumps, alphas, costs = zip(*expected, strict=True)
    np.testing.assert_array_equal(model.coding_matrix_, np.transpose(columns))
    assert list(map(parts, model.estimators_)) == list(stumps)
    np.testing.assert_allclose(model.estimator_weights_, alphas, rtol=rtol)
    np.testing.assert_allclose(model.cost_trace_, costs, rtol=rtol)


def cost_from_scratch(model, X, y, weights=1.0, T=None):
    """Eq. 4.2 from the Hamming distances of the fitted parts."""
    F = np.array([f.predict(X) for f in model.estimators_[:T]]).T
    M = model.coding_matrix_[:, :T]
    distances = ((1 - F[:, None] * M) / 2) @ model.estimator_weights_[:T]
    rho = distances - distances[np.arange(len(y)), y][:, None]
    return np.sum(weights * (np.exp(-rho).sum(axis=1) - 1))


@pytest.mark.parametrize("make", [generic_data, tied_data])
@pytest.mark.parametrize(("K", "seed"), [(2, 0), (3, 1), (4, 2), (5, 3)])
def test_max_cut_rounds_are_those_of_algorithm_4_1(make, K, seed):
    X, y = make(seed, K)
    weights = np.random.default_rng(seed).integers(1, 4, len(y)) if seed % 2 else np.ones(len(y))
    model = AdaBoostECC(n_estimators=15).fit(X, y, weights)
    expected = boost(X, y, 15, lambda D, y: heaviest(all_cuts(K), D, y), weights=weights)
    assert_same_rounds(model, expected)


def test_rand_half_rounds_are_those_of_algorithm_4_1(data):
    X, y = data
    model = AdaBoostECC(n_estimators=15, columns="rand_half", random_state=0).fit(X, y)
    columns = iter(model.coding_matrix_.T)
    assert_same_rounds(model, boost(X, y, 15, lambda D, y: next(columns)))
    np.testing.assert_array_equal(model.coding_matrix_.sum(axis=0), np.zeros(15))
    assert len(set(map(tuple, model.coding_matrix_.T))) > 3


@pytest.mark.parametrize("columns", ["max_cut", "rand_half"])
def test_cost_trace_is_eq_4_2_and_falls(data, columns):
    X, y = data
    weights = np.random.default_rng(0).uniform(size=len(y))
    model = AdaBoostECC(n_estimators=40, columns=columns, random_state=0).fit(X, y, weights)
    expected = [cost_from_scratch(model, X, y, weights, t) for t in range(1, 41)]
    np.testing.assert_allclose(model.cost_trace_, expected, rtol=1e-9)
    start = weights.sum() * 3
    assert np.all(np.diff(np.r_[start, model.cost_trace_]) < 0)


def test_binary_case_is_adaboost():
    X, y = generic_data(3, K=2, n=50)
    theirs = AdaBoost(n_estimators=30).fit(X, y)
    for columns in ("max_cut", "rand_half"):
        ours = AdaBoostECC(n_estimators=30, columns=columns, random_state=0).fit(X, y)
        np.testing.assert_allclose(ours.estimator_weights_, theirs.estimator_weights_, rtol=1e-9)
        # N times the normalised cost; a column (1, -1) has its stump the other way round
        np.testing.assert_allclose(ours.cost_trace_, len(y) * theirs.cost_trace_, rtol=1e-9)
        np.testing.assert_allclose(
            ours.decision_function(X), theirs.decision_function(X), rtol=1e-9
        )
        np.testing.assert_allclose(ours.train_error_trace_, theirs.train_error_trace_)
    one = AdaBoostECC(n_estimators=30).fit(X, y)
    assert list(map(parts, one.estimators_)) == list(map(parts, theirs.estimators_))


def test_asymmetric_coefficients_minimise_the_cost_of_either_value(data):
    X, y = data
    model = AdaBoostECC(n_estimators=1, symmetric=False).fit(X, y)
    f, M, best = model.estimators_[0].predict(X), model.coding_matrix_[:, 0], model.cost_trace_[0]

    def cost(negative, positive):
        S = np.outer(np.where(f > 0, positive, negative) * f, M)
        return np.exp((S - S[np.arange(len(y)), y][:, None]) / 2).sum() - len(y)

    a, b = model.estimator_weights_[0]
    assert cost(a, b) == pytest.approx(best, rel=1e-12)
    assert a != pytest.approx(b, rel=0.01)
    for change in (-1e-3, 1e-3):
        assert min(cost(a + change, b), cost(a, b + change)) > best


def test_asymmetric_rounds_add_up_and_lower_the_cost_at_least_as_much_at_first(data):
    X, y = data
    model = AdaBoostECC(n_estimators=30, symmetric=False).fit(X, y)
    assert model.estimator_weights_.shape == (30, 2)
    assert np.all(np.diff(model.cost_trace_) < 0)
    S = model.decision_function(X)
    rho = (S[np.arange(len(y)), y][:, None] - S) / 2
    assert np.exp(-rho).sum() - len(y) == pytest.approx(model.cost_trace_[-1], rel=1e-9)
    assert model.cost_trace_[0] <= AdaBoostECC(n_estimators=1).fit(X, y).cost_trace_[0]


def test_votes_decide_as_hamming_distances(data):
    X, y = data
    model = AdaBoostECC(n_estimators=20).fit(X, y)
    F = np.array([f.predict(X) for f in model.estimators_]).T
    alphas = model.estimator_weights_
    distances = np.array([(row != F) @ alphas for row in model.coding_matrix_]).T
    np.testing.assert_allclose(model.decision_function(X), alphas.sum() - 2 * distances, atol=1e-12)
    np.testing.assert_array_equal(model.predict(X), distances.argmin(axis=1))


@pytest.mark.parametrize(
    "loss", [lambda z: np.exp(-z), lambda z: np.maximum(1 - z, 0), lambda z: z < 0, lambda z: -z]
)
def test_loss_based_decoding_is_hamming_decoding(data, loss):
    """Of outputs -1 and 1: the distances differ by a factor and a constant alone."""
    X, y = data
    model = AdaBoostECC(n_estimators=20).fit(X, y)
    F = np.array([f.predict(X) for f in model.estimators_]).T
    M, alphas = model.coding_matrix_, model.estimator_weights_
    assert set(F.ravel()) == set(M.ravel()) == {-1, 1}
    by_loss = loss(F[:, None] * M) @ alphas
    hamming = ((1 - F[:, None] * M) / 2) @ alphas
    right, wrong = loss(np.array([1.0, -1.0])) * 1.0
    np.testing.assert_allclose(by_loss, alphas.sum() * right + (wrong - right) * hamming)
    np.testing.assert_array_equal(by_loss.argmin(axis=1), model.predict(X))


@pytest.mark.parametrize("K", [2, 4])
def test_stages_end_in_the_prediction_and_have_the_traced_errors(K):
    X, y = tied_data(0, K)
    weights = np.random.default_rng(0).integers(1, 4, len(y))
    model = AdaBoostECC(n_estimators=25).fit(X, y, weights)
    stages = list(model.staged_predict(X))
    np.testing.assert_array_equal(stages[-1], model.predict(X))
    errors = [np.average(stage != y, weights=weights) for stage in stages]
    np.testing.assert_allclose(model.train_error_trace_, errors, atol=1e-14)


def test_relabelled_classes_have_the_same_predictions(data):
    X, y = data
    order = np.random.default_rng(1).permutation(4)
    model = AdaBoostECC(n_estimators=25).fit(X, y)
    other = AdaBoostECC(n_estimators=25).fit(X, order[y])
    np.testing.assert_allclose(other.cost_trace_, model.cost_trace_, rtol=1e-9)
    np.testing.assert_array_equal(other.predict(X), order[model.predict(X)])


def test_integer_weights_are_repetitions(data):
    X, y = data
    times = np.random.default_rng(2).integers(0, 4, len(y))
    weighted = AdaBoostECC(n_estimators=25).fit(X, y, times)
    repeated = AdaBoostECC(n_estimators=25).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_array_equal(weighted.coding_matrix_, repeated.coding_matrix_)
    np.testing.assert_allclose(weighted.cost_trace_, repeated.cost_trace_, rtol=1e-9)
    np.testing.assert_array_equal(weighted.predict(X), repeated.predict(X))


def test_labels_may_be_strings_and_models_are_pickled(data):
    X, y = data
    model = AdaBoostECC(n_estimators=10).fit(X, y)
    named = AdaBoostECC(n_estimators=10).fit(X, np.array(["ant", "bee", "cat", "dog"])[y])
    np.testing.assert_array_equal(named.predict(X), named.classes_[model.predict(X)])
    again = pickle.loads(pickle.dumps(named))
    np.testing.assert_array_equal(again.decision_function(X), named.decision_function(X))


def test_stumps_are_those_of_the_path_for_any_classifier(data):
    X, y = data
    fast = AdaBoostECC(n_estimators=20, columns="rand_half", random_state=0)
    slow = clone(fast).set_params(estimator=AnyClassifier()).fit(X, y)
    fast.fit(X, y)
    assert list(map(parts, fast.estimators_)) == list(map(parts, slow.estimators_))
    np.testing.assert_array_equal(fast.decision_function(X), slow.decision_function(X))
    assert all(set(f.classes_) == {-1, 1} for f in fast.estimators_ + slow.estimators_)


def test_errorless_hypothesis_has_the_odds_of_a_thousand_and_the_rounds_go_on():
    X, y = np.arange(6.0)[:, None], np.repeat([0, 1, 2], 2)
    model = AdaBoostECC(n_estimators=5).fit(X, y)
    np.testing.assert_array_equal(model.coding_matrix_[:, 0], [-1, -1, 1])
    assert model.estimator_weights_[0] == pytest.approx(np.log(1000) / 2, rel=1e-12)
    # the two examples of either class keep their weight against the other, the rest lose it
    assert model.cost_trace_[0] == pytest.approx(4 + 8 / np.sqrt(1000), rel=1e-12)
    assert model.n_iter_ == 5 and model.score(X, y) == 1


@pytest.mark.slow
def test_many_errorless_rounds_leave_every_weight_positive():
    X, y = np.repeat(np.arange(3.0), 4)[:, None], np.repeat([0, 1, 2], 4)
    # every margin passes 1000, and exp(-1000) is no number
    model = AdaBoostECC(DecisionTreeClassifier(), n_estimators=600, random_state=0).fit(X, y)
    assert model.n_iter_ == 600
    np.testing.assert_allclose(model.estimator_weights_, np.log(1000) / 2)
    assert 0 < model.cost_trace_[-1] < 1e-250
    assert model.score(X, y) == 1


def test_rounds_without_descent_are_left_out_and_ten_in_a_row_end():
    class Moody(AnyClassifier):
        """Learns well only every tenth time, and else what is wrong."""

        fits = 0

        def predict(self, X):
            return self.sign_ * super().predict(X)

        def fit(self, X, y, sample_weight=None):
            Moody.fits += 1
            self.sign_ = 1 if Moody.fits % 10 == 0 and Moody.fits <= 20 else -1
            return super().fit(X, y, sample_weight)

    X, y = generic_data()
    model = AdaBoostECC(Moody(), columns="rand_half", random_state=0).fit(X, y)
    assert model.stop_reason_ == "no descent" and Moody.fits == 30
    assert model.n_iter_ == len(model.estimators_) == model.coding_matrix_.shape[1] == 2
    assert np.all(np.diff(model.cost_trace_) < 0)


def test_vote_without_any_hypothesis_is_for_the_first_class():
    X = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    model = AdaBoostECC().fit(X, ["b", "a", "a", "b"])
    assert model.stop_reason_ == "no descent" and model.n_iter_ == 0
    assert model.coding_matrix_.shape == (2, 0) and model.cost_trace_.shape == (0,)
    assert set(model.predict(X)) == {"a"} and list(model.staged_predict(X)) == []
    asymmetric = AdaBoostECC(symmetric=False).fit(X, ["b", "a", "a", "b"])
    assert asymmetric.n_iter_ == 0 and set(asymmetric.predict(X)) == {"a"}


def test_equal_seeds_give_equal_bytes(data):
    one, other = (
        AdaBoostECC(n_estimators=20, columns="rand_half", random_state=3).fit(*data)
        for _ in range(2)
    )
    assert one.cost_trace_.tobytes() == other.cost_trace_.tobytes()
    np.testing.assert_array_equal(one.coding_matrix_, other.coding_matrix_)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"columns": "max_2"}, "columns"), ({"n_estimators": 0}, "n_estimators")],
)
def test_bad_parameters_are_named(data, wrong, message):
    with pytest.raises(ValueError, match=message):
        AdaBoostECC(**wrong).fit(*data)


def test_a_single_class_is_named():
    with pytest.raises(ValueError, match="y must have 2 classes or more, got 1 class: 'a'"):
        AdaBoostECC().fit([[0.0], [1.0]], ["a", "a"])
