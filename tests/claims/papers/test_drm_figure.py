"""What the DRM paper reads off its Figure 1, on made-up errors by setting."""

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers.drm_figure import at_training_errors, gap_closes
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.papers.swept import FIGURE, swept, with_one_class
from tests.claims.stored import (
    BASE,
    ERROR,
    N,
    assert_steps,
    planted,
    seen_by_claims,
    stored,
    t,
)
from tests.made_up import made_up_results, store_frame, study

NOISE = 0.001 * np.array([-1.0, 0.0, 1.0, 0.5, -0.5, 0.2, 0.7, -0.3])
SWEEP = {"vary": "parameter", "name": "strategy", "values": ["a", "b"]}


@pytest.fixture
def verdict(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def judge(by_setting, **options):
        """`by_setting` has the training and test error of A at each setting; B has 0.2 and 0.3."""
        matrix = study(["alpha"], ["A", "B"], conditions=SWEEP)
        scores = {"alpha": {"A": [0.1] * 8, "B": [0.1] * 8}}
        results = made_up_results(tmp_path, scores, studies={"main": matrix})
        rows = [
            (method, seed, condition, metric, value + (NOISE[seed] if method == "A" else 0))
            for condition, of_a in by_setting.items()
            for method, errors in (("A", of_a), ("B", (0.2, 0.3)))
            for metric, value in zip(("train_error", "error"), errors, strict=True)
            for seed in range(8)
        ]
        columns = ["method", "seed", "condition", "metric", "value"]
        file = tmp_path / "results/toy/main/scores/alpha.parquet"
        store_frame(pd.DataFrame(rows, columns=columns), file)
        return at_training_errors(results, study="main", method="A", than="B", **options)

    return judge


def test_settings_count_by_their_training_error(verdict):
    errors = {"a": (0.1, 0.2), "b": (0.3, 0.4)}  # fits better and tests better, or neither
    judged = verdict(errors, training="not larger", need=0.5)
    assert judged.verdict == HOLDS
    assert [case["dataset"] for case in judged.evidence] == ["alpha at strategy a"]
    assert verdict(errors, training="larger", need=0.001).verdict == FAILS
    assert verdict(errors, training="any", need=0.001).verdict == HOLDS
    assert verdict(errors, training="smaller", need=0.001).verdict == HOLDS
    assert verdict(errors, training="any", need=1.0).verdict == FAILS


def test_the_gap_is_the_test_error_minus_the_training_error(verdict):
    errors = {"a": (0.35, 0.36), "b": (0.35, 0.36)}
    assert verdict(errors, training="larger", gap=True).verdict == HOLDS
    assert verdict(errors, training="larger").verdict == FAILS


def test_no_setting_of_that_kind_is_no_verdict(verdict):
    judged = verdict({"a": (0.1, 0.2), "b": (0.1, 0.2)}, training="larger")
    assert (judged.verdict, judged.reason) == (
        UNTESTABLE, "The training error is larger in no setting.",
    )  # fmt: skip


@pytest.mark.parametrize(("gap", "training"), [(False, 0.0), (True, 0.0), (True, -0.1)])
def test_errors_and_gaps_are_judged_by_the_paired_tests_of_all_settings(gap, training):
    """Two data sets at two settings; a lower training error makes the gap larger by as much."""
    told, moved = t(ALPHA / 2 / 4) * ERROR, training if gap else 0.0

    def judge(shift):
        results = swept(shift, training)
        return at_training_errors(results, **FIGURE, training="not larger", gap=gap)

    assert_steps(judge, [HOLDS, moved - told, INCONCLUSIVE, moved + told, FAILS])
    judged = judge(moved - 0.5)
    words = "the gap between test and training error" if gap else "the test error"
    assert judged.reason.startswith(
        f"In all 4 settings {words} of A is lower than that of B where its training error is not "
    )
    assert [case["dataset"] for case in judged.evidence] == [
        "alpha at mu=1", "alpha at mu=2", "beta at mu=1", "beta at mu=2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("training", "asked", "counts"),
    [
        (0.0, "not larger", True), (0.0, "larger", False), (0.0, "any", True),
        (0.01, "not larger", False), (0.01, "larger", True), (0.01, "any", True),
        (-0.01, "not larger", True), (-0.01, "larger", False), (-0.01, "any", True),
    ],
)  # fmt: skip
def test_equal_training_errors_are_not_larger(training, asked, counts):
    judged = at_training_errors(swept(-0.1, training), **FIGURE, training=asked)
    assert judged.verdict == (HOLDS if counts else UNTESTABLE)


def test_settings_without_a_fit_or_of_a_version_do_not_count():
    results = swept(-0.1, 0.0, ("alpha", "again", "beta"), version_of={"again": "alpha"})
    scores = results.frames["main", "scores"]
    gone = (scores["dataset"] == "beta") & (scores["method"] == "A")
    gone &= scores["condition"] == "mu=2"
    results.frames["main", "scores"] = scores[~gone]
    judged = at_training_errors(seen_by_claims(results), **FIGURE, training="any")
    assert len(judged.evidence) == 3 and judged.verdict == HOLDS
    results.frames["main", "scores"] = scores[scores["seed"] < 5]
    few = at_training_errors(results, **FIGURE, training="any")
    assert few.verdict == INCONCLUSIVE and few.reason.endswith("too few trials to say.")
    results.frames["main", "scores"] = scores[scores["method"] == "none"]
    judged = at_training_errors(results, **FIGURE, training="any")
    assert judged.verdict == UNTESTABLE and "No trial of" in judged.reason


def test_a_smaller_gap_counts_only_at_a_test_error_that_is_not_larger():
    """A constant classifier has no gap: both of its errors are large."""
    constant, better = swept(0.3, 0.4), swept(-0.1, 0.0)
    for results, asked in ((constant, UNTESTABLE), (better, HOLDS)):
        options = {"training": "any", "gap": True}
        assert at_training_errors(results, **FIGURE, **options).verdict == HOLDS
        judged = at_training_errors(results, **FIGURE, **options, no_worse=True)
        assert judged.verdict == asked
    assert judged.reason.startswith(
        "In all 4 settings the gap between test and training error of A is lower than that of B "
        "where its test error is not larger. "
    )


@pytest.mark.parametrize(("shift", "counts"), [(0.0, True), (0.001, False)])
def test_a_test_error_that_is_equal_is_not_larger(shift, counts):
    of_metric = {
        ("error", "mu=1"): {"alpha": {"A": BASE + shift, "B": BASE}},
        ("train_error", "mu=1"): {"alpha": {"A": BASE, "B": BASE}},
    }
    judged = at_training_errors(
        stored({"main": of_metric}), **FIGURE, training="any", no_worse=True
    )
    assert (judged.verdict != UNTESTABLE) == counts


def test_a_data_set_is_one_case_with_the_mean_over_its_settings():
    """Nine settings of alpha err less and two of beta more: half of the data sets hold."""
    lower, higher = planted(-0.1), planted(0.1)
    settings = [f"mu={k}" for k in range(9)]
    of_metric = {}
    for setting in settings:
        # of beta, the other settings fit the training rows worse
        fits = setting in settings[:2]
        of_metric["error", setting] = {
            "alpha": {"A": lower, "B": BASE}, "beta": {"A": higher, "B": BASE},
        }  # fmt: skip
        of_metric["train_error", setting] = {
            "alpha": {"A": BASE, "B": BASE}, "beta": {"A": BASE if fits else higher, "B": BASE},
        }  # fmt: skip
    results = stored({"main": of_metric})
    options = {**FIGURE, "training": "not larger"}
    judged = at_training_errors(results, **options, of_datasets=True, need=0.5)
    assert [case["dataset"] for case in judged.evidence] == ["alpha", "beta"]
    assert [case["verdict"] for case in judged.evidence] == [HOLDS, FAILS]
    assert [case["difference"] for case in judged.evidence] == pytest.approx([-0.1, 0.1])
    assert [case["pairs"] for case in judged.evidence] == [N, N]
    assert len(at_training_errors(results, **options, need=0.5).evidence) == 11


@pytest.mark.parametrize(("share", "counts"), [(0.25, True), (0.5, False), (1.0, False)])
def test_a_classifier_of_one_class_does_not_count(share, counts):
    results = with_one_class(-0.1, -0.1, share)
    settings = ["alpha at mu=2"] * counts + ["beta at mu=2"]
    closes = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.05)
    assert [case["dataset"] for case in closes.evidence] == settings
    smaller = at_training_errors(results, **FIGURE, training="any", gap=True)
    assert ("alpha at mu=2" in [case["dataset"] for case in smaller.evidence]) == counts
    errors = at_training_errors(results, **FIGURE, training="any")
    assert ("alpha at mu=2" in [case["dataset"] for case in errors.evidence]) == counts


