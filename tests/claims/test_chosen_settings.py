"""Whether choosing a setting by test errors flatters: every verdict, from made-up scores."""

from functools import partial

import pytest

from methods.bench.statistics import ALPHA
from methods.claims.chosen_settings import gap_is_small
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import ERROR, JITTER, assert_steps, seen_by_claims, stored, t
from tests.tables.sweeps import OPTIONS, sweep_results


@pytest.fixture
def two_studies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return partial(sweep_results, tmp_path)


@pytest.mark.parametrize(
    ("gaps", "verdict"),
    [
        ([0.001, 0.002] * 3, HOLDS),
        ([0.03, 0.031] * 3, FAILS),
        ([0.03, 0.0, 0.01, -0.02] * 2, INCONCLUSIVE),
        # methods of one data set are no trials of their own
        ([0.03] * 5, INCONCLUSIVE),
    ],
)
def test_gap_is_small(two_studies, gaps, verdict):
    even = {"A": [0.2] * 3, "B": [0.2] * 3}
    chosen = {
        f"d{i}": {"A": [0.2 + gap] * 3, "B": [0.2 + gap + 0.001] * 3} for i, gap in enumerate(gaps)
    }
    sweep = {key: dict.fromkeys(chosen, even) for key in ("1", "8")}
    results = two_studies(chosen, sweep)
    assert gap_is_small(results, **OPTIONS, margin=0.005).verdict == verdict


def test_nothing_is_judged_where_nothing_ran(two_studies):
    nan = {"alpha": {"A": [float("nan")] * 3, "B": [float("nan")] * 3}}
    results = two_studies(nan, {"1": nan, "8": nan})
    assert gap_is_small(results, **OPTIONS, margin=0.005).verdict == UNTESTABLE


def gaps_of(by_dataset, **more):
    """Two methods whose chosen setting errs more than the best by the gap of the data set."""
    chosen = {
        f"d{i}": {"A": [0.2 + gap - 0.01] * 3, "B": [0.2 + gap + 0.01] * 3}
        for i, gap in enumerate(by_dataset)
    }
    best = {name: {"A": [0.2] * 3, "B": [0.1, 0.2, 0.3]} for name in chosen}
    worse = {name: {"A": [0.3] * 3, "B": [0.2, 0.3, 0.4]} for name in chosen}
    sweep = {("error", "1"): worse, ("error", "8"): best}
    return stored({"main": {"error": chosen}, "side": sweep}, **more)


def test_the_mean_gap_over_data_sets_is_tested_against_the_margin():
    told = t(ALPHA / 2) * ERROR

    def judge(shift):
        return gap_is_small(gaps_of(shift + 0.01 * JITTER), **OPTIONS, margin=0.05)

    assert_steps(judge, [HOLDS, 0.05 - told, INCONCLUSIVE, 0.05 + told, FAILS])


def test_the_reason_has_the_mean_gap_its_interval_and_the_largest():
    judged = gap_is_small(gaps_of(0.03 + 0.01 * JITTER), **OPTIONS, margin=0.05)
    half = 100 * t(ALPHA / 2) * ERROR
    worst = 100 * (0.03 + 0.01 * JITTER[4] + 0.01)
    assert judged.reason.startswith(
        "With settings that are chosen on the training part the error is higher by 3 points "
        f"({3 - half:.2f} to {3 + half:.2f}), the mean over 8 data sets. The largest gap is "
        f"{worst:.1f} points, of B on d4."
    )
    assert judged.flip.startswith("It would be inconclusive if the mean gap were ")
    assert judged.flip.endswith(" points higher.")
    assert {(e["setting"], e["n"]) for e in judged.evidence} == {("8", 3)}
    assert len(judged.evidence) == 16


@pytest.mark.parametrize(("n", "verdict"), [(5, INCONCLUSIVE), (6, HOLDS)])
def test_versions_are_one_data_set_and_six_are_needed(n, verdict):
    results = gaps_of([0.001, 0.002] * 3 + [0.001], version_of={"d6": "d0"})
    if n == 5:
        results.plan.catalogue["d5"].version_of = "d1"
    judged = gap_is_small(seen_by_claims(results), **OPTIONS, margin=0.05)
    assert judged.verdict == verdict and f"the mean over {n} data sets" in judged.reason


def test_two_cases_of_one_data_set_are_too_few_and_not_nothing():
    judged = gap_is_small(gaps_of([0.0]), **OPTIONS, margin=0.05)
    assert judged.verdict == INCONCLUSIVE and judged.reason.endswith("too few trials to say.")
    one = OPTIONS | {"methods": ["A"]}
    assert gap_is_small(gaps_of([0.0]), **one, margin=0.05).verdict == UNTESTABLE
