"""The claims of chapter 2: curves of a fitted perceptron, and verdicts that can go either way."""

import pandas as pd
import pytest

from methods.bench.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.claims import perceptron
from tests.made_up import made_up_results

NAN = float("nan")
RIVAL = [0.30, 0.31, 0.32, 0.30, 0.31, 0.29]


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
    assert perceptron.best_on_most(results, **options).verdict == verdict


def keep_traces(tmp_path, early, late):
    """A's curve is `early` and `late` above B's, to within some noise of the seed."""
    rows = [
        ("A" if shifted else "B", seed, "", "train_error", x, 0.3 + 0.001 * seed * shifted + gap)
        for shifted in (True, False)
        for seed in range(6)
        for x, gap in ((1.0, 0.0), (100.0, early * shifted), (2000.0, late * shifted))
    ]
    columns = ["method", "seed", "condition", "curve", "x", "value"]
    frame = pd.DataFrame(rows, columns=columns)
    frame.to_parquet(tmp_path / "results/toy/main/traces/alpha.parquet", index=False)


@pytest.mark.parametrize(
    ("early", "late", "verdict"),
    [(-0.1, -0.02, HOLDS), (0.1, 0.0, FAILS), (-0.1, -0.2, FAILS), (-0.0025, 0.0, INCONCLUSIVE)],
)
def test_lower_early(tmp_path, early, late, verdict):
    results = made_up_results(tmp_path, {"alpha": {"A": RIVAL, "B": RIVAL}})
    keep_traces(tmp_path, early, late)
    found = perceptron.lower_early(
        results, study="main", curve="train_error", method="A", than="B", early=90,
        datasets=["alpha"],
    )  # fmt: skip
    assert found.verdict == verdict


@pytest.mark.parametrize(("printed", "verdict"), [(0.305, HOLDS), (0.4, FAILS)])
def test_mean_is(tmp_path, printed, verdict):
    results = made_up_results(tmp_path, {"alpha": {"A": RIVAL}}, metric="computations")
    options = {"study": "main", "metric": "computations", "method": "A", "printed": printed}
    assert perceptron.mean_is(results, dataset="alpha", **options).verdict == verdict
    assert perceptron.mean_is(results, dataset="gone", **options).verdict == UNTESTABLE


@pytest.mark.parametrize(("gain", "verdict"), [(0.0, HOLDS), (0.1, FAILS)])
def test_does_not_gain(tmp_path, gain, verdict):
    boosted = [value - gain + 0.001 * i for i, value in enumerate(RIVAL)]
    results = made_up_results(tmp_path, {"alpha": {"A": RIVAL, "B": boosted}})
    found = perceptron.does_not_gain(
        results, studies=["main", "main"], methods=["A"], boosted=["B"], margin=0.01
    )
    assert found.verdict == verdict


def test_nothing_is_judged_where_nothing_ran(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [NAN, NAN], "B": [NAN, NAN]}})
    options = {"study": "main", "metric": "error", "methods": ["A"], "than": ["B"]}
    assert perceptron.best_on_most(results, **options).verdict == UNTESTABLE
    found = perceptron.lower_early(
        results, study="main", curve="c", method="A", than="B", early=1, datasets=["alpha"]
    )
    assert found.verdict == UNTESTABLE
