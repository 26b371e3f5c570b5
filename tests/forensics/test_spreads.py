"""Spreads that whole errors, or sampled test rows, do not give."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest

from methods.forensics.possible_spreads import possible, possible_spreads
from methods.forensics.printed_cells import Protocol, deviations
from methods.forensics.sampling_spreads import (
    chance_below,
    degrees_of_freedom,
    implied_rows,
    least_variance,
    reads_as,
    sampling_spreads,
)
from tests.forensics.simulated import METRIC, honest


def test_no_spread_that_some_counts_give_is_called_impossible():
    """All counts of errors of three trials on six rows, with both divisors."""
    for errors in product(range(7), repeat=3):
        for ddof in (0, 1):
            mean, spread = np.mean(errors) / 6, np.std(errors, ddof=ddof) / 6
            exact = (mean - 1e-9, mean + 1e-9), (spread - 1e-9, spread + 1e-9)
            assert possible(*exact, 6, 3, ddof)


@pytest.mark.parametrize("ddof", [0, 1])
def test_spreads_that_no_counts_give_are_found(ddof):
    given = {(sum(e), round(np.std(e, ddof=ddof) / 6, 4)) for e in product(range(7), repeat=3)}
    spreads = np.round(np.arange(0, 0.6, 0.0005), 4)
    mean = (9 / 18 - 1e-9, 9 / 18 + 1e-9)
    said = [possible(mean, (s - 5e-5, s + 5e-5), 6, 3, ddof) for s in spreads]
    truth = [(9, s) in given for s in spreads]
    assert all(ok for ok, true in zip(said, truth, strict=True) if true)
    assert np.mean(said) < 0.04  # few are possible at all


def table_of_spreads(*ddofs):
    """A printed table of ten trials on 58 rows, a row for each divisor of its deviation."""
    rng = np.random.default_rng(3)
    rows = []
    for i, ddof in enumerate(ddofs):
        errors = rng.binomial(58, 0.25, 10)
        rows.append(
            {"dataset": "d", "method": f"m{i}", "value": round(100 * errors.mean() / 58, 2),
             "spread": round(100 * errors.std(ddof=ddof) / 58, 2), "spread_kind": "std"}
        )  # fmt: skip
    return pd.DataFrame(rows)


def test_a_table_has_one_divisor():
    """Those with the other one cannot come from its formula; the fewer are the findings."""
    for ddofs in ([0] * 8, [1] * 8):
        assert not possible_spreads(
            METRIC, table_of_spreads(*ddofs), Protocol(10, {"d": 58})
        ).findings
    for odd, usual in ((0, 1), (1, 0)):
        mixed = table_of_spreads(*[odd] * 2, *[usual] * 8)
        found = possible_spreads(METRIC, mixed, Protocol(10, {"d": 58})).findings
        # not each wrong spread is impossible, and none of the others is
        assert found and {finding.method for finding in found} <= {"m0", "m1"}


@pytest.mark.parametrize("kind", ["std", "se"])
def test_standard_errors_are_taken_times_the_root_of_the_trials(kind):
    rng = np.random.default_rng(3)
    errors = rng.binomial(58, 0.25, 10)
    spread = 100 * errors.std(ddof=1) / 58 / (10**0.5 if kind == "se" else 1)
    row = {"dataset": "d", "method": "m", "value": round(100 * errors.mean() / 58, 2),
           "spread": round(spread, 2), "spread_kind": kind}  # fmt: skip
    assert not possible_spreads(METRIC, pd.DataFrame([row]), Protocol(10, {"d": 58})).findings
    off = pd.DataFrame([row | {"spread": round(spread + 0.02, 2)}])
    outcome = possible_spreads(METRIC, off, Protocol(10, {"d": 58}))
    assert outcome.cells == 1 and (kind == "se" or len(outcome.findings) == 1)


@pytest.mark.parametrize(("rows", "n"), [(351, 201), (232, 46), (1000, 200)])
def test_the_variance_of_fixed_decisions_is_that_of_sampling_without_replacement(rows, n):
    drawn = np.random.default_rng(0).hypergeometric(rows // 5, rows - rows // 5, n, 200_000) / n
    expected = least_variance(rows // 5 / rows, n, rows)
    assert drawn.var() == pytest.approx(float(expected), rel=0.02)


@pytest.mark.parametrize(("p", "n", "trials"), [(0.25, 58, 10), (0.05, 120, 20), (0.1, 70, 100)])
def test_the_chance_of_a_small_spread_is_not_understated(p, n, trials):
    rng = np.random.default_rng(1)
    errors = rng.hypergeometric(round(p * 1000), 1000 - round(p * 1000), n, (20_000, trials)) / n
    means, spreads = errors.mean(axis=1), errors.std(axis=1, ddof=1)
    chances = chance_below(
        spreads, least_variance(means, n, 1000), degrees_of_freedom(means, n, trials)
    )
    for level in (0.05, 0.005):
        assert (chances < level).mean() <= level * 1.15 + 0.001


def test_folds_of_repeated_cross_validation_have_their_own_degrees():
    """Ten repetitions of ten folds with fixed decisions, many times."""
    rng = np.random.default_rng(2)
    wrong = np.arange(200) < 40
    chances = []
    for _ in range(400):
        folds = np.concatenate([rng.permutation(wrong).reshape(10, 20) for _ in range(10)])
        spread = folds.mean(axis=1).std(ddof=1) * (99 / 90) ** 0.5
        degrees = degrees_of_freedom(0.2, 20, 100, folds=10)
        chances.append(chance_below(spread, least_variance(0.2, 20, 200, folds=10), degrees))
    assert 0.01 <= np.mean(np.array(chances) < 0.05) <= 0.09
    assert np.median(chances) == pytest.approx(0.5, abs=0.1)


def test_spreads_imply_the_test_rows_that_made_them():
    rng = np.random.default_rng(4)
    inside = []
    for _ in range(200):
        errors = rng.hypergeometric(100, 335, 87, (3, 50)) / 87
        n, low, high = implied_rows(errors.mean(axis=1), errors.std(axis=1, ddof=1), 50, 435)
        inside.append(low <= 87 <= high)
        assert low < n < high
    assert np.mean(inside) >= 0.95


def test_standard_errors_are_told_from_deviations():
    errors, n = np.array([0.2, 0.25, 0.3]), np.array([100, 100, 100])
    deviations = (errors * (1 - errors) / n) ** 0.5
    assert reads_as(errors, deviations, n, 10)[0] == "std"
    assert reads_as(errors, deviations / 10**0.5, n, 10)[0] == "se"


def test_spreads_of_another_kind_are_found_and_named():
    table, _, _, stated = honest(np.random.default_rng(0), trials=20)
    table = table.assign(spread_kind="std", spread=2.0 / 20**0.5)
    outcome = sampling_spreads(METRIC, table, stated)
    assert outcome.findings and "as large as se would be" in outcome.note
    assert all("cannot come from fixed decisions" in f.says for f in outcome.findings)


def test_training_errors_and_few_errors_are_not_judged():
    table, _, _, stated = honest(np.random.default_rng(0))
    assert not sampling_spreads("train_error_percent", table, stated).cells
    assert not sampling_spreads(METRIC, table.assign(value=0.3), stated).cells


def test_a_spread_may_be_that_of_any_reading_of_the_rows():
    outcome = possible_spreads(METRIC, table_of_spreads(*[1] * 8), Protocol(10, {"d": [61, 58]}))
    assert outcome.cells and not outcome.findings


def test_each_spread_is_of_its_own_kind():
    table = table_of_spreads(*[1] * 8)
    alone = possible_spreads(METRIC, table, Protocol(10, {"d": 58}))
    error = {"dataset": "none", "method": "m", "value": 1.0, "spread": 0.5, "spread_kind": "se"}
    both = pd.concat([pd.DataFrame([error]), table], ignore_index=True)
    outcome = possible_spreads(METRIC, both, Protocol(10, {"d": 58}))
    assert (outcome.cells, len(outcome.findings)) == (alone.cells, 0) and alone.cells


def test_the_rows_that_spreads_imply_are_those_of_each_data_set():
    table, _, _, stated = honest(np.random.default_rng(0), decimals=4)
    note = sampling_spreads(METRIC, table, stated).note
    for name, of_set in table.groupby("dataset"):
        alone = sampling_spreads(
            METRIC, of_set, replace(stated, rows={name: stated.rows[name]})
        ).note
        assert f"{name} {alone.partition(f'{name} ')[2]}" in note


def test_a_table_may_state_deviations_and_standard_errors():
    rows = pd.DataFrame({"spread": [1.0, 1.0], "spread_kind": ["std", "se"]})
    assert deviations(METRIC, rows, 4).tolist() == [0.01, 0.02]
    table, _, _, stated = honest(np.random.default_rng(0), varying=False, decimals=4)
    mixed = table.assign(spread_kind=np.where(np.arange(len(table)) % 2, "se", "std"))
    for first in (mixed, mixed.iloc[::-1]):
        assert "which is not stated" in sampling_spreads(METRIC, first, stated).note
