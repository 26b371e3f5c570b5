"""The SMM paper's claims: verdicts that can go either way."""

import pandas as pd
import pytest

from methods.claims.papers import smm
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from tests.made_up import made_up_results
from tests.tables.papers.blocks import NOISY, PURE, keep, results_of_two

BLOCKS = {"alpha": 2}


@pytest.fixture
def results(tmp_path, monkeypatch):
    return results_of_two(tmp_path, monkeypatch)


def keep_trace(tmp_path, bound, reached):
    frame = pd.DataFrame({"method": "A", "seed": 0, "condition": "", "curve": "pairs",
                          "x": bound, "value": reached})  # fmt: skip
    frame.to_parquet(tmp_path / "results/toy/main/traces/alpha.parquet", index=False)


@pytest.mark.parametrize(("method", "verdict"), [("A", HOLDS), ("B", FAILS)])
def test_clearer_groups(results, tmp_path, method, verdict):
    keep(tmp_path, a=PURE, b=NOISY)
    than = [{"A": "B", "B": "A"}[method]]
    options = {"study": "main", "blocks": BLOCKS, "method": method, "than": than}
    assert smm.clearer_groups(results, **options).verdict == verdict


def test_groups_of_one_method_alone_are_nothing_to_compare(results, tmp_path):
    keep(tmp_path, a=PURE)
    options = {"study": "main", "blocks": BLOCKS, "method": "A", "than": ["B"]}
    assert smm.clearer_groups(results, **options).verdict == UNTESTABLE


@pytest.mark.parametrize(("reached", "verdict"), [(0.9, HOLDS), (1.1, FAILS)])
def test_within_bound(results, tmp_path, reached, verdict):
    keep_trace(tmp_path, [1.0, 2.0] * 3, [0.5, 2.0 * reached] * 3)
    judged = smm.within_bound(results, study="main", curve="pairs", methods=["A"])
    assert judged.verdict == verdict


@pytest.mark.parametrize(("method", "than", "verdict"), [("A", "B", HOLDS), ("B", "A", FAILS)])
def test_varies_more(tmp_path, monkeypatch, method, than, verdict):
    monkeypatch.chdir(tmp_path)
    scores = {f"d{i}": {"A": [0.1] * 6, "B": [0.3] * 6} for i in range(6)}
    results = made_up_results(tmp_path, scores)
    for dataset in scores:
        path = tmp_path / f"results/toy/main/runs/{dataset}.parquet"
        runs = pd.read_parquet(path)
        steady = runs["method"] == "B"
        runs.loc[steady, "fit_seconds"] = 1 + runs.loc[steady, "seed"] / 100
        runs.to_parquet(path, index=False)
    judged = smm.varies_more(results, study="main", method=method, than=than)
    assert judged.verdict == verdict
