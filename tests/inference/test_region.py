"""Probabilities of better, equal and worse: equal to baycomp's, and right in the limits."""

import numpy as np
import pytest

from methods.bench.statistics import Difference, paired_difference
from methods.inference.region import (
    ROPE,
    correlated_t_probabilities,
    signed_rank_probabilities,
)
from tests.inference.kept_errors import ERRORS, SONAR

# baycomp 1.0.3, SignedRankTest(0, Forest - method, rope=0.01, nsamples=400000, random_state=1)
SIGNED_RANK = {
    "Boosted trees": (0.0002, 0.9998, 0.0),
    "RBF-SVM": (0.0222, 0.5591, 0.4187),
    "Logistic": (0.8909, 0.1091, 0.0),
    "k-NN": (0.7886, 0.2100, 0.0014),
    "L1-SVM": (0.9087, 0.0913, 0.0),
    "L2-SVM": (0.9062, 0.0938, 0.0),
}
# baycomp 1.0.3, CorrelatedTTest(second, first, rope=0.01, runs=15): 30 trials in halves
CORRELATED = {
    ("Forest", "k-NN"): (0.20341698919900303, 0.13104400212305467, 0.6655390086779424),
    ("L2-SVM", "L1-SVM"): (0.32910132677875686, 0.38718840134925403, 0.28371027187198916),
}
MONTE_CARLO = 0.011  # five standard errors of a probability that 50,000 draws give


def as_tuple(chances):
    return chances.better, chances.equal, chances.worse


@pytest.mark.parametrize("method", SIGNED_RANK)
def test_the_signed_rank_test_is_that_of_baycomp(method):
    chances = signed_rank_probabilities(ERRORS["Forest"] - ERRORS[method])
    assert as_tuple(chances) == pytest.approx(SIGNED_RANK[method], abs=MONTE_CARLO)


@pytest.mark.parametrize("pair", CORRELATED)
def test_the_correlated_t_test_is_that_of_baycomp(pair):
    first, second = (SONAR[name].to_numpy() for name in pair)
    difference = paired_difference(first, second, test_train_ratio=1.0)
    assert as_tuple(correlated_t_probabilities(difference)) == pytest.approx(CORRELATED[pair])


def test_the_same_differences_give_the_same_probabilities():
    differences = np.linspace(-0.05, 0.02, 9)
    assert signed_rank_probabilities(differences) == signed_rank_probabilities(differences)


def test_methods_that_change_sides_change_better_and_worse():
    differences = np.array([-0.05, -0.02, 0.001, 0.03, -0.04, 0.0, -0.08])
    ours, theirs = (signed_rank_probabilities(sign * differences) for sign in (1, -1))
    assert (theirs.better, theirs.worse) == pytest.approx(
        (ours.worse, ours.better), abs=MONTE_CARLO
    )


def test_a_data_set_without_both_methods_is_left_out():
    differences = np.array([-0.05, np.nan, -0.02, -0.03])
    known = signed_rank_probabilities(differences[[0, 2, 3]])
    assert signed_rank_probabilities(differences) == known
    assert np.isnan(as_tuple(signed_rank_probabilities([np.nan]))).all()


def test_without_a_region_equal_methods_are_better_and_worse_by_chance():
    assert as_tuple(signed_rank_probabilities(np.zeros(9), rope=0)) == (0.5, 0, 0.5)
    assert as_tuple(signed_rank_probabilities(np.zeros(9))) == (0, 1, 0)
    better = signed_rank_probabilities([-0.1, *np.zeros(8)], rope=0)
    assert as_tuple(better) == (1, 0, 0)


@pytest.mark.parametrize(("shift", "sure"), [(-0.2, 0), (0.0, 1), (0.2, 2)])
def test_a_clear_case_is_certain(shift, sure):
    differences = shift + np.linspace(-0.001, 0.001, 20)
    assert as_tuple(signed_rank_probabilities(differences))[sure] > 0.999
    difference = paired_difference(differences, np.zeros(20))
    assert as_tuple(correlated_t_probabilities(difference))[sure] > 0.999


def test_without_deviation_the_difference_decides_and_one_trial_says_nothing():
    assert as_tuple(correlated_t_probabilities(Difference(0.0, 0.0, 9, 10))) == (0, 1, 0)
    assert as_tuple(correlated_t_probabilities(Difference(-2 * ROPE, 0.0, 9, 10))) == (1, 0, 0)
    one = paired_difference([0.1], [0.2])
    assert np.isnan(as_tuple(correlated_t_probabilities(one))).all()


def test_without_deviation_a_difference_within_the_region_is_none():
    for value in (-ROPE / 2, ROPE / 2):
        assert as_tuple(correlated_t_probabilities(Difference(value, 0.0, 9, 10))) == (0, 1, 0)


def test_the_degrees_of_freedom_are_those_of_the_difference():
    """A t distribution with one degree of freedom has 1/4 beyond one scale."""
    chances = correlated_t_probabilities(Difference(0.0, ROPE, 1, 10))
    assert as_tuple(chances) == pytest.approx((0.25, 0.5, 0.25))
    two = paired_difference([0.1, 0.1 + 2 * ROPE], [0.1 + ROPE, 0.1 + ROPE])
    assert as_tuple(correlated_t_probabilities(two)) == pytest.approx((0.25, 0.5, 0.25))


def test_a_small_difference_is_one_without_a_region():
    assert signed_rank_probabilities(np.full(9, -1e-4), rope=0).better > 0.999


@pytest.mark.parametrize("value", np.linspace(-0.05, 0.05, 40))
def test_no_probability_is_below_zero_without_a_region(value):
    chances = correlated_t_probabilities(Difference(value, 0.013, 9, 10), rope=0)
    assert all(f"{chance:.2f}" != "-0.00" and chance >= 0 for chance in as_tuple(chances))
