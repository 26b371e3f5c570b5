"""What is told of cases: how many are shown, and what trials can resolve."""

from math import log

import pytest

from methods.claims.sentences import of_cases
from methods.claims.sentences.of_cases import Asked
from methods.claims.sentences.words import FACTOR, PERCENT

SETS = ["one", "two", "three", "four", "five"]


@pytest.mark.parametrize(
    ("holding", "failing", "cases", "told"),
    [
        (5, 0, 5, "On all 5 data sets A is lower."),
        (2, 0, 2, "On both data sets A is lower."),
        (3, 1, 5, "On 3 of 5 data sets A is lower; on 1 this is ruled out."),
        (
            0,
            1,
            5,
            "On none of 5 data sets is it shown that A is lower; on 1 this is ruled out.",
        ),
        (0, 5, 5, "On all 5 data sets A is not lower."),
        (1, 0, 1, "On one A is lower."),
        (0, 1, 1, "On one A is not lower."),
        (0, 0, 1, "On one it is not shown that A is lower."),
    ],
)
def test_the_cases_are_counted_and_a_single_one_is_named(holding, failing, cases, told):
    said = ("A is lower", "A is not lower", holding, failing)
    assert of_cases.shown(*said, SETS[:cases], "data sets") == told


@pytest.mark.parametrize(
    ("relation", "denied"),
    [
        ("is lower than that of {theirs}", "the error of A is not lower than that of B"),
        ("is not like that of {theirs}", "the error of A is like that of B"),
        ("is neither 1 nor 2", "it is wrong that the error of A is neither 1 nor 2"),
    ],
)
def test_what_is_wrong_is_said_with_one_not(relation, denied):
    assert Asked("the error", relation).denied([("A", "B")]) == denied


def test_what_is_asked_names_both_sides_in_the_unit_of_the_table():
    asked = Asked("the error", "is lower than that of {theirs}", PERCENT)
    pairs = [("A", "B"), ("A", "B")]
    assert asked.clause(pairs) == "the error of A is lower than that of B"
    assert asked.moved(pairs) == "the error of A"
    assert asked.difference(pairs) == "the difference in error of A from that of B"


@pytest.mark.parametrize(
    ("differences", "between"),
    [
        ([0.0065, 0.0136], "between 0.65 points higher and 1.4 points higher"),
        ([-0.012, 0.0], "between 1.2 points lower and equal"),
        ([-0.02, 0.01, 0.005], "between 2 points lower and 1 point higher"),
        ([0.01, 0.01], "1 point higher"),
    ],
)
def test_differences_that_are_not_shown_are_told_with_their_side(differences, between):
    told = of_cases.not_resolved("the difference", differences, PERCENT, "comparisons", "8 points")
    assert told == (
        f"In none of {len(differences)} comparisons is the difference shown. It is {between}, and "
        "the trials can resolve 8 points."
    )


def test_what_trials_can_resolve_is_a_range_over_the_cases():
    assert of_cases.resolvable([0.02, 0.18, 0.05, 0.0], PERCENT) == "2 to 18 points"
    assert of_cases.resolvable([0.0], PERCENT) == ""
    assert of_cases.resolvable([0.02, 0.0200001], PERCENT) == "2 points"
    assert of_cases.resolvable([1.0, 2.0], FACTOR) == "a factor of 7.39"
    assert of_cases.resolvable([1.0, 60.0], FACTOR) == of_cases.resolvable([], PERCENT) == ""


def test_the_largest_difference_has_a_direction_and_its_pair_if_there_are_several():
    def told(place, pair, setting=""):
        return of_cases.largest(-0.012, PERCENT, place, pair, setting)

    most, size = "The difference is largest", "1.2 points lower."
    assert told("heart_unit", None) == f"{most} on heart unit: {size}"
    assert told("heart_unit", ("A", "B")) == f"{most} on heart unit for A against B: {size}"
    assert told("one", ("A" * 40, "B")) == f"{most} on one: {size}"
    assert told("", ("A" * 40, "B")) == f"{most} for {'A' * 40}: {size}"
    assert told("heart_unit", ("A", "A"), "C 2") == f"{most} on heart unit for A at C 2: {size}"
    # on one data set alone there is no place to tell
    assert told("", ("A", "B")) == f"{most} for A against B: {size}"
    assert told("", None) == "It is 1.2 points lower where the difference is largest."
    assert of_cases.largest(0.0, PERCENT, "one", None) == f"{most} on one: equal."
    assert of_cases.largest(-60, FACTOR, "one", None).endswith(
        "lower by a factor of more than a million."
    )


