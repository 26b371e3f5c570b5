"""The SMM paper's claims: verdicts that can go either way."""

import numpy as np
import pandas as pd
import pytest

from methods.claims.papers import smm
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.made_up import made_up_results, store_frame
from tests.tables.papers.blocks import keep_paths, results_of_two

LIKE = {"study": "main", "curve": "path", "within": 0.01}


@pytest.fixture
def results(tmp_path, monkeypatch):
    return results_of_two(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("shift", "verdict"), [(-1.0, HOLDS), (1.0, FAILS), (0.0, INCONCLUSIVE)], ids=str
)
def test_purer_at_like_error(results, tmp_path, shift, verdict):
    """B has a setting that is purer still, but its error is larger."""
    noise = np.random.default_rng(0).normal(size=(20, 2)) / 10
    noise -= noise.mean(axis=0)
    paths = {}
    for seed, (a, b) in enumerate(noise):
        paths["A", seed] = [(0.2, a + shift), (0.205, 5.0)]
        paths["B", seed] = [(0.2, b), (0.3, -9.0)]
    keep_paths(tmp_path, paths)
    judged = smm.purer_at_like_error(results, methods=["A"], than=["B"], **LIKE)
    assert judged.verdict == verdict
    assert judged.evidence[0]["pairs"] == 20


def test_the_margin_of_purity_is_needed(results, tmp_path):
    paths = {(name, seed): [(0.2, value + seed / 100)] for seed in range(9)
             for name, value in (("A", -1.0), ("B", 0.0))}  # fmt: skip
    keep_paths(tmp_path, paths)
    for margin, verdict in ((0.5, HOLDS), (1.5, FAILS)):
        judged = smm.purer_at_like_error(results, methods=["A"], than=["B"], margin=margin, **LIKE)
        assert judged.verdict == verdict


def test_a_path_of_one_method_alone_is_nothing_to_compare(results, tmp_path):
    keep_paths(tmp_path, {("A", 0): [(0.2, 1.0)]})
    judged = smm.purer_at_like_error(results, methods=["A"], than=["B"], **LIKE)
    assert judged.verdict == UNTESTABLE


@pytest.mark.parametrize(
    ("wider", "sets", "verdict"),
    [(7, 7, HOLDS), (0, 7, FAILS), (2, 7, INCONCLUSIVE), (1, 1, INCONCLUSIVE)],
)
def test_varies_more(tmp_path, monkeypatch, wider, sets, verdict):
    """Two of seven data sets do not show that a method varies less on most."""
    monkeypatch.chdir(tmp_path)
    names = [f"set{i}" for i in range(sets)]
    scores = {name: {"A": [0.1, 0.2, 0.4], "B": [0.3, 0.3, 0.3]} for name in names}
    results = made_up_results(tmp_path, scores)
    for i, name in enumerate(names):
        path = tmp_path / f"results/toy/main/runs/{name}.parquet"
        runs = pd.read_parquet(path)
        steady = runs["method"] == ("B" if i < wider else "A")
        runs.loc[steady, "fit_seconds"] = 1 + runs.loc[steady, "seed"] / 100
        store_frame(runs, path)
    assert smm.varies_more(results, study="main", method="A", than="B").verdict == verdict


@pytest.mark.parametrize(
    ("means", "larger", "verdict"),
    [
        ((90.0, 80.0), True, HOLDS),
        ((90.0, 80.0), False, FAILS),
        ((80.0, 80.5), True, INCONCLUSIVE),
        ((80.0, 90.0), False, HOLDS),
    ],
)
def test_printed_order(tmp_path, monkeypatch, means, larger, verdict):
    """With deviations of 2 over ten trials, half a point is noise and ten points are not."""
    monkeypatch.chdir(tmp_path)
    printed = pd.DataFrame(
        {"table": "t", "dataset": "alpha", "method": ["A", "B"], "metric": "accuracy",
         "value": means, "spread": 2.0, "spread_kind": "std"}
    )  # fmt: skip
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1]}}, published=printed)
    options = {"table": "t", "metric": "accuracy", "methods": ["A"], "than": ["B"], "trials": 10}
    judged = smm.printed_order(results, larger=larger, **options)
    assert judged.verdict == verdict
    if verdict != HOLDS:
        assert "A against B on alpha" in judged.reason
