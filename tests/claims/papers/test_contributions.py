"""The claims on Figure 1.11: verdicts that can go either way, from sums over permutations."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from methods.bench.statistics import ALPHA
from methods.claims.papers import contributions
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.stored import BASE, ERROR, JITTER, assert_steps, planted, t
from tests.claims.stored import N as TRIALS
from tests.made_up import made_up_results, store_arrays
from tests.tables.papers.contributions import OPTIONS, S1, N, contribution_results


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return contribution_results(tmp_path)


@pytest.mark.parametrize(
    ("first", "second", "bounds", "verdict"),
    [
        (["noisy", S1, N], ["clean", S1, N], {}, HOLDS),
        (["clean", S1, N], ["noisy", S1, N], {}, FAILS),
        (["noisy", S1, N], ["clean", S1, N], {"above": 50.0}, FAILS),
        (["noisy", S1, N], ["clean", S1, N], {"within": 0.2}, FAILS),
        (["clean", S1, N], ["clean", S1, N], {"within": 0.2}, HOLDS),
        (["noisy", 30, 31], ["noisy", 31, 32], {}, INCONCLUSIVE),
    ],
)
def test_contributions_compared(results, first, second, bounds, verdict):
    judged = contributions.contributions_compared(
        results, **OPTIONS, first=first, second=second, **bounds
    )
    assert judged.verdict == verdict


@pytest.mark.parametrize(("value", "verdict"), [(0.3, HOLDS), (3.0, FAILS)])
def test_one_more_draw_near(results, value, verdict):
    near = {"of": ["clean", S1, N], "value": value, "within": 0.5}
    assert contributions.one_more_draw_near(results, **OPTIONS, **near).verdict == verdict


@pytest.mark.parametrize(
    ("direction", "means", "verdict"),
    [
        (contributions.falls, [3, 2, 1], HOLDS),
        (contributions.falls, [3, 1, 2], FAILS),
        (contributions.falls, [3, 2, 2], INCONCLUSIVE),
        (contributions.rises, [1, 2, 3], HOLDS),
        (contributions.rises, [1, 3, 2], FAILS),
        (contributions.rises, [1, 2, 2], INCONCLUSIVE),
    ],
)
def test_contributions_go_one_way_from_each_bin_to_the_next(
    results, monkeypatch, direction, means, verdict
):
    def of_bin(chunks, dataset, examples):
        place = examples[1] // 10
        return means[place] + 0.1 * (-1.0) ** (place + np.arange(len(chunks)))

    monkeypatch.setattr(contributions, "_means", of_bin)
    judged = direction(results, **OPTIONS, of="clean", edges=[0, 10, 20, 30])
    assert judged.verdict == verdict


def test_nothing_is_judged_where_nothing_ran(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = made_up_results(tmp_path, {"alpha": {"A": [0.1]}})
    folder = Path("results/toy/main/artifacts")
    folder.mkdir()
    store_arrays(folder / "alpha.npz")
    compared = {"first": ["noisy", 1, 2], "second": ["clean", 1, 2]}
    near = {"of": ["clean", 1, 2], "value": 1.0, "within": 0.5}
    for judged in (
        contributions.contributions_compared(made, **OPTIONS, **compared),
        contributions.one_more_draw_near(made, **OPTIONS, **near),
        contributions.falls(made, **OPTIONS, of="clean", edges=[1, 2, 3]),
        contributions.ends_bend(made, **OPTIONS, **BENDS, before=[1, 2, 3]),
    ):
        assert judged.verdict == UNTESTABLE


BENDS = {"differ": 0.1, "of_draws": 0.5}
NOISY, CLEAN = ("noisy", 10, 20), ("clean", 10, 20)
LARGEST = 60  # of the sizes of subsets
SUMS = SimpleNamespace(n_permutations=30, times=np.zeros((2, LARGEST + 1)))


@pytest.fixture
def means(monkeypatch):
    """Mean contributions by examples, given by chunk; `planted` sets them."""
    of_examples = {}
    chunks = [SUMS] * TRIALS
    monkeypatch.setattr(contributions, "contribution_chunks", lambda *_: chunks)
    monkeypatch.setattr(
        contributions, "_means", lambda _, __, examples: of_examples[tuple(examples)]
    )
    return of_examples


@pytest.mark.parametrize(
    ("bounds", "places"),
    [
        ({}, [FAILS, -t(ALPHA / 2), INCONCLUSIVE, t(ALPHA / 2), HOLDS]),
        ({"above": 0.1}, [FAILS, 0.1 / ERROR - t(ALPHA / 2), INCONCLUSIVE,
                          0.1 / ERROR + t(ALPHA / 2), HOLDS]),
        ({"within": 0.1}, [FAILS, -0.1 / ERROR - t(ALPHA / 2), INCONCLUSIVE,
                           -0.1 / ERROR + t(ALPHA), HOLDS, 0.1 / ERROR - t(ALPHA), INCONCLUSIVE,
                           0.1 / ERROR + t(ALPHA / 2), FAILS]),
    ],
)  # fmt: skip
def test_contributions_are_compared_by_the_paired_test_over_the_chunks(means, bounds, places):
    def judge(shift):
        means.update({NOISY: planted(shift), CLEAN: BASE.tolist()})
        options = {"first": NOISY, "second": CLEAN, **bounds}
        return contributions.contributions_compared(None, **OPTIONS, **options)

    assert_steps(judge, [place if isinstance(place, str) else place * ERROR for place in places])
    judged = judge(0.5)
    first = np.mean(BASE) + 0.5
    half = t(ALPHA / 2) * ERROR
    assert judged.reason.startswith(
        "Over 8 trials of 30 permutations the mean contribution for the noisy at sizes 10 to 19 is "
        f"{first:.3f}, and for the clean at sizes 10 to 19 it is {np.mean(BASE):.3f}; the "
        f"difference is 0.5 ({0.5 - half:.3f} to {0.5 + half:.3f})."
    )


def test_with_each_size_one_size_decides(means):
    """Three sizes are three cases, each at a third of the level."""
    told = t(ALPHA / 2 / 3) * ERROR
    sizes = [(n, n + 1) for n in (10, 11, 12)]
    means.update({("clean", *size): BASE.tolist() for size in sizes})
    options = {"first": ("noisy", 10, 13), "second": ("clean", 10, 13), "each_size": True}
    for shift, last, verdict in (
        (1.01 * told, 0.5, HOLDS), (0.99 * told, 0.99 * told, INCONCLUSIVE), (0.5, -0.5, FAILS),
    ):  # fmt: skip
        means.update({("noisy", *size): planted(shift) for size in sizes})
        means["noisy", 12, 13] = planted(last)
        judged = contributions.contributions_compared(None, **OPTIONS, **options)
        assert judged.verdict == verdict and len(judged.evidence) == 3


FIGURE = {"sizes": [0, 3], "axes": [100.0, 2.0], "thinnest": 0.1, "thickest": 0.3}


def test_level_curves_lie_as_far_apart_as_their_means(means):
    """The distance is that of two level lines, divided by the axis, with the interval of a mean."""
    told = t(ALPHA / 2) * ERROR

    def judge(shift):
        for n in range(6):
            means["noisy", n, n + 1] = planted(0.4 + shift)
            means["clean", n, n + 1] = BASE.tolist()
        return contributions.curves_coincide(None, **OPTIONS, **FIGURE)

    assert_steps(judge, [HOLDS, -0.2 - told, INCONCLUSIVE, 0.2 + told, FAILS], flips=False)
    assert judge(0.0).evidence[0]["distance"] == pytest.approx(0.2)
    half = 100 * told / 2
    assert judge(0.0).reason.startswith(
        f"In the mean over 8 draws the curves lie 20 % ({20 - half:.3g} to {20 + half:.3g})"
    )


def test_steep_curves_far_apart_up_and_down_lie_near_each_other_in_a_figure(means):
    """The one is the other, moved by one size of a hundred: a hundredth of the axis."""
    for n in range(6):
        means["noisy", n, n + 1] = (40.0 * n + BASE).tolist()
        means["clean", n, n + 1] = (40.0 * (n - 1) + BASE).tolist()
    judged = contributions.curves_coincide(None, **OPTIONS, **FIGURE | {"sizes": [1, 3]})
    assert judged.verdict == HOLDS
    assert judged.evidence[0]["distance"] == pytest.approx(0.01, rel=1e-3)


@pytest.fixture
def judge_bends(means, monkeypatch):
    """Bends of 20 draws off a course that rises by 0.2 from the bin around 34.5 to that at 44.5."""
    draws = 20

    def judge(noisy, clean=(0.5, -0.5) * 10):
        level = 0.3 + 0.1 * np.cos(np.arange(draws))
        bends = {"noisy": noisy, "clean": clean}
        for which in bends:
            means[which, 30, 40], means[which, 40, 50] = level.tolist(), (level + 0.2).tolist()
        on_course = level + 0.2 * (LARGEST - 34.5) / 10
        monkeypatch.setattr(contributions, "contribution_chunks", lambda *_: [SUMS] * draws)
        monkeypatch.setattr(
            contributions, "_to_all_others", lambda _, __, which: on_course + bends[which]
        )
        return contributions.ends_bend(None, **OPTIONS, **BENDS, before=[30, 40, 50])

    return judge


def test_curves_bend_up_in_one_draw_and_down_in_the_next(judge_bends):
    judged = judge_bends([0.3, -0.2] * 10)
    assert judged.verdict == HOLDS
    assert judged.reason == (
        "Of 20 draws the curve lies more than 0.1 off its course at size 60 in 20 for the noisy "
        "(median 0.25) and in 20 for the clean (median 0.5)."
    )
    assert judge_bends([0.05, -0.05] * 10).verdict == FAILS


def test_both_curves_must_bend_in_most_draws_by_the_binomial_test(judge_bends):
    """A fair coin gives 15 of 20 or more with p = 0.021, and 4 or fewer with 0.006.

    The clean curve has settled for holding, so the noisy one is judged at 0.025. For failing it is
    the first of two, and 5 of 20 have p = 0.021, which is not below 0.0125.
    """

    def judge(bending):
        return judge_bends([0.3] * bending + [0.0] * (20 - bending))

    assert [judge(n).verdict for n in (4, 5, 14, 15)] == [
        FAILS, INCONCLUSIVE, INCONCLUSIVE, HOLDS,
    ]  # fmt: skip
    assert [entry["verdict"] for entry in judge(4).evidence] == [FAILS, HOLDS]
    assert judge(15).flips[FAILS] == pytest.approx(-0.2)


def test_a_printed_value_is_refuted_outside_of_the_prediction_interval(means):
    """Of one more draw: t times the deviation times sqrt(1 + 1/n), and what is allowed beyond."""
    half = t(ALPHA / 2) * 0.01 * (1 + 1 / TRIALS) ** 0.5

    def judge(shift):
        means[NOISY] = (0.7 + shift + 0.01 * JITTER).tolist()
        near = {"of": NOISY, "value": 0.7, "within": 0.05}
        return contributions.one_more_draw_near(None, **OPTIONS, **near)

    assert_steps(judge, [FAILS, -0.05 - half, HOLDS, 0.05 + half, FAILS])
    assert judge(0.01).reason == (
        "The mean contribution for the noisy at sizes 10 to 19 is 0.71 over 8 draws, and one more "
        f"draw has {0.71 - half:.3g} to {0.71 + half:.3g} with a chance of 95 %. The printed "
        "0.7 may lie 0.05 outside of this range."
    )


def test_without_chunks_nothing_is_judged(monkeypatch):
    monkeypatch.setattr(contributions, "contribution_chunks", lambda *_: [])
    near = {"of": NOISY, "value": 0.7, "within": 0.05}
    for judged in (
        contributions.ends_bend(None, **OPTIONS, **BENDS, before=[1, 2, 3]),
        contributions.one_more_draw_near(None, **OPTIONS, **near),
        contributions.curves_coincide(None, **OPTIONS, **FIGURE),
    ):
        assert judged.verdict == UNTESTABLE and "on alpha" in judged.reason


@pytest.mark.parametrize("kind", ["noisy", "clean"])
@pytest.mark.parametrize(
    ("size", "distance", "verdict"), [(2, 0.2, FAILS), (3, 0.0, HOLDS), (0, 0.0, HOLDS)]
)
def test_only_points_at_the_sizes_asked_for_are_apart(means, kind, size, distance, verdict):
    """One curve leaves the other at one size by 0.4, which is a fifth of the axis."""
    for n in range(6):
        means["noisy", n, n + 1] = means["clean", n, n + 1] = BASE.tolist()
    means[kind, size, size + 1] = (BASE + 0.4).tolist()
    options = FIGURE | {"sizes": [1, 3], "thickest": 0.15}
    judged = contributions.curves_coincide(None, **OPTIONS, **options)
    assert judged.evidence[0]["distance"] == pytest.approx(distance)
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    ("bounds", "shifts", "told"),
    [({}, (0.5, 0.02), 11), ({}, (-0.5, 0.9), 10), ({"within": 0.2}, (-0.05, 0.1), 11),
     ({"within": 0.2}, (-0.1, 0.05), 10)],
)  # fmt: skip
def test_the_size_that_is_told_is_the_one_that_comes_nearest_to_refuting(
    means, bounds, shifts, told
):
    for n, shift in zip((10, 11), shifts, strict=True):
        means["noisy", n, n + 1], means["clean", n, n + 1] = planted(shift), BASE.tolist()
    options = {"first": ("noisy", 10, 12), "second": ("clean", 10, 12), "each_size": True}
    judged = contributions.contributions_compared(None, **OPTIONS, **options, **bounds)
    assert f"in the hardest one the mean contribution for the noisy at size {told} is" in (
        judged.reason.lower()
    )


def test_curves_that_cross_from_draw_to_draw_lie_on_each_other_in_the_mean(means):
    """A figure has the mean over the draws. In a draw they are about a fifth of the axis apart."""
    for n in range(6):
        means["noisy", n, n + 1] = planted(0.0, 0.5)
        means["clean", n, n + 1] = BASE.tolist()
    assert contributions.curves_coincide(None, **OPTIONS, **FIGURE).verdict == HOLDS


def test_curves_end_at_the_largest_size(means):
    for n in range(LARGEST + 1):
        means["noisy", n, n + 1], means["clean", n, n + 1] = planted(0.9), BASE.tolist()
    judged = contributions.curves_coincide(None, **OPTIONS, **FIGURE | {"sizes": [0, LARGEST]})
    assert judged.verdict == FAILS
