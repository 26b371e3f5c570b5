"""Every verdict of the comparisons of seconds, from made-up runs."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.seconds import faster, ratio_within
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import BASE, ERROR, N, assert_steps, planted, seen_by_claims, stored, t
from tests.made_up import made_up_results, store_frame

NAN = float("nan")


def with_seconds(tmp_path, monkeypatch, a, b):
    """Results whose fits took the seconds given."""
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1] * len(a), "B": [0.1] * len(b)}})
    path = tmp_path / "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(path)
    for name, seconds in (("A", a), ("B", b)):
        runs.loc[runs["method"] == name, "fit_seconds"] = seconds
    store_frame(runs, path)
    return results


@pytest.mark.parametrize(
    ("a", "ratio", "verdict"),
    [
        ([1.0, 1.1, 0.9] * 2, 2.0, HOLDS),
        ([1.0, 1.1, 0.9] * 2, 10.0, FAILS),
        ([0.1, 10.0, 1.0] * 2, 3.0, INCONCLUSIVE),
    ],
)
def test_faster(tmp_path, monkeypatch, a, ratio, verdict):
    results = with_seconds(tmp_path, monkeypatch, a, [4.0, 4.4, 3.7] * 2)
    judged = faster(results, study="main", methods=["A"], than=["B"], ratio=ratio)
    assert judged.verdict == verdict
    expected = np.exp(np.mean(np.log(a)) - np.mean(np.log([4.0, 4.4, 3.7] * 2)))
    assert judged.evidence[0]["ratio"] == pytest.approx(expected)


def test_a_method_may_be_asked_to_be_not_much_slower(tmp_path, monkeypatch):
    results = with_seconds(tmp_path, monkeypatch, [5.0, 5.5, 4.5] * 2, [4.0, 4.4, 3.7] * 2)
    judged = faster(results, study="main", methods=["A"], than=["B"], ratio=0.5)
    assert judged.verdict == HOLDS
    assert "Less than 2 times the time is shown in 1 of 1 comparison." in judged.reason
    assert faster(results, study="main", methods=["A"], than=["B"], ratio=0.9).verdict == FAILS


@pytest.mark.parametrize(("need", "verdict"), [(0.5, HOLDS), (1.0, FAILS)])
def test_a_share_of_the_cases_may_be_enough(tmp_path, monkeypatch, need, verdict):
    results = with_seconds(tmp_path, monkeypatch, [1.0, 1.1, 0.9] * 2, [4.0, 4.4, 3.7] * 2)
    each_way = {"methods": ["A", "B"], "than": ["B", "A"], "pairwise": True}
    assert faster(results, study="main", need=need, **each_way).verdict == verdict


@pytest.mark.parametrize(
    ("a", "verdict"),
    [
        ([1.0, 1.1, 0.9] * 2, HOLDS),
        ([9.0, 9.1, 8.9] * 2, FAILS),
        ([0.1, 9.0, 0.2] * 2, INCONCLUSIVE),
    ],
)
def test_ratio_within(tmp_path, monkeypatch, a, verdict):
    results = with_seconds(tmp_path, monkeypatch, a, [1.0] * 6)
    judged = ratio_within(results, study="main", methods=["A"], than=["B"], factor=2.0)
    assert judged.verdict == verdict


@pytest.mark.parametrize(("ratio", "verdict"), [(2.5, INCONCLUSIVE), (5.0, FAILS)])
def test_a_ratio_fails_only_beyond_the_factor_that_would_count(
    tmp_path, monkeypatch, ratio, verdict
):
    ours = [ratio * seconds for seconds in (1.0, 1.1, 0.9, 1.0, 1.05, 0.95)]
    results = with_seconds(tmp_path, monkeypatch, ours, [1.0] * 6)
    asked = {"study": "main", "methods": ["A"], "than": ["B"], "factor": 2.0}
    assert ratio_within(results, **asked).verdict == FAILS
    assert ratio_within(results, **asked, differs_from=4.0).verdict == verdict


@pytest.mark.parametrize(("test", "bound"), [(faster, "ratio"), (ratio_within, "factor")])
def test_seconds_that_nobody_took_cannot_be_compared(tmp_path, monkeypatch, test, bound):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [NAN, NAN], "B": [0.1, 0.2]}})
    judged = test(results, study="main", methods=["A"], than=["B"], **{bound: 2.0})
    assert judged.verdict == UNTESTABLE


TOLD, WITHIN = t(ALPHA / 2 / 4) * ERROR, t(ALPHA / 4) * ERROR  # of four cases


def timed(shift, names=("alpha", "beta"), **more):
    """Fits of A and A2 whose log seconds are `shift` from those of B and B2."""
    ours, theirs = np.exp(planted(shift)), np.exp(BASE)
    of_set = {"A": ours, "A2": ours, "B": theirs, "B2": theirs}
    scores = {name: {method: [0.1] * N for method in of_set} for name in names}
    return stored({"main": {"error": scores}}, seconds=dict.fromkeys(names, of_set), **more)


def in_logs(judged):
    return replace(judged, flips={word: np.log(factor) for word, factor in judged.flips.items()})


@pytest.mark.parametrize(
    ("test", "options", "places"),
    [
        (faster, {}, [HOLDS, -TOLD, INCONCLUSIVE, TOLD, FAILS]),
        (faster, {"ratio": 3.0},
         [HOLDS, -np.log(3) - TOLD, INCONCLUSIVE, -np.log(3) + TOLD, FAILS]),
        (ratio_within, {"factor": 2.0},
         [FAILS, -np.log(2) - TOLD, INCONCLUSIVE, -np.log(2) + WITHIN, HOLDS,
          np.log(2) - WITHIN, INCONCLUSIVE, np.log(2) + TOLD, FAILS]),
    ],
)  # fmt: skip
def test_a_verdict_changes_where_the_paired_tests_of_log_ratios_say(test, options, places):
    options = {"study": "main", "methods": ["A", "A2"], "than": ["B", "B2"], **options}
    if test is faster:
        options["pairwise"] = True
    assert_steps(lambda shift: in_logs(test(timed(shift), **options)), places)


def test_a_reason_has_the_ratios_and_the_flips_as_factors():
    results = timed(np.log(0.25))
    options = {"study": "main", "methods": ["A"], "than": ["B", "B2"]}
    judged = faster(results, **options, ratio=2.0)
    assert judged.reason.startswith(
        "The fits of A take 0.25 times the seconds of those of B and B2. Less than 1/2 of the time "
        "is shown in 4 of 4 comparisons."
    )
    assert judged.flip.startswith("It would be inconclusive if the seconds of A were 98 % higher")
    assert judged.flips[INCONCLUSIVE] == pytest.approx(2 * np.exp(-TOLD))
    case = judged.evidence[0]
    half = np.exp(t(ALPHA / 2) * ERROR)
    assert case["interval"] == pytest.approx([0.25 / half, 0.25 * half])
    assert (case["seconds_of"], case["over_seconds_of"], case["trials"]) == ("A", "B", N)
    options = {"study": "main", "methods": ["A"], "than": ["B"]}
    judged = ratio_within(results, **options, factor=2.0, datasets=["beta"])
    assert judged.reason.startswith("The fits of A take 0.25 times the seconds of those of B. They")
    assert [e["dataset"] for e in judged.evidence] == ["beta"]


def test_no_flip_is_said_without_a_unit():
    far = timed(-9.0)
    seconds = far.frames["main", "runs"]
    seconds.loc[(seconds["dataset"] == "beta") & (seconds["method"] == "A"), "fit_seconds"] *= 1e9
    judged = ratio_within(far, study="main", methods=["A"], than=["B"], factor=1.0001)
    assert judged.verdict == FAILS and judged.flips == {}
    assert judged.flip.startswith("No shift of the seconds of A would change the verdict, since ")


def test_fits_that_failed_and_versions_of_a_data_set_are_no_cases():
    results = timed(-0.1, ("alpha", "again", "beta", "few"), version_of={"again": "alpha"})
    runs = results.frames["main", "runs"]
    gone = (runs["dataset"] == "beta") & (runs["method"] == "B")
    gone |= (runs["dataset"] == "few") & (runs["seed"] > 4)
    gone |= (runs["dataset"] == "alpha") & (runs["method"] == "B") & (runs["seed"] == 0)
    runs.loc[gone, "status"] = "time"
    options = {"study": "main", "methods": ["A"], "than": ["B"]}
    judged = faster(seen_by_claims(results), **options)
    assert [(e["dataset"], e["trials"], e["verdict"]) for e in judged.evidence] == [
        ("alpha", 7, HOLDS), ("few", 5, INCONCLUSIVE),
    ]  # fmt: skip
    assert judged.verdict == INCONCLUSIVE
    assert " is shown in 1 of 2 comparisons." in judged.reason  # and ruled out in none
    assert faster(seen_by_claims(results), **options, need=0.5).verdict == HOLDS
    judged = faster(results, **options, datasets=["few"])
    assert judged.reason.endswith("too few trials to say.")
    assert faster(results, **options, datasets=["beta"]).verdict == UNTESTABLE


def test_a_method_that_never_finished_leaves_nothing_to_compare():
    results = timed(-0.1)
    runs = results.frames["main", "runs"]
    runs.loc[runs["method"] == "B2", "status"] = "time"
    options = {"study": "main", "methods": ["A"], "than": ["B2"]}
    assert faster(results, **options).verdict == UNTESTABLE


@pytest.mark.parametrize("test", [faster, ratio_within])
def test_a_pair_that_never_finished_is_left_out_by_name_and_the_others_are_judged(test):
    results = timed(-0.1)
    runs = results.frames["main", "runs"]
    runs.loc[(runs["method"] == "B2") & (runs["dataset"] == "beta"), "status"] = "time"
    options = {"study": "main", "methods": ["A", "A2"], "than": ["B", "B2"]}
    options |= {"pairwise": True} if test is faster else {"factor": 2.0}
    judged = test(results, **options)
    assert judged.verdict == HOLDS and len(judged.evidence) == 3
    assert "Left out without a common fit is A2 against B2 on beta." in judged.reason
    runs.loc[runs["method"] == "B2", "status"] = "time"
    judged = test(results, **options)
    assert judged.verdict == HOLDS and len(judged.evidence) == 2
    told = "Left out without a common fit are 2 pairs, such as A2 against B2 on alpha."
    assert told in judged.reason


@pytest.mark.parametrize("test", [faster, ratio_within])
def test_a_method_without_any_fit_in_the_only_study_is_left_out_by_name(test):
    options = {"study": "main", "methods": ["A", "A2"], "than": ["B", "C"]}
    options |= {"pairwise": True} if test is faster else {"factor": 2.0}
    judged = test(timed(-0.1), **options)
    assert [e["over_seconds_of"] for e in judged.evidence] == ["B", "B"]
    assert "without a common fit are 2 pairs, such as A2 against C on alpha." in judged.reason


def test_the_fits_of_several_conditions_are_one_trial():
    scores = {"alpha": {"A": [0.1] * N, "B": [0.1] * N}}
    results = stored({"main": {("error", "a"): scores, ("error", "b"): scores}})
    runs = results.frames["main", "runs"]
    fits = runs["method"] == "A"
    runs.loc[fits, "fit_seconds"] = np.where(runs.loc[fits, "condition"] == "a", 4.0, 0.04)
    (case,) = faster(results, study="main", methods=["A"], than=["B"]).evidence
    assert (case["trials"], case["ratio"]) == (N, pytest.approx(0.4))


def test_seconds_may_be_those_of_a_round():
    """A takes twice the seconds of B for four times its rounds, where both finished."""
    scores = {"alpha": {"A": [0.1] * N, "B": [0.1] * N}}
    rounds = {"alpha": {"A": [40.0] * N, "B": [10.0] * N}}
    results = stored({"main": {"error": scores, "rounds": rounds}})
    runs = results.frames["main", "runs"]
    runs["fit_seconds"] = np.where(runs["method"] == "A", 2.0, 1.0)
    runs.loc[(runs["method"] == "B") & (runs["seed"] == 0), "status"] = "time"
    options = {"study": "main", "methods": ["A"], "than": ["B"]}
    assert faster(results, **options).verdict == FAILS
    judged = faster(results, **options, per="rounds")
    assert judged.verdict == HOLDS
    (case,) = judged.evidence
    assert (case["ratio"], case["trials"]) == (pytest.approx(0.5), N - 1)
    assert judged.reason.startswith("For the same number of rounds the fits of A take 0.5 times")


def test_the_seconds_of_a_fit_are_divided_by_its_own_rounds():
    """Fits of A last from 1 to 8 rounds, each of half a second, and those of B one of a second."""
    counts = np.arange(1.0, N + 1)
    errors = {"alpha": {"A": [0.1] * N, "B": [0.1] * N}}
    rounds = {"alpha": {"A": counts, "B": [1.0] * N}}
    results = stored(
        {"main": {"error": errors, "rounds": rounds}},
        seconds={"alpha": {"A": counts / 2, "B": [1.0] * N}},
    )
    judged = faster(results, study="main", methods=["A"], than=["B"], per="rounds")
    assert judged.evidence[0]["interval"] == pytest.approx([0.5, 0.5])


def test_the_reason_has_the_least_and_the_largest_ratio():
    results = timed(np.log(0.5))
    runs = results.frames["main", "runs"]
    runs.loc[(runs["dataset"] == "beta") & (runs["method"] == "A"), "fit_seconds"] /= 2
    options = {"study": "main", "methods": ["A"], "than": ["B"]}
    assert faster(results, **options).reason.startswith("The fits of A take 0.25 to 0.5 times the")
    judged = ratio_within(results, **options, factor=9.0)
    assert judged.reason.startswith("The fits of A take 0.25 to 0.5 times the seconds")


def test_of_several_studies_each_compares_its_own_methods():
    """A is faster than B in the one study, and C slower than D in the other; A never meets D."""
    fast, slow = np.exp(planted(-2.0)).tolist(), np.exp(BASE).tolist()
    errors = {"main": {"error": {"alpha": {"A": BASE, "B": BASE}}},
              "side": {"error": {"alpha": {"C": BASE, "D": BASE}}}}  # fmt: skip
    results = stored(errors, seconds={"alpha": {"A": fast, "B": slow, "C": slow, "D": fast}})
    sides = {"methods": ["A", "C"], "than": ["B", "D"]}
    judged = faster(results, study=["main", "side"], need=0.5, **sides)
    assert [(e["seconds_of"], e["over_seconds_of"]) for e in judged.evidence] == [
        ("A", "B"), ("C", "D"),
    ]  # fmt: skip
    assert judged.verdict == HOLDS and "Left out" not in judged.reason
    assert faster(results, study=["main", "side"], need=1.0, **sides).verdict == FAILS


def test_each_of_several_studies_has_its_own_data_sets():
    fast, slow = np.exp(planted(-2.0)).tolist(), np.exp(BASE).tolist()
    of_set = {"A": fast, "B": slow}
    results = stored(
        {"main": {"error": {"alpha": of_set}}, "side": {"error": {"beta": of_set}}},
        seconds={"alpha": of_set, "beta": of_set},
    )
    judged = faster(results, study=["main", "side"], methods=["A"], than=["B"])
    assert [e["dataset"] for e in judged.evidence] == ["alpha", "beta"]
    assert judged.verdict == HOLDS and "Left out" not in judged.reason


def test_a_fit_without_rounds_is_no_trial_of_seconds_a_round():
    errors = {"alpha": {"A": [0.1] * N, "B": [0.1] * N}}
    rounds = {"alpha": {"A": [4.0] * (N - 1) + [NAN], "B": [4.0] * N}}
    results = stored({"main": {"error": errors, "rounds": rounds}})
    (case,) = faster(results, study="main", methods=["A"], than=["B"], per="rounds").evidence
    assert case["trials"] == N - 1


def test_seconds_are_compared_under_the_conditions_that_both_finished():
    """B never finished the longer of two fits of a trial, which A did."""
    results = stored({"main": {"error": {"alpha": {"A": [0.1] * 6, "B": [0.1] * 6}}}})
    short = results.runs("main").assign(condition="short")
    short["fit_seconds"] = short["method"].astype(str).map({"A": 1.0, "B": 2.0})
    long = short.assign(condition="long", fit_seconds=100.0)
    long.loc[long["method"] == "B", "status"] = "time"
    results.frames["main", "runs"] = pd.concat([short, long], ignore_index=True)
    judged = faster(results, study="main", methods=["A"], than=["B"])
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["ratio"] == pytest.approx(0.5)


def test_a_fit_that_took_no_time_has_no_ratio():
    known = {"main": {"error": {"alpha": {"A": [0.1] * 8, "B": [0.1] * 8}}}}
    seconds = {"alpha": {"A": [0.0] + [1.0] * 7, "B": [2.0] * 8}}
    judged = faster(stored(known, seconds=seconds), study="main", methods=["A"], than=["B"])
    assert judged.verdict == HOLDS and judged.evidence[0]["trials"] == 7


def test_a_study_without_a_fit_has_no_ratio():
    results = stored({"main": {"error": {"alpha": {"A": [0.1] * 6, "B": [0.1] * 6}}}})
    results.frames["main", "runs"] = results.runs("main").iloc[:0].astype(object)
    assert faster(results, study="main", methods=["A"], than=["B"]).verdict == UNTESTABLE
