"""The claims of chapter 1: verdicts that can go either way, from sums over permutations."""

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from methods.bench.statistics import ALPHA
from methods.claims.papers import complexity
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import JITTER, stored, t
from tests.claims.stored import N as TRIALS
from tests.made_up import made_up_results, store_arrays
from tests.tables.papers.contributions import OPTIONS, contribution_results


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return contribution_results(tmp_path)


@pytest.mark.parametrize(
    ("at_least", "verdict"), [(0.6, HOLDS), (1.5, FAILS), (0.97, INCONCLUSIVE)]
)
def test_detects(results, at_least, verdict):
    assert complexity.detects(results, **OPTIONS, at_least=at_least).verdict == verdict


@pytest.mark.parametrize(("need", "verdict"), [(0.1, HOLDS), (0.5, INCONCLUSIVE), (0.999, FAILS)])
def test_outliers_categorised(results, need, verdict):
    assert complexity.outliers_categorised(results, **OPTIONS, need=need).verdict == verdict


@pytest.mark.parametrize(
    ("nearer", "verdict"), [("critical", HOLDS), ("typical", FAILS), ("neither", INCONCLUSIVE)]
)
def test_critical_lie_near(results, monkeypatch, nearer, verdict):
    # category of each example, and its distance by rank, from a draw of the contributions
    contributions = np.tile([0.0, 0.8], 30)
    near = {"critical": contributions, "typical": -contributions, "neither": np.zeros(60)}[nearer]
    jitter = np.random.default_rng(0).permutation(60) / 30
    monkeypatch.setattr(complexity, "average_contributions", lambda _: (contributions, None))
    monkeypatch.setitem(complexity.SIGNED_DISTANCES, "alpha", lambda _: 3 + jitter - near)
    assert complexity.critical_lie_near(results, **OPTIONS).verdict == verdict


@pytest.mark.parametrize(("printed", "verdict"), [({"points": 12}, HOLDS), ({"points": 20}, FAILS)])
def test_printed_in_range(tmp_path, monkeypatch, printed, verdict):
    monkeypatch.chdir(tmp_path)
    made = made_up_results(tmp_path, {"alpha": {"A": [9, 11, 13] * 2}}, metric="points")
    assert complexity.printed_in_range(made, **OPTIONS, metrics=printed).verdict == verdict


