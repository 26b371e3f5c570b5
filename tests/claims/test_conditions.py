"""Conditions that a run of a smaller scale lacks, what they are values of, and means over them."""

import numpy as np
import pytest

from methods.claims.conditions import mean_scores, run_at_scale, swept_parameter
from methods.claims.papers.erm import gaps_shrink
from methods.claims.scores import lower, same
from methods.claims.verdicts import FAILS, HOLDS
from tests.claims.stored import BASE, planted, stored

RUN = stored(
    {
        "s": {
            ("error", "0.5"): {"d": {"A": planted(-0.02), "B": BASE}},
            ("error", "2"): {"d": {"A": planted(-0.04), "B": BASE}},
        }
    },
    parameter="penalty",
)


@pytest.mark.parametrize(
    ("asked", "has"),
    [
        (["0.5", "1", "2"], ["0.5", "2"]),
        (["1", "3"], ["1", "3"]),
        ("1", "1"),
        ("", ""),
        (None, None),
    ],
)
def test_a_list_keeps_the_conditions_that_the_scale_has(asked, has):
    assert run_at_scale(RUN, "s", asked) == has


def test_the_mean_is_over_the_conditions_that_ran():
    judged = lower(RUN, study="s", methods=["A"], than=["B"], condition=["0.5", "1", "2"])
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["difference"] == pytest.approx(-0.03)
    assert "at penalty 0.5 and 2" in judged.reason


def swept(differences):
    """By how much the error of A differs from that of B at each value of a penalty."""
    at = {("error", x): {"d": {"A": planted(y), "B": BASE}} for x, y in differences.items()}
    return stored({"s": at}, parameter="penalty")


def over(lowest, highest):
    return {"lowest": lowest, "highest": highest}


# A is worse at three small values that lie close together, and better on most of the range
CROWDED = {"0.1": 0.05, "0.2": 0.05, "0.3": 0.05, "2": -0.03, "4": -0.03}


@pytest.mark.parametrize(
    ("asked", "mean"),
    [
        (over("0.1", "4"), np.trapezoid(list(CROWDED.values()), [0.1, 0.2, 0.3, 2, 4]) / 3.9),
        (over("0", "9"), np.trapezoid(list(CROWDED.values()), [0.1, 0.2, 0.3, 2, 4]) / 3.9),
        (over("0.25", "2"), 0.01),
        (over("0.25", "1"), 0.05),
        (list(CROWDED), 0.018),
        ("2", -0.03),
    ],
)
def test_a_range_counts_by_the_area_under_the_curve_and_a_list_by_its_values(asked, mean):
    of = mean_scores(swept(CROWDED), "s", "error", asked)
    assert (of["A"] - of["B"]).mean() == pytest.approx(mean)


def test_more_values_on_a_straight_line_change_nothing_over_a_range():
    """The verdict over a list of them turns round."""
    few = {"0": 0.04, "4": -0.06}
    many = few | {"0.1": 0.0375, "0.2": 0.035, "0.3": 0.0325, "0.4": 0.03}
    many = dict(sorted(many.items(), key=lambda pair: float(pair[0])))
    for of, in_list in ((few, HOLDS), (many, FAILS)):
        options = {"study": "s", "methods": ["A"], "than": ["B"]}
        judged = lower(swept(of), **options, condition=over("0", "4"))
        assert judged.verdict == HOLDS
        assert judged.evidence[0]["difference"] == pytest.approx(-0.01)
        assert lower(swept(of), **options, condition=list(of)).verdict == in_list


@pytest.mark.parametrize("order", [["2", "0.2", "4", "0.1", "0.3"], list(CROWDED)[::-1]])
def test_the_curve_over_a_range_does_not_depend_on_the_order_of_the_values(order):
    of = mean_scores(swept({x: CROWDED[x] for x in order}), "s", "error", over("0.1", "4"))
    mean = np.trapezoid(list(CROWDED.values()), [0.1, 0.2, 0.3, 2, 4]) / 3.9
    assert (of["A"] - of["B"]).mean() == pytest.approx(mean)


def test_claims_over_a_range_name_its_ends():
    told = "in the mean over values of penalty from 0.1 to 4"
    options = {"study": "s", "methods": ["A"], "than": ["B"], "condition": over("0.1", "4")}
    assert told in lower(swept(CROWDED), **options).reason
    assert told in same(swept(CROWDED), **options).reason


def test_gaps_are_of_the_mean_over_the_range():
    at = {
        ("error", x): {"d": {"A": planted(y), "B": BASE, "A2": planted(0.01), "B2": BASE}}
        for x, y in CROWDED.items()
    }
    options = {"study": "s", "gaps": [["A", "B"]], "than": [["A2", "B2"]]}
    judged = gaps_shrink(stored({"s": at}), **options, condition=over("0.1", "4"))
    gap = abs(np.trapezoid(list(CROWDED.values()), [0.1, 0.2, 0.3, 2, 4]) / 3.9)
    assert judged.evidence[0]["difference"] == pytest.approx(gap - 0.01)


def test_noise_on_test_rows_tells_its_own_kind():
    assert swept_parameter(RUN, "s") == "penalty"
    RUN.study("s").conditions.vary = "test_noise"
    try:
        assert swept_parameter(RUN, "s") == ""
    finally:
        RUN.study("s").conditions.vary = "parameter"


@pytest.mark.parametrize("test", [lower, same])
def test_both_sides_have_the_conditions_that_ran(test):
    options = {"study": "s", "methods": ["A"], "than": ["A"]}
    judged = test(RUN, **options, condition=["1", "2"], than_condition=["0.5", "1"])
    assert judged.evidence[0]["difference"] == pytest.approx(-0.02)


def test_a_list_is_in_the_order_of_the_claim():
    assert run_at_scale(RUN, "s", ["2", "1", "0.5"]) == ["2", "0.5"]


@pytest.mark.parametrize("asked", [["0.5", "2"], over("0", "9")])
def test_a_trial_that_failed_at_one_condition_has_no_mean(asked):
    at = {
        ("error", "0.5"): {"d": {"A": [float("nan"), *planted(-0.1)[1:]], "B": BASE}},
        ("error", "2"): {"d": {"A": planted(-0.1), "B": BASE}},
    }
    judged = lower(stored({"s": at}), study="s", methods=["A"], than=["B"], condition=asked)
    assert judged.evidence[0]["pairs"] == 7
    assert judged.evidence[0]["difference"] == pytest.approx(-0.1, abs=0.005)


def test_a_range_without_a_value_at_this_scale_has_no_score():
    scores = {("error", label): {"a": {"A": [0.1, 0.2]}} for label in ("1", "2")}
    results = stored({"main": scores})
    means = mean_scores(results, "main", "error", {"lowest": 3, "highest": 4})
    assert means["A"].isna().all() and len(means) == 2
