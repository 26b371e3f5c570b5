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
        ([0.001, 0.002, 0.001, 0.002], HOLDS),
        ([0.03, 0.031, 0.03, 0.031], FAILS),
        ([0.03, 0.0, 0.01, -0.02], INCONCLUSIVE),
    ],
)
def test_gap_is_small(two_studies, gaps, verdict):
    first, second = ({"A": [0.2 + a] * 3, "B": [0.2 + b] * 3} for a, b in (gaps[:2], gaps[2:]))
    even = {"A": [0.2] * 3, "B": [0.2] * 3}
    sweep = {key: {"alpha": even, "beta": even} for key in ("1", "8")}
    results = two_studies({"alpha": first, "beta": second}, sweep)
    assert gap_is_small(results, **OPTIONS, margin=0.005).verdict == verdict


def test_nothing_is_judged_where_nothing_ran(two_studies):
    nan = {"alpha": {"A": [float("nan")] * 3, "B": [float("nan")] * 3}}
    results = two_studies(nan, {"1": nan, "8": nan})
    assert gap_is_small(results, **OPTIONS, margin=0.005).verdict == UNTESTABLE
