"""Cases: their intervals, how they are paired, and the verdict on all of them."""

from functools import partial
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import (
    ALPHA,
    Difference,
    confidence_interval,
    detectable_difference,
    paired_difference,
    t_test,
)
from methods.claims.best import best_on_most
from methods.claims.cases import mean_difference, no_cases, paired_case, score_cases
from methods.claims.papers.drm import more_wins, never_worse
from methods.claims.scores import lower, not_lower, not_told_apart, same
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.errors import UserError
from tests.claims.shifted import BASE, JITTER, shifted_results, verdict_of
from tests.claims.stored import planted, seen_by_claims, stored
from tests.claims.stored import t as t_quantile
from tests.made_up import made_up_results

NAN = float("nan")


@pytest.fixture
def against(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return partial(shifted_results, tmp_path)


def test_one_trial_settles_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1], "B": [0.9]}})
    judged = lower(results, study="main", methods=["A"], than=["B"])
    assert judged.verdict == INCONCLUSIVE
    assert judged.reason.endswith(" There are too few trials to say.") and not judged.flips


def test_an_interval_is_that_of_its_case_and_the_p_values_are_those_of_holm(against):
    results = against(0.05, datasets=("alpha", "beta"))
    judged = lower(results, study="main", methods=["A"], than=["B"])
    difference = paired_difference(BASE, BASE + 0.05 + JITTER)
    assert [case["dataset"] for case in judged.evidence] == ["alpha", "beta"]
    expected = list(confidence_interval(difference))
    assert judged.evidence[0]["interval"] == pytest.approx(expected)
    p_alone = t_test(difference).p_value / 2
    assert [e["p_not"] for e in judged.evidence] == pytest.approx([2 * p_alone] * 2)


def test_a_case_also_says_what_holds_when_corrected_for_resampling(against):
    judged = lower(against(0.002, ratio=(1, 1)), study="main", methods=["A"], than=["B"])
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["verdict_corrected_for_resampling"] == INCONCLUSIVE
    assert (
        "On new data of the same kind this is not shown (corrected for resampling)."
        in judged.reason
    )


def test_enough_cases_turn_a_close_call_inconclusive(against):
    alone = verdict_of(lower, against(0.002))
    crowd = against(0.002, datasets=[f"d{i}" for i in range(40)])
    assert (alone, verdict_of(lower, crowd)) == (HOLDS, INCONCLUSIVE)


def test_a_share_of_the_cases_may_be_enough(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    better, worse = (BASE + 0.05 + JITTER).tolist(), (BASE - 0.05 + JITTER).tolist()
    scores = {d: {"A": BASE.tolist(), "B": better} for d in ("alpha", "beta")}
    results = made_up_results(tmp_path, {**scores, "gamma": {"A": BASE.tolist(), "B": worse}})
    assert verdict_of(lower, results) == FAILS
    assert verdict_of(lower, results, need=0.6) == HOLDS
    assert verdict_of(lower, results, datasets=["alpha"]) == HOLDS


def test_methods_are_crossed_with_their_rivals_or_paired_where_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": dict.fromkeys("ABCD", BASE.tolist())})
    pairs = [("A", "C"), ("B", "D")]
    judged = same(results, study="main", methods=["A", "B"], than=["C", "D"], pairwise=True)
    assert [(e["method"], e["than"]) for e in judged.evidence] == pairs
    judged = same(results, study="main", methods=["A"], than=["C", "D"])
    assert [(e["method"], e["than"]) for e in judged.evidence] == [("A", "C"), ("A", "D")]


@pytest.mark.parametrize("test", [lower, same])
def test_nothing_that_ran_is_nothing_to_test(tmp_path, monkeypatch, test):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [NAN, NAN], "B": [0.1, 0.2]}})
    judged = test(results, study="main", methods=["A"], than=["B"], datasets=["alpha"])
    assert judged.verdict == UNTESTABLE
    assert judged.reason == "No trial of the study named main finished on alpha in this run."