@pytest.mark.parametrize(
    ("pairs", "whose"),
    [
        ([("A", "B"), ("A", "B")], ""),
        ([("A", "B"), ("C", "D")], " for A"),
        ([("A", "B"), ("A", "D")], " against B"),
        ([("A", "B"), ("C", "B"), ("A", "D"), ("C", "D")], " for A"),
    ],
)
def test_the_clearest_case_is_told_by_what_differs_between_cases(pairs, whose):
    told = of_cases.clearest(-0.02, PERCENT, "one", ("A", "B"), pairs, [-0.03, -0.01])
    assert (
        told == f"It is clearest on one{whose}, where it is 2 points lower (95 % interval: 1 to 3)."
    )


def test_a_single_case_says_what_its_trials_or_test_rows_can_resolve():
    told = "It is 1.2 points higher, and 50 trials can resolve 0.8 points."
    assert of_cases.only(0.012, PERCENT, 0.008, 50, of_rows=False) == told
    assert "1,186 test rows can" in of_cases.only(0.012, PERCENT, 0.008, 1186, of_rows=True)
    assert of_cases.only(0.0, PERCENT, float("nan"), 2, of_rows=False) == "It is equal."


def test_a_single_case_with_a_verdict_has_its_interval_on_the_same_side():
    assert of_cases.decided(0.012, PERCENT, [0.002, 0.022]) == (
        "It is 1.2 points higher (95 % interval: 0.2 to 2.2)."
    )
    assert of_cases.decided(-0.012, PERCENT, [-0.022, 0.001]) == (
        "It is 1.2 points lower (95 % interval: -0.1 to 2.2)."
    )
    assert of_cases.decided(log(2), FACTOR, [0, log(4)]).endswith("(95 % interval: 1 to 4).")


@pytest.mark.parametrize(
    ("said", "left", "told"),
    [((3, 2), (3, 2), ""), ((1, 0), (0, 0), "it is shown for none"),
     ((0, 1), (0, 0), "it is ruled out for none"), ((3, 0), (1, 0), "it is shown for 1"),
     ((0, 3), (0, 2), "it is ruled out for 2"),
     ((3, 2), (0, 0), "it is shown for none and ruled out for none"),
     ((3, 2), (0, 1), "it is shown for none and ruled out for 1")],
)  # fmt: skip
def test_the_correction_for_resampling_is_told_if_it_takes_cases_away(said, left, told):
    sentence = f"On new data of the same kind {told} (corrected for resampling)."
    assert of_cases.corrected(*said, *left, 5) == (sentence if told else "")


@pytest.mark.parametrize("said", [(1, 0), (0, 1)])
def test_the_correction_of_a_single_case_says_that_it_is_not_shown(said):
    told = "On new data of the same kind this is not shown (corrected for resampling)."
    assert of_cases.corrected(*said, 0, 0, 1) == told


@pytest.mark.parametrize(
    ("kind", "holding", "failing", "cases", "told"),
    [
        ("settings", 2, 0, 2, "In both settings A is lower."),
        ("settings", 0, 3, 3, "In all 3 settings A is not lower."),
        ("settings", 1, 0, 3, "In 1 of 3 settings A is lower."),
        ("settings", 0, 0, 3, "In none of 3 settings is it shown that A is lower."),
        ("data sets", 0, 2, 2, "On both data sets A is not lower."),
    ],
)
def test_settings_are_counted_like_data_sets(kind, holding, failing, cases, told):
    said = ("A is lower", "A is not lower", holding, failing)
    assert of_cases.shown(*said, SETS[:cases], kind) == told


def test_data_sets_without_a_shown_difference_are_counted():
    told = of_cases.not_resolved("it", [0.01, 0.02], PERCENT, "data sets", "8 points")
    assert told.startswith("On none of 2 data sets is it shown. It is between 1 point higher and ")


