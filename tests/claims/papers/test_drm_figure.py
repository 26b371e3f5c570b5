"""What the DRM paper reads off its Figure 1, on made-up errors by setting."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from methods.bench.statistics import ALPHA
from methods.claims.papers.drm_figure import at_training_errors, gap_closes
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import (
    BASE,
    ERROR,
    JITTER,
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


FIGURE = {"study": "main", "method": "A", "than": "B"}


def swept(test, training, names=("alpha", "beta"), settings=("mu=1", "mu=2"), **more):
    """Test and training errors of A that are so far from those of B, alike in all settings."""
    shifted = {"error": test, "train_error": training}
    of_metric = {
        (metric, setting): {
            name: {"A": planted(shift, 0.01 * (metric == "error")), "B": BASE} for name in names
        }
        for metric, shift in shifted.items()
        for setting in settings
    }
    return stored({"main": of_metric}, **more)


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
    assert len(at_training_errors(results, **options, need=0.5).evidence) == 11


@pytest.mark.parametrize(
    ("test", "training", "verdict"),
    [
        (-0.1, -0.1, HOLDS),
        (-0.1, -0.2, FAILS),  # a gap of a tenth
        (-0.2, -0.1, FAILS),  # as far on the other side
        (0.1, 0.1, FAILS),
        (-0.01, 0.01, FAILS),  # one error is larger
        (0.02, -0.01, FAILS),
        (0.0, -0.01, INCONCLUSIVE),  # as good as that of the rival
    ],
)
def test_a_gap_closes_at_errors_that_are_not_larger(test, training, verdict):
    results = swept(test, training)
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.05, as_low=True)
    assert judged.verdict == verdict
    assert [case["dataset"] for case in judged.evidence] == ["alpha at mu=2", "beta at mu=2"]
    assert {case["verdict"] for case in judged.evidence} == {verdict}
    shown = {HOLDS: ("2", "none"), FAILS: ("none", "2"), INCONCLUSIVE: ("none", "none")}[verdict]
    assert judged.reason == (
        "A gap within 5 points at errors that are not larger than those of B is shown in "
        f"{shown[0]} of 2 settings, and ruled out in {shown[1]}."
    )


def test_a_gap_at_low_errors_is_ruled_out_by_the_worst_of_three_tests_after_bonferroni():
    results = swept(0.01, -0.1, ("alpha",), ("mu=2",))
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.2, as_low=True)
    (case,) = judged.evidence
    of_test = stats.t.sf(0.01 / ERROR, len(JITTER) - 1)
    assert (case["p_not"], case["p_holds"]) == pytest.approx((1 - of_test, 3 * of_test))
    assert judged.verdict == INCONCLUSIVE
    assert judged.flips[FAILS] == pytest.approx(t(ALPHA / 6) * ERROR - 0.01, abs=1e-4)
    assert judged.flips[HOLDS] == pytest.approx(-t(ALPHA / 2) * ERROR - 0.01, abs=1e-4)


@pytest.mark.parametrize(("test", "verdict"), [(0.1, HOLDS), (-0.1, FAILS)])
def test_the_errors_may_be_larger_unless_the_claim_says_not(test, verdict):
    judged = gap_closes(swept(test, 0.1), **FIGURE, conditions=["mu=2"], margin=0.05)
    assert judged.verdict == verdict and len(judged.evidence) == 2


def with_one_class(test, training, share):
    """The same, and A answers one class alone in a share of the trials of alpha."""
    results = swept(test, training)
    scores = results.frames["main", "scores"]
    rows = scores[(scores["metric"] == "train_error") & (scores["method"] == "A")]
    constant = (rows["dataset"] == "alpha") & (rows["seed"] < share * len(JITTER))
    balanced = rows.assign(metric="train_balanced_error", value=np.where(constant, 0.5, 0.4))
    results.frames["main", "scores"] = pd.concat([scores, balanced])
    return results


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


def test_a_gap_flips_at_its_margin_and_nothing_is_judged_where_nothing_ran():
    results = swept(-0.1, -0.1, ("alpha",), ("mu=1",))
    judged = gap_closes(results, **FIGURE, conditions=["mu=1"], margin=0.05)
    told = t(ALPHA) * ERROR
    nearest = min(shift for v, shift in judged.flips.items() if v == INCONCLUSIVE)
    assert abs(nearest) == pytest.approx(0.05 - told)
    scores = results.frames["main", "scores"]
    results.frames["main", "scores"] = scores[scores["method"] == "none"]
    judged = gap_closes(results, **FIGURE, conditions=["mu=1"], margin=0.05)
    assert judged.verdict == UNTESTABLE and "No trial of" in judged.reason


def test_a_gap_that_nothing_rules_out_has_a_p_value_of_one():
    results = swept(-0.1, -0.1, ("alpha",), ("mu=2",))
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.2, as_low=True)
    assert judged.evidence[0]["p_holds"] == 1.0


def test_no_gap_is_judged_if_every_setting_has_one_class():
    results = with_one_class(-0.1, -0.1, 1.0)
    scores = results.frames["main", "scores"]
    results.frames["main", "scores"] = scores[scores["dataset"] == "alpha"]
    results.experiment.study("main").datasets.remove("beta")
    judged = gap_closes(results, **FIGURE, conditions=["mu=2"], margin=0.05)
    assert judged.verdict == UNTESTABLE
    assert judged.reason == "In every setting A answers one class alone."
