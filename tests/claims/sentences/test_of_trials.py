"""What is told of single trials."""

from math import inf

import pandas as pd
import pytest

from methods.claims.sentences import of_trials
from methods.claims.sentences.words import PERCENT


def test_objectives_near_the_optimum_are_told_with_the_gaps():
    told = of_trials.near_optimum(0.01234, 7, 9, {"one": 0, "heart_unit": 2}, 0.001234, 0.1)
    assert told == (
        "The objective is within 1.2 % of the optimum in 7 of 9 trials on 2 data sets. The gap has "
        "the median 0.12 % and is at most 10 %. The misses are on heart unit (2)."
    )


@pytest.mark.parametrize(
    ("misses", "told"),
    [
        ({"one": 2}, ""),
        ({"one": 0, "two": 0}, ""),
        ({"one": 1, "two": 1_200, "three": 0}, "the misses are on two (1,200) and one (1)"),
    ],
)
def test_of_several_data_sets_those_with_misses_are_named(misses, told):
    assert of_trials.where_missed(misses) == told


@pytest.mark.parametrize(
    ("least", "largest", "told"),
    [(0.1, inf, "at least 10 %"), (-inf, 0.2, "at most 20 %"),
     (0.1, 0.2, "at least 10 % and at most 20 %"), (-inf, inf, "")],
)  # fmt: skip
def test_only_finite_bounds_are_told(least, largest, told):
    assert of_trials.bounds(least, largest, PERCENT) == told


def test_a_number_within_bounds_is_told_with_its_range():
    told = of_trials.within_bounds("error", -inf, 0.2, 2, pd.Series([0.1, 0.3, 0.15]))
    assert told == (
        "The error is at most 20 % in 2 of 3 trials. It lies between 10 % and 30 %, with the median"
        " 15 %."
    )
    told = of_trials.within_bounds("error", -inf, 0.2, 2, pd.Series([0.1, 0.1]))
    assert told == "The error is at most 20 % in all 2 trials. It is always 10 %."


@pytest.mark.parametrize(
    ("least", "largest", "asked"),
    [
        (1.0, 1.0, "Some choice of principal subsets grows by adding alone"),
        (0.0, 0.0, "No choice of principal subsets grows by adding alone"),
    ],
)
def test_a_metric_that_is_an_event_is_told_by_what_happens(least, largest, asked):
    told = of_trials.within_bounds("nested", least, largest, 0, pd.Series([1.0, 0.0]))
    assert told == f"{asked} in none of 2 trials."
    told = of_trials.within_bounds("nested", least, largest, 1, pd.Series([1.0]))
    assert told == f"{asked} in 1 of 1 trial."


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((0.5, 0, 2, 3), "This is shown for most trials in none of 3 cases, and for few in 2."),
        ((0.75, 1, 0, 1), "This is shown for more than 75 % of the trials in 1 of 1 case, and for "
                          "fewer in none."),
    ],
)  # fmt: skip
def test_a_share_of_the_trials_is_told_as_most_or_in_percent(arguments, told):
    assert of_trials.in_most_trials(*arguments) == told


def test_differing_trials_are_counted_unless_all_are_the_same():
    assert of_trials.differ_in("error", ["A"], ["B"], 0.01234, 1_200, 3_000, 0.0567) == (
        "The error of A differs from that of B by more than 1.23 points in 1,200 of 3,000 trials. "
        "It differs by 5.7 points at most."
    )
    assert of_trials.differ_in("error", ["A"], ["B"], 0.01, 0, 1_000, 0.0) == (
        "The error of A is the same as that of B in all 1,000 trials."
    )
