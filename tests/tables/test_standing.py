"""The sentences on where one method lands, from known scores and a made-up table of pairs."""

import numpy as np
import pandas as pd
import pytest

from methods.tables.pairwise import pairwise_table
from methods.tables.standing import listed, standing
from tests.claims.stored import JITTER
from tests.tables.over_datasets import AUC, aucs_of, each, errors_of

NAN = float("nan")
NAMES = [f"d{i}" for i in range(4)]
# A is the best on three of four data sets
SCORES = each(NAMES, A=[0.1, 0.1], B=[0.2, 0.2], C=[0.3, 0.3])
SCORES["d3"] = {"A": [0.5, 0.5], "B": [0.2, 0.2], "C": [0.3, 0.3]}
NO_PAIRS = pd.DataFrame()


def pair(against, difference=-0.02, p_value=0.04, **more):
    """A row of the table of pairs."""
    return {
        "against": against, "difference": difference, "low": difference - 0.01,
        "high": difference + 0.01, "wins": 3, "ties": 0, "losses": 1, "p_value": p_value,
        "better": 0.75, "equal": 0.2, "worse": 0.05, "rank_biserial": -np.sign(difference), **more,
    }  # fmt: skip


def lines_of(results, pairs, method="A", metric="error", rope=0.01):
    return standing(results, "main", method, metric, rope, pd.DataFrame(pairs))


def said(scores=SCORES, pairs=None, **more):
    return lines_of(errors_of(scores), pairs or [pair("B"), pair("C")], **more)


def test_a_method_or_its_rivals_may_have_no_score():
    scores = each(NAMES, A=[0.1], B=[NAN])
    assert said(scores, method="B") == ["B has no score of error on any data set."]
    assert lines_of(errors_of(scores), NO_PAIRS) == ["No other method has a score of error."]


def test_the_standing_is_said_in_the_order_place_score_counts_best_rival_and_verdicts():
    place, *lines = said(pairs=[pair("B", wins=2, ties=1), pair("C", 0.03, wins=0, losses=4)])
    assert place.startswith("A: place 1 of 3, average rank 1.5 over 4 data sets (95 % bootstrap")
    assert lines == [
        "Mean error 20.00 %; 1.2 s a trial with the choice of settings.",
        "Against 2 methods, by data set: 2 wins, 1 ties, 5 losses (corrected t-test, 5 %).",
        "Against B, the best of the others by average rank: difference -2.00 points"
        " (95 % interval -3.00 to -1.00), p = 0.04; sureness that it is mostly better 0.75,"
        " equal 0.20, worse 0.05, where equal is within 1 point.",
        "A is better than B (Wilcoxon, Holm, 5 %).",
        "A is worse than C (Wilcoxon, Holm, 5 %).",
    ]  # fmt: skip


def test_a_data_set_that_was_not_tested_is_in_no_count():
    pairs = [pair("B", wins=1, ties=1, losses=0), pair("C", wins=1, losses=1)]
    assert said(pairs=pairs)[2] == (
        "Against 2 methods, by data set: 2 wins, 1 ties, 1 losses (corrected t-test, 5 %)."
    )


def test_a_metric_that_is_not_in_percent_keeps_its_unit():
    place, *lines = lines_of(aucs_of(SCORES), [pair("B"), pair("C")], metric=AUC, rope=0.02)
    assert place.startswith("A: place 3 of 3, average rank 2.5 over 4 data sets")
    assert lines[0] == f"Mean {AUC} 0.2000; 1.2 s a trial with the choice of settings."
    assert lines[2].startswith(
        f"Against C, the best of the others by average rank: difference -0.0200 {AUC}"
        " (95 % interval -0.0300 to -0.0100), p = 0.04;"
    )
    assert lines[2].endswith(f"where equal is within 0.02 {AUC}.")


@pytest.mark.parametrize(
    ("difference", "p_value", "said_of_b"),
    [
        (-0.01, 0.049, "better than"),
        (0.01, 0.049, "worse than"),
        (-0.01, 0.05, "not told apart from"),
        (0.0, 0.04, None),
    ],
)
def test_a_method_is_better_or_worse_than_those_that_the_test_tells_apart(
    difference, p_value, said_of_b
):
    verdicts = [line for line in said(pairs=[pair("B", difference, p_value)]) if "Holm" in line]
    assert verdicts == ([f"A is {said_of_b} B (Wilcoxon, Holm, 5 %)."] if said_of_b else [])


def test_too_few_data_sets_for_a_test_are_not_said_to_be_alike():
    *_, against, untested = said(pairs=[pair("B", p_value=NAN), pair("C", p_value=NAN)])
    assert "-1.00), no p-value; sureness" in against
    assert untested == (
        "Wilcoxon's test needs 6 data sets, so it does not say whether A differs from B, C."
    )


def test_a_small_p_value_is_said_to_be_below_its_bound():
    assert "-1.00), p < 0.001; sureness" in "\n".join(said(pairs=[pair("B", p_value=1e-6)]))


def test_a_place_is_over_two_or_more_complete_data_sets():
    scores = {name: {**of_set} for name, of_set in SCORES.items()}
    scores["d1"]["B"] = scores["d2"]["C"] = [NAN, 0.2]
    two = said(scores)
    assert two[0].startswith("A: place 2 of 3, average rank 2.0 over 2 data sets (95 % bootstrap")
    assert "interval 1.0 to 3.0)." in two[0]
    scores["d0"]["B"] = [0.2, NAN]
    assert said(scores)[0] == (
        "A: no place, since fewer than two data sets have all trials of all methods."
    )


