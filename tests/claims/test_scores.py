"""Every verdict of the comparisons of scores, from made-up scores."""

import re
from functools import partial

import numpy as np
import pytest
from scipy import stats

from methods.bench.statistics import ALPHA
from methods.claims.scores import (
    lower,
    lower_in_studies,
    not_lower,
    not_told_apart,
    same,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.shifted import shifted_results, verdict_of
from tests.claims.stored import BASE, ERROR, N, assert_steps, planted, stored, t, two_by_two
from tests.made_up import made_up_results

NAN = float("nan")


@pytest.fixture
def against(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return partial(shifted_results, tmp_path)


@pytest.mark.parametrize(
    ("shift", "noise", "margin", "verdict"),
    [
        (0.05, 1, 0.0, HOLDS),
        (0.05, 1, 0.02, HOLDS),
        (0.05, 1, 0.1, FAILS),  # lower, but by less than was claimed
        (-0.05, 1, 0.0, FAILS),
        (0.0, 0, 0.0, INCONCLUSIVE),  # an interval without width, on the bound
        (0.001, 20, 0.0, INCONCLUSIVE),
    ],
)
def test_lower(against, shift, noise, margin, verdict):
    assert verdict_of(lower, against(shift, noise), margin=margin) == verdict


@pytest.mark.parametrize(
    ("shift", "noise", "verdict"),
    [
        (0.0, 0, HOLDS),
        (0.002, 1, HOLDS),
        (0.05, 1, FAILS),
        (-0.05, 1, FAILS),
        (0.0, 30, INCONCLUSIVE),
    ],
)
def test_same(against, shift, noise, verdict):
    assert verdict_of(same, against(shift, noise), margin=0.01) == verdict


@pytest.mark.parametrize(("shift", "verdict"), [(0.0, HOLDS), (0.02, INCONCLUSIVE), (0.05, FAILS)])
def test_between_equal_and_different_may_be_a_region_that_says_nothing(against, shift, verdict):
    options = {"margin": 0.01, "differs_from": 0.03}
    assert verdict_of(same, against(shift, 1.0), **options) == verdict


@pytest.mark.parametrize(
    ("shift", "noise", "verdict"), [(0.0, 1, HOLDS), (0.05, 1, FAILS), (-0.05, 1, FAILS)]
)
def test_not_told_apart(against, shift, noise, verdict):
    assert verdict_of(not_told_apart, against(shift, noise), visible=0.01) == verdict


def test_one_trial_is_no_evidence_that_methods_cannot_be_told_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1], "B": [0.9]}})
    assert verdict_of(not_told_apart, results, visible=0.01) == INCONCLUSIVE


# Of four equal cases each is judged at a quarter of the level.
TOLD = t(ALPHA / 2 / 4) * ERROR
WITHIN = t(ALPHA / 4) * ERROR  # by each of two one-sided tests


@pytest.mark.parametrize(
    ("test", "options", "places"),
    [
        (lower, {}, [HOLDS, -TOLD, INCONCLUSIVE, TOLD, FAILS]),
        (lower, {"margin": 0.02}, [HOLDS, -0.02 - TOLD, INCONCLUSIVE, -0.02 + TOLD, FAILS]),
        (
            same,
            {"margin": 0.02},
            [FAILS, -0.02 - TOLD, INCONCLUSIVE, -0.02 + WITHIN, HOLDS,
             0.02 - WITHIN, INCONCLUSIVE, 0.02 + TOLD, FAILS],
        ),
        (
            not_told_apart,
            {"visible": WITHIN + TOLD / 2},
            [FAILS, -TOLD, INCONCLUSIVE, -TOLD / 2, HOLDS,
             TOLD / 2, INCONCLUSIVE, TOLD, FAILS],
        ),
    ],
)  # fmt: skip
def test_a_verdict_changes_where_the_paired_tests_of_four_cases_say(test, options, places):
    """Over two data sets and two rivals; their trials differ ten times as much as the methods."""

    def judge(shift):
        results = stored({"main": {"error": two_by_two(shift)}})
        return test(results, study="main", methods=["A"], than=["B", "B2"], **options)

    assert_steps(judge, places)


