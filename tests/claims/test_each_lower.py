"""Each method below each rival on most data sets: every verdict, from made-up scores."""

import pytest

from methods.bench.statistics import ALPHA
from methods.claims.each_lower import each_lower_on_most
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import BASE, ERROR, assert_steps, planted, stored, t, two_by_two

NAN = float("nan")
BOTH = {"study": "main", "methods": ["A", "A2"], "than": ["B", "B2"]}


def test_each_of_ours_is_below_each_rival_on_a_data_set_that_counts():
    """Every pair must be shown, at half of the level by Holm over two data sets."""
    told = t(ALPHA / 2 / 2) * ERROR
    refuted = t(ALPHA / 2 / 2 / 4) * ERROR  # one of four pairs is enough

    def judge(shift):
        return each_lower_on_most(stored({"main": {"error": two_by_two(shift)}}), **BOTH, need=1.0)

    # one data set that fails refutes the claim on all
    assert_steps(judge, [HOLDS, -told, INCONCLUSIVE, refuted, FAILS])


@pytest.mark.parametrize(
    ("shifts", "verdict"),
    [((-0.1, -0.1, 0.1), HOLDS), ((-0.1, 0.1, 0.1), FAILS), ((-0.1, 0.0, 0.1), INCONCLUSIVE)],
)
def test_one_pair_that_is_not_below_spoils_its_data_set(shifts, verdict):
    scores = {
        name: {"A": planted(-0.1), "A2": planted(shift), "B": BASE}
        for name, shift in zip(("alpha", "beta", "gamma"), shifts, strict=True)
    }
    judged = each_lower_on_most(
        stored({"main": {"error": scores}}), study="main", methods=["A", "A2"], than=["B"]
    )
    assert judged.verdict == verdict
    shown = shifts.count(-0.1)
    assert judged.reason.startswith(
        f"The error of each of A and A2 is shown to be below that of each of B on {shown} of 3"
    )
    assert "One of a method is shown to be above one of a rival on" in judged.reason
    assert judged.evidence[-1]["method"] == "A2" and "if the error of A and A2 were" in judged.flip


@pytest.mark.parametrize(
    ("margin", "told"),
    [(-0.01, "at most 1 point above"), (0.0, "below"), (0.01, "more than 1 point below")],
)
def test_a_margin_moves_the_steps_of_each_lower(margin, told):
    far = t(ALPHA / 2) * ERROR

    def judge(shift):
        results = stored({"main": {"error": {"alpha": {"A": planted(shift), "B": BASE}}}})
        one = {"study": "main", "methods": ["A"], "than": ["B"]}
        return each_lower_on_most(results, **one, margin=margin)

    assert_steps(judge, [HOLDS, -margin - far, INCONCLUSIVE, -margin + far, FAILS])
    assert f"is shown to be {told} that of each of B on 1 of 1" in judge(-0.1).reason


def test_a_data_set_without_every_method_is_left_out_of_those_where_each_is_lower():
    scores = {"alpha": {"A": planted(-0.1), "B": BASE}, "beta": {"A": [NAN] * 8, "B": BASE}}
    results = stored({"main": {"error": scores}})
    one = {"study": "main", "methods": ["A"], "than": ["B"]}
    judged = each_lower_on_most(results, **one)
    assert [e["dataset"] for e in judged.evidence] == ["alpha"] and judged.verdict == HOLDS
    assert judged.reason.endswith("Left out without a score of each method: beta.")
    assert each_lower_on_most(results, **one, datasets=["beta"]).verdict == UNTESTABLE
    few = {"alpha": {"A": planted(-0.1)[:5], "B": BASE[:5]}}
    judged = each_lower_on_most(stored({"main": {"error": few}}), **one)
    assert judged.verdict == INCONCLUSIVE and judged.reason.endswith("too few trials to say.")


@pytest.mark.parametrize("margin", [-0.01, 0.0, 0.02])
def test_methods_must_be_above_by_the_margin_where_high_values_are_good(margin):
    far = t(ALPHA / 2) * ERROR

    def judge(shift):
        results = stored({"main": {"auc": {"alpha": {"A": planted(shift), "B": BASE}}}})
        results.experiment.study("main").lower_is_better = lambda _: False
        one = {"study": "main", "methods": ["A"], "than": ["B"], "metric": "auc"}
        return each_lower_on_most(results, **one, margin=margin)

    assert_steps(judge, [FAILS, margin - far, INCONCLUSIVE, margin + far, HOLDS])


