"""AdaBoost.ERP against Algorithm 4.2 written out, its schedules and their limits."""

import numpy as np
import pytest
from sklearn.base import clone

from methods.boosting.decision_stump import DecisionStump
from methods.multiclass.adaboost_ecc import AdaBoostECC
from methods.multiclass.adaboost_erp import ZERO_PREFERENCE, AdaBoostERP, repartition
from methods.multiclass.binary_problems import BinaryProblems
from methods.multiclass.coding_columns import PARTIAL_COLUMNS, rand_2
from tests.boosting.plain import AnyClassifier, parts
from tests.multiclass import plain
from tests.multiclass.plain import all_pairs, boost, generic_data, heaviest, tied_data
from tests.multiclass.test_adaboost_ecc import assert_same_rounds, cost_from_scratch


@pytest.fixture(scope="module")
def data():
    return generic_data()


@pytest.mark.parametrize("make", [generic_data, tied_data])
@pytest.mark.parametrize(("K", "seed"), [(2, 0), (3, 1), (4, 2), (5, 3)])
@pytest.mark.parametrize("schedule", ["LR", "LRL", "LRLR"])
def test_max_2_rounds_are_those_of_algorithm_4_2(make, K, seed, schedule):
    X, y = make(seed, K)
    weights = np.random.default_rng(seed).integers(1, 4, len(y)) if seed % 2 else np.ones(len(y))
    model = AdaBoostERP(n_estimators=8, schedule=schedule).fit(X, y, weights)
    pairs = all_pairs(K)
    expected = boost(X, y, 8, lambda D, y: heaviest(pairs, D, y), schedule, weights)
    assert_same_rounds(model, expected)


def test_rand_2_rounds_are_those_of_algorithm_4_2(data, monkeypatch):
    drawn = []

    def recorded(pairs, rng):
        drawn.append(rand_2(pairs, rng))
        return drawn[-1]

    monkeypatch.setitem(PARTIAL_COLUMNS, "rand_2", recorded)
    X, y = data
    model = AdaBoostERP(n_estimators=10, columns="rand_2", schedule="LRLR", random_state=0)
    model.fit(X, y)
    columns = iter(drawn)
    assert_same_rounds(model, boost(X, y, 10, lambda D, y: next(columns), "LRLR"))
    assert len(set(map(tuple, drawn))) > 3


def test_partial_column_without_repartition_is_as_printed():
    X, y = generic_data(1, K=3)
    model = AdaBoostERP(n_estimators=5, schedule="L").fit(X, y)
    assert_same_rounds(model, boost(X, y, 5, lambda D, y: heaviest(all_pairs(3), D, y)))
    np.testing.assert_array_equal((model.coding_matrix_ == 0).sum(axis=0), np.ones(5))


@pytest.mark.parametrize("schedule", ["L", "LR", "LRL", "LR" * 20])
@pytest.mark.parametrize("columns", ["max_2", "rand_2"])
def test_binary_case_is_adaboost_ecc_for_every_schedule(schedule, columns):
    X, y = generic_data(3, K=2, n=50)
    ours = AdaBoostERP(n_estimators=20, columns=columns, schedule=schedule).fit(X, y)
    ecc = AdaBoostECC(n_estimators=20).fit(X, y)
    np.testing.assert_array_equal(ours.coding_matrix_, ecc.coding_matrix_)
    np.testing.assert_array_equal(ours.cost_trace_, ecc.cost_trace_)
    assert list(map(parts, ours.estimators_)) == list(map(parts, ecc.estimators_))


