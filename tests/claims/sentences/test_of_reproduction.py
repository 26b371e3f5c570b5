"""What is told of our numbers beside printed ones."""

import pytest

from methods.claims.sentences import of_reproduction
from methods.claims.sentences.words import PERCENT, unit_of


@pytest.mark.parametrize(("factor", "value"), [(1.0, 0.132), (100.0, 13.2)])
def test_printed_errors_are_told_in_percent_whatever_their_unit(factor, value):
    unit = of_reproduction.in_unit("error", factor)
    assert (unit.told(value), unit.step(value)) == ("13.2 %", "13 points")


def test_other_printed_numbers_keep_their_unit():
    assert of_reproduction.in_unit("rounds", 100.0) == unit_of("rounds")


def test_too_few_means_are_counted():
    told = "Of 1 mean none has 10 trials or more."
    assert of_reproduction.few_cells(0, 1, 10) == told
    assert of_reproduction.few_cells(2, 3, 10) == "Of 3 means 2 have 10 trials or more."


@pytest.mark.parametrize(
    ("outside", "cells", "p_value", "told"),
    [
        (0, 3, 0.5, "Of 3 means none lies more than 2 combined standard errors from the printed "
                    "one."),
        (1, 1, 0.001, "Of 1 mean 1 lies more than 2 combined standard errors from the printed one; "
                      "chance alone gives as many with p = 0.001."),
        (2, 3, 0.0009, "Of 3 means 2 lie more than 2 combined standard errors from the printed one;"
                       " chance alone gives as many with p below 0.001."),
    ],
)  # fmt: skip
def test_means_far_from_print_are_told_with_their_chance(outside, cells, p_value, told):
    assert of_reproduction.far_apart(outside, cells, 2.0, p_value) == told


def test_a_method_apart_is_told_with_its_chance():
    assert of_reproduction.method_apart("A", 0.01) == (
        "Chance alone gives those of A with p = 0.01, corrected for the number of methods, so it is"
        " not reproduced."
    )


def test_each_reading_has_its_count_and_its_verdict():
    counts = {"one_pool": (0, 1, "holds"), "two": (2, 3, "inconclusive"), "three": (1, 3, "fails")}
    far = "more than 2 combined standard errors from the printed one, and this reading"
    assert of_reproduction.of_readings(counts, 2.0) == (
        f"One pool, none of 1 mean lies {far} holds. Two, 2 of 3 means lie {far} is inconclusive. "
        f"Three, 1 of 3 means lies {far} fails."
    )


NEAR = {"method": "A", "dataset": "heart_unit", "ours": 0.132, "printed": 0.12}
FAR = {"method": "B", "dataset": "two", "ours": 0.1, "printed": 0.2, "standard_errors": -3.21}


def test_the_farthest_means_are_told_with_the_standard_errors_of_the_first():
    far = "B on two with 10 % against 20 % in print (3.2 standard errors)"
    near = "A on heart unit with 13.2 % against 12 % in print"
    assert of_reproduction.farthest([FAR], PERCENT) == f"Farthest is {far}."
    assert of_reproduction.farthest([NEAR], PERCENT) == f"Farthest is {near}."
    assert of_reproduction.farthest([FAR, NEAR], PERCENT) == f"Farthest are {far} and {near}."
    assert of_reproduction.farthest([FAR, NEAR], PERCENT, by_dataset=True) == (
        f"Farthest, one of each data set, are {far} and {near}."
    )


@pytest.mark.parametrize(
    ("counts", "sides", "told"),
    [
        ({"A": 1, "B": 3, "C": 0}, {}, "Outside are B (3) and A (1)."),
        ({"A": 0, "B": 2}, {}, "Outside is B (2)."),
        ({"A": 0, "B": 0}, {}, ""),
        ({"A": 2}, {"A": "below"}, "All means of A lie below print."),
        ({"A": 1, "B": 3, "C": 2}, {"A": "above", "C": "below", "B": "above"},
         "Outside are B (3), C (2) and A (1). All means of A and B lie above print. All means of C "
         "lie below print."),
    ],
)  # fmt: skip
def test_methods_outside_are_told_with_the_most_first_and_by_side(counts, sides, told):
    assert of_reproduction.methods_outside(counts, sides) == told


def test_means_of_single_runs_are_counted_where_they_are_near():
    assert of_reproduction.single_runs(1, 1, "2 points") == (
        "Of 1 mean that is printed without a deviation, 1 lies within 2 points of ours."
    )
    assert of_reproduction.single_runs(0, 2, "2 points") == (
        "Of 2 means that are printed without a deviation, none lies within 2 points of ours."
    )


def test_different_means_are_counted():
    told = "Of 3 printed means none is significantly different from ours."
    assert of_reproduction.not_different("mean", 3, 0) == told


def test_means_without_a_spread_are_named_if_there_are_any():
    assert of_reproduction.all_alike([]) == ""
    told = "Left out, since all trials are alike: A on heart unit."
    assert of_reproduction.all_alike([("A", "heart_unit")]) == told


def test_the_ratio_that_is_least_alike_is_told_with_four_digits():
    entry = {"ratio": "A_to_B", "dataset": "one", "geometric_mean": 1.23456, "printed": 2.0}
    assert of_reproduction.farthest_ratio(entry) == (
        "Least alike is the ratio A to B on one, 1.235 against 2 in print."
    )