@pytest.mark.parametrize("test", [lower, same])
def test_a_method_that_the_study_lacks_is_a_mistake(against, test):
    with pytest.raises(UserError, match="names the method 'Z', which the study lacks"):
        test(against(0.0), study="main", methods=["A"], than=["Z"])


@pytest.mark.parametrize("test", [lower, same, not_told_apart])
def test_what_the_trials_could_have_seen_is_at_the_level_of_a_significant_difference(test):
    """That of a two-tailed test in the first step of Holm; a case of few trials is no such test."""
    trials = {"alpha": planted(0.009, 0.02), "beta": planted(0.009, 0.03), "few": planted(0, 1)[:5]}
    scores = {d: {"A": a, "B": planted(0.0, 0.0)[: len(a)]} for d, a in trials.items()}
    results = stored({"main": {"error": scores}})
    options = {"visible": 0.01} if test is not_told_apart else {}
    judged = test(results, study="main", methods=["A"], than=["B"], **options)
    assert judged.verdict == INCONCLUSIVE
    seen = [e["could_have_seen"] for e in judged.evidence[:2]]
    error = paired_difference(planted(0.009, 0.02), planted(0.0, 0.0))
    assert error.standard_error == pytest.approx(0.02 / 8**0.5)
    assert seen[0] == pytest.approx(detectable_difference(error, alpha=ALPHA / 2))
    assert seen[1] == pytest.approx(1.5 * seen[0])
    assert (
        f"he trials can resolve {100 * seen[0]:.2g} to {100 * seen[1]:.2g} points." in judged.reason
    )


def test_six_trials_are_enough_to_say_what_could_have_been_seen():
    scores = {"alpha": {"A": planted(0.0, 0.02)[:6], "B": planted(0.0, 0.0)[:6]}}
    judged = lower(stored({"main": {"error": scores}}), study="main", methods=["A"], than=["B"])
    assert "and 6 trials can resolve " in judged.reason and judged.evidence[0]["pairs"] == 6
    pair = scores["alpha"]
    judged = lower(
        stored({"main": {"error": dict.fromkeys(("alpha", "beta"), pair)}}),
        study="main", methods=["A"], than=["B"],
    )  # fmt: skip
    error = paired_difference(pair["A"], pair["B"])
    expected = detectable_difference(error, alpha=ALPHA / 2)  # both cases are tests
    assert [e["could_have_seen"] for e in judged.evidence] == pytest.approx([expected] * 2)


def test_a_mean_over_data_sets_has_the_error_and_degrees_of_freedom_of_satterthwaite():
    mean = mean_difference([Difference(1.0, 1.0, 4, 5), Difference(4.0, 2.0, 9, 10)])
    assert mean.value == 2.5
    assert mean.standard_error == pytest.approx(5**0.5 / 2)
    assert mean.degrees_of_freedom == pytest.approx(25 / (1 / 4 + 16 / 9))
    assert mean.n == 5  # a data set of few trials makes a mean of few
    constant = mean_difference([Difference(1.0, 0.0, 4, 5), Difference(4.0, 0.0, 9, 10)])
    assert (constant.standard_error, constant.degrees_of_freedom) == (0, 13)


def test_a_mean_over_one_data_set_is_not_told_without_it():
    scores = {d: {"A": planted(0.0), "B": planted(0.0, 0.0)} for d in ("alpha", "beta")}
    results = stored({"main": {"error": scores}})
    options = {"study": "main", "methods": ["A"], "than": ["B"], "visible": 0.05}
    both = not_told_apart(results, **options, over_datasets=True)
    assert "ithout it the claim would still hold" in both.reason
    alone = not_told_apart(results, **options, over_datasets=True, datasets=["alpha"])
    assert alone.verdict == HOLDS and "ithout it" not in alone.reason