@pytest.mark.parametrize(("metric", "worst"), [("error", "A"), ("auc", "A2")])
def test_the_pair_that_speaks_least_for_the_claim_is_told_of_each_data_set(metric, worst):
    scores = {"alpha": {"A": planted(0.1), "A2": planted(-0.1), "B": BASE}}
    results = stored({"main": {metric: scores}})
    results.experiment.study("main").lower_is_better = lambda name: name == "error"
    judged = each_lower_on_most(
        results, study="main", methods=["A", "A2"], than=["B"], metric=metric
    )
    (entry,) = judged.evidence
    value = {"A": 0.1, "A2": -0.1}[worst]
    far = t(ALPHA / 2) * ERROR
    assert (entry["method"], entry["than"], entry["pairs"]) == (worst, "B", 8)
    assert entry["difference"] == pytest.approx(value)
    assert entry["interval"] == pytest.approx([value - far, value + far])
    assert judged.verdict == FAILS


@pytest.mark.parametrize("first", [True, False])
def test_the_data_sets_after_one_without_scores_still_count(first):
    gone, there = {"A": [NAN] * 8, "B": BASE}, {"A": planted(-0.1), "B": BASE}
    names = ("gone", "there") if first else ("there", "gone")
    scores = {name: gone if name == "gone" else there for name in names}
    judged = each_lower_on_most(
        stored({"main": {"error": scores}}), study="main", methods=["A"], than=["B"]
    )
    assert [e["dataset"] for e in judged.evidence] == ["there"] and judged.verdict == HOLDS


def test_only_data_sets_that_count_against_it_are_named():
    scores = {
        name: {"A": planted(shift), "B": BASE}
        for name, shift in (("lost", 0.1), ("open", 0.0), ("won", -0.1))
    }
    judged = each_lower_on_most(
        stored({"main": {"error": scores}}), study="main", methods=["A"], than=["B"]
    )
    assert "shown to be above one of a rival on lost." in judged.reason


def test_the_trials_are_those_that_all_methods_of_the_claim_have():
    scores = {"A": planted(-0.05), "A2": [NAN, NAN, *planted(-0.1)[2:]], "B": BASE, "C": [NAN] * 8}
    judged = each_lower_on_most(
        stored({"main": {"error": {"alpha": scores}}}), study="main", methods=["A", "A2"],
        than=["B"],
    )  # fmt: skip
    assert judged.verdict == HOLDS
    assert (judged.evidence[0]["method"], judged.evidence[0]["pairs"]) == ("A", 6)


def test_the_pair_that_is_least_sure_decides_on_a_data_set():
    told, refuted = t(ALPHA / 2) * ERROR, t(ALPHA / 2 / 2) * ERROR

    def judge(shift):
        scores = {"A": planted(shift), "A2": planted(-0.5), "B": BASE}
        results = stored({"main": {"error": {"alpha": scores}}})
        return each_lower_on_most(results, study="main", methods=["A", "A2"], than=["B"])

    assert_steps(judge, [HOLDS, -told, INCONCLUSIVE, refuted, FAILS])


def test_every_method_must_be_below_every_rival():
    """A is below B, and A2 below B2, but A2 lies above B."""
    scores = {"A": planted(-0.3), "A2": planted(0.1), "B": BASE, "B2": planted(0.3)}
    judged = each_lower_on_most(stored({"main": {"error": {"alpha": scores}}}), **BOTH)
    assert judged.verdict == FAILS
    assert (judged.evidence[0]["method"], judged.evidence[0]["than"]) == ("A2", "B")


def test_copies_of_one_fit_are_no_trials_where_each_is_lower():
    """Of 50 test rows 15 and 16 are wrong, in each of twenty trials."""
    scores = {"A": [0.30] * 20, "B": [0.32] * 20}
    judged = each_lower_on_most(
        stored({"main": {"error": {"alpha": scores}}}), study="main", methods=["A"], than=["B"]
    )
    assert judged.verdict == INCONCLUSIVE and judged.evidence[0]["pairs"] == 50