def test_of_names_with_more_than_30_letters_none_is_told_beside_a_place():
    for letters, whose in ((29, f" for {'A' * 29} against B"), (30, "")):
        told = of_cases.largest(-0.01, PERCENT, "one", ("A" * letters, "B"))
        assert told == f"The difference is largest on one{whose}: 1 point lower."


@pytest.mark.parametrize(
    ("verdict", "left", "would"),
    [("holds", "holds", "still hold"), ("holds", "fails", "fail"),
     ("inconclusive", "inconclusive", "still be inconclusive")],
)  # fmt: skip
def test_the_verdict_without_the_data_set_that_matters_most_is_told(verdict, left, would):
    assert of_cases.without("heart_unit", -0.02, verdict, left, -0.012, PERCENT) == (
        f"On heart unit it is 2 points lower; without it the claim would {would} (1.2 points at "
        "most)."
    )


def test_trials_that_resolve_everything_are_not_told():
    assert of_cases.only(0.012, PERCENT, 0.0, 50, of_rows=False) == "It is 1.2 points higher."
    told = "It is 1.2 points higher, and 1 trial can resolve 2 points."
    assert of_cases.only(0.012, PERCENT, 0.02, 1, of_rows=False) == told


@pytest.mark.parametrize(
    ("count", "cases", "where"), [(1, 1, "All"), (1, 2, "In 1 case all"), (2, 2, "In 2 cases all")]
)
def test_cases_whose_trials_are_alike_are_counted(count, cases, where):
    told = f"{where} trials give the same, so the difference has no error."
    assert of_cases.alike(count, cases) == told
    assert of_cases.alike(0, cases) == ""


@pytest.mark.parametrize(
    ("datasets", "against", "told"),
    [
        ([], "fails", ""),
        (["heart_unit"], "", "Left out: 1 case of zeros alone, on heart unit."),
        (["one", "two"], "fails", "Left out: 2 cases of zeros alone; else it would fail."),
    ],
)
def test_zeros_are_left_out_with_the_verdict_that_they_would_give(datasets, against, told):
    assert of_cases.only_zeros(datasets, against) == told


def test_studies_without_trials_are_named():
    told = "No trial of the study named main finished in this run."
    assert of_cases.no_trials(["main"], None) == told
    assert of_cases.no_trials(["main", "one_more"], ["heart_unit"]) == (
        "No trial of the studies named main and one more finished on heart unit in this run."
    )


def test_what_a_run_lacks_is_told_in_full_sentences():
    why = {"heart_unit": "no network", "one": "gone."}
    assert of_cases.unavailable(why) == "Heart unit: no network. One: gone."
    told = "It waits for a new run, since a curve is missing."
    assert of_cases.not_in_kept_run("a curve is missing") == told
    assert of_cases.not_run_again("code", "main") == (
        "It waits for a new run. Since the kept one this has changed: code. It concerns main."
    )
    told = "There are few. A test needs 5, and no more are planned."
    assert of_cases.too_few("there are few", 5) == told


@pytest.mark.parametrize(
    ("verdict", "so"),
    [("holds", "holds"), ("fails", "fails"), ("inconclusive", "is inconclusive")],
)
def test_a_verdict_that_missing_data_sets_could_change_is_told(verdict, so):
    told = of_cases.absent(verdict, ["heart_unit"], "Why.")
    assert told == f"Not every method ended well on heart unit; it {so} otherwise. Why."


def test_what_is_left_out_or_missing_is_told():
    two = [("A", "B", "one"), ("A", "C", "one")]
    assert of_cases.left_out(two).startswith("Left out without a common score are 2 pairs, such as")
    assert of_cases.left_out([]) == of_cases.copies(0) == ""
    told = "Left out without a common rank is A against B on heart unit."
    assert of_cases.left_out([("A", "B", "heart_unit")], "rank") == told
    assert of_cases.copies(2).startswith("In 2 cases one fit is tested")
    gaps = [("A", "no probabilities")]
    told = "The study named main has no area (A: no probabilities)."
    assert of_cases.no_metric(["main"], "the area", gaps) == told
    assert of_cases.no_metric(["alone", "mu"], "the area", gaps).startswith(
        "The studies named alone and mu have no area"
    )
