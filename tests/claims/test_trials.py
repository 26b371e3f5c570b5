"""Claims about single trials: verdicts that can go either way."""

import pandas as pd
import pytest

from methods.claims.trials import bounded, differs, same_objective
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from tests.made_up import made_up_results, store_frame

NAN = float("nan")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [([-1.0, -2.0], HOLDS), ([-0.99, -2.0], FAILS), ([NAN, NAN], UNTESTABLE)],
)
def test_same_objective(tmp_path, ours, verdict):
    scores = {"alpha": {"A": ours, "B": [-1.0, -2.0]}}
    options = {"study": "main", "methods": ["A"], "optimum": ["B"], "margin": 1e-4}
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
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2, 0.3, NAN]}})
    judged = bounded(results, study="main", metric="error", methods=["A"], need=need, **bounds)
    assert judged.verdict == verdict
    assert (judged.evidence[0]["trials"], judged.evidence[0]["largest"]) == (3, 0.3)


def test_bounds_on_what_was_not_recorded_cannot_be_tested(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2]}})
    judged = bounded(results, study="main", metric="rank", methods=["A"], at_most=1)
    assert judged.verdict == UNTESTABLE


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [([0.2, 0.201], FAILS), ([0.2, 0.3], HOLDS), ([NAN, NAN], UNTESTABLE)],
)
def test_differs(tmp_path, ours, verdict):
    results = made_up_results(tmp_path, {"alpha": {"A": ours, "B": [0.2, 0.2]}})
    judged = differs(results, study="main", methods=["A"], than=["B"], margin=0.01)
    assert judged.verdict == verdict
