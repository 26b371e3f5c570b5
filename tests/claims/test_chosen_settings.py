"""Whether choosing a setting by test errors flatters: every verdict, from made-up scores."""

from functools import partial

import pytest

from methods.claims.chosen_settings import gap_is_small
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
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
