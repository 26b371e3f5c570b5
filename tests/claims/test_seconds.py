"""Every verdict of the comparisons of seconds, from made-up runs."""

import numpy as np
import pandas as pd
import pytest

from methods.claims.seconds import faster, ratio_within
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.made_up import made_up_results, store_frame

NAN = float("nan")


def with_seconds(tmp_path, monkeypatch, a, b):
    """Results whose fits took the seconds given."""
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1] * len(a), "B": [0.1] * len(b)}})
    path = tmp_path / "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(path)
    for name, seconds in (("A", a), ("B", b)):
        runs.loc[runs["method"] == name, "fit_seconds"] = seconds
    store_frame(runs, path)
    return results


@pytest.mark.parametrize(
    ("a", "ratio", "verdict"),
    [
        ([1.0, 1.1, 0.9] * 2, 2.0, HOLDS),
        ([1.0, 1.1, 0.9] * 2, 10.0, FAILS),
        ([0.1, 10.0, 1.0] * 2, 3.0, INCONCLUSIVE),
    ],
)
def test_faster(tmp_path, monkeypatch, a, ratio, verdict):
    results = with_seconds(tmp_path, monkeypatch, a, [4.0, 4.4, 3.7] * 2)
    judged = faster(results, study="main", methods=["A"], than=["B"], ratio=ratio)
    assert judged.verdict == verdict
    expected = np.exp(np.mean(np.log(a)) - np.mean(np.log([4.0, 4.4, 3.7] * 2)))
    assert judged.evidence[0]["ratio"] == pytest.approx(expected)


@pytest.mark.parametrize(("need", "verdict"), [(0.5, HOLDS), (1.0, FAILS)])
def test_a_share_of_the_cases_may_be_enough(tmp_path, monkeypatch, need, verdict):
    results = with_seconds(tmp_path, monkeypatch, [1.0, 1.1, 0.9] * 2, [4.0, 4.4, 3.7] * 2)
    each_way = {"methods": ["A", "B"], "than": ["B", "A"], "pairwise": True}
    assert faster(results, study="main", need=need, **each_way).verdict == verdict


@pytest.mark.parametrize(
    ("a", "verdict"),
    [
        ([1.0, 1.1, 0.9] * 2, HOLDS),
        ([9.0, 9.1, 8.9] * 2, FAILS),
        ([0.1, 9.0, 0.2] * 2, INCONCLUSIVE),
    ],
)
def test_ratio_within(tmp_path, monkeypatch, a, verdict):
    results = with_seconds(tmp_path, monkeypatch, a, [1.0] * 6)
    judged = ratio_within(results, study="main", methods=["A"], than=["B"], factor=2.0)
    assert judged.verdict == verdict


@pytest.mark.parametrize(("test", "bound"), [(faster, "ratio"), (ratio_within, "factor")])
def test_seconds_that_nobody_took_cannot_be_compared(tmp_path, monkeypatch, test, bound):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [NAN, NAN], "B": [0.1, 0.2]}})
    judged = test(results, study="main", methods=["A"], than=["B"], **{bound: 2.0})
    assert judged.verdict == UNTESTABLE
