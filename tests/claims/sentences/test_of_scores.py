"""What a claim asks of two scores is said with the sign of its margin."""

from math import log

import pytest

from methods.claims.sentences import of_scores
from methods.claims.sentences.of_scores import choices_of_trials, score_asked
from methods.claims.sentences.words import FACTOR, PERCENT


@pytest.mark.parametrize(
    ("relation", "margin", "clause"),
    [
        ("lower", 0.0, "the error of A is lower than that of B"),
        ("lower", 0.02, "the error of A is lower than that of B by more than 2 points"),
        ("lower", -0.02, "the error of A is less than 2 points higher than that of B"),
        ("higher", 0.02, "the error of A is higher than that of B by more than 2 points"),
        ("higher", -0.02, "the error of A is less than 2 points lower than that of B"),
    ],
)
def test_a_method_that_may_be_worse_is_not_said_to_be_better(relation, margin, clause):
    assert score_asked("error", relation, margin).clause([("A", "B")]) == clause


@pytest.mark.parametrize(
    ("condition", "than", "clause"),
    [
        ("1", None, "the error of A is lower than that of B at 1"),
        ("1", "1", "the error of A is lower than that of B at 1"),
        ("1", "2", "the error at 1 of A is lower than that of B at 2"),
        (list("12345"), list("12345"),
         "the error of A is lower than that of B in the mean over 5 settings"),
    ],
)  # fmt: skip
def test_settings_are_named_once_if_both_sides_have_the_same(condition, than, clause):
    asked = score_asked("error", "lower", condition=condition, than_condition=than)
    assert asked.clause([("A", "B")]) == clause


@pytest.mark.parametrize(
    ("parameter", "condition", "than", "clause"),
    [
        ("penalty", "2", None, "the error of A is lower than that of B at penalty 2"),
        ("penalty", "1", "2", "the error at penalty 1 of A is lower than that of B at penalty 2"),
        ("mus", "0.1", None, "the error of A is lower than that of B at mu 0.1"),
        ("estimator__restart_rounds", "5", None,
         "the error of A is lower than that of B at restart rounds 5"),
        ("penalty", list("12"), None, "the error of A is lower than that of B at penalty 1 and 2"),
        ("penalty", list("12345"), None,
         "the error of A is lower than that of B in the mean over 5 values of penalty"),
        ("penalty", "", None, "the error of A is lower than that of B"),
    ],
)  # fmt: skip
def test_a_setting_is_told_with_the_name_of_its_parameter(parameter, condition, than, clause):
    asked = score_asked(
        "error", "lower", condition=condition, than_condition=than, parameter=parameter
    )
    assert asked.clause([("A", "B")]) == clause


@pytest.mark.parametrize(("parameter", "of"), [("penalty", " of penalty"), ("", "")])
def test_a_mean_over_a_range_names_its_ends(parameter, of):
    condition = {"lowest": "0.1", "highest": "10"}
    asked = score_asked("error", "lower", condition=condition, parameter=parameter)
    assert asked.clause([("A", "B")]).endswith(f" in the mean over values{of} from 0.1 to 10")


def test_choices_of_trials_name_the_pair_that_most_tell_apart():
    pairs = [
        {"method": "A", "than": "B", "dataset": "alpha", "told_apart": 0.01},
        {"method": "A", "than": "C", "dataset": "beta", "told_apart": 0.25},
    ]
    told = choices_of_trials(0.75, 6, 2000, pairs)
    assert told.startswith("Of 2,000 choices of 6 of our trials 75 % tell none of 2 pairs apart. ")
    assert "Most often A and C on beta are told apart (25 %). " in told
    assert "told apart (" not in choices_of_trials(1.0, 6, 2000, pairs)
    assert told.endswith("To hold, 95 % must tell none apart, and with at most 5 % it fails.")


@pytest.mark.parametrize(
    ("relation", "options", "clause"),
    [
        ("like", {"margin": 0.02},
         "is not significantly different from that of B, and within 2 points of it"),
        ("not lower", {}, "is not significantly lower than that of B"),
        ("not higher", {}, "is not significantly higher than that of B"),
        ("equal", {"margin": 0.01234}, "is within 1.23 points of that of B"),
        ("lower", {"times": 2.0}, "is lower than that of B divided by 2"),
        ("higher", {"times": 0.5, "margin": 0.02},
         "is higher than that of B divided by 0.5 by more than 2 points"),
    ],
)  # fmt: skip
def test_each_relation_of_two_scores_has_its_words(relation, options, clause):
    asked = score_asked("error", relation, **options)
    assert (asked.clause([("A", "B")]), asked.unit) == (f"the error of A {clause}", PERCENT)


