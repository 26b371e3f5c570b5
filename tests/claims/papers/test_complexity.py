"""The claims of chapter 1: verdicts that can go either way, from sums over permutations."""

from pathlib import Path

import pytest

from methods.claims.papers import complexity
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
    judged = complexity.contributions_compared(
        results, **OPTIONS, first=first, second=second, **bounds
    )
    assert judged.verdict == verdict


@pytest.mark.parametrize(("value", "verdict"), [(0.3, HOLDS), (3.0, FAILS)])
def test_contribution_near(results, value, verdict):
    near = {"of": ["clean", S1, N], "value": value, "within": 0.5}
    assert complexity.contribution_near(results, **OPTIONS, **near).verdict == verdict


@pytest.mark.parametrize(
    ("at_least", "verdict"), [(0.6, HOLDS), (1.5, FAILS), (0.97, INCONCLUSIVE)]
)
def test_detects(results, at_least, verdict):
    assert complexity.detects(results, **OPTIONS, at_least=at_least).verdict == verdict


@pytest.mark.parametrize(("need", "verdict"), [(0.1, HOLDS), (0.5, INCONCLUSIVE), (0.999, FAILS)])
def test_outliers_categorised(results, need, verdict):
    assert complexity.outliers_categorised(results, **OPTIONS, need=need).verdict == verdict


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
    compared = {"first": ["noisy", 1, 2], "second": ["clean", 1, 2]}
    assert complexity.contributions_compared(made, **OPTIONS, **compared).verdict == UNTESTABLE
    assert complexity.detects(made, **OPTIONS, at_least=0.5).verdict == UNTESTABLE
    counted = complexity.printed_in_range(made, **OPTIONS, metrics={"points": 1})
    assert counted.verdict == UNTESTABLE
