"""What is told of printed numbers."""

import pytest

from methods.claims.sentences import of_print
from methods.claims.sentences.words import PERCENT


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ([], "All 5 printed ranks follow from the printed errors."),
        (["A"], "Of 5 printed ranks 4 follow from the printed errors. The other is of A."),
        (["A", "B"], "Of 5 printed ranks 3 follow from the printed errors. The others are of A and "
                     "B."),
        (list("ABCD"), "Of 5 printed ranks 1 follows from the printed errors. The others are of A, "
                       "B, C and D."),
    ],
)  # fmt: skip
def test_what_does_not_follow_from_print_is_named(wrong, told):
    assert of_print.follow("ranks", "errors", 5, wrong) == told


def test_the_least_significant_comparison_is_named():
    assert of_print.significant(3, []) == "All 3 printed comparisons are significant."
    first = {"method": "A", "than": "B", "dataset": "one", "p_value": 0.1}
    least = {"method": "C", "than": "D", "dataset": "heart_unit", "p_value": 0.5}
    assert of_print.significant(3, [first, least, first]) == (
        "Of 3 printed comparisons none is significant. The least so is C against D on heart unit, "
        "p = 0.5."
    )
    assert of_print.significant(3, [first]).startswith(
        "Of 3 printed comparisons 2 are significant. The least so is A against B"
    )


@pytest.mark.parametrize(
    ("of_pairs", "pairs"), [([3.0, 1.5, 2.0], "1.5 to 3"), ([1.5, 1.501], "1.5")]
)
def test_a_ratio_is_told_beside_the_one_that_is_said(of_pairs, pairs):
    assert of_print.ratio(2.345, of_pairs, 2.0) == (
        f"The printed means have the ratio 2.3, and their pairs {pairs}; about 2 is said."
    )


def above(method, dataset, printed, smaller_class, errors):
    return {"method": method, "dataset": dataset, "printed": printed,
            "smaller_class": smaller_class, "standard_errors_above": errors}  # fmt: skip


WIDE, SURE = above("A", "one", 0.30, 0.20, 1.5), above("B", "heart_unit", 0.45, 0.42, 3.0)
WORSE = "above that of always answering the larger class, and"


def test_the_worst_printed_error_is_told_in_percent_and_in_standard_errors():
    assert of_print.no_worse(9, [], [], 100.0) == (
        "All 9 printed errors are at most that of always answering the larger class."
    )
    assert of_print.no_worse(9, [WIDE, SURE], [], 100.0) == (
        f"Of 9 printed errors 2 are {WORSE} none of these by more than two standard errors. The "
        "worst is A on one, 30 % against 20 %. In standard errors it is B on heart unit, 3 above."
    )
    assert of_print.no_worse(1, [WIDE], [], 100.0) == (
        f"Of 1 printed error 1 is {WORSE} none of these by more than two standard errors. The worst"
        " is A on one, 30 % against 20 %."
    )


def test_of_printed_errors_that_are_significantly_worse_the_worst_is_told():
    told = of_print.no_worse(9, [WIDE, SURE], [SURE], 100.0)
    assert told == (
        f"Of 9 printed errors 2 are {WORSE} 1 of these by more than two standard errors. The worst "
        "is B on heart unit, 45 % against 42 %."
    )


def test_without_standard_errors_none_are_told():
    unknown = [above("A", "one", 22, 20, 0.0), above("B", "two", 30, 20, 0.0)]
    told = of_print.no_worse(9, unknown, [], 1.0)
    assert told.endswith("The worst is B on two, 30 % against 20 %.")


def test_lower_printed_means_are_counted():
    told = "The printed mean is the lower one in"
    assert of_print.lower_in(0, 1) == f"{told} none of 1 comparison."
    assert of_print.lower_in(2, 3) == f"{told} 2 of 3 comparisons."


def test_a_bound_is_told_beside_the_least_and_the_largest():
    values = {"A": 0.2, "B": 0.1, "C": 0.3}
    assert of_print.bounded("the error", values, 0.25, PERCENT) == (
        "The error is printed as 10 % of B to 30 % of C; below 25 % is said."
    )
    assert of_print.bounded("the error", {"A": 0.2}, 0.25, PERCENT) == (
        "The error is printed as 20 % of A; below 25 % is said."
    )
    assert of_print.others(0, 1) == "Of the other method none lies below, too."
    assert of_print.others(2, 3) == "Of the 3 other methods 2 lie below, too."


@pytest.mark.parametrize(
    ("tables", "judged", "are"),
    [(1, 1, "are uneven"), (0, 1, "are as even as chance makes them"),
     (0, 2, "are uneven in none of 2 tables"), (2, 3, "are uneven in 2 of 3 tables")],
)  # fmt: skip
def test_uneven_last_digits_are_told_with_their_chance(tables, judged, are):
    assert of_print.uneven(tables, judged, "table2", 0.01) == (
        f"The last digits {are}; chance alone makes those of table 2 so uneven with p = 0.01."
    )


def test_why_nothing_could_be_judged_is_told():
    assert of_print.not_judged("means", "no size") == "No means could be judged: no size."
    assert of_print.not_judged("means", "") == "There are no means."


@pytest.mark.parametrize(
    ("note", "beside"),
    [
        ("", ""),
        ("the size is [1.5, 2.5]", "; the size is (1.5 to 2.5)"),
        ("sizes of: heart_unit, one", "; sizes of: heart unit and one"),
    ],
)
def test_numbers_that_can_come_from_what_is_stated_have_the_note_beside_them(note, beside):
    told = of_print.no_finding("means", 5, note)
    assert told == f"All 5 means can come from what the paper states{beside}."


@pytest.mark.parametrize(("why", "said"), [("", ""), ("which lack a size", ", which lack a size,")])
def test_numbers_that_a_test_cannot_judge_are_counted_apart(why, said):
    left = f"Of the other 1{said} the test cannot say."
    assert of_print.no_finding("means", 5, "", 1, why) == (
        f"All 5 of 6 means that can be judged can come from what the paper states. {left}"
    )
    found = of_print.findings("means", 1, 5, "A", "one", "too small", 1, why=why)
    assert found.endswith(f"A on one: too small. {left}")


@pytest.mark.parametrize(
    ("dataset", "sizes_are_open", "told"),
    [
        ("heart_unit", False,
         "cannot come from what the paper states. A on heart unit: too small."),
        ("A_1 vs B", False, "cannot come from what the paper states. A 1 vs B: too small."),
        ("one", True, "cannot come from the size of the test part that gives most means of the data"
                      " set. A on one: too small."),
    ],
)  # fmt: skip
def test_the_least_likely_number_is_named(dataset, sizes_are_open, told):
    found = of_print.findings(
        "means", 2, 5, "A", dataset, "too small", sizes_are_open=sizes_are_open
    )
    assert found == f"Of 5 means 2 {told}"
    assert of_print.found_in_table(5, "means", "all are even") == "Among 5 means all are even."