VISIBLE = {lower: {}, same: {}, not_told_apart: {"visible": 0.01}}  # which one alone asks for


@pytest.mark.parametrize("test", [lower, same, not_told_apart])
@pytest.mark.parametrize(
    ("metric", "options", "shift"),
    [
        ("error", {}, 0.0),
        ("angle", {"metric": "angle"}, -0.1),
        (("error", "C=1"), {"condition": "C=1"}, -0.2),
        (("error", "C=1"), {"condition": "C=1", "than_condition": ""}, -0.5),
        ("error", {"condition": ["", "C=1"]}, -0.1),  # the mean of 0 and -0.2
        ("error", {"condition": ["", "C=1"], "than_condition": "C=1"}, 0.05),
    ],
)
def test_the_scores_are_those_of_the_metric_and_of_the_conditions(test, metric, options, shift):
    if test is not_told_apart and "condition" in options:
        pytest.skip("it takes no condition")
    options = options | VISIBLE[test]
    of = {
        name: {"A": planted(ours), "B": planted(theirs, 0.0)}
        for name, ours, theirs in (("", 0.0, 0.0), ("angle", 0.5, 0.6), ("C=1", -0.5, -0.3))
    }
    scores = {"error": of[""], "angle": of["angle"], ("error", "C=1"): of["C=1"]}
    results = stored({"main": {key: {"alpha": value} for key, value in scores.items()}})
    judged = test(results, study="main", methods=["A"], than=["B"], **options)
    assert judged.evidence[0]["difference"] == pytest.approx(shift)


@pytest.mark.parametrize("test", [lower, same, not_told_apart])
def test_pairs_data_sets_and_the_share_are_those_asked_for(test):
    far, near = planted(0.0 if test is not lower else -0.1), planted(0.2)
    scores = {name: {"A": far, "A2": near, "B": BASE, "B2": BASE} for name in ("alpha", "beta")}
    results = stored({"main": {"error": scores}})
    options = {"study": "main", "methods": ["A", "A2"], "than": ["B", "B2"], "datasets": ["beta"]}
    options |= VISIBLE[test]
    judged = test(results, **options, pairwise=True, need=0.5)
    assert [(e["dataset"], e["method"], e["than"]) for e in judged.evidence] == [
        ("beta", "A", "B"), ("beta", "A2", "B2"),
    ]  # fmt: skip
    assert judged.verdict == HOLDS
    assert test(results, **options, need=0.51).verdict == FAILS
    assert len(test(results, **options).evidence) == 4


@pytest.mark.parametrize(
    ("test", "words"),
    [
        (lower, "the error of A is lower than that of B;"),
        (same, "the error of A is within 1 point of that of B;"),
        (
            not_told_apart,
            "the error of A is not significantly different from that of B, and",
        ),
    ],
)
def test_the_reason_says_what_was_asked_and_in_how_many_cases_it_is_so(test, words):
    shifts = (-0.1, 0.1, 0.1) if test is lower else (0.0, 0.1, 0.1)
    scores = {f"d{i}": {"A": planted(s, 0.001), "B": BASE} for i, s in enumerate(shifts)}
    results = stored({"main": {"error": scores}})
    judged = test(results, study="main", methods=["A"], than=["B"], **VISIBLE[test])
    assert judged.reason.startswith(f"On 1 of 3 data sets {words}")
    assert "; on 2 this is ruled out. The difference is largest on d" in judged.reason
    assert ("points" in judged.flip) == bool(judged.flips) != judged.flip.startswith("No shift of ")


