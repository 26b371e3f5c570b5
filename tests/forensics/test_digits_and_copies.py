"""Last digits, and cells that are equal."""

import numpy as np
import pandas as pd

from methods.forensics.duplicates import chance_of_pairs, duplicates, equal_pairs
from methods.forensics.last_digits import FEWEST, chance_of_digits, digits_of, last_digits
from methods.forensics.printed_cells import Protocol
from tests.forensics.simulated import METRIC, fine_table, honest


def test_the_chance_of_digits_is_uniform_for_even_digits():
    rng = np.random.default_rng(0)
    chances = [chance_of_digits(rng.integers(10, size=60)) for _ in range(500)]
    assert abs(np.mean(np.array(chances) <= 0.05) - 0.05) < 0.03
    assert chance_of_digits(np.repeat([0, 5], 30)) < 0.001


def test_coarse_equal_and_close_numbers_do_not_count():
    rows = pd.DataFrame({"dataset": "d", "method": range(4), "value": [10.11, 10.11, 12.34, 13.1]})
    assert digits_of(METRIC, rows, Protocol()).tolist() == [1, 4, 0]
    assert not digits_of(METRIC, rows, Protocol(10, {"d": 58})).size  # steps wider than a unit
    assert not digits_of(METRIC, rows.assign(value=[10.11, 10.12, 10.13, 10.2]), Protocol()).size


def test_a_small_table_is_not_judged():
    table = fine_table(np.random.default_rng(0)).iloc[: FEWEST - 1]
    assert not last_digits(METRIC, table, Protocol()).cells


def test_equal_cells_are_counted_within_a_data_set():
    cells = [("d", "A", 0.1), ("d", "B", 0.1), ("d", "C", 0.2), ("e", "A", 0.1)]
    rows = pd.DataFrame(cells, columns=["dataset", "method", "spread"]).assign(value=1.0)
    assert equal_pairs(rows) == [("d", "A", "B")]


def test_pairs_are_likelier_where_few_values_are_possible():
    table, _, _, stated = honest(np.random.default_rng(1), rows=(100,), alike=0.0)
    fine, coarse = (chance_of_pairs(METRIC, table, p, 1) for p in (Protocol(10), stated))
    assert fine < coarse


def test_copied_cells_are_found_and_named():
    table, _, _, stated = honest(np.random.default_rng(2), alike=0.0)
    assert not duplicates(METRIC, table, stated).findings
    for at in (1, 2, 3):
        table.loc[at, ["value", "spread"]] = table.loc[0, ["value", "spread"]].to_numpy()
    outcome = duplicates(METRIC, table, stated)
    assert len(outcome.findings) == 1 and "A and B on d0" in outcome.note
