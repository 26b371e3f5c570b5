"""The claims on Figure 1.11: verdicts that can go either way, from sums over permutations."""

from pathlib import Path

import numpy as np
import pytest

from methods.claims.papers import contributions
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
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