@pytest.mark.parametrize(("times", "verdict"), [(1.9, HOLDS), (2.1, FAILS)])
def test_a_score_can_be_asked_to_be_so_many_times_lower(times, verdict):
    ours = [0.5 * value for value in BASE]
    results = stored({"main": {"error": {"alpha": {"A": ours, "B": BASE.tolist()}}}})
    judged = lower(results, study="main", methods=["A"], than=["B"], times=times)
    assert judged.verdict == verdict
    assert f"lower than that of B divided by {times:g}. " in judged.reason


def test_nothing_can_be_a_share_of_nothing():
    """With a factor, a data set on which no method errs is no case; without one it is a tie."""
    halved = {"A": [0.4 * value for value in BASE], "B": BASE.tolist()}
    errors = {"alpha": halved, "beta": {"A": [0.0] * N, "B": [0.0] * N}}
    pair = {"study": "main", "methods": ["A"], "than": ["B"]}
    judged = lower(stored({"main": {"error": errors}}), **pair, times=2.0)
    assert judged.verdict == HOLDS and [e["dataset"] for e in judged.evidence] == ["alpha"]
    assert judged.reason.endswith(" 1 case of zeros alone; else it would fail.")
    assert lower(stored({"main": {"error": errors}}), **pair).verdict == INCONCLUSIVE
    del errors["alpha"]
    assert lower(stored({"main": {"error": errors}}), **pair, times=2.0).verdict == INCONCLUSIVE


def test_a_failed_trial_is_no_number_beside_zeros():
    halved = {"A": [0.4 * value for value in BASE], "B": BASE.tolist()}
    errors = {"alpha": halved, "beta": {"A": [0.0] * (N - 1) + [NAN], "B": [0.0] * N}}
    judged = lower(stored({"main": {"error": errors}}), **PAIR, times=2.0)
    assert judged.verdict == HOLDS
    assert judged.reason.endswith(" 1 case of zeros alone; else it would fail.")
    errors["beta"] = {"A": [NAN] * N, "B": [0.0] * N}
    judged = lower(stored({"main": {"error": errors}}), **PAIR, times=2.0)
    assert "of zeros alone" not in judged.reason
    assert judged.reason.endswith("Left out without a common score is A against B on beta.")


def differing(shifts, deviation=0.01):
    """A is so far from B on each data set."""
    names = [f"d{i}" for i in range(len(shifts))]
    return stored(
        {"main": {"error": {
            name: {"A": planted(shift, deviation), "B": BASE.tolist()}
            for name, shift in zip(names, shifts, strict=True)
        }}}
    )  # fmt: skip


PAIR = {"study": "main", "methods": ["A"], "than": ["B"]}


@pytest.mark.parametrize(
    "test", [partial(same, margin=0.02), partial(not_told_apart, visible=0.02)]
)
def test_the_mean_over_data_sets_is_one_case(test):
    results = differing([0.05, -0.05, 0.05, -0.05])
    assert test(results, **PAIR).verdict == FAILS
    judged = test(results, **PAIR, over_datasets=True)
    assert judged.verdict == HOLDS
    (case,) = judged.evidence
    assert case["dataset"] == "4 data sets"
    assert case["difference"] == pytest.approx(0.0, abs=1e-12)


def test_the_error_of_a_mean_over_data_sets_is_that_of_independent_means():
    """k sets of the same spread: the error falls by sqrt(k), with k times the freedom."""
    k = 4
    bar = float(stats.t.isf(ALPHA / 2, k * (N - 1))) * ERROR / k**0.5

    def judge(shift):
        results = differing([0.5 + shift] * k)
        return same(results, **PAIR, margin=0.5, differs_from=9.0, over_datasets=True)

    half = float(stats.t.isf(ALPHA, k * (N - 1))) * ERROR / k**0.5
    assert judge(-half - 1e-5).verdict == HOLDS
    assert judge(-half + 1e-5).verdict == INCONCLUSIVE
    different = not_told_apart(differing([bar + 1e-5] * k), **PAIR, visible=1, over_datasets=True)
    assert different.verdict == FAILS
    alike = not_told_apart(differing([bar - 1e-5] * k), **PAIR, visible=1, over_datasets=True)
    assert alike.verdict == HOLDS