def test_a_trial_counts_on_a_data_set_only_with_all_its_settings():
    results = swept(-0.1, 0.0, ("alpha",))
    scores = results.frames["main", "scores"]
    gone = (scores["seed"] == 0) & (scores["condition"] == "mu=2") & (scores["method"] == "A")
    results.frames["main", "scores"] = scores[~gone]
    judged = at_training_errors(results, **FIGURE, training="any", of_datasets=True)
    assert [case["pairs"] for case in judged.evidence] == [N - 1]


def test_a_setting_counts_by_the_mean_of_its_training_errors():
    """In most trials that of A is the larger one, and on average it is the smaller one."""
    training = {"A": [0.1, *[0.31] * 7], "B": [0.3] * N}
    of_metric = {
        ("error", "mu=1"): {"alpha": {"A": planted(-0.1), "B": BASE}},
        ("train_error", "mu=1"): {"alpha": training},
    }
    results = stored({"main": of_metric})
    assert at_training_errors(results, **FIGURE, training="smaller").verdict == HOLDS
    assert at_training_errors(results, **FIGURE, training="larger").verdict == UNTESTABLE


def test_the_last_setting_may_be_one_that_did_not_run():
    results = swept(-0.1, 0.0)
    scores = results.frames["main", "scores"]
    last = (scores["dataset"] == "beta") & (scores["condition"] == "mu=2")
    results.frames["main", "scores"] = scores[~last]
    judged = at_training_errors(results, **FIGURE, training="any")
    assert judged.verdict == HOLDS and len(judged.evidence) == 3