def test_the_correction_for_resampling_has_the_ratio_of_test_to_training_rows():
    """Nadeau and Bengio: the variance of the mean is that of the differences times 1/J + ratio."""
    for ratio in (0.1, 0.25):
        for scale, verdict in ((1.001, HOLDS), (0.999, INCONCLUSIVE)):
            error = 0.01 * (1 / 8 + ratio) ** 0.5
            shift = -scale * error * t_quantile(ALPHA / 2)
            scores = {"alpha": {"A": planted(shift), "B": planted(0.0, 0.0)}}
            results = stored({"main": {"error": scores}}, ratio=ratio)
            (case,) = lower(results, study="main", methods=["A"], than=["B"]).evidence
            assert case["verdict_corrected_for_resampling"] == verdict
            assert case["verdict"] == HOLDS


@pytest.mark.parametrize(("side", "verdict"), [(-1, HOLDS), (1, FAILS)])
def test_every_case_is_corrected_for_resampling(side, verdict):
    scores = {"A": planted(side * 0.015), "B": planted(0.0, 0.0)}
    results = stored({"main": {"error": dict.fromkeys(("alpha", "beta"), scores)}})
    judged = lower(results, study="main", methods=["A"], than=["B"])
    told = [(e["verdict"], e["verdict_corrected_for_resampling"]) for e in judged.evidence]
    assert told == [(verdict, INCONCLUSIVE)] * 2
    assert "On new data of the same kind it is " in judged.reason


def test_each_data_set_has_a_ratio_of_its_own():
    scores = {"A": planted(-0.015), "B": planted(0.0, 0.0)}
    results = stored({"main": {"error": dict.fromkeys(("many", "few"), scores)}})
    for name, rows in (("many", 200), ("few", 101)):
        results.plan.catalogue[name].shape = (rows,)
    judged = lower(results, study="main", methods=["A"], than=["B"])
    told = [e["verdict_corrected_for_resampling"] for e in judged.evidence]
    assert told == [INCONCLUSIVE, HOLDS]


def test_a_mean_over_data_sets_is_corrected_for_resampling_too():
    scores = {"A": planted(0.0), "B": planted(0.0, 0.0)}
    results = stored({"main": {"error": dict.fromkeys(("alpha", "beta"), scores)}}, ratio=1.0)
    options = {"study": "main", "methods": ["A"], "than": ["B"], "margin": 0.008}
    (case,) = same(results, **options, over_datasets=True).evidence
    assert (case["verdict"], case["verdict_corrected_for_resampling"]) == (HOLDS, INCONCLUSIVE)


def test_trials_of_which_one_side_failed_are_no_pairs():
    ours, theirs = planted(-0.1), planted(0.0, 0.0)
    ours[0], theirs[1] = NAN, NAN
    scores = {"alpha": {"A": ours, "B": theirs}, "gone": {"A": [NAN] * 8, "B": theirs}}
    results = stored({"main": {"error": scores}})
    judged = lower(results, study="main", methods=["A"], than=["B"])
    assert [(e["dataset"], e["pairs"]) for e in judged.evidence] == [("alpha", 6)]
    assert judged.verdict == HOLDS


def test_versions_of_a_data_set_are_one_case():
    scores = {d: {"A": planted(-0.1), "B": planted(0.0, 0.0)} for d in ("alpha", "beta", "again")}
    results = stored({"main": {"error": scores}}, version_of={"again": "alpha"})
    judged = lower(seen_by_claims(results), study="main", methods=["A"], than=["B"])
    assert [e["dataset"] for e in judged.evidence] == ["alpha", "beta"]
    assert judged.reason.startswith("On both data sets the error of A is lower than that of B. ")