@pytest.mark.parametrize(
    ("shifts", "test", "verdict", "told"),
    [
        ([0.09, 0.01, 0.01], partial(same, margin=0.02), FAILS, "9 points higher|hold|1 point"),
        ([0.0, 0.01, 0.08], partial(same, margin=0.02), FAILS, "8 points higher|hold|0.5 points"),
        ([0.09, 0.05, 0.05], partial(same, margin=0.02), FAILS,
         "9 points higher|still fail|5 points"),
        ([0.02, 0.0, 0.0], partial(same, margin=0.02), HOLDS,
         "2 points higher|still hold|0 points"),
        ([-0.09, 0.0, 0.0], partial(not_told_apart, visible=0.02), FAILS,
         "9 points lower|hold|0 points"),
    ],
)  # fmt: skip
def test_a_mean_over_data_sets_names_the_set_that_makes_it(shifts, test, verdict, told):
    judged = test(differing(shifts), **PAIR, over_datasets=True)
    assert judged.verdict == verdict
    there, would, most = told.split("|")
    where = "d2" if shifts[2] == 0.08 else "d0"
    assert judged.reason.endswith(
        f" On {where} it is {there}; without it the claim would {would} ({most} at most)."
    )


def test_the_mean_of_one_data_set_names_no_set_to_leave_out():
    judged = same(differing([0.09]), **PAIR, margin=0.02, over_datasets=True)
    assert "Without" not in judged.reason


def test_a_data_set_without_a_common_score_is_left_out_of_the_mean():
    nothing = {"A": [float("nan")] * N, "B": BASE.tolist()}
    errors = {"alpha": {"A": planted(0.001), "B": BASE.tolist()}, "beta": nothing}
    results = stored({"main": {"error": errors}})
    judged = same(results, **PAIR, margin=0.5, over_datasets=True)
    assert judged.verdict == HOLDS and judged.evidence[0]["dataset"] == "1 data sets"


def test_that_no_method_was_seen_to_be_lower_is_refuted_by_a_lower_one_alone():
    told = t(ALPHA / 2) * ERROR
    assert_steps(lambda shift: not_lower(differing([shift]), **PAIR), [FAILS, -told, HOLDS])
    judged = not_lower(differing([0.3, -0.3]), **PAIR)
    assert judged.verdict == FAILS
    assert judged.reason.startswith(
        "On 1 of 2 data sets the error of A is not significantly lower than that of B; on 1 "
        "this is ruled out."
    )


def test_that_no_method_was_seen_to_be_higher_is_asked_where_high_values_are_good():
    def judge(shift):
        results = stored({"main": {"auc": {"alpha": {"A": planted(shift), "B": BASE}}}})
        results.study("main").lower_is_better = lambda _: False
        return not_lower(results, **PAIR, metric="auc")

    assert_steps(judge, [HOLDS, t(ALPHA / 2) * ERROR, FAILS])
    assert "of A is not significantly higher than that of B" in judge(0.0).reason


def test_what_trials_can_resolve_is_told_where_a_claim_holds_because_nothing_is_shown():
    several = not_lower(differing([0.0, 0.001]), **PAIR)
    assert several.verdict == HOLDS
    assert re.search(r"The trials can resolve [\d.]+ points\.", several.reason)
    single = not_lower(differing([0.001]), **PAIR)
    assert single.verdict == HOLDS
    assert re.search(r"and 8 trials can resolve [\d.]+ points\.", single.reason)
    failing = not_lower(differing([-0.3, -0.3]), **PAIR)
    assert failing.verdict == FAILS and "can resolve" not in failing.reason
    shown = lower(differing([-0.3, -0.3]), **PAIR)
    assert shown.verdict == HOLDS and "can resolve" not in shown.reason


