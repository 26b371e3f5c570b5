"""The rightmost segment: Theorem 1.5 on finite learning models, and pruning by support vectors."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from sklearn.svm import SVC

from methods.complexity.greedy_pruning import (
    GreedyPruning,
    greedy_pruning,
    removal_contributions,
    rightmost_segment,
)
from methods.complexity.principal_subsets import principal_points
from methods.data.generators.shapes import yin_yang
from methods.kernel_functions import perceptron_kernel

N = 7
LOOKUP_COST = 3


class LearningModel:
    """A finite learning model with a lookup table: lengths, and the errors on N examples."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.lengths = rng.integers(1, 15, 12)
        self.wrong = rng.random((12, N)) < rng.uniform(0.1, 0.6)

    def complexity(self, subset):
        """Definition 1.3."""
        return int((self.lengths + LOOKUP_COST * self.wrong[:, subset].sum(axis=1)).min())

    def contributions(self, subset):
        whole = self.complexity(subset)
        return np.array([whole - self.complexity(np.delete(subset, i)) for i in range(len(subset))])


def subsets(of):
    """All subsets, as arrays of indices."""
    of = np.asarray(of, dtype=int)
    return [of[np.array(chosen, dtype=bool)] for chosen in product([False, True], repeat=len(of))]


@pytest.mark.slow
def test_theorem_1_3_bounds_the_growth_of_the_complexity():
    shares = set()
    for model in map(LearningModel, range(15)):
        for part in subsets(range(N)):
            for added in subsets(np.setdiff1d(np.arange(N), part)):
                growth = model.complexity(np.r_[part, added]) - model.complexity(part)
                assert 0 <= growth <= LOOKUP_COST * len(added)
                shares.add(growth / max(LOOKUP_COST * len(added), 1))
    assert {0, 1} <= shares  # both bounds are met


def test_lemma_1_3_any_of_the_memorised_examples_cost_a_lookup_each():
    everything, met = np.arange(N), 0
    for model in map(LearningModel, range(15)):
        for bad in subsets(everything):
            rest = np.setdiff1d(everything, bad)
            good = model.complexity(rest)
            if model.complexity(everything) < good + LOOKUP_COST * len(bad):
                continue
            met += len(bad) > 1
            for part in subsets(bad):
                together = model.complexity(np.r_[rest, part])
                assert together == good + LOOKUP_COST * len(part)
    assert met  # the condition, by more than single examples


@pytest.mark.parametrize("seed", range(15))
def test_propositions_of_theorem_1_5_are_equivalent(seed):
    model, everything = LearningModel(seed), np.arange(N)
    whole = model.complexity(everything)
    totals = model.lengths + LOOKUP_COST * model.wrong.sum(axis=1)
    shortest = np.flatnonzero(totals == whole)
    for memorised in subsets(everything):
        good = np.setdiff1d(everything, memorised)
        # A shortest hypothesis is right on the good ones but for entries of its lookup table.
        first = any(model.wrong[h, memorised].all() for h in shortest)
        second = whole == model.complexity(good) + LOOKUP_COST * len(memorised)
        third = all(
            model.complexity(np.r_[good, part]) == model.complexity(good) + LOOKUP_COST * len(part)
            for part in subsets(memorised)
        )
        assert first == second == third


@pytest.mark.parametrize("seed", range(15))
def test_greedy_pruning_ends_on_the_rightmost_segment(seed):
    model, everything = LearningModel(seed), np.arange(N)
    plot = np.array([(model.complexity(s), N - len(s)) for s in subsets(everything)])
    segment = rightmost_segment(principal_points(*plot.T), LOOKUP_COST)
    removed = greedy_pruning(model.contributions, N, LOOKUP_COST)
    left = np.setdiff1d(everything, removed)
    assert model.complexity(left) == model.complexity(everything) - LOOKUP_COST * len(removed)
    assert [model.complexity(left), len(removed)] in segment.tolist()
    assert (model.contributions(left) < LOOKUP_COST).all()


def test_rightmost_segment_meets_definition_1_7():
    points = np.array([[0, 6], [4, 4], [6, 2], [9, 1], [12, 0]])
    assert rightmost_segment(points, 3).tolist() == [[6, 2], [9, 1], [12, 0]]
    assert rightmost_segment(points, 10).tolist() == [[12, 0]]


def test_removal_contributions_are_those_of_refits():
    X, y, _ = yin_yang(40, 0, flip=0.1)
    K = perceptron_kernel(X)
    examples = np.random.default_rng(0).permutation(40)[:30]

    def complexity(rows):
        svm = SVC(kernel="precomputed", C=1e10, tol=1e-10)
        return len(svm.fit(K[np.ix_(rows, rows)], y[rows]).support_)

    expected = [complexity(examples) - complexity(np.delete(examples, i)) for i in range(30)]
    contributions = removal_contributions(K, y, examples)
    assert contributions.tolist() == expected
    assert len(set(expected)) > 2


def test_example_that_is_no_support_vector_contributes_nothing():
    K, y = perceptron_kernel([[0.0], [1.0], [5.0]]), np.array([-1, 1, 1])
    assert removal_contributions(K, y, np.arange(3)).tolist() == [2 - 0, 0, 0]


def test_an_example_that_contributes_more_than_the_cost_stays_if_asked():
    contributions = {(0, 1, 2): [3, 2, 2], (0, 2): [4, 2], (0,): [5]}

    def of_rest(kept):
        return np.array(contributions[tuple(kept.tolist())])

    assert greedy_pruning(of_rest, 3, 2, exactly=True).tolist() == [1, 2]
    assert greedy_pruning(lambda kept: np.full(len(kept), 3), 3, 2).tolist() == [0, 1, 2]


@pytest.mark.parametrize("seed", range(5))
def test_with_the_ideal_complexity_no_example_contributes_more_than_the_cost(seed):
    model = LearningModel(seed)
    removed = greedy_pruning(model.contributions, N, LOOKUP_COST)
    exactly = greedy_pruning(model.contributions, N, LOOKUP_COST, exactly=True)
    assert removed.tolist() == exactly.tolist()


def test_greedy_pruning_removes_a_lone_flipped_label_first():
    X = yin_yang(60, 0)[0]
    y = np.where(X[:, 0] > 0, 1, -1)
    y[40] *= -1
    K = perceptron_kernel(X)
    removed = greedy_pruning(partial(removal_contributions, K, y), 60, 3)
    assert removed.tolist() == [40]


def test_greedy_pruning_stops_at_once_where_nothing_costs_a_lookup():
    assert len(greedy_pruning(lambda kept: np.zeros(len(kept)), 5, 1)) == 0
    assert greedy_pruning(lambda kept: np.ones(len(kept)), 3, 1).tolist() == [0, 1, 2]


def test_what_is_removed_scores_below_the_rest_and_first_lowest():
    X, y, _ = yin_yang(80, 0, flip=0.1)
    detector = GreedyPruning(3.0).fit(X, y)
    K = perceptron_kernel(X)
    removed = greedy_pruning(partial(removal_contributions, K, y * 1.0), len(X), 3.0)
    outliers = np.flatnonzero(detector.fit_predict(X, y) == -1)
    assert len(removed) > 0 and sorted(removed) == outliers.tolist()
    assert np.all(np.diff(detector.training_scores_[removed]) > 0)
    left = np.setdiff1d(np.arange(len(X)), removed)
    assert detector.training_scores_[removed].max() < detector.training_scores_[left].min()
    gamma = removal_contributions(K, y * 1.0, left)
    np.testing.assert_array_equal(detector.training_scores_[left], -gamma)