@pytest.mark.parametrize("test", [lower, same, not_told_apart, never_worse])
def test_the_reason_counts_pairs_without_a_common_score(tmp_path, monkeypatch, test):
    monkeypatch.chdir(tmp_path)
    scores = {"A": planted(0.05), "B": planted(0.0, 0.0), "C": [NAN] * 8}
    results = made_up_results(tmp_path, {"alpha": scores, "beta": {**scores, "C": scores["A"]}})
    options = {"visible": 0.01} if test is not_told_apart else {}
    judged = test(results, study="main", methods=["A", "C"],
                  than="B" if test is never_worse else ["B"], **options)  # fmt: skip
    assert len(judged.evidence) == 3
    left_out = " Left out without a common score is C against B on alpha."
    assert left_out in judged.reason
    whole = test(results, study="main", methods=["A"],
                 than="B" if test is never_worse else ["B"], **options)  # fmt: skip
    assert "Left out" not in whole.reason


def test_wins_and_bests_say_what_they_leave_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"A": planted(0.0, 0.0), "B": planted(0.05), "C": [NAN] * 8}
    results = made_up_results(tmp_path, {"alpha": scores, "beta": {**scores, "C": scores["B"]}})
    wins = more_wins(results, study="main", methods=["A", "A"], than=["B", "C"])
    assert " Left out without a common score is A against C on alpha." in wins.reason
    best = best_on_most(results, study="main", methods=["A"], than=["B", "C"])
    assert best.reason.endswith("1 is needed. Left out without a score of each method: alpha.")


def test_a_claim_for_which_one_case_is_enough_tells_the_case_that_speaks_most_for_it():
    """The largest difference is against it, and the largest for it is the least certain."""
    scores = {
        "d0": {"A": planted(0.3), "B": planted(0.0, 0.0)},
        "d1": {"A": planted(-0.2, 0.4), "B": planted(0.0, 0.0)},
        "d2": {"A": planted(-0.1), "B": planted(0.0, 0.0)},
    }
    options = {"study": "s", "methods": ["A"], "than": ["B"]}
    judged = lower(stored({"s": {"error": scores}}), **options, need=0.001)
    assert judged.verdict == HOLDS
    assert "It is clearest on d2, where it is 10 points lower (95 % interval: " in judged.reason
    all_needed = lower(stored({"s": {"error": scores}}), **options)
    assert "The difference is largest on d0: 30 points higher." in all_needed.reason


def test_a_case_of_few_trials_is_not_the_clearest():
    few = {"A": planted(-0.3)[:5], "B": planted(0.0, 0.0)[:5]}
    scores = {"d0": few, "d1": {"A": planted(-0.1), "B": planted(0.0, 0.0)}}
    judged = lower(
        stored({"main": {"error": scores}}), study="main", methods=["A"], than=["B"], need=0.01
    )
    assert judged.verdict == HOLDS and "It is clearest on d1, " in judged.reason


def test_a_claim_that_holds_since_nothing_is_shown_tells_what_could_have_been():
    results = of_two_pairs([0.001, 0.0], [0.0, 0.0])
    judged = not_lower(results, study="main", methods=["A"], than=["B"])
    assert judged.verdict == HOLDS and " The trials can resolve 0.13 points." in judged.reason
    shown = not_told_apart(results, study="main", methods=["A"], than=["B"], visible=0.05)
    assert shown.verdict == HOLDS and "can resolve" not in shown.reason


def test_the_only_data_set_is_not_named_beside_the_largest_difference():
    judged = lower(of_two_pairs([-0.1], [-0.2]), study="main", methods=["A", "A2"], than=["B"])
    assert "The difference is largest for A2 against B: 20 points lower." in judged.reason


@pytest.mark.parametrize(("of_a", "alike"), [([0.2] * 8, True), (BASE.tolist(), False)])
def test_the_reason_says_where_all_trials_give_the_same(of_a, alike):
    """A cost is no share of test rows, so copies of one fit have no error."""
    scores = {"alpha": {"A": of_a, "B": [0.9] * 8}, "beta": {"A": planted(-0.5), "B": BASE}}
    judged = lower(
        stored({"main": {"cost": scores}}), study="main", metric="cost", methods=["A"], than=["B"]
    )
    told = "In 1 case all trials give the same, so the difference has no error."
    assert judged.verdict == HOLDS and (told in judged.reason) == alike


