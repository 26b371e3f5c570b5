"""The claims of chapter 2: verdicts that can go either way."""

import pytest

from methods.claims.papers import perceptron
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.made_up import made_up_results

NAN = float("nan")
RIVAL = [0.30, 0.31, 0.32, 0.30, 0.31, 0.29]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("printed", "trials", "verdict"),
    [(0.305, 500, HOLDS), (0.4, 500, FAILS), (0.32, 500, FAILS), (0.32, 2, HOLDS)],
)
def test_mean_is_one_of_as_many_trials_as_print_has(tmp_path, printed, trials, verdict):
    results = made_up_results(tmp_path, {"alpha": {"A": RIVAL}}, metric="computations")
    options = {"study": "main", "metric": "computations", "method": "A"}
    options |= {"printed": printed, "trials": trials}
    assert perceptron.mean_is(results, dataset="alpha", **options).verdict == verdict
    assert perceptron.mean_is(results, dataset="gone", **options).verdict == UNTESTABLE


def test_few_trials_show_no_mean(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": RIVAL[:5]}}, metric="computations")
    options = {"study": "main", "metric": "computations", "method": "A", "dataset": "alpha"}
    judged = perceptron.mean_is(results, printed=0.4, trials=500, **options)
    assert judged.verdict == INCONCLUSIVE


@pytest.mark.parametrize(("gain", "verdict"), [(0.0, HOLDS), (0.1, FAILS)])
def test_does_not_gain(tmp_path, gain, verdict):
    boosted = [value - gain + 0.001 * i for i, value in enumerate(RIVAL)]
    results = made_up_results(tmp_path, {"alpha": {"A": RIVAL, "B": boosted}})
    judged = perceptron.does_not_gain(
        results, studies=["main", "main"], methods=["A"], boosted=["B"], margin=0.01
    )
    assert judged.verdict == verdict
