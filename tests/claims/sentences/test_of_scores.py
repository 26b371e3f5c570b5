"""What a claim asks of two scores is said with the sign of its margin."""

import pytest

from methods.claims.sentences.of_scores import choices_of_trials, score_asked


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
