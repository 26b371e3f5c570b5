"""Every verdict of every comparison, from made-up scores."""

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import confidence_interval, paired_difference
from methods.claims.reproduction import reproduces
from methods.claims.scores import lower, not_told_apart, same
from methods.claims.trials import bounded
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.errors import UserError
from tests.made_up import made_up_results

RNG = np.random.default_rng(0)
BASE = 0.3 + 0.02 * RNG.normal(size=8)
JITTER = 0.002 * RNG.normal(size=8)
JITTER -= JITTER.mean()
NAN = float("nan")


@pytest.fixture
def against(tmp_path, monkeypatch):
    """Results of A and of B = A + shift + noise * (jitter) on the data sets named."""
    monkeypatch.chdir(tmp_path)

    def make(shift, noise=1.0, datasets=("alpha",), **more):
        b = (BASE + shift + noise * JITTER).tolist()
        return made_up_results(
            tmp_path, {d: {"A": BASE.tolist(), "B": b} for d in datasets}, **more
        )

    return make


def verdict_of(test, results, **options):
    return test(results, study="main", methods=["A"], than=["B"], **options).verdict


@pytest.mark.parametrize(
    ("shift", "noise", "margin", "verdict"),
    [
        (0.05, 1, 0.0, HOLDS),
        (0.05, 1, 0.02, HOLDS),
        (0.05, 1, 0.1, FAILS),  # lower, but by less than was claimed
        (-0.05, 1, 0.0, FAILS),
        (0.0, 0, 0.0, FAILS),  # equal is not lower
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


def test_one_trial_settles_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1], "B": [0.9]}})
    found = lower(results, study="main", methods=["A"], than=["B"])
    assert found.verdict == INCONCLUSIVE
    assert found.reason.endswith("could have seen nothing, being one a case")


def test_intervals_are_widened_by_the_number_of_cases(against):
    results = against(0.05, datasets=("alpha", "beta"))
    found = lower(results, study="main", methods=["A"], than=["B"])
    difference = paired_difference(BASE, BASE + 0.05 + JITTER)
    assert [case["dataset"] for case in found.evidence] == ["alpha", "beta"]
    expected = list(confidence_interval(difference, 1 - 0.05 / 2))
    assert found.evidence[0]["interval"] == pytest.approx(expected)


def test_a_case_also_says_what_holds_when_corrected_for_resampling(against):
    found = lower(against(0.005, ratio=(1, 9)), study="main", methods=["A"], than=["B"])
    assert found.verdict == HOLDS
    assert found.evidence[0]["verdict_corrected_for_resampling"] == INCONCLUSIVE
    assert "(0 when corrected for resampling)" in found.reason


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
    found = same(results, study="main", methods=["A", "B"], than=["C", "D"], pairwise=True)
    assert [(e["method"], e["than"]) for e in found.evidence] == pairs
    found = same(results, study="main", methods=["A"], than=["C", "D"])
    assert [(e["method"], e["than"]) for e in found.evidence] == [("A", "C"), ("A", "D")]


@pytest.mark.parametrize("test", [lower, same])
def test_nothing_that_ran_is_nothing_to_test(tmp_path, monkeypatch, test):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [NAN, NAN], "B": [0.1, 0.2]}})
    found = test(results, study="main", methods=["A"], than=["B"], datasets=["alpha"])
    assert found.verdict == UNTESTABLE
    assert found.reason == "study 'main' has no finished trials on alpha in this run"


@pytest.mark.parametrize("test", [lower, same])
def test_a_method_that_the_study_lacks_is_a_mistake(against, test):
    with pytest.raises(UserError, match="names the method 'Z', which the study lacks"):
        test(against(0.0), study="main", methods=["A"], than=["Z"])


@pytest.mark.parametrize(
    ("bounds", "need", "verdict"),
    [
        ({"at_most": 1.0}, 1.0, HOLDS),
        ({"at_most": 0.25}, 1.0, FAILS),
        ({"at_most": 0.25}, 0.5, HOLDS),
        ({"at_least": 0.1, "at_most": 0.4}, 1.0, HOLDS),
        ({"at_least": 0.3}, 0.5, FAILS),
    ],
)
def test_bounded(tmp_path, monkeypatch, bounds, need, verdict):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2, 0.3, NAN]}})
    found = bounded(results, study="main", metric="error", methods=["A"], need=need, **bounds)
    assert found.verdict == verdict
    assert (found.evidence[0]["trials"], found.evidence[0]["largest"]) == (3, 0.3)


def test_bounds_on_what_was_not_recorded_cannot_be_tested(against):
    found = bounded(against(0.0), study="main", metric="rank", methods=["A"], at_most=1)
    assert found.verdict == UNTESTABLE


DATASETS = ("alpha", "beta", "gamma")
PUBLISHED = {"table": "t", "metric": "e", "trials": 4}


def printed(value, spread):
    rows = [
        {"table": "t", "metric": "e", "dataset": dataset, "method": "A", "value": value,
         "spread": spread, "spread_kind": "std"}
        for dataset in DATASETS
    ]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("value", "spread", "verdict"),
    [(30.0, 4.0, HOLDS), (60.0, 4.0, FAILS), (60.0, NAN, UNTESTABLE)],
)
def test_reproduces(against, value, spread, verdict):
    results = against(0.0, datasets=DATASETS, published=printed(value, spread))
    found = reproduces(results, study="main", methods=["A"], published=PUBLISHED, unit=100)
    assert found.verdict == verdict
    for cell in found.evidence:
        se = np.hypot(spread / 8**0.5, spread / 2)  # eight trials are few
        assert cell["standard_errors"] == pytest.approx((100 * BASE.mean() - value) / se)


def test_one_trial_is_judged_by_the_printed_deviation(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.4]}}, published=printed(30.0, 4.0))
    found = reproduces(results, study="main", methods=["A"], published=PUBLISHED, unit=100)
    assert found.evidence[0]["standard_errors"] == pytest.approx(10 / np.hypot(4, 2))


@pytest.mark.parametrize(
    ("shift", "noise", "verdict"), [(0.0, 1, HOLDS), (0.05, 1, FAILS), (-0.05, 1, FAILS)]
)
def test_not_told_apart(against, shift, noise, verdict):
    assert verdict_of(not_told_apart, against(shift, noise)) == verdict


def test_one_trial_is_no_evidence_that_methods_cannot_be_told_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1], "B": [0.9]}})
    assert verdict_of(not_told_apart, results) == INCONCLUSIVE
