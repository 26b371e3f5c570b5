"""Best on most data sets: every verdict, from made-up scores."""

import pandas as pd
import pytest

from methods.claims.best import best_on_most
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.made_up import made_up_results, store_frame, study

NAN = float("nan")
RIVAL = [0.30, 0.31, 0.32, 0.30, 0.31, 0.29]
OPTIONS = {"metric": "error", "methods": ["A"], "than": ["B"]}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("shifts", "verdict"),
    [((-0.1, -0.1, 0.1), HOLDS), ((0.1, 0.1, -0.1), FAILS), ((-0.1, 0.0, 0.1), INCONCLUSIVE)],
)
def test_best_on_most(tmp_path, shifts, verdict):
    noise = [0.01, -0.02, 0.0, 0.02, -0.01, 0.0]
    scores = {
        name: {"A": [r + shift + n for r, n in zip(RIVAL, noise, strict=True)],
               "A2": [0.9] * 6, "B": RIVAL}
        for name, shift in zip(("alpha", "beta", "gamma"), shifts, strict=True)
    }  # fmt: skip
    results = made_up_results(tmp_path, scores)
    options = {"study": "main", "metric": "error", "methods": ["A", "A2"], "than": ["B"]}
    assert best_on_most(results, **options).verdict == verdict


def test_nothing_is_judged_where_nothing_ran(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [NAN, NAN], "B": [NAN, NAN]}})
    assert best_on_most(results, study="main", **OPTIONS).verdict == UNTESTABLE


def test_methods_of_two_studies_meet_on_the_data_sets_of_both(tmp_path):
    lower = [value - 0.1 + 0.001 * i for i, value in enumerate(RIVAL)]
    studies = {
        "main": study(["alpha", "beta"], ["A"], trials=6),
        "side": study(["alpha"], ["B"], trials=6),
    }
    scores = {"alpha": {"A": lower, "B": RIVAL}, "beta": {"A": RIVAL, "B": RIVAL}}
    results = made_up_results(tmp_path, scores, studies=studies)
    for kind in ("scores", "runs", "traces"):
        frame = pd.read_parquet(tmp_path / f"results/toy/main/{kind}/alpha.parquet")
        (tmp_path / f"results/toy/side/{kind}").mkdir(parents=True)
        store_frame(frame, tmp_path / f"results/toy/side/{kind}/alpha.parquet")
    judged = best_on_most(results, study=["main", "side"], **OPTIONS)
    assert judged.verdict == HOLDS and [e["dataset"] for e in judged.evidence] == ["alpha"]