def test_nothing_is_judged_where_nothing_ran(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = made_up_results(tmp_path, {"alpha": {"A": [0.1]}})
    folder = Path("results/toy/main/artifacts")
    folder.mkdir()
    store_arrays(folder / "alpha.npz")
    assert complexity.critical_lie_near(made, **OPTIONS).verdict == UNTESTABLE
    assert complexity.detects(made, **OPTIONS, at_least=0.5).verdict == UNTESTABLE
    counted = complexity.printed_in_range(made, **OPTIONS, metrics={"points": 1})
    assert counted.verdict == UNTESTABLE


@pytest.fixture
def contributions(monkeypatch):
    """Both estimates of the contributions of examples, of which the first are flipped."""

    def keep(flipped, others):
        values = np.append(flipped, others)
        noisy = np.arange(len(values)) < len(flipped)
        sums = type("Sums", (), {"n_permutations": 30})
        for name, result in (
            ("contribution_chunks", [sums]), ("combine", sums),
            ("flipped_examples", (None, noisy)), ("average_contributions", (values, None)),
            ("uniform_contributions", -values if flipped[0] == 99 else values),
        ):  # fmt: skip
            monkeypatch.setattr(complexity, name, lambda *_, result=result: result)

    return keep


def test_the_error_of_an_area_is_that_of_hanley_and_mcneil(contributions):
    """Their example: an area of 0.893 of 51 and 58 cases has an error of 0.032."""
    assert complexity._error_of_area(0.893, 51, 58) == pytest.approx(0.0325, abs=5e-4)
    assert complexity._error_of_area(0.5, 1, 1) == pytest.approx(0.5)
    rng = np.random.default_rng(0)
    areas = []
    for _ in range(2000):
        flipped, others = rng.exponential(2.0, 20), rng.exponential(1.0, 30)
        areas.append((flipped[:, None] > others).mean())
    expected = complexity._error_of_area(2 / 3, 20, 30)  # exact for exponential scores
    assert np.std(areas) == pytest.approx(expected, rel=0.05)


def test_both_areas_must_be_shown_to_be_so_large(contributions):
    others = np.arange(20.0)
    contributions([18.5] * 6 + [16.5] * 2, others)
    area = (6 * 19 + 2 * 17) / 160
    error = complexity._error_of_area(area, 8, 20)
    bar = stats.norm.isf(ALPHA / 2 / 2)  # of two estimates
    for at_least, verdict in (
        (area - bar * error - 1e-4, HOLDS), (area - bar * error + 1e-4, INCONCLUSIVE),
        (area + bar * error - 1e-4, INCONCLUSIVE), (area + bar * error + 1e-4, FAILS),
    ):  # fmt: skip
        judged = complexity.detects(None, **OPTIONS, at_least=at_least)
        assert judged.verdict == verdict
    assert judged.reason.startswith(
        f"area average {area:.4f}, uniform {area:.4f} for 8 flipped examples among 28, after 30 "
        "permutations; would "
    )
    contributions([np.nan] * 6, others)
    judged = complexity.detects(None, **OPTIONS, at_least=0.5)
    assert (judged.verdict, judged.flips) == (INCONCLUSIVE, {})
    contributions([99.0] * 8, others)  # the second estimate says the opposite
    assert complexity.detects(None, **OPTIONS, at_least=0.5).verdict == FAILS


def test_outliers_beyond_the_threshold_are_counted_by_the_binomial_test(contributions):
    threshold = complexity.NOISY_ABOVE
    for beyond in range(9):
        values = [threshold + 0.5] * beyond + [threshold] * (8 - beyond)
        contributions(values, [threshold + 1, threshold - 1, threshold + 2])
        judged = complexity.outliers_categorised(None, **OPTIONS, need=0.4)
        more, fewer = (
            stats.binomtest(beyond, 8, 0.4, alternative=side).pvalue for side in ("greater", "less")
        )
        bar = ALPHA / 2
        expected = HOLDS if more <= bar else FAILS if fewer <= bar else INCONCLUSIVE
        assert judged.verdict == expected
        assert judged.reason.startswith(
            f"{beyond} of 8 flipped examples lie beyond {threshold:g}, and 2 of the 3 others; would"
        )


def counted(values, **printed):
    results = stored({"main": {name: {"alpha": {"A": values}} for name in printed}})
    return complexity.printed_in_range(results, **OPTIONS, metrics=printed)


def test_a_printed_count_is_refuted_outside_of_the_prediction_interval():
    """Of one more draw: t times the deviation times sqrt(1 + 1/n)."""
    values = 20 + 3.0 * JITTER
    half = 3.0 * t(ALPHA / 2) * (1 + 1 / TRIALS) ** 0.5
    for sign in (-1, 1):
        assert counted(values, points=20 + sign * 0.999 * half).verdict == HOLDS
        assert counted(values, points=20 + sign * 1.001 * half).verdict == FAILS
    wider = 3.0 * t(ALPHA / 2 / 2) * (1 + 1 / TRIALS) ** 0.5  # of two counts
    assert counted(values, points=20.0, more=20 + 0.999 * wider).verdict == HOLDS
    judged = counted(values, points=20.0, more=20 + 1.001 * wider)
    assert judged.verdict == FAILS
    assert judged.reason.startswith(
        f"points 20 printed, ours {values.min():g} to {values.max():g}, median 20, over 8 draws; m"
    )
    assert "; would hold at " in judged.reason


def test_counts_of_few_draws_or_none_refute_nothing():
    assert counted([1.0, 2.0, 3.0, 1.0, 2.0], points=99).verdict == INCONCLUSIVE
    assert counted([1.0], points=99).verdict == INCONCLUSIVE
    assert counted([np.nan] * 8, points=99).verdict == UNTESTABLE


def test_without_chunks_no_outlier_is_counted(monkeypatch):
    monkeypatch.setattr(complexity, "contribution_chunks", lambda *_: [])
    judged = complexity.outliers_categorised(None, **OPTIONS, need=0.5)
    assert judged.verdict == UNTESTABLE and "on alpha" in judged.reason