@pytest.mark.parametrize("columns", ["max_2", "rand_2"])
@pytest.mark.parametrize("schedule", ["LR", "LRLR"])
def test_cost_trace_is_eq_4_2_and_falls(data, columns, schedule):
    X, y = data
    model = AdaBoostERP(n_estimators=30, columns=columns, schedule=schedule, random_state=0)
    model.fit(X, y)
    expected = [cost_from_scratch(model, X, y, T=t) for t in range(1, 31)]
    np.testing.assert_allclose(model.cost_trace_, expected, rtol=1e-9)
    assert np.all(np.diff(np.r_[3 * len(y), model.cost_trace_]) < 0)
    assert set(model.coding_matrix_.ravel()) == {-1, 1}


@pytest.mark.parametrize("seed", range(4))
def test_repartition_maximises_the_slope_over_all_columns(seed):
    rng = np.random.default_rng(seed)
    y, D = rng.integers(0, 4, 30), rng.uniform(size=(30, 4))
    f = rng.choice([-1.0, 1.0], 30)

    def slope(column):
        return sum(D[n] @ (column[y[n]] - column) * f[n] for n in range(30))

    D_without = D * (y[:, None] != np.arange(4))
    problems = BinaryProblems(
        DecisionStump(), np.zeros((30, 1)), y, np.ones(30), np.random.RandomState(0)
    )
    problems.weights[:] = D_without
    column = repartition(np.zeros(4, int), problems.preferences(f), D_without.sum())
    np.testing.assert_array_equal(column, plain.repartition(D, y, np.zeros(4, int), f))
    everything = np.array(np.meshgrid(*[[-1, 1]] * 4)).reshape(4, -1).T
    assert slope(column) == pytest.approx(max(slope(other) for other in everything))


@pytest.mark.parametrize(("n", "K"), [(30, 3), (200, 10)])
def test_repartition_takes_2nk_operations(n, K):
    """mu of eq. 4.5 by one sum of each example's weights and one of each class's, as they stand.

    f has the values -1 and 1, so it turns an addition into a subtraction and costs none.
    """
    rng = np.random.default_rng(0)
    y, D, f = np.arange(n) % K, rng.uniform(size=(n, K)), rng.choice([-1.0, 1.0], n)
    operations = 0

    def total(terms):
        nonlocal operations
        first, *others = terms
        operations += len(others)
        return sum(others, first)

    of_examples = [total(D[i]) for i in range(n)]
    of_own = [total([f[i] * of_examples[i] for i in np.flatnonzero(y == k)]) for k in range(K)]
    mu = [total([of_own[k], -total(f * D[:, k])]) for k in range(K)]
    plain_mu = [f[y == k] @ D[y == k].sum(axis=1) - f @ D[:, k] for k in range(K)]
    np.testing.assert_allclose(mu, plain_mu)
    assert operations == 2 * n * K - K


@pytest.mark.parametrize(
    "vote",
    [AdaBoostECC(), AdaBoostERP(schedule="LR"), AdaBoostERP(schedule="LRL", columns="rand_2")],
)
def test_the_coefficient_of_a_full_column_minimises_the_cost(data, vote):
    X, y = data
    model = clone(vote).set_params(n_estimators=5, random_state=0).fit(X, y)
    assert set(model.coding_matrix_.ravel()) == {-1, 1}
    alpha = model.estimator_weights_[-1]

    def cost(moved):
        model.estimator_weights_[-1] = moved
        return cost_from_scratch(model, X, y, T=5)

    best = cost(alpha)
    assert best == pytest.approx(model.cost_trace_[-1], rel=1e-9)
    assert best < min(cost(alpha + change) for change in (-0.5, -1e-3, 1e-3, 0.5))


def test_longer_schedules_of_stumps_never_lower_the_slope(data):
    X, y = data
    rng = np.random.RandomState(0)
    problems = BinaryProblems(DecisionStump(), X, y, np.ones(len(y)), rng)
    column, slopes = np.array([-1, 1, 0, 0]), []
    for _ in range(6):
        _, values = problems.learn(column)
        mu = problems.preferences(values)
        slopes.append(mu @ column)
        column = repartition(column, mu, problems.between.sum())
        slopes.append(mu @ column)
    assert np.all(np.diff(slopes[1:]) >= -1e-9)
    assert slopes[-1] > slopes[1]