def test_new_data_of_the_same_kind_have_a_larger_error():
    """The mean of eight trials is shown to be lower, and not after correction for resampling."""
    (case,) = at_training_errors(
        swept(-0.015, 0.0, ("alpha",), ("mu=1",)), **FIGURE, training="any"
    ).evidence
    assert (case["verdict"], case["verdict_corrected_for_resampling"]) == (HOLDS, INCONCLUSIVE)


def test_the_trials_that_finished_say_whether_a_classifier_answers_one_class():
    """In two of four trials it does. A balanced error above a half is no sign of it."""
    results = with_one_class(-0.1, -0.1, 0.25)
    scores = results.frames["main", "scores"]
    balanced = scores["metric"] == "train_balanced_error"
    results.frames["main", "scores"] = scores[~balanced | (scores["seed"] < 4)]
    judged = at_training_errors(results, **FIGURE, training="any")
    assert "alpha at mu=2" not in [case["dataset"] for case in judged.evidence]


def test_a_setting_without_a_trial_of_both_methods_does_not_count():
    results = swept(-0.1, 0.0, ("alpha",), ("mu=1",))
    scores = results.frames["main", "scores"]
    of_one = (scores["method"] == "A") == (scores["seed"] < 4)
    results.frames["main", "scores"] = scores[of_one]
    assert at_training_errors(results, **FIGURE, training="any").verdict == UNTESTABLE
