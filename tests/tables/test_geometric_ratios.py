"""Geometric means of ratios, and what is said of printed ones."""

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import confidence_interval, paired_difference
from methods.claims.reproduction import ratios_reproduce
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from methods.tables.geometric_ratios import geometric_ratios, ratio_table
from tests.made_up import made_up_results

BELOW = np.log([0.1, 0.2, 0.4, 0.3])
ABOVE = np.log([0.05, 0.11, 0.2, 0.14])
OPTIONS = {"study": "main", "metric": "log_cost", "pairs": {"A to B": ["A", "B"]}}
PUBLISHED = {"table": "t", "metric": "ratio", "trials": 60}


def results_with(tmp_path, printed, a=ABOVE, b=BELOW):
    rows = pd.DataFrame(
        {"table": "t", "dataset": ["alpha"], "metric": "ratio", "method": "A to B",
         "value": [printed], "spread": np.nan, "spread_kind": np.nan}
    )  # fmt: skip
    scores = {"alpha": {"A": list(a), "B": list(b)}}
    return made_up_results(tmp_path, scores, metric="log_cost", published=rows)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_ratio_is_the_geometric_mean_over_the_trials(tmp_path):
    row = geometric_ratios(results_with(tmp_path, 0.5), **OPTIONS).iloc[0]
    ratios = np.exp(ABOVE - BELOW)
    assert row["geometric_mean"] == pytest.approx(np.prod(ratios) ** (1 / 4))
    ends = confidence_interval(paired_difference(ABOVE, BELOW))
    assert (row["low"], row["high"]) == pytest.approx(tuple(np.exp(ends)))


def test_table_has_the_interval_and_the_printed_number(tmp_path):
    table = ratio_table(results_with(tmp_path, 0.5), published=PUBLISHED, **OPTIONS)
    row = table.data.iloc[0]
    shown = f"{row['geometric_mean']:.4f} [{row['low']:.4f}, {row['high']:.4f}]"
    assert table.cells["alpha"].tolist() == [shown, "0.5000"]


@pytest.mark.parametrize(("printed", "verdict"), [(0.51, HOLDS), (0.9, FAILS)])
def test_printed_ratio_holds_inside_our_interval(tmp_path, printed, verdict):
    found = ratios_reproduce(results_with(tmp_path, printed), published=PUBLISHED, **OPTIONS)
    assert found.verdict == verdict


def test_printed_zero_is_anything_that_rounds_to_it(tmp_path):
    tiny = ABOVE - 40 - np.arange(4)
    found = ratios_reproduce(results_with(tmp_path, 0.0, tiny), published=PUBLISHED, **OPTIONS)
    assert found.verdict == HOLDS


def test_one_trial_judges_no_printed_ratio(tmp_path):
    results = results_with(tmp_path, 0.5, ABOVE[:1], BELOW[:1])
    assert ratios_reproduce(results, published=PUBLISHED, **OPTIONS).verdict == UNTESTABLE