def test_zeros_of_all_trials_are_no_copies():
    scores = {"alpha": {"A": [0.0] * 8, "B": [0.9] * 8}}
    judged = lower(
        stored({"main": {"cost": scores}}), study="main", metric="cost", methods=["A"], than=["B"]
    )
    assert judged.verdict == HOLDS and "give the same" not in judged.reason


def of_two_pairs(a, a2):
    names = [f"d{i}" for i in range(len(a))]
    scores = {
        name: {"A": planted(x, 0.001), "A2": planted(y, 0.001), "B": planted(0.0, 0.0)}
        for name, x, y in zip(names, a, a2, strict=True)
    }
    return stored({"main": {"error": scores}})


def test_what_others_show_of_a_mean_is_told_by_the_largest_mean_of_all_pairs():
    """Without d0 the mean of A is 3 points, and that of A2 is 1."""
    results = of_two_pairs([0.12, 0.03, 0.03], [0.01, 0.01, 0.01])
    judged = same(
        results, study="main", methods=["A", "A2"], than=["B"], margin=0.05, over_datasets=True
    )
    assert judged.verdict == FAILS
    assert judged.reason.endswith(
        " On d0 it is 12 points higher; without it the claim would hold (3 points at most)."
    )


def test_the_data_set_that_makes_a_mean_is_one_of_its_own_pair():
    """A differs most from B2 on d1, but its mean does from B, most on d0."""
    than_b, than_b2 = [0.08, 0.06, 0.06], [0.0, 0.2, -0.2]
    scores = {
        f"d{i}": {"A": planted(0.0, 0.001), "B": planted(-x, 0.0), "B2": planted(-y, 0.0)}
        for i, (x, y) in enumerate(zip(than_b, than_b2, strict=True))
    }
    results = stored({"main": {"error": scores}})
    options = {"study": "main", "methods": ["A"], "than": ["B", "B2"], "margin": 0.05}
    judged = same(results, **options, over_datasets=True)
    assert " On d0 it is 8 points higher; without it " in judged.reason


def test_without_a_data_set_all_pairs_are_judged_again():
    """Without d0 the mean of A is 1 point, but that of A2 is 9 points still."""
    results = of_two_pairs([0.3, 0.01, 0.01], [0.09, 0.09, 0.09])
    judged = same(
        results, study="main", methods=["A", "A2"], than=["B"], margin=0.05, over_datasets=True
    )
    assert judged.reason.endswith("without it the claim would still fail (9 points at most).")


@pytest.mark.parametrize(
    ("need", "told"),
    [(0.5, "It is clearest on d0, where it is 20 points lower"),
     (0.51, "The difference is largest on d1: 30 points higher.")],
)  # fmt: skip
def test_the_clearest_case_is_told_if_one_is_enough_and_else_the_largest(need, told):
    results = of_two_pairs([-0.2, 0.3], [0.0, 0.0])
    judged = lower(results, study="main", methods=["A"], than=["B"], need=need)
    assert told in judged.reason


@pytest.mark.parametrize(
    ("methods", "whose"),
    [(["A"], "is largest on d1: 30 points"), (["A", "A2"], "is largest on d1 for A against B: 30")],
)
def test_the_largest_difference_names_its_pair_if_there_are_several(methods, whose):
    results = of_two_pairs([-0.2, -0.3], [-0.1, -0.1])
    judged = lower(results, study="main", methods=methods, than=["B"])
    assert whose in judged.reason


