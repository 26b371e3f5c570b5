"""The stump against brute force, and what must not change it."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from methods.boosting.decision_stump import DecisionStump, SortedRows
from tests.boosting.plain import best_stump, generic_data, parts, stump_values

seeds = st.integers(0, 10**6)


def weighted_error(model, X, y, weights):
    return weights[model.predict(X) != y].sum() / weights.sum()


@pytest.mark.slow
@settings(max_examples=300)
@given(seeds, st.integers(2, 12), st.integers(1, 4), st.integers(1, 4))
def test_stump_is_the_first_of_the_best_where_values_and_weights_tie(seed, n, d, n_values):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, n_values, size=(n, d)).astype(float)
    targets = rng.integers(-2, 3, size=n).astype(float)
    targets[0] = 1.0
    stump, gain = best_stump(X, targets)
    best = SortedRows(X).best_stump(targets)
    assert best[:3] == stump
    assert best.error == pytest.approx(0.5 - 0.5 * gain / np.abs(targets).sum(), abs=1e-15)


@pytest.mark.slow
@settings(max_examples=100)
@given(seeds, st.integers(2, 40), st.integers(1, 5))
def test_stump_has_the_least_weighted_error_of_all(seed, n, d):
    rng = np.random.default_rng(seed)
    X, targets = rng.normal(size=(n, d)), rng.normal(size=n)
    stump, _ = best_stump(X, targets)
    best = SortedRows(X).best_stump(targets)
    assert best[:3] == stump
    errors = np.abs(targets)[stump_values(X, *best[:3]) * targets < 0].sum()
    assert best.error == pytest.approx(errors / np.abs(targets).sum(), abs=1e-14)


@pytest.mark.parametrize("seed", range(10))
def test_error_is_at_most_that_of_a_tree_of_depth_one(seed):
    X, y = generic_data(seed, n=100)
    weights = np.random.default_rng(seed).uniform(0.1, 3, size=100)
    tree = DecisionTreeClassifier(max_depth=1, random_state=0).fit(X, y, weights)
    stump = DecisionStump().fit(X, y, weights)
    ours, theirs = (weighted_error(model, X, y, weights) for model in (stump, tree))
    assert ours <= theirs + 1e-13


def test_order_of_the_rows_does_not_matter():
    X, y = generic_data(1, n=200)
    weights = np.random.default_rng(1).uniform(size=200)
    order = np.random.default_rng(2).permutation(200)
    stump = DecisionStump().fit(X, y, weights)
    shuffled = DecisionStump().fit(X[order], y[order], weights[order])
    assert parts(shuffled) == parts(stump)


def test_exchanged_classes_turn_the_polarity_around():
    X, y = generic_data(2)
    stump, other = DecisionStump().fit(X, y), DecisionStump().fit(X, -y)
    assert parts(other) == (stump.feature_, stump.threshold_, -stump.polarity_)


@pytest.mark.parametrize("grow", [np.exp, lambda x: x**3, np.arctan])
def test_increasing_transform_of_a_feature_keeps_the_predictions(grow):
    X, y = generic_data(3)
    stump, other = DecisionStump().fit(X, y), DecisionStump().fit(grow(X), y)
    assert other.feature_ == stump.feature_
    np.testing.assert_array_equal(other.predict(grow(X)), stump.predict(X))


def test_decreasing_transform_of_a_feature_keeps_the_error():
    X, y = generic_data(3)
    uniform = np.ones(len(y))
    errors = [weighted_error(DecisionStump().fit(Z, y), Z, y, uniform) for Z in (X, -X)]
    assert errors[0] == errors[1] < 0.5


def test_row_of_zero_weight_moves_no_threshold():
    X = np.array([[0.0], [1.0], [1.2], [3.0]])
    stump = DecisionStump().fit(X, [0, 0, 1, 1], [1, 1, 0, 1])
    assert stump.threshold_ == 2.0
    targets = np.array([-1.0, -1.0, 0.0, 1.0])
    assert SortedRows(X).best_stump(targets).threshold == 2.0


def test_weights_count_as_repeated_rows_and_their_unit_does_not():
    X, y = generic_data(4)
    weights = np.random.default_rng(4).integers(0, 4, size=len(y))
    repeated = DecisionStump().fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    for unit in (1, 1e-300, 1e300, 0.1):
        assert parts(DecisionStump().fit(X, y, weights * unit)) == parts(repeated)


@settings(max_examples=100)
@given(seeds)
@example(87460)  # every cut and both constants have an error of 1/2
def test_rounding_of_the_weights_decides_no_tie(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, size=(12, 5)).astype(float)
    targets = rng.choice([-1.0, 1.0], size=12)
    noise = 1 + 1e-15 * rng.normal(size=12)
    assert SortedRows(X).best_stump(targets * noise)[:3] == best_stump(X, targets)[0]


def test_constant_wins_where_no_cut_is_better():
    stump = DecisionStump().fit([[1.0, 5.0], [1.0, 5.0], [1.0, 5.0]], ["b", "a", "b"])
    assert parts(stump) == (0, -np.inf, 1.0)
    assert list(stump.predict([[-9.0, 0.0], [9.0, 0.0]])) == ["b", "b"]


def test_neighbouring_and_extreme_numbers_are_told_apart():
    for low in (1.0, np.nextafter(1.0, 2.0), -1.0, 0.0, 5e-324, 9e69):
        high = np.nextafter(low, np.inf)
        stump = DecisionStump().fit([[low], [high]], [0, 1])
        assert list(stump.predict([[low], [high]])) == [0, 1]
    stump = DecisionStump().fit([[-9e69], [9e69]], [1, 0])
    assert list(stump.predict([[-9e69], [9e69]])) == [1, 0]
    assert DecisionStump().fit([[1.5e69], [1.75e69]], [0, 1]).threshold_ == 1.625e69
    assert DecisionStump().fit([[-0.0], [0.0], [0.0]], [0, 1, 1]).threshold_ == -np.inf
