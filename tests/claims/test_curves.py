"""Every verdict of every comparison of curves, from made-up traces."""

import pandas as pd
import pytest

from methods.claims.curves import lower_at, lower_early
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.made_up import made_up_results, store_frame

FLAT = [0.3] * 6
NAMES = {"study": "main", "curve": "train_error"}


@pytest.fixture
def curves(tmp_path, monkeypatch):
    """Results whose A has a curve that lies `early` and `late` above B's, to within some noise."""
    monkeypatch.chdir(tmp_path)

    def keep(early, late):
        results = made_up_results(tmp_path, {"alpha": {"A": FLAT, "B": FLAT}})
        rows = [
            ("A" if shifted else "B", seed, "", "train_error", x, value)
            for shifted in (True, False)
            for seed in range(6)
            for x, gap in ((1.0, 0.0), (100.0, early), (2000.0, late))
            for value in [0.3 - 1e-5 * x + shifted * (gap + 0.001 * seed * (2000 - x) / 2000)]
        ]
        columns = ["method", "seed", "condition", "curve", "x", "value"]
        frame = pd.DataFrame(rows, columns=columns)
        store_frame(frame, tmp_path / "results/toy/main/traces/alpha.parquet")
        return results

    return keep


@pytest.mark.parametrize(
    ("early", "late", "verdict"),
    [
        (-0.1, -0.02, HOLDS),
        (0.1, 0.0, FAILS),
        (-0.1, -0.2, FAILS),  # lower, and more so at the end
        (-0.0025, 0.0, INCONCLUSIVE),
    ],
)
def test_lower_early(curves, early, late, verdict):
    judged = lower_early(curves(early, late), **NAMES, method="A", than="B", early=90)
    assert judged.verdict == verdict


@pytest.mark.parametrize(("at", "verdict"), [(100, HOLDS), (120, HOLDS), (1900, FAILS)])
def test_lower_at_takes_the_nearest_recorded_point(curves, at, verdict):
    results = curves(-0.1, 0.1)
    assert lower_at(results, **NAMES, methods=["A"], than=["B"], at=at).verdict == verdict


def test_lower_at_is_inconclusive_within_the_noise(curves):
    results = curves(-0.0025, 0.0)
    judged = lower_at(results, **NAMES, methods=["A"], than=["B"], at=100)
    assert judged.verdict == INCONCLUSIVE


def test_a_curve_may_be_compared_with_itself_at_another_point(curves):
    results = curves(0.0, 0.0)
    options = {**NAMES, "methods": ["B"], "than": ["B"]}
    assert lower_at(results, **options, at=2000, than_at=1).verdict == HOLDS
    assert lower_at(results, **options, at=1, than_at=2000).verdict == FAILS


def test_nothing_is_judged_where_nothing_was_recorded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": FLAT, "B": FLAT}})
    assert lower_early(results, **NAMES, method="A", than="B", early=1).verdict == UNTESTABLE
    assert lower_at(results, **NAMES, methods=["A"], than=["B"], at=1).verdict == UNTESTABLE