def test_schedule_ends_when_column_and_hypothesis_agree(data):
    class Counted(AnyClassifier):
        fits = 0

        def fit(self, X, y, sample_weight=None):
            Counted.fits += 1
            return super().fit(X, y, sample_weight)

    X, y = data
    long = AdaBoostERP(Counted(), n_estimators=10, schedule="LR" * 50).fit(X, y)
    assert Counted.fits < 10 * 10
    longer = AdaBoostERP(n_estimators=10, schedule="LR" * 51).fit(X, y)
    np.testing.assert_array_equal(long.coding_matrix_, longer.coding_matrix_)
    np.testing.assert_array_equal(long.cost_trace_, longer.cost_trace_)


def test_two_repartitions_in_a_row_do_not_end_the_schedule(data):
    once = AdaBoostERP(n_estimators=10, schedule="LRL").fit(*data)
    twice = AdaBoostERP(n_estimators=10, schedule="LRRL").fit(*data)
    np.testing.assert_array_equal(once.cost_trace_, twice.cost_trace_)


def test_partial_columns_are_learnt_from_their_two_classes_alone(data):
    class Witness(AnyClassifier):
        sizes: list = []  # noqa: RUF012

        def fit(self, X, y, sample_weight=None):
            Witness.sizes.append(len(y))
            assert np.all(sample_weight > 0)
            return super().fit(X, y, sample_weight)

    X, y = data
    fast = AdaBoostERP(n_estimators=6)
    slow = clone(fast).set_params(estimator=Witness()).fit(X, y)
    assert set(Witness.sizes[0::2]) <= set(range(40, 50))
    assert set(Witness.sizes[1::2]) == {len(y)}
    fast.fit(X, y)
    assert list(map(parts, fast.estimators_)) == list(map(parts, slow.estimators_))
    np.testing.assert_array_equal(fast.cost_trace_, slow.cost_trace_)


def test_zero_preference_keeps_a_label_and_turns_no_label_into_1():
    mu = np.array([1e-14, -1e-14, 2.0, -2.0])
    np.testing.assert_array_equal(repartition(np.array([-1, 0, 0, 0]), mu, 1.0), [-1, 1, 1, -1])
    nothing = np.full(4, 1e-14)
    np.testing.assert_array_equal(repartition(np.array([-1, 1, 0, 0]), nothing, 1.0), [-1, 1, 1, 1])


def test_constant_hypothesis_on_equal_classes_leaves_two_sides():
    class Constant(AnyClassifier):
        def predict(self, X):
            return np.full(len(X), 1)

    X, y = tied_data()
    model = AdaBoostERP(Constant(), schedule="LRLR").fit(X, y)
    assert model.stop_reason_ == "no descent" and model.n_iter_ == 0


def test_relabelled_classes_have_the_same_predictions(data):
    X, y = data
    order = np.random.default_rng(1).permutation(4)
    model = AdaBoostERP(n_estimators=25).fit(X, y)
    other = AdaBoostERP(n_estimators=25).fit(X, order[y])
    np.testing.assert_allclose(other.cost_trace_, model.cost_trace_, rtol=1e-9)
    np.testing.assert_array_equal(other.predict(X), order[model.predict(X)])


@pytest.mark.parametrize("schedule", ["", "RL", "LX", "lrl"])
def test_bad_schedule_is_named(data, schedule):
    with pytest.raises(ValueError, match="schedule must be letters L and R that begin with L"):
        AdaBoostERP(schedule=schedule).fit(*data)


def test_preferences_near_rounding_do_not_put_all_classes_on_one_side():
    mu = ZERO_PREFERENCE * np.array([1.5, -0.75, -0.75])
    np.testing.assert_array_equal(repartition(np.array([-1, 1, 1]), mu, 1.0), [-1, 1, 1])
