"""Whether choosing a setting by test errors flatters: every verdict, from made-up scores."""

from functools import partial

import numpy as np
import pytest
from scipy import stats

from methods.bench.statistics import ALPHA
from methods.claims.chosen_settings import gap_is_small
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import ERROR, JITTER, N, assert_steps, seen_by_claims, stored
from tests.tables.sweeps import OPTIONS, sweep_results


@pytest.fixture
def two_studies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return partial(sweep_results, tmp_path)


@pytest.mark.parametrize(
    ("gaps", "trials", "verdict"),
    [
        ([0.001, 0.002], 6, HOLDS),
        ([0.03, 0.031], 6, FAILS),
        ([0.001, 0.009], 6, INCONCLUSIVE),  # 0.0005 above the margin on average
        # data sets are no trials, however many they are
        ([0.001, 0.002] * 4, 5, INCONCLUSIVE),
    ],
)
def test_gap_is_small(gaps, trials, verdict):
    noise = 0.002 * JITTER[:trials]
    even = {"A": [0.2] * trials, "B": [0.2] * trials}
    chosen = {
        f"d{i}": {"A": 0.2 + gap + noise, "B": 0.2 + gap + 0.001 + noise}
        for i, gap in enumerate(gaps)
    }
    sweep = {("error", key): dict.fromkeys(chosen, even) for key in ("1", "8")}
    results = stored({"main": {"error": chosen}, "side": sweep})
    assert gap_is_small(results, **OPTIONS, margin=0.005).verdict == verdict


def test_nothing_is_judged_where_nothing_ran(two_studies):
    nan = {"alpha": {"A": [float("nan")] * 3, "B": [float("nan")] * 3}}
    results = two_studies(nan, {"1": nan, "8": nan})
    assert gap_is_small(results, **OPTIONS, margin=0.005).verdict == UNTESTABLE


def gaps_of(by_dataset, noise=0.01 * JITTER, **more):
    """Two methods whose chosen setting errs more than the best by the gap of the data set.

    The noise is that of the trials of both methods.
    """
    chosen = {
        f"d{i}": {"A": 0.2 + gap - 0.01 + noise, "B": 0.2 + gap + 0.01 + noise}
        for i, gap in enumerate(by_dataset)
    }
    best = {name: {"A": [0.2] * N, "B": [0.1, 0.3] * (N // 2)} for name in chosen}
    for name in chosen:
        chosen[name]["B"] = chosen[name]["B"] - 0.2 + best[name]["B"]
    worse = {name: {"A": [0.3] * N, "B": [0.2, 0.4] * (N // 2)} for name in chosen}
    sweep = {("error", "1"): worse, ("error", "8"): best}
    return stored({"main": {"error": chosen}, "side": sweep}, **more)


def test_the_mean_gap_has_the_error_of_the_trials():
    """Four data sets whose gaps lie far apart, which is no error of the mean over them."""
    error = ERROR / 4**0.5
    told = stats.t.isf(ALPHA / 2, 4 * (N - 1)) * error

    def judge(shift):
        return gap_is_small(gaps_of(shift + np.array([0.0, 0.2, 0.4, 0.6])), **OPTIONS, margin=0.35)

    assert_steps(judge, [HOLDS, 0.05 - told, INCONCLUSIVE, 0.05 + told, FAILS])


def test_each_method_has_its_own_best_setting_on_each_data_set():
    """The best setting is that of 0.2, and the choice on the training part errs by 0.01 more."""
    trials = (0.005 * JITTER).tolist()
    low, high = ([error + x for x in trials] for error in (0.2, 0.4))
    at_1 = {"d0": {"A": low, "B": high}, "d1": {"A": high, "B": high}}
    at_8 = {"d0": {"A": high, "B": low}, "d1": {"A": low, "B": low}}
    slightly_worse = {"A": np.array(low) + 0.01, "B": np.array(low) + 0.01}
    sweep = {("error", "1"): at_1, ("error", "8"): at_8}
    chosen = dict.fromkeys(at_1, slightly_worse)
    results = stored({"main": {"error": chosen}, "side": sweep})
    judged = gap_is_small(results, **OPTIONS, margin=0.02)
    assert judged.verdict == HOLDS
    assert [case["setting"] for case in judged.evidence] == ["1", "8", "8", "8"]
    assert "is higher by 1 point" in judged.reason


def test_the_reason_has_the_mean_gap_its_interval_and_the_largest():
    judged = gap_is_small(gaps_of([0.01, 0.05]), **OPTIONS, margin=0.05)
    half = 100 * stats.t.isf(ALPHA / 2, 2 * (N - 1)) * ERROR / 2**0.5
    assert judged.reason.startswith(
        "With settings that are chosen on the training part the error is higher by 3 points "
        f"({3 - half:.2f} to {3 + half:.2f}), the mean over 2 data sets. The largest gap is "
        "6 points, of B on d1."
    )
    assert judged.flip.startswith("It would be inconclusive if the mean gap were ")
    assert judged.flip.endswith(" points higher.")
    assert {(e["setting"], e["n"]) for e in judged.evidence} == {("8", N)}
    assert len(judged.evidence) == 4


def test_versions_are_one_data_set():
    results = gaps_of([0.001, 0.002, 0.001], version_of={"d2": "d0"})
    judged = gap_is_small(seen_by_claims(results), **OPTIONS, margin=0.05)
    assert judged.verdict == HOLDS and "the mean over 2 data sets" in judged.reason


def test_few_trials_are_too_few_and_not_nothing():
    results = gaps_of([0.0])
    for key in ("main", "side"):
        scores = results.frames[key, "scores"]
        results.frames[key, "scores"] = scores[scores["seed"] < 5]
    judged = gap_is_small(results, **OPTIONS, margin=0.05)
    assert judged.verdict == INCONCLUSIVE and judged.reason.endswith("too few trials to say.")
    one = OPTIONS | {"methods": ["A"]}
    assert gap_is_small(gaps_of([0.0]), **one, margin=0.05).verdict == HOLDS


def test_a_trial_counts_if_both_methods_have_it():
    """The first trial of B failed, and its gap of A is far from the others."""
    results = gaps_of([0.01, 0.01], noise=np.array([0.9] + [0.0] * (N - 1)))
    scores = results.frames["main", "scores"]
    gone = (scores["method"] == "B") & (scores["seed"] == 0)
    results.frames["main", "scores"] = scores[~gone]
    assert gap_is_small(results, **OPTIONS, margin=0.02).verdict == HOLDS


def test_gaps_to_the_better_side_make_up_for_others():
    judged = gap_is_small(gaps_of([-0.09, 0.05]), **OPTIONS, margin=0.02)
    assert judged.verdict == HOLDS
    assert "The largest gap is 6 points, of B on d1." in judged.reason