def test_cases_of_several_studies_count_together():
    ours, theirs = planted(-0.3), BASE.tolist()
    of_study = {"alpha": {"A": ours, "B": theirs}, "beta": {"A": theirs, "B": ours}}
    results = stored({
        "one": {"error": of_study}, "two": {"error": {"gamma": {"A": ours, "B": theirs}}},
    })  # fmt: skip
    options = {"methods": ["A"], "than": ["B"]}
    judged = lower(results, study=["one", "two"], **options, datasets=["alpha", "gamma"])
    assert [entry["dataset"] for entry in judged.evidence] == ["alpha", "gamma"]
    assert judged.verdict == HOLDS
    assert lower(results, study=["one", "two"], **options).verdict == FAILS
    nothing = lower(results, study=["one", "two"], **options, datasets=[])
    assert nothing.verdict == UNTESTABLE and "one and two" in nothing.reason


@pytest.mark.parametrize("metric", ["error", "log_cost"])
@pytest.mark.parametrize(
    ("shifts", "verdict"),
    [((-0.3, -0.3, 0.3), HOLDS), ((-0.3, 0.0, 0.0), INCONCLUSIVE), ((0.3, -0.3, 0.3), FAILS)],
)
def test_each_study_has_methods_of_its_own(shifts, verdict, metric):
    """A against B, and C against D, which B is far below."""
    first, second, third = (planted(shift) for shift in shifts)
    results = stored({
        "one": {metric: {"alpha": {"A": first, "B": BASE}, "beta": {"A": second, "B": BASE}}},
        "two": {metric: {"alpha": {"C": np.add(third, 5.0), "D": BASE + 5.0}}},
    })  # fmt: skip
    methods, than = {"one": ["A"], "two": ["C"]}, {"one": ["B"], "two": ["D"]}
    judged = lower_in_studies(results, methods=methods, than=than, metric=metric, need=0.5)
    assert judged.verdict == verdict
    assert [(e["dataset"], e["method"], e["than"]) for e in judged.evidence] == [
        ("alpha", "A", "B"), ("beta", "A", "B"), ("alpha", "C", "D"),
    ]  # fmt: skip
    gone = {"one": {metric: {"alpha": {"A": [NAN] * N, "B": BASE}}}}
    one = {"methods": {"one": ["A"]}, "than": {"one": ["B"]}, "metric": metric}
    assert lower_in_studies(stored(gone), **one).verdict == UNTESTABLE


@pytest.mark.parametrize(
    ("zeros", "told"),
    [(1, ", on zero0."), (2, "; else it would fail.")],
)
def test_cases_of_zeros_alone_are_counted_against_the_claim_where_this_decides(zeros, told):
    """Of three cases two hold and one fails."""
    shifts = {"alpha": -0.29, "beta": 0.1, "gamma": -0.29}
    shown = {name: {"A": planted(shift), "B": BASE.tolist()} for name, shift in shifts.items()}
    nothing = {f"zero{i}": {"A": [0.0] * N, "B": [0.0] * N} for i in range(zeros)}
    results = stored({"main": {"error": shown | nothing}})
    judged = lower(results, **PAIR, times=2.0, need=0.5)
    assert judged.verdict == HOLDS
    assert judged.reason.partition("of zeros alone")[2] == told


def test_a_study_may_give_both_sides_their_best_condition():
    """A and B are compared on alpha at condition 8 of A and 1 of B, and on beta as they are."""
    main = {name: {"A": planted(0.1), "B": BASE} for name in ("alpha", "beta")}
    settings = {
        ("error", "1"): {"alpha": {"A": BASE + 0.5, "B": BASE - 0.1}},
        ("error", "8"): {"alpha": {"A": planted(-0.2), "B": BASE + 0.5}},
    }
    results = stored({"main": {"error": main}, "settings": settings})
    options = {"study": "main", "methods": ["A"], "than": ["B"]}
    judged = lower(results, **options, best_conditions="settings")
    assert [e["difference"] for e in judged.evidence] == pytest.approx([-0.1, 0.1])
    assert [e["verdict"] for e in judged.evidence] == [HOLDS, FAILS]
    assert lower(results, **options).evidence[0]["difference"] == pytest.approx(0.1)