def test_the_rank_has_the_interval_of_the_data_sets_that_could_be_drawn():
    always = said(each(NAMES, A=[0.1], B=[0.2]), [pair("B")], method="A")
    assert always[0] == (
        "A: place 1 of 2, average rank 1.0 over 4 data sets (95 % bootstrap interval 1.0 to 1.0)."
    )
    of_c = said(each(NAMES, A=[0.1], B=[0.2], C=[0.3]), [pair("A"), pair("B")], method="C")
    assert of_c[0].startswith("C: place 3 of 3, average rank 3.0 ")
    assert of_c[0].endswith("interval 3.0 to 3.0).")


def test_scores_that_are_missing_are_named_with_their_methods():
    scores = {name: {**of_set, "D": [NAN] * 2} for name, of_set in SCORES.items()}
    scores["d1"]["B"] = scores["d2"]["B"] = [NAN, NAN]
    scores["d2"]["A"] = [NAN, 0.1]  # one of two trials
    assert said(scores)[-2:] == ["Without any score: D.", "B has no score on d1, d2."]


def test_each_data_set_counts_as_much_however_many_trials_ended_well():
    scores = {"d0": {"A": [0.1, 0.1], "B": [0.2] * 2}, "d1": {"A": [0.4, NAN], "B": [0.2] * 2}}
    results = errors_of(scores, seconds={"d1": {"A": [9.0, 9.0]}})
    assert lines_of(results, [pair("B")])[1] == (
        "Mean error 25.00 %; 5.2 s a trial with the choice of settings."
    )


def test_an_absent_package_is_said_before_the_missing_scores():
    results = errors_of({name: {**of_set, "D": [NAN] * 2} for name, of_set in SCORES.items()})
    runs = results.frames["main", "runs"]
    gone = (runs["method"] == "B") & (runs["dataset"] == "d1")
    runs.loc[gone, ["status", "message"]] = ["absent", "no lightgbm"]
    results.frames["main", "scores"] = results.scores("main")[
        ~results.scores("main")[["dataset", "method"]].eq(["d1", "B"]).all(axis=1)
    ]
    assert lines_of(results, [pair("B"), pair("C")])[-3:] == [
        "No error: B on d1 (no lightgbm).", "Without any score: D.", "B has no score on d1.",
    ]  # fmt: skip


def test_of_many_names_six_are_listed_and_the_others_counted():
    assert listed("ABCDEF") == "A, B, C, D, E, F"
    assert listed(iter("ABCDEFGH")) == "A, B, C, D, E, F and 2 more"
    assert listed(["A"]) == "A"


def test_the_seconds_are_those_of_fits_that_ended_well():
    results = errors_of(SCORES)
    runs = results.frames["main", "runs"]
    gone = (runs["method"] == "A") & (runs["dataset"] == "d1") & (runs["seed"] == 0)
    runs.loc[gone, ["status", "fit_seconds"]] = ["invalid", 1000.0]
    assert "; 1.2 s a trial" in lines_of(results, [pair("B")])[1]


def test_a_method_that_wins_almost_everywhere_is_not_called_worse_for_one_large_loss():
    gaps = [0.01 + 0.0001 * i for i in range(11)] + [-0.5]
    known = {
        f"d{i}": {"A": 0.6 + 0.0001 * JITTER, "B": 0.6 + gap + 0.0002 * JITTER[::-1]}
        for i, gap in enumerate(gaps)
    }
    results = errors_of(known)
    pairs = pairwise_table(results, study="main", method="A").data
    assert pairs["difference"].iloc[0] > 0  # on average
    lines = standing(results, "main", "A", "error", 0.01, pairs)
    assert "A is better than B (Wilcoxon, Holm, 5 %)." in lines


def test_the_best_of_the_others_may_stand_anywhere_among_the_pairs():
    lines = said(pairs=[pair("C", difference=0.05), pair("B", difference=-0.02)])
    (line,) = (line for line in lines if line.startswith("Against B, the best of the others"))
    assert ": difference -2.00 points" in line


def test_a_gap_on_all_data_sets_that_count_names_none_of_them():
    results = errors_of(SCORES, version_of={"d1": "d0"})
    runs = results.frames["main", "runs"]
    lacking = (runs["method"] == "C") & (runs["seed"] == 1) & (runs["dataset"] != "d1")
    runs["gaps"] = np.where(lacking, '{"error": "one class"}', "")
    assert "No error: C (one class)." in lines_of(results, [pair("B"), pair("C")])


@pytest.mark.parametrize(("common", "told"), [
    (0, "no difference, since no data set has as many trials of both."),
    (1, "difference -10.00 points, no p-value; sureness that it is mostly better"),
    (2, "difference -10.00 points (95 % interval -10.00 to -10.00), no p-value; sureness that it"),
])  # fmt: skip
def test_a_rival_without_a_common_data_set_is_compared_by_nothing(common, told):
    """B has lost a trial on the other data sets."""
    scores = {
        name: {"A": [0.1, 0.1], "B": [0.2, 0.2 if i < common else NAN]}
        for i, name in enumerate(NAMES)
    }
    results = errors_of(scores)
    pairs = pairwise_table(results, study="main", method="A").data
    lines = lines_of(results, pairs)
    (line,) = (line for line in lines if line.startswith("Against B, the best of the others"))
    assert told in line and "nan" not in line and "– to" not in line
