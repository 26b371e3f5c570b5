"""Claims about single trials: verdicts that can go either way."""

import pandas as pd
import pytest

from methods.claims.trials import bounded, differs, same_objective
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.made_up import made_up_results, store_frame

NAN = float("nan")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [
        ([-1.0, -2.0] * 3, HOLDS),
        ([-0.9999, -2.0] * 3, HOLDS),
        ([-0.9998, -2.0] * 3, FAILS),
        ([-1.0, -2.0], INCONCLUSIVE),
        ([-0.99, -2.0], FAILS),  # one counter-example is enough
        ([NAN, NAN], UNTESTABLE),
    ],
)
def test_same_objective(tmp_path, ours, verdict):
    scores = {"alpha": {"A": ours, "B": [-1.0, -2.0] * (len(ours) // 2)}}
    options = {"study": "main", "methods": ["A"], "optimum": ["B"], "margin": 1.00001e-4}
    results = made_up_results(tmp_path, scores, metric="objective")
    assert same_objective(results, **options).verdict == verdict


@pytest.mark.parametrize("value", [NAN, float("inf")])
@pytest.mark.parametrize("method", ["A", "B"])
def test_an_objective_that_is_not_finite_is_not_the_same(tmp_path, method, value):
    scores = {"alpha": {"A": [-1.0, -2.0], "B": [-1.0, -2.0]}}
    results = made_up_results(tmp_path, scores, metric="objective")
    path = tmp_path / "results/toy/main/scores/alpha.parquet"
    stored = pd.read_parquet(path)
    stored.loc[(stored["method"] == method) & (stored["seed"] == 1), "value"] = value
    store_frame(stored, path)
    judged = same_objective(results, study="main", methods=["A"], optimum=["B"], margin=1e-4)
    assert judged.verdict == FAILS and "in 1 of 2 trials" in judged.reason


@pytest.mark.parametrize(
    ("bounds", "need", "verdict"),
    [
        ({"at_most": 1.0}, 1.0, HOLDS),
        ({"at_most": 0.25}, 1.0, FAILS),
        ({"at_most": 0.25}, 0.5, HOLDS),
        ({"at_least": 0.1, "at_most": 0.4}, 1.0, HOLDS),
        ({"at_least": 0.3}, 0.5, FAILS),
    ],
)
def test_bounded(tmp_path, bounds, need, verdict):
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2, 0.3, NAN] * 2}})
    judged = bounded(results, study="main", metric="error", methods=["A"], need=need, **bounds)
    assert judged.verdict == verdict
    assert (judged.evidence[0]["trials"], judged.evidence[0]["largest"]) == (6, 0.3)


def test_bounds_on_what_was_not_recorded_cannot_be_tested(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2]}})
    judged = bounded(results, study="main", metric="rank", methods=["A"], at_most=1)
    assert judged.verdict == UNTESTABLE


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [
        ([0.2, 0.201] * 3, FAILS),
        ([0.2, 0.201], INCONCLUSIVE),
        ([0.2, 0.3], HOLDS),  # one example is enough
        ([NAN, NAN], UNTESTABLE),
    ],
)
def test_differs(tmp_path, ours, verdict):
    results = made_up_results(tmp_path, {"alpha": {"A": ours, "B": [0.2] * len(ours)}})
    judged = differs(results, study="main", methods=["A"], than=["B"], margin=0.01)
    assert judged.verdict == verdict


@pytest.mark.parametrize(("need", "verdict"), [(0.0, HOLDS), (0.2, HOLDS), (0.25, FAILS)])
def test_a_share_of_the_trials_must_differ(tmp_path, need, verdict):
    scores = {"alpha": {"A": [0.2] * 6 + [0.3] * 2, "B": [0.2] * 8}}
    results = made_up_results(tmp_path, scores)
    judged = differs(results, study="main", methods=["A"], than=["B"], margin=0.01, need=need)
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    ("inside", "need", "verdict"),
    [
        ((9, 9, 9), 1.0, HOLDS),  # of ten trials, on three data sets
        ((9, 9, 5), 1.0, INCONCLUSIVE),
        ((9, 9, 0), 1.0, FAILS),
        ((9, 9, 0), 0.6, HOLDS),
        ((9, 0, 0), 0.6, FAILS),
    ],
)
def test_most_trials_of_each_data_set_may_be_asked_for(tmp_path, inside, need, verdict):
    scores = {f"d{i}": {"A": [0.2] * n + [0.0] * (10 - n)} for i, n in enumerate(inside)}
    results = made_up_results(tmp_path, scores)
    options = {"study": "main", "metric": "error", "methods": ["A"], "at_least": 0.1}
    assert bounded(results, **options, of_trials=0.4, need=need).verdict == verdict
    # all trials together would hide on how many data sets it is so
    assert bounded(results, **options, need=0.3).verdict == HOLDS
