"""Average ranks under other data sets."""

import numpy as np
import pytest

from methods.bench.ranks import rank_methods
from methods.inference.rank_stability import places, places_without_each, rank_intervals
from tests.inference.kept_errors import ERRORS

RANKS = rank_methods(ERRORS.to_numpy(), lower_is_better=True)


def test_the_interval_holds_the_average_and_shrinks_with_more_data_sets():
    low, high = rank_intervals(RANKS)
    assert ((low < RANKS.mean(axis=0)) & (RANKS.mean(axis=0) < high)).all()
    wide = high - low
    low, high = rank_intervals(np.vstack([RANKS] * 4))
    assert ((high - low) < 0.6 * wide).all()


def test_the_interval_of_two_methods_is_that_of_the_binomial_distribution():
    """The first is better on half of eight data sets, so on 1 to 7 of eight drawn ones."""
    ranks = np.array([[1.0, 2.0], [2.0, 1.0]] * 4)
    low, high = rank_intervals(ranks)
    assert (low.tolist(), high.tolist()) == ([1 + 1 / 8] * 2, [1 + 7 / 8] * 2)


@pytest.mark.slow
def test_the_bootstrap_interval_is_that_of_the_normal_distribution_for_many_data_sets():
    ranks = np.random.default_rng(0).permuted(np.tile(np.arange(1.0, 5), (400, 1)), axis=1)
    low, high = rank_intervals(ranks)
    half = 1.96 * ranks.std(axis=0, ddof=1) / 20
    assert np.allclose((high - low) / 2, half, rtol=0.05)


def test_places_by_hand():
    ranks = np.array([[1.0, 2, 3], [1, 3, 2], [3, 1, 2]])
    assert places(ranks).tolist() == [1, 2, 3]
    without = places_without_each(ranks)
    assert without[0].tolist() == [1, 1, 1]  # averages 2, 2, 2
    assert without[1].tolist() == [2, 1, 3]  # averages 2, 1.5, 2.5
    assert without[2].tolist() == [1, 2, 2]  # averages 1, 2.5, 2.5
    assert places(np.array([[1.5, 1.5, 3]])).tolist() == [1, 1, 3]
