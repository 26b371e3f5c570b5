"""Whether an algorithm reaches the optimum: a verdict that can go either way."""

import pytest

from methods.claims.trials import same_objective
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from tests.made_up import made_up_results

NAN = float("nan")
OPTIONS = {"study": "main", "methods": ["A"], "optimum": ["B"], "margin": 1e-4}


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [([-1.0, -2.0], HOLDS), ([-0.99, -2.0], FAILS), ([NAN, NAN], UNTESTABLE)],
)
def test_same_objective(tmp_path, monkeypatch, ours, verdict):
    monkeypatch.chdir(tmp_path)
    scores = {"alpha": {"A": ours, "B": [-1.0, -2.0]}}
    results = made_up_results(tmp_path, scores, metric="objective")
    assert same_objective(results, **OPTIONS).verdict == verdict