@pytest.mark.parametrize(("shifts", "verdict"), [((-0.1, -0.1), HOLDS), ((-0.1, 0.1), FAILS)])
def test_every_case_of_the_studies_is_asked_if_no_share_is_given(shifts, verdict):
    scores = {
        study: {"error": {"d": {"A": planted(shift), "B": planted(0.0, 0.0)}}}
        for study, shift in zip(("one", "two"), shifts, strict=True)
    }
    pairs = {"methods": {"one": ["A"], "two": ["A"]}, "than": {"one": ["B"], "two": ["B"]}}
    assert lower_in_studies(stored(scores), **pairs).verdict == verdict


def test_none_of_the_methods_may_be_lower_than_any_rival_unless_they_come_in_pairs():
    of_set = {
        "A": planted(0.0), "A2": planted(0.4), "B": planted(-0.1, 0.0), "B2": planted(0.3, 0.0)
    }  # fmt: skip
    results = stored({"main": {"error": {"d": of_set}}})
    options = {"study": "main", "methods": ["A", "A2"], "than": ["B", "B2"]}
    crossed = not_lower(results, **options)
    assert len(crossed.evidence) == 4 and crossed.verdict == FAILS  # A is lower than B2
    own = not_lower(results, **options, pairwise=True)
    assert len(own.evidence) == 2 and own.verdict == HOLDS


def test_each_method_of_a_study_has_its_own_rival():
    of_set = {"A": planted(-0.1), "A2": planted(0.2), "B": planted(0.0), "B2": planted(0.3)}
    results = stored({"one": {"error": {"d": of_set}}})
    judged = lower_in_studies(results, methods={"one": ["A", "A2"]}, than={"one": ["B", "B2"]})
    assert [(e["method"], e["than"]) for e in judged.evidence] == [("A", "B"), ("A2", "B2")]
    assert judged.verdict == HOLDS


@pytest.mark.parametrize(("side", "verdict"), [(0.1, HOLDS), (-0.1, FAILS)])
def test_methods_of_a_study_must_be_above_their_rivals_where_high_values_are_good(side, verdict):
    results = stored({"one": {"auc": {"d": {"A": planted(side), "B": BASE}}}})
    results.study("one").lower_is_better = lambda _: False
    pairs = {"methods": {"one": ["A"]}, "than": {"one": ["B"]}}
    assert lower_in_studies(results, **pairs, metric="auc").verdict == verdict


def test_zeros_beside_a_case_without_a_common_score_are_zeros_alone():
    nothing = {"zero": {"A": [0.0] * N, "B": [0.0] * N}, "gone": {"A": [NAN] * N, "B": BASE}}
    judged = lower(stored({"main": {"error": nothing}}), **PAIR, times=2.0)
    assert judged.verdict == INCONCLUSIVE and "of zeros alone" in judged.reason


@pytest.mark.parametrize("test", [partial(same, margin=0.5), partial(not_told_apart, visible=0.5)])
def test_a_pair_that_never_ran_together_makes_no_mean_over_data_sets(test):
    errors = {"alpha": {"A": planted(0.001), "B": BASE}, "beta": {"A": [NAN] * N, "B": BASE}}
    judged = test(stored({"main": {"error": errors}}), **PAIR, over_datasets=True)
    assert judged.verdict == HOLDS and judged.evidence[0]["pairs"] == N


def test_a_share_of_a_rival_without_errors_is_judged():
    """A data set is left out only where neither side errs."""
    halved = {"A": [0.4 * value for value in BASE], "B": BASE.tolist()}
    errors = {"alpha": halved, "beta": {"A": BASE.tolist(), "B": [0.0] * N}}
    judged = lower(stored({"main": {"error": errors}}), **PAIR, times=2.0)
    assert [e["dataset"] for e in judged.evidence] == ["alpha", "beta"]
    assert judged.verdict == FAILS
