"""Last digits, and cells that are equal."""

import numpy as np
import pandas as pd
import pytest

from methods.forensics.duplicates import (
    chance_of_pairs,
    chance_of_pairs_in_trials,
    duplicates,
    equal_pairs,
)
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


def test_a_data_set_without_trials_gets_those_of_any_other():
    rows = pd.DataFrame({"dataset": "new", "method": ["A", "B"], "value": 10.0, "spread": 1.0})
    rng = np.random.default_rng(0)
    apart = pd.DataFrame({"A": rng.normal(10, 1, 20), "B": rng.normal(90, 1, 20)})
    alike = apart.assign(B=apart["A"])
    for own in ({"d": apart, "e": alike}, {"d": alike, "e": apart}):
        assert 0.4 < chance_of_pairs_in_trials(rows, Protocol(10), 1, own) < 0.6
    assert chance_of_pairs_in_trials(rows, Protocol(10), 1, {"new": apart, "e": alike}) < 0.001


def test_the_steps_of_a_data_set_are_those_of_its_own_test_rows():
    cells = [(name, method, 20.0, 2.0, "std") for name in "de" for method in "AB"]
    rows = pd.DataFrame(cells, columns=["dataset", "method", "value", "spread", "spread_kind"])
    rows.loc[0, ["value", "spread"]] = 80.01, 2.01
    fine, coarse = (
        chance_of_pairs(METRIC, rows, stated, 1)
        for stated in (Protocol(10), Protocol(10, {"e": 5}))
    )
    assert coarse > 5 * fine


def test_each_cell_is_drawn_by_the_kind_of_its_own_spread():
    cells = [
        ("d", "A", 50.0, 20.0, "se"),
        ("d", "B", 50.0, 20.0, "se"),
        ("e", "A", 9.0, 2.0, "std"),
    ]
    rows = pd.DataFrame(cells, columns=["dataset", "method", "value", "spread", "spread_kind"])
    assert chance_of_pairs(METRIC, rows, Protocol(10), 1) == pytest.approx(
        chance_of_pairs(METRIC, rows.assign(spread_kind="se"), Protocol(10), 1)
    )