def test_a_margin_of_a_logarithm_is_told_as_a_factor():
    asked = score_asked("log_cost", "lower", log(2))
    told = "the cost of A is lower than that of B by a factor of more than 2"
    assert asked.clause([("A", "B")]) == told


def test_a_setting_of_one_side_alone_is_told_there():
    asked = score_asked("error", "lower", condition="1", than_condition="")
    assert asked.clause([("A", "B")]) == "the error at 1 of A is lower than that of B"
    asked = score_asked("error", "lower", condition=list("1234"))
    assert asked.clause([("A", "B")]).endswith(" that of B at 1, 2, 3 and 4")


@pytest.mark.parametrize(
    ("parameter", "clause"),
    [
        ("penalty", "the error at other values of penalty of A is within 1.23 points of that at "
                    "penalty 2"),
        ("", "the error at others of A is within 1.23 points of that at 2"),
    ],
)  # fmt: skip
def test_a_steady_score_is_asked_against_its_own_at_one_setting(parameter, clause):
    asked = of_scores.steady_asked("error", 0.01234, parameter, "2")
    assert (asked.clause([("A", "A")]), asked.unit) == (clause, PERCENT)


@pytest.mark.parametrize(
    ("arguments", "clause"),
    [
        (("error", "penalty", True),
         "the error at a value of penalty of A is lower than that at the one before"),
        (("auc", "", False),
         "the area under the ROC curve at a setting of A is higher than that at the one before"),
    ],
)  # fmt: skip
def test_a_falling_score_is_asked_against_the_setting_before(arguments, clause):
    assert of_scores.falls_asked(*arguments).clause([("A", "A")]) == clause


@pytest.mark.parametrize(
    ("places", "own", "at"),
    [
        ([1234.4], False, "step 1,234"),
        ([10, 20], False, "steps 10 and 20"),
        ([1, 2, 3, 4, 5], False, "5 steps"),
        ([10], True, "one step"),
        ([10, 20], True, "2 steps"),
    ],
)
def test_the_steps_of_a_curve_are_told_unless_data_sets_have_their_own(places, own, at):
    asked = of_scores.curve_asked("test_error", places, None, 1.0, own)
    assert asked.clause([("A", "B")]) == f"the test error at {at} of A is lower than that of B"
    assert asked.unit == PERCENT


def test_a_curve_may_be_lower_by_a_factor_and_than_at_another_step():
    asked = of_scores.curve_asked("test_error", [10], 1234.4, 2.0)
    assert asked.clause([("A", "B")]) == (
        "the test error at step 10 of A is lower than that of B at step 1,234 by a factor of more "
        "than 2"
    )
    assert asked.unit == FACTOR


def test_a_curve_near_its_end_is_asked_in_points():
    asked = of_scores.ends_asked("test_error", 1234.4, 0.01234)
    told = "the test error at step 1,234 of A is within 1.23 points of its end"
    assert (asked.clause([("A", "A")]), asked.unit) == (told, PERCENT)


def early(method, dataset, difference, at_the_end):
    return {"method": method, "dataset": dataset, "at": 1234.4, "difference": difference,
            "difference_at_the_end": at_the_end}  # fmt: skip


@pytest.mark.parametrize(
    ("difference", "at_the_end", "early_on", "late"),
    [(-0.02, 0.01, "2 points lower", "1 point higher"), (0.02, 0.0, "2 points higher", "the same")],
)
def test_an_early_and_a_late_difference_are_told_with_their_sides(
    difference, at_the_end, early_on, late
):
    cases = [early("A", "heart_unit", difference, at_the_end)]
    assert of_scores.early_and_late("test_error", "B", cases, 1) == (
        f"On heart unit the test error of A against that of B is {early_on} at step 1,234 and "
        f"{late} at the end."
    )


