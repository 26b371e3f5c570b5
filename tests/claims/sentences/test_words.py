"""How numbers, names and shifts are told."""

import numpy as np
import pytest

from methods.claims.sentences.words import (
    FACTOR,
    PERCENT,
    PLAIN,
    SPREAD,
    chance,
    counted,
    flip,
    group,
    how_many,
    listed,
    number,
    quantity,
    sentences,
    sides,
    unit_of,
    words,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE


@pytest.mark.parametrize(
    ("value", "digits", "told"),
    [
        (0.0, 2, "0"),
        (8.94, 2, "8.9"),
        (0.80, 2, "0.8"),
        (99.7, 2, "100"),
        (-0.0123, 2, "-0.012"),
        (7383.8, 2, "7,384"),
        (13.249, 3, "13.2"),
        (6.37e-5, 2, "6.4 × 10⁻⁵"),
        (1.9e8, 1, "2 × 10⁸"),
        (float("inf"), 2, "infinite"),
        (float("nan"), 2, "unknown"),
    ],
)
def test_a_number_has_sensible_digits_and_no_exponent_of_code(value, digits, told):
    assert number(value, digits) == told


@pytest.mark.parametrize(
    ("metric", "subject", "value", "difference"),
    [
        ("error", "the error", "13.2 %", "1 point"),
        ("train_error", "the training error", "13.2 %", "1 point"),
        ("test_error_percent", "the test error", "0.132 %", "0.01 points"),
        ("mean_angle", "the mean angle", "0.132 degrees", "0.01 degrees"),
        ("train_seconds", "the training time", "0.132 seconds", "0.01 seconds"),
        ("negations", "the share of updates that negate the vector", "13.2 %", "1 point"),
        ("oscillation", "the oscillation of the training error", "13.2 points", "1 point"),
        ("rounds", "the number of rounds", "0.132", "0.01 rounds"),
        ("log_cost", "the cost", "1.14", "a factor of 1.01"),
    ],
)
def test_a_metric_is_told_in_the_unit_of_its_table(metric, subject, value, difference):
    unit = unit_of(metric)
    assert (quantity(metric), unit.told(0.132), unit.step(-0.01)) == (subject, value, difference)


def test_an_interval_and_a_factor_are_told_in_one_scale():
    assert PERCENT.within(0.123, (0.1, 0.15)) == "12.3 % (10 to 15)"
    assert FACTOR.step(np.log(0.5)) == FACTOR.step(np.log(2)) == "a factor of 2"


def test_a_list_names_four_things_at_most():
    assert listed(["a"]) == "a" and listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c", "a"]) == "a, b and c"
    assert listed(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"
    assert listed(["a", "b", "c", "d", "e"], "data sets") == "a, b, c and 2 more data sets"
    assert group(["a", "b", "c", "d", "e"]) == "5 methods" and group(["a" * 99]) == "a" * 99
    assert group(["a" * 40, "b" * 40], "rivals") == "2 rivals"


def test_both_sides_of_pairs_are_named_once():
    assert sides([("A", "C"), ("B", "C")]) == ("A and B", "C")
    assert sides([("A", "C"), ("A", "D"), ("B", "C"), ("B", "D")]) == ("A and B", "C and D")
    assert sides([("A", "C"), ("B", "D")]) == ("A and B", "C and D in turn")
    assert sides([("A", "A"), ("B", "B")]) == ("A and B", "the same")
    # of two rivals of one method, and of five pairs, only that each has its own
    assert sides([("A", "C"), ("A", "D"), ("B", "D")])[1] == "the rival of each"
    assert sides(list(zip("ABCDE", "FGHIJ", strict=True))) == ("5 methods", "the rival of each")


def test_names_of_code_lose_their_marks():
    assert words("eeg_alcoholism") == "eeg alcoholism" and words("table4.2") == "table 4.2"
    assert words("figure2_printed_blocks") == "figure 2 printed blocks"


def test_small_chances_and_counts_read_well():
    assert chance(0.934) == "p = 0.93" and chance(1e-30) == "p below 0.0001"
    counts = [how_many(n, "lies", "lie") for n in (0, 1, 2)]
    assert counts == ["none lies", "1 lies", "2 lie"]


def test_a_count_agrees_with_its_noun():
    counts = [counted(n, "data set") for n in (0, 1, 2, 1200)]
    assert counts == ["0 data sets", "1 data set", "2 data sets", "1,200 data sets"]


def test_sentences_begin_with_a_capital_and_end_with_a_stop():
    assert sentences("it holds", "", "so it is.") == "It holds. So it is."


@pytest.mark.parametrize(
    ("flips", "unit", "told"),
    [
        ({FAILS: 0.008}, PERCENT, "It would fail if the error were 0.8 points higher."),
        (
            {FAILS: 0.012, INCONCLUSIVE: -0.0081},
            PERCENT,
            "It would be inconclusive if the error were 0.81 points lower, and fail if 1.2 points "
            "higher.",
        ),
        ({HOLDS: np.log(0.988)}, FACTOR, "It would hold if the error were 1.2 % lower."),
        ({HOLDS: np.log(1.9)}, FACTOR, "It would hold if the error were 90 % higher."),
        ({HOLDS: np.log(0.25)}, FACTOR, "It would hold if the error were lower by a factor of 4."),
        (
            {HOLDS: 900.0},
            FACTOR,
            "It would hold if the error were higher by a factor of more than a million.",
        ),
        ({HOLDS: 0.0}, PLAIN, "It would hold if the error were higher by any amount."),
        ({HOLDS: -0.0}, FACTOR, "It would hold if the error were lower by any amount."),
        ({}, PLAIN, f"No shift of the error would change the verdict, since {SPREAD}."),
    ],
)
def test_a_flip_is_one_sentence_with_the_nearest_first(flips, unit, told):
    assert flip(flips, "the error", unit) == told