@pytest.mark.parametrize(
    ("x", "y", "rows", "says"),
    [
        ([0.1] * 6, [0.2] * 6, 100, {"copies"}),
        ([0.0] * 6, [0.0] * 6, 100, {"copies", "zeros"}),
        ([0.1] * 6, [0.2] * 6, NAN, {"alike"}),
        ([NAN, *[0.1] * 6], [0.5, *[0.2] * 6], NAN, {"alike"}),
        ([0.1] * 5, [0.2] * 5, NAN, set()),  # too few to know
        ([0.0] * 6, [0.0] * 6, NAN, {"zeros"}),
        ([0.0] * 6, [0.2] * 6, NAN, set()),
        ([0.1] * 6, [0.2, 0.3] * 3, 100, set()),
        ([0.25, 0.5] * 3, [0.5, 0.75] * 3, NAN, set()),  # alike is their difference alone
        ([0.0] * 6, [0.0, 0.3] * 3, 100, set()),
        ([], [], 100, set()),
        ([NAN] * 6, [0.0] * 6, 100, set()),
    ],
)
def test_a_case_says_whether_its_trials_are_copies_zeros_or_alike(x, y, rows, says):
    case = paired_case("d", "A", "B", x, y, 0.5, rows)
    assert {name for name in ("copies", "zeros", "alike") if getattr(case, name)} == says
    assert (case.dataset, case.method, case.than, case.setting) == ("d", "A", "B", "")


def test_trials_are_corrected_for_resampling_and_copies_are_not():
    x, y = [0.1, 0.2] * 4, [0.3] * 8
    case = paired_case("d", "A", "B", x, y, 0.5)
    assert case.difference == paired_difference(x, y)
    deviation = np.std(x, ddof=1)
    assert case.corrected.standard_error == pytest.approx(deviation * (1 / 8 + 0.5) ** 0.5)
    copied = paired_case("d", "A", "B", [0.1] * 8, y, 0.5, 100)
    assert copied.corrected == copied.difference and copied.difference.n == 100


def test_the_scores_of_rivals_are_divided_and_taken_at_their_own_condition():
    at = {"5": (0.1, 0.4), "9": (0.2, 0.6)}
    scores = {
        ("error", label): {"d": {"A": planted(a, 0.0), "B": planted(b, 0.0)}}
        for label, (a, b) in at.items()
    }
    results = stored({"main": scores})
    base = planted(0.0, 0.0)

    def difference(condition, than_condition, times):
        (case,) = score_cases(
            results, "main", "error", ["A"], ["B"], None, condition, than_condition, False, times
        )
        return case.difference.value

    middle = np.mean(base)
    assert difference("5", None, 1.0) == pytest.approx(0.1 - 0.4)
    assert difference("5", "9", 1.0) == pytest.approx(0.1 - 0.6)
    assert difference("9", "5", 2.0) == pytest.approx(middle + 0.2 - (middle + 0.4) / 2)


def test_one_case_with_a_verdict_tells_its_interval_and_one_without_what_trials_can_resolve():
    def told(test, shift):
        scores = {"d": {"A": planted(shift), "B": planted(0.0, 0.0)}}
        return test(stored({"main": {"error": scores}}), study="main", methods=["A"], than=["B"])

    for test, shift, verdict, has_interval in (
        (lower, -0.1, HOLDS, True),
        (lower, 0.1, FAILS, True),
        (same, 0.0, HOLDS, True),
        (not_lower, -0.1, FAILS, True),
        (not_lower, 0.1, HOLDS, False),  # holds because nothing is shown
    ):
        judged = told(test, shift)
        assert judged.verdict == verdict
        assert ("95 % interval" in judged.reason) == has_interval, (test, shift)
        assert ("8 trials can resolve" in judged.reason) != has_interval, (test, shift)


def test_a_mean_over_data_sets_is_told_without_a_word_on_copies_or_equal_trials():
    alike = {"A": [0.1] * 8, "B": [0.9] * 8}
    for metric in ("error", "cost"):
        results = stored({"main": {metric: {"d0": alike, "d1": alike}}})
        options = {"study": "main", "methods": ["A"], "than": ["B"], "metric": metric}
        told = same(results, **options, over_datasets=True).reason
        assert "one fit" not in told and "give the same" not in told
        of_each = same(results, **options).reason
        assert {"error": "one fit", "cost": "give the same"}[metric] in of_each


