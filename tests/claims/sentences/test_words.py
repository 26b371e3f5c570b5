"""How numbers, names and shifts are told."""

import numpy as np
import pytest

from methods.claims.sentences.words import (
    FACTOR,
    PERCENT,
    PLAIN,
    SPREAD,
    STANDARD_ERRORS,
    chance,
    counted,
    flip,
    group,
    how_many,
    listed,
    number,
    parameter_name,
    quantity,
    sentence,
    sentences,
    setting,
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
        (1e-4, 2, "0.0001"),
        (9.97e-5, 2, "0.0001"),
        (9.94e-5, 2, "9.9 × 10⁻⁵"),
        (-6.37e-5, 2, "-6.4 × 10⁻⁵"),
        (9_876_543.2, 2, "9,876,543"),
        (1e7, 2, "1 × 10⁷"),
        (1.9e8, 1, "2 × 10⁸"),
        (-1234.56, 5, "-1,234.6"),
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
        ("late_negations", "the share of negations after the first tenth of the epochs", "13.2 %",
         "1 point"),
        ("rounds", "the number of rounds", "0.132", "0.01 rounds"),
        ("train_rounds", "the number of train rounds", "0.132", "0.01 rounds"),
        ("auc", "the area under the ROC curve", "0.132", "0.01"),
        ("log_cost", "the cost", "1.14", "a factor of 1.01"),
    ],
)  # fmt: skip
def test_a_metric_is_told_in_the_unit_of_its_table(metric, subject, value, difference):
    unit = unit_of(metric)
    assert (quantity(metric), unit.told(0.132), unit.step(-0.01)) == (subject, value, difference)


def test_an_interval_and_a_factor_are_told_in_one_scale():
    assert PERCENT.within(0.123, (0.1, 0.15)) == "12.3 % (10 to 15)"
    assert FACTOR.step(np.log(0.5)) == FACTOR.step(np.log(2)) == "a factor of 2"
    assert FACTOR.told(np.log(1.23456)) == "1.23" and FACTOR.scaled(np.log(0.5)) == "0.5"
    assert PERCENT.scaled(-0.01234) == "-1.2" and PERCENT.told(0.12345678) == "12.3 %"


def test_a_number_of_one_has_its_unit_in_the_singular():
    assert PERCENT.step(-0.01) == "1 point" and PERCENT.step(0.011) == "1.1 points"
    assert STANDARD_ERRORS.told(1.0) == "1 standard error"


def test_of_a_factor_above_a_million_only_that_it_is_larger_is_told():
    assert FACTOR.step(np.log(0.99e6)) == "a factor of 990,000"
    assert FACTOR.step(np.log(1.01e6)) == FACTOR.step(-np.log(1.01e6))
    assert FACTOR.step(np.log(1.01e6)) == "a factor of more than a million"
    assert not PERCENT.is_huge(1e9)


@pytest.mark.parametrize(
    ("factor", "told"),
    [(1.99, "99 % higher"), (2.01, "higher by a factor of 2.01"), (0.51, "49 % lower"),
     (0.49, "lower by a factor of 2.04")],
)  # fmt: skip
def test_a_factor_below_two_is_told_in_percent_in_either_direction(factor, told):
    assert FACTOR.moved(np.log(factor)) == told


def test_a_list_names_four_things_at_most():
    assert listed(["a"]) == "a" and listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c", "a"]) == "a, b and c"
    assert listed(["a", "b", "c", "d"], "data sets") == "a, b, c and d"
    assert listed(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"
    assert listed(["a", "b", "c", "d", "e"], "data sets") == "a, b, c and 2 more data sets"
    assert group(["a", "b", "c", "d", "e"]) == "5 methods" and group(["a" * 99]) == "a" * 99
    assert group(["a" * 40, "b" * 40], "rivals") == "2 rivals"


def test_a_group_is_named_if_it_is_short():
    assert group(["a", "b", "c", "d"]) == "a, b, c and d"
    # what is told with " and " has 60 letters, and then 61
    assert group(["a" * 30, "b" * 25]) == f"{'a' * 30} and {'b' * 25}"
    assert group(["a" * 30, "b" * 26]) == "2 methods"
    # a name with a comma reads like two
    assert group(["a", "b", "c, d"]) == "a, b and c, d"
    assert group(["a", "b, c", "d, e"]) == "3 methods"
    assert group(["a", "b", "a", "b", "a"]) == "a and b"


def test_both_sides_of_pairs_are_named_once():
    assert sides([("A", "C"), ("B", "C")]) == ("A and B", "C")
    assert sides([("A", "C"), ("A", "D"), ("B", "C"), ("B", "D")]) == ("A and B", "C and D")
    assert sides([("A", "C"), ("B", "D")]) == ("A and B", "C and D in turn")
    assert sides([("A", "A"), ("B", "B")]) == ("A and B", "the same")
    # of two rivals of one method, and of five pairs, only that each has its own
    assert sides([("A", "C"), ("A", "D"), ("B", "D")])[1] == "the rival of each"
    assert sides(list(zip("ABCDE", "FGHIJ", strict=True))) == ("5 methods", "the rival of each")
    assert sides([("A", "A"), ("B", "B"), ("A", "B")])[1] == "the rival of each"
    assert sides([("A", "C"), ("A", "D")]) == ("A", "C and D")
    assert sides([("A", "A"), ("A", "B"), ("B", "A"), ("B", "B")]) == ("A and B", "A and B")


@pytest.mark.parametrize(("more", "theirs"), [(0, "in turn"), (1, "the rival of each")])
def test_rivals_are_named_in_turn_if_both_sides_are_short(more, theirs):
    # 49 letters on one side, and 49 or 50 on the other
    pairs = [("A" * 22, "C" * 22), ("B" * 22, "D" * (22 + more))]
    ours = f"{'A' * 22} and {'B' * 22}"
    assert sides(pairs)[0] == ours and sides(pairs)[1].endswith(theirs)


def test_a_setting_is_told_with_its_parameter_if_both_are_known():
    assert setting("estimator__restart_rounds", "5_5") == "restart rounds 5 5"
    assert setting("", "no_noise") == "no noise" and setting("mus", "") == ""
    assert parameter_name("Cs") == "C" and parameter_name("a__b__mus") == "mu"


def test_names_of_code_lose_their_marks():
    assert words("eeg_alcoholism") == "eeg alcoholism" and words("table4.2") == "table 4.2"
    assert words("figure2_printed_blocks") == "figure 2 printed blocks"


def test_small_chances_and_counts_read_well():
    assert chance(0.934) == "p = 0.93" and chance(1e-30) == "p below 0.0001"
    assert chance(1e-4) == "p = 0.0001" and chance(9.9e-5) == "p below 0.0001"
    counts = [how_many(n, "lies", "lie") for n in (0, 1, 2)]
    assert counts == ["none lies", "1 lies", "2 lie"]


def test_a_count_agrees_with_its_noun():
    counts = [counted(n, "data set") for n in (0, 1, 2, 1200)]
    assert counts == ["0 data sets", "1 data set", "2 data sets", "1,200 data sets"]


def test_sentences_begin_with_a_capital_and_end_with_a_stop():
    assert sentences("it holds", "", "so it is.") == "It holds. So it is."
    assert sentence(" does it? ") == "Does it?"


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


def test_a_p_value_that_is_unknown_is_not_a_small_one():
    assert chance(float("nan")) == "no p-value"
