"""Geometric means of ratios, and their table."""

import numpy as np
import pytest

from methods.bench.statistics import confidence_interval, paired_difference
from methods.tables.geometric_ratios import geometric_ratios, ratio_table
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
