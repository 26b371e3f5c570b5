"""The table of seconds, from made-up runs."""

import pandas as pd
import pytest

from methods.tables.seconds import seconds_table
from methods.tables.table import NO_VALUE
from tests.made_up import made_up_results

NAN = float("nan")


def test_seconds_are_means_over_finished_fits_beside_the_printed_ones(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = {"table": "t1", "dataset": "all", "method": "A", "metric": "train_seconds"}
    rows = [printed | {"value": 0.05, "spread": NAN}]
    scores = {"alpha": {"A": [0.1, 0.1, NAN, 0.1], "B": [NAN] * 4}}
    results = made_up_results(tmp_path, scores, published=pd.DataFrame(rows))
    table = seconds_table(
        results, study="main", published={"table": "t1", "metric": "train_seconds"}
    )
    row = table.data.set_index("method").loc["A"]
    assert (row["n"], row["fit_seconds"], row["fit_seconds_median"]) == (3, pytest.approx(7 / 3), 2)
    assert table.cells.loc["A", "fit_seconds"] == "2.33"
    assert table.cells.loc["A", "printed_seconds"] == "0.05"
    assert set(table.cells.loc["B"]) == {NO_VALUE}
