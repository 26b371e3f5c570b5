"""Means that no whole number of errors can give."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from methods.forensics.granularity import granularity, power, reachable
from methods.forensics.printed_cells import Protocol, unit_of


def table(*values, metric="error_percent", dataset="d"):
    return metric, pd.DataFrame(
        {"dataset": dataset, "method": [f"m{i}" for i in range(len(values))], "value": values}
    )


@pytest.mark.parametrize("sizes", [{7: 3}, {3: 2, 4: 1}, {4: 2, 5: 2}])
def test_reachable_means_are_those_of_all_counts(sizes):
    """Every count of errors in every trial, by brute force."""
    trials = [size for size, count in sizes.items() for _ in range(count)]
    by_trials, by_rows = set(), set()
    for errors in product(*(range(size + 1) for size in trials)):
        shares = [e / size for e, size in zip(errors, trials, strict=True)]
        by_trials.add(100 * sum(shares) / len(trials))
        by_rows.add(100 * sum(errors) / sum(trials))
    means = np.array(sorted(by_trials | by_rows))
    printed = np.round(np.arange(0, 100.001, 0.1), 1)
    expected = [(np.abs(means - value) <= 0.05 + 1e-9).any() for value in printed]
    assert reachable(printed, sizes, 0.1, 100.0, truncated=False).tolist() == expected


@pytest.mark.parametrize(("printed", "way"), [(12.12, "even"), (12.13, "up"), (12.12, "cut")])
def test_a_half_may_be_rounded_either_way(printed, way):
    assert 485 / 4000 == 0.12125
    assert reachable([printed], {4000: 1}, 0.01, 100.0, truncated=way == "cut")[0]


def test_a_table_is_rounded_or_truncated_throughout():
    third, two_thirds = 33.3, 66.7  # of 3 rows
    stated = Protocol(1, {"d": 3})
    assert not granularity(*table(third, two_thirds), stated).findings
    assert not granularity(*table(third, 66.6), stated).findings
    assert not granularity(*table(third, third, 66.6), stated).findings
    (finding,) = granularity(*table(0.0, 66.7, 66.6, 66.7), stated).findings
    assert finding.says == "66.6 cannot come from 3 test rows in 1 trial"


def test_the_mean_of_rounded_trials_may_be_off_by_as_much_again():
    """The mean of two trials on three rows is 0, 16.67, 33.33, 50 ... percent."""
    printed = [16.5, 16.0, 15.6, 15.0]
    plain = reachable(printed, {3: 2}, 1.0, 100.0, truncated=False)
    assert plain.tolist() == [True, False, False, False]
    rounded = reachable(printed, {3: 2}, 1.0, 100.0, truncated=False, rounds_trials=True)
    assert rounded.tolist() == [True, True, False, False]
    cut = reachable([15.0, 14.0], {3: 2}, 1.0, 100.0, truncated=True, rounds_trials=True)
    assert cut.tolist() == [True, False]
    column = table(16.0, 17.0)
    assert granularity(*column, Protocol(2, {"d": 3})).findings
    assert not granularity(*column, Protocol(2, {"d": 3}, rounds_trials=True)).findings


@pytest.mark.parametrize(
    ("rows", "decimals", "has_power"), [(100, 2, True), (1000, 2, False), (100, 1, False)]
)
def test_it_has_power_only_if_the_step_is_wider_than_the_last_digit(rows, decimals, has_power):
    unit = 10.0**-decimals
    assert (power([20.0], {rows: 10}, unit, 100.0) > 0) == has_power
    values = [20.0, round(20 + 3 * unit, decimals)]
    outcome = granularity(*table(*values), Protocol(10, {"d": rows}))
    assert bool(outcome.cells) == has_power
    assert has_power or "no power" in outcome.note


def test_the_reading_that_fits_most_cells_counts():
    values = [round(100 * k / 360, 2) for k in (70, 73, 99)]
    assert not granularity(*table(*values), Protocol(10, {"d": [36, 37]})).findings
    (finding,) = granularity(*table(*values, 20.01), Protocol(10, {"d": [37, 36]})).findings
    assert "20.01 cannot come from 36 test rows in 10 trials" in finding.says
    assert "with 37 no fewer cells are impossible" in finding.says


def test_nothing_is_said_without_rows_or_trials():
    for stated in (Protocol(), Protocol(10), Protocol(None, {"d": 30})):
        outcome = granularity(*table(12.34), stated)
        assert not outcome.cells and not outcome.findings and "not stated" in outcome.note


def test_folds_have_two_sizes():
    assert Protocol(100, {}, {"d": 178}, 10).sizes("d") == [{17: 20, 18: 80}]
    assert Protocol(100, {}, {"d": 150}, 10).sizes("d") == [{15: 100}]


def test_a_column_has_the_digits_of_its_longest_number():
    assert unit_of([26.0, 8.3, 71.67]) == pytest.approx(0.01)
    assert unit_of([3.0]) == 1


def test_several_means_allow_few_numbers_of_rows():
    values = [round(100 * k / 2100, 2) for k in (560, 547, 537, 531, 538, 716)]
    fit = [n for n in range(18, 25) if reachable(values, {n: 100}, 0.01, 100.0, False).all()]
    assert fit == [21]


def test_a_reading_without_power_leaves_a_data_set_unjudged():
    outcome = granularity(*table(20.01), Protocol(10, {"d": [36, 10_000]}))
    assert not outcome.cells and not outcome.findings and "no power" in outcome.note
    assert granularity(*table(20.01), Protocol(10, {"d": [36, 37]})).cells == 1
