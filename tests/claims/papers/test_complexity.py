"""The claims of chapter 1: verdicts that can go either way, from sums over permutations."""

from pathlib import Path

import numpy as np
import pytest

from methods.claims.papers import complexity
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
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