@pytest.mark.parametrize(
    ("method", "dataset", "holding", "told"),
    [
        ("A", "two", 1, "It is so on 1 of 2 data sets. "),
        ("C", "one", 0, "It is so of none of 2 methods. "),
        ("C", "two", 2, "It is so of 2 of 2 cases. "),
    ],
)
def test_early_and_late_cases_are_called_by_what_differs(method, dataset, holding, told):
    cases = [early("A", "one", 0.01, 0.0), early(method, dataset, -0.02, 0.0)]
    of_cases = of_scores.early_and_late("test_error", "B", cases, holding)
    largest = f"On {dataset} the test error of {method} against that of B is 2 points lower"
    assert of_cases.startswith(told + largest)


@pytest.mark.parametrize(
    ("at_least", "asked"), [(0.0, "at most 1,235"), (3.0, "between 3 and 1,235")]
)
def test_flat_curves_are_told_with_the_steps_of_each_share(at_least, asked):
    steps = [[20.0, 10.123, 15.0], [5.0, 5.0]]
    assert of_scores.flat_after("test_error", [0.01, 0.05], steps, at_least, 1234.6) == (
        "The test error stays within 1 % of its fall from step 10.1 to 20 on and within 5 % of its "
        f"fall from step 5 on, by method; {asked} is asked."
    )


def test_the_gap_of_a_choice_is_told_with_the_largest():
    told = of_scores.gap_of_choice("1.2 points", 1, 0.034, "A", "heart_unit")
    assert told == (
        "With settings that are chosen on the training part the error is higher by 1.2 points, the "
        "mean over 1 data set. The largest gap is 3.4 points, of A on heart unit."
    )


def test_average_ranks_are_told_of_both_sides_in_their_order():
    ranks = {"D": 3.0, "C": 2.5, "A": 1.234, "B": 3.456}
    told = of_scores.ranks_told(["B", "A"], ranks, 2, 1, 4)
    assert told == (
        "Over 4 data sets the average ranks are 1.23 of A and 3.46 of B; those of the others are "
        "2.5 of C to 3 of D. Of the best 2 the claim is about 1."
    )
    assert of_scores.ranks_told(["A"], {"A": 2.0, "B": 1.0}, 1, 0, 1) == (
        "Over 1 data set the average ranks are 2 of A; those of the others are 1 of B. Of the best "
        "1 the claim is about none."
    )


@pytest.mark.parametrize(
    ("ours", "told"),
    [("ABCD", "1 of A, 2 of B, 3 of C and 4 of D;"), ("ABCDE", "1 of A to 5 of E;")],
)
def test_average_ranks_of_many_methods_are_told_by_their_ends(ours, told):
    ranks = {name: float(place) for place, name in enumerate([*ours, "Z"], start=1)}
    assert f" ranks are {told} " in of_scores.ranks_told(list(ours), ranks, 1, 1, 4)


def test_resamples_of_ranks_are_told_as_a_share():
    assert of_scores.rank_resamples(0.945, 2_000, 0.02) == (
        "The claim is true in 94.5 % of 2,000 resamples of the trials; 95 % or more are asked, and "
        "rivals that are shown to take its places refute it. Friedman's test of all ranks has p = "
        "0.02."
    )


def test_missing_data_sets_are_counted():
    told = "It needs all of its 5 data sets, and this run has"
    assert of_scores.lacks_datasets(0, 5) == f"{told} none of them."
    assert of_scores.lacks_datasets(3, 5) == f"{told} 3 of them."


@pytest.mark.parametrize(
    ("per", "ratios", "told"),
    [
        (None, [2.0, 0.1234, 1.0], "The fits of A take 0.123 to 2 times"),
        ("restart_rounds", [2.0],
         "For the same number of restart rounds the fits of A take 2 times"),
    ],
)  # fmt: skip
def test_seconds_are_told_as_ratios(per, ratios, told):
    of_ratios = of_scores.seconds_taken(["A"], ["B", "C"], ratios, "so it is", per)
    assert of_ratios == f"{told} the seconds of those of B and C. So it is."


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((1.0, 0, 0, 1), "less time is shown in none of 1 comparison"),
        ((10.0, 2, 1, 3), "less than 1/10 of the time is shown in 2 of 3 comparisons, and ruled out"
                          " in 1"),
        ((0.5, 3, 0, 3), "less than 2 times the time is shown in 3 of 3 comparisons"),
    ],
)  # fmt: skip
def test_less_time_is_counted_over_comparisons(arguments, told):
    assert of_scores.is_faster(*arguments) == told
    assert of_scores.is_within(2.345) == "they are to lie within a factor of 2.35"
