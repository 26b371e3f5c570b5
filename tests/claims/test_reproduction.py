"""Whether our numbers reproduce printed ones: every verdict, from made-up scores."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

from methods.claims.reproduction import ratios_reproduce, reproduces
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from tests.claims.shifted import BASE, shifted_results
from tests.made_up import made_up_results
from tests.tables.ratios import ABOVE, BELOW, OPTIONS, ratio_results
from tests.tables.ratios import PUBLISHED as PUBLISHED_RATIO

NAN = float("nan")
DATASETS = tuple(f"d{i}" for i in range(6))
PUBLISHED = {"table": "t", "metric": "e", "trials": 4}


@pytest.fixture
def against(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return partial(shifted_results, tmp_path)


def printed(value, spread):
    rows = [
        {"table": "t", "metric": "e", "dataset": dataset, "method": "A", "value": value,
         "spread": spread, "spread_kind": "std"}
        for dataset in DATASETS
    ]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("value", "spread", "verdict"),
    [(30.0, 4.0, HOLDS), (60.0, 4.0, FAILS), (60.0, NAN, UNTESTABLE)],
)
def test_reproduces(against, value, spread, verdict):
    results = against(0.0, datasets=DATASETS, published=printed(value, spread))
    judged = reproduces(results, study="main", methods=["A"], published=PUBLISHED, unit=100)
    assert judged.verdict == verdict
    for cell in judged.evidence:
        se = np.hypot(spread / 8**0.5, spread / 2)  # eight trials are few
        assert cell["standard_errors"] == pytest.approx((100 * BASE.mean() - value) / se)


def test_one_trial_is_judged_by_the_printed_deviation(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"d0": {"A": [0.4]}}, published=printed(30.0, 4.0))
    judged = reproduces(results, study="main", methods=["A"], published=PUBLISHED, unit=100)
    assert judged.evidence[0]["standard_errors"] == pytest.approx(10 / np.hypot(4, 2))


@pytest.mark.parametrize(("printed", "verdict"), [(0.51, HOLDS), (0.9, FAILS)])
def test_printed_ratio_holds_inside_our_interval(tmp_path, monkeypatch, printed, verdict):
    monkeypatch.chdir(tmp_path)
    results = ratio_results(tmp_path, printed)
    judged = ratios_reproduce(results, published=PUBLISHED_RATIO, **OPTIONS)
    assert judged.verdict == verdict


@pytest.mark.parametrize(("trials", "verdict"), [(1000, FAILS), (2, HOLDS)])
def test_printed_ratio_spreads_as_ours_do(tmp_path, monkeypatch, trials, verdict):
    monkeypatch.chdir(tmp_path)
    results = ratio_results(tmp_path, 0.55)
    published = PUBLISHED_RATIO | {"trials": trials}
    assert ratios_reproduce(results, published=published, **OPTIONS).verdict == verdict


def test_printed_zero_is_anything_that_rounds_to_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tiny = ABOVE - 40 - np.arange(6)
    results = ratio_results(tmp_path, 0.0, tiny)
    judged = ratios_reproduce(results, published=PUBLISHED_RATIO, **OPTIONS)
    assert judged.verdict == HOLDS


def test_few_trials_judge_no_printed_ratio(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = ratio_results(tmp_path, 0.5, ABOVE[:5], BELOW[:5])
    assert ratios_reproduce(results, published=PUBLISHED_RATIO, **OPTIONS).verdict == INCONCLUSIVE
