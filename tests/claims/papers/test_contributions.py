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
def test_contribution_near(results, value, verdict):
    near = {"of": ["clean", S1, N], "value": value, "within": 0.5}
    assert contributions.contribution_near(results, **OPTIONS, **near).verdict == verdict


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


@pytest.mark.parametrize(
    ("bend", "differ", "verdict"),
    [(2.0, 0.5, HOLDS), (-2.0, 0.5, HOLDS), (0.0, 0.5, FAILS), (0.5, 0.5, INCONCLUSIVE)],
)
def test_a_bend_is_a_departure_from_the_line_and_no_slope(
    results, monkeypatch, bend, differ, verdict
):
    noise = np.random.default_rng(0)

    def sloping(chunks, dataset, examples):
        _, start, end = examples
        middle = (start + end - 1) / 2
        return [0.1 * middle + bend * (start == N - 1) + noise.normal(scale=0.01) for _ in chunks]

    monkeypatch.setattr(contributions, "_means", sloping)
    judged = contributions.ends_bend(results, **OPTIONS, before=[20, 35, 50], differ=differ)
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
        contributions.contribution_near(made, **OPTIONS, **near),
        contributions.falls(made, **OPTIONS, of="clean", edges=[1, 2, 3]),
        contributions.ends_bend(made, **OPTIONS, before=[1, 2, 3], differ=0.1),
    ):
        assert judged.verdict == UNTESTABLE


NOISY, CLEAN = ("noisy", 10, 20), ("clean", 10, 20)
LARGEST = 60  # of the sizes of subsets


@pytest.fixture
def means(monkeypatch):
    """Mean contributions by examples, given by chunk; `planted` sets them."""
    of_examples = {}
    sums = SimpleNamespace(n_permutations=30, times=np.zeros((2, LARGEST + 1)))
    chunks = [sums] * TRIALS
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


def test_both_curves_must_leave_their_course_up_or_down(means):
    """The course rises by 0.2 from the bin around 34.5 to that around 44.5, and so on to 60."""
    on_course = 0.2 * (LARGEST - 34.5) / 10
    told = t(ALPHA / 2 / 2) * ERROR
    within = t(ALPHA / 2) * ERROR

    def judge(noisy, clean=-0.5):
        for which, shift in (("noisy", noisy), ("clean", clean)):
            means[which, 30, 40], means[which, 40, 50] = BASE.tolist(), (BASE + 0.2).tolist()
            means[which, LARGEST, LARGEST + 1] = planted(on_course + shift)
        return contributions.ends_bend(None, **OPTIONS, before=[30, 40, 50], differ=0.1)

    # one case is settled, so the other is judged at the whole level
    full = t(ALPHA / 2) * ERROR
    places = [HOLDS, -0.1 - full, INCONCLUSIVE, -0.1 + within, FAILS,
              0.1 - within, INCONCLUSIVE, 0.1 + full, HOLDS]  # fmt: skip
    assert told > full
    assert_steps(judge, places, flips=False)
    assert judge(-0.5).flips[INCONCLUSIVE] == pytest.approx(0.4 - told)
    judged = judge(0.0)
    assert [e["verdict"] for e in judged.evidence] == [FAILS, HOLDS]
    mean = f"{np.mean(BASE) + on_course:.3f}"
    told = (
        f"the mean contribution for the noisy at size 60 is {mean}, and on its course it is {mean}"
    )
    assert told in judged.reason


def test_a_contribution_is_near_a_printed_value_by_two_one_sided_tests(means):
    def judge(shift):
        means[NOISY] = (0.7 + shift + 0.01 * JITTER).tolist()
        near = {"of": NOISY, "value": 0.7, "within": 0.05}
        return contributions.contribution_near(None, **OPTIONS, **near)

    wide, narrow = t(ALPHA / 2) * ERROR, t(ALPHA) * ERROR
    places = [FAILS, -0.05 - wide, INCONCLUSIVE, -0.05 + narrow, HOLDS,
              0.05 - narrow, INCONCLUSIVE, 0.05 + wide, FAILS]  # fmt: skip
    assert_steps(judge, places)
    assert judge(0.01).reason.startswith(
        "The mean contribution for the noisy at sizes 10 to 19 is 0.71, and its difference from 0.7"
        " is 0.01 ("
    )


def test_without_chunks_nothing_is_judged(monkeypatch):
    monkeypatch.setattr(contributions, "contribution_chunks", lambda *_: [])
    near = {"of": NOISY, "value": 0.7, "within": 0.05}
    for judged in (
        contributions.ends_bend(None, **OPTIONS, before=[1, 2, 3], differ=0.1),
        contributions.contribution_near(None, **OPTIONS, **near),
    ):
        assert judged.verdict == UNTESTABLE and "on alpha" in judged.reason
