"""Columns against a search of all, and what the random ones are drawn from."""

import numpy as np
import pytest

from methods.multiclass import coding_columns
from methods.multiclass.coding_columns import greedy_cut, max_2, max_cut, rand_2, rand_half
from tests.multiclass.plain import all_cuts


def random_pairs(seed, K, high=None):
    rng = np.random.default_rng(seed)
    weights = rng.uniform(size=(K, K)) if high is None else rng.integers(0, high, (K, K)) * 1.0
    return np.triu(weights, 1) + np.triu(weights, 1).T


def cut_weight(pairs, column):
    return pairs[np.ix_(column < 0, column > 0)].sum()


@pytest.mark.parametrize("K", range(2, 9))
@pytest.mark.parametrize("high", [None, 3], ids=["generic", "ties"])
@pytest.mark.parametrize("seed", range(5))
def test_max_cut_is_the_first_of_the_largest_cuts(K, high, seed):
    pairs = random_pairs(seed, K, high) + 1 - np.eye(K)
    cuts = all_cuts(K)
    weights = np.array([cut_weight(pairs, column) for column in cuts])
    first = np.flatnonzero(weights >= weights.max() * (1 - 1e-12))[0]
    np.testing.assert_array_equal(max_cut(pairs, np.random.RandomState(0)), cuts[first])


def test_max_cut_does_not_see_rounding():
    pairs = np.ones((6, 6)) - np.eye(6)
    noisy = pairs * (1 + 1e-15 * random_pairs(0, 6))
    rng = np.random.RandomState(0)
    np.testing.assert_array_equal(max_cut(noisy, rng), [-1, -1, -1, 1, 1, 1])


def test_exact_cut_leaves_the_random_state_alone():
    rng = np.random.RandomState(0)
    max_cut(random_pairs(0, 6), rng)
    assert rng.randint(1 << 30) == np.random.RandomState(0).randint(1 << 30)


def test_cut_of_many_classes_is_greedy(monkeypatch):
    pairs = random_pairs(0, 19)
    greedy = greedy_cut(pairs, np.random.RandomState(1))
    np.testing.assert_array_equal(max_cut(pairs, np.random.RandomState(1)), greedy)
    monkeypatch.setattr(coding_columns, "LARGEST_EXACT", 19)
    exact = max_cut(pairs, np.random.RandomState(1))
    assert cut_weight(pairs, exact) > cut_weight(pairs, greedy)


def test_greedy_cut_takes_the_heaviest_pairs_first():
    pairs = np.zeros((5, 5))
    for weight, (a, b) in zip([5, 4, 3, 2], [(1, 2), (3, 4), (2, 3), (0, 4)], strict=True):
        pairs[a, b] = pairs[b, a] = weight
    columns = {tuple(greedy_cut(pairs, np.random.RandomState(seed))) for seed in range(30)}
    # 1 against 2 and 3 against 4 at random, so that 2 and 3 may meet; 0 against 4
    assert columns == {(c, b, -b, c, -c) for b in (-1, 1) for c in (-1, 1)}


@pytest.mark.parametrize("K", [2, 3, 6, 7])
def test_rand_half_rounds_the_positive_half_down(K):
    rng = np.random.RandomState(0)
    columns = np.array([rand_half(np.zeros((K, K)), rng) for _ in range(600)])
    np.testing.assert_array_equal((columns > 0).sum(axis=1), K // 2)
    np.testing.assert_allclose((columns > 0).mean(axis=0), K // 2 / K, atol=0.08)


def test_max_2_is_the_first_of_the_heaviest_pairs():
    pairs = random_pairs(0, 5)
    pairs[1, 3] = pairs[3, 1] = 2.0
    pairs[2, 4] = pairs[4, 2] = 2.0 * (1 + 1e-15)
    np.testing.assert_array_equal(max_2(pairs, np.random.RandomState(0)), [0, -1, 0, 1, 0])


def test_rand_2_draws_every_pair():
    rng = np.random.RandomState(0)
    columns = [tuple(rand_2(np.zeros((4, 4)), rng)) for _ in range(600)]
    counts = {column: columns.count(column) for column in set(columns)}
    assert len(counts) == 6 and min(counts.values()) > 60
    assert all([label for label in column if label] == [-1, 1] for column in counts)
