"""Geometric means of ratios, and their table."""

import numpy as np
import pandas as pd
import pytest

from methods.bench.statistics import confidence_interval, paired_difference
from methods.tables.geometric_ratios import geometric_ratios, ratio_table
from tests.claims.stored import BASE, ERROR, planted, stored, t
from tests.tables.ratios import ABOVE, BELOW, OPTIONS, PUBLISHED, ratio_results


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_ratio_is_the_geometric_mean_over_the_trials(tmp_path):
    row = geometric_ratios(ratio_results(tmp_path, 0.5), **OPTIONS).iloc[0]
    ratios = np.exp(ABOVE - BELOW)
    assert row["geometric_mean"] == pytest.approx(np.prod(ratios) ** (1 / len(ratios)))
    ends = confidence_interval(paired_difference(ABOVE, BELOW))
    assert (row["low"], row["high"]) == pytest.approx(tuple(np.exp(ends)))


def test_table_has_the_interval_and_the_printed_number(tmp_path):
    table = ratio_table(ratio_results(tmp_path, 0.5), published=PUBLISHED, **OPTIONS)
    row = table.data.iloc[0]
    shown = f"{row['geometric_mean']:.4f} [{row['low']:.4f}, {row['high']:.4f}]"
    assert table.cells["alpha"].tolist() == [shown, "0.5000"]


def test_intervals_have_the_level_asked_for_and_each_ratio_its_own_pair():
    logs = {"A": planted(0.5), "B": BASE, "C": BASE - 0.5}
    results = stored({"main": {"log_cost": {"alpha": logs, "beta": logs}}})
    pairs = {"A to B": ["A", "B"], "B to C": ["B", "C"], "lost": ["A", "gone"]}
    options = {"study": "main", "metric": "log_cost", "pairs": pairs}
    for level, tail in ((None, 0.025), (0.9, 0.05)):
        rows = geometric_ratios(results, **options, **({"level": level} if level else {}))
        half = np.exp(t(tail) * ERROR)
        first = rows.iloc[0]
        assert (first["low"], first["high"]) == pytest.approx(
            (np.exp(0.5) / half, np.exp(0.5) * half)
        )
    assert rows[["dataset", "ratio", "n"]].to_numpy().tolist() == [
        ["alpha", "A to B", 8], ["alpha", "B to C", 8], ["beta", "A to B", 8], ["beta", "B to C", 8]
    ]  # fmt: skip
    table = ratio_table(results, **options)
    assert table.caption == "main: geometric mean over 8 trials, with its 95 % interval."
    assert table.cells.loc["B to C"].tolist() == ["1.6487 [1.6487, 1.6487]"] * 2
    assert np.isnan(table.data["printed"]).all()


def test_the_caption_names_data_sets_with_other_trials():
    logs = {"A": planted(0.5), "B": BASE}
    few = {name: values[:5] for name, values in logs.items()}
    results = stored({"main": {"log_cost": {"alpha": logs, "beta": few}}})
    table = ratio_table(results, study="main", metric="log_cost", pairs={"A to B": ["A", "B"]})
    assert table.caption.endswith("over 8 trials, with its 95 % interval. Trials: beta 5.")


def test_a_ratio_of_fewer_trials_than_planned_says_so():
    logs = {"A": [0.5] * 4, "B": [0.0, 0.0, float("nan"), 0.0]}
    results = stored({"main": {"log_cost": {"alpha": logs}}})
    table = ratio_table(results, study="main", metric="log_cost", pairs={"A to B": ["A", "B"]})
    assert table.cells.loc["A to B", "alpha"] == "1.6487 [1.6487, 1.6487] n=3/4"


def test_one_trial_has_no_interval_and_none_is_a_hole():
    logs = {"alpha": {"A": [0.0], "B": [0.0]}, "beta": {"A": [float("nan")], "B": [0.0]}}
    results = stored({"main": {"log_cost": logs}})
    options = {"study": "main", "metric": "log_cost", "pairs": {"A to B": ["A", "B"]}}
    assert ratio_table(results, **options).cells.loc["A to B"].tolist() == ["1.0000", "–"]


def test_two_trials_have_an_interval():
    results = stored({"main": {"log_cost": {"alpha": {"A": [0.0, 0.1], "B": [0.0, 0.0]}}}})
    options = {"study": "main", "metric": "log_cost", "pairs": {"A to B": ["A", "B"]}}
    assert "[" in ratio_table(results, **options).cells.loc["A to B", "alpha"]


def test_each_data_set_has_its_own_printed_ratio():
    logs = {name: {"A": [0.0], "B": [0.0]} for name in ("alpha", "beta", "gamma")}
    printed = pd.DataFrame(
        {"table": "t", "metric": "m", "dataset": ["alpha", "gamma"], "method": "A to B",
         "value": [0.5, 0.25], "spread": float("nan"), "spread_kind": ""}
    )  # fmt: skip
    results = stored({"main": {"log_cost": logs}}, published=printed)
    table = ratio_table(
        results, study="main", metric="log_cost", pairs={"A to B": ["A", "B"]},
        published={"table": "t", "metric": "m", "trials": 1},
    )  # fmt: skip
    assert table.cells.loc["A to B (printed)"].tolist() == ["0.5000", "–", "0.2500"]
    assert table.data["printed"].tolist() == pytest.approx([0.5, float("nan"), 0.25], nan_ok=True)


def test_the_caption_tells_the_most_trials_on_any_data_set():
    logs = {"alpha": {"A": [0.0] * 2, "B": [0.0] * 2}, "beta": {"A": [0.0] * 3, "B": [0.0] * 3}}
    options = {"study": "main", "metric": "log_cost", "pairs": {"A to B": ["A", "B"]}}
    table = ratio_table(stored({"main": {"log_cost": logs}}), **options)
    assert "geometric mean over 3 trials" in table.caption