def test_fits_that_lack_the_metric_are_told_from_fits_that_did_not_run():
    gaps = pd.DataFrame(
        [("beta", "B", "elsewhere"), ("alpha", "A", "it has no rounds")],
        columns=["dataset", "method", "reason"],
    )
    held = SimpleNamespace(gaps=lambda *_: gaps, datasets=lambda _, chosen: chosen)
    lacking = no_cases(held, ["main"], "rounds", ["alpha"])
    assert lacking.verdict == UNTESTABLE
    assert lacking.reason == "The study named main has no number of rounds (A: it has no rounds)."
    nothing = no_cases(held, ["main"], "rounds", ["gamma"])
    assert nothing.verdict == UNTESTABLE
    assert nothing.reason == "No trial of the study named main finished on gamma in this run."


def test_of_several_studies_each_may_lack_the_metric():
    gaps = pd.DataFrame([("d", "A", "it has no rounds")], columns=["dataset", "method", "reason"])
    held = SimpleNamespace(
        gaps=lambda study, _: gaps if study == "two" else gaps[:0], datasets=lambda *_: ["d"]
    )
    judged = no_cases(held, ["one", "two"], "rounds", None)
    assert judged.reason.endswith("(A: it has no rounds).")


def test_a_metric_may_lack_on_the_data_sets_of_a_later_study():
    gaps = pd.DataFrame([("e", "A", "it has no rounds")], columns=["dataset", "method", "reason"])
    held = SimpleNamespace(
        gaps=lambda study, _: gaps if study == "two" else gaps[:0],
        datasets=lambda study, _: {"one": ["d"], "two": ["e"]}[study],
    )
    assert "has no rounds" not in no_cases(held, ["one"], "rounds", None).reason
    assert "has no rounds" in no_cases(held, ["one", "two"], "rounds", None).reason


def test_times_divides_any_metric():
    scores = {"alpha": {"A": [0.1] * 5 + [0.11], "B": [0.15] * 6}}
    asked = {"study": "main", "methods": ["A"], "than": ["B"], "metric": "train_error"}
    results = stored({"main": {"train_error": scores}})
    assert lower(results, **asked).verdict == HOLDS
    assert lower(results, **asked, times=2.0).verdict == FAILS


def test_a_failed_trial_at_the_best_condition_is_not_that_of_another_study():
    high, low = 0.5 + 0.001 * np.arange(8), 0.1 + 0.001 * np.arange(8)
    low[3] = np.nan
    studies = {"main": {"error": {"a": {"A": high, "B": high - 0.3}}},
               "sweep": {("error", "1"): {"a": {"A": low}}}}  # fmt: skip
    (case,) = lower(
        stored(studies), study="main", methods=["A"], than=["B"], best_conditions="sweep"
    ).evidence
    assert (case["pairs"], case["difference"]) == (7, pytest.approx(-0.1))


def test_a_condition_with_one_lucky_trial_is_not_the_best():
    lucky, whole = [0.0] + [np.nan] * 7, 0.1 + 0.001 * np.arange(8)
    studies = {"main": {"error": {"a": {"B": whole + 0.1}}},
               "sweep": {("error", "1"): {"a": {"A": lucky}},
                         ("error", "2"): {"a": {"A": whole}}}}  # fmt: skip
    (case,) = lower(
        stored(studies), study="main", methods=["A"], than=["B"], best_conditions="sweep"
    ).evidence
    assert (case["pairs"], case["difference"]) == (8, pytest.approx(-0.1))


def test_equal_methods_are_not_lower_with_the_fewest_trials():
    equal = {name: {"A": BASE[:6], "B": BASE[:6]} for name in "abc"}
    results = stored({"main": {"error": equal}})
    assert not_lower(results, study="main", methods=["A"], than=["B"]).verdict == HOLDS
