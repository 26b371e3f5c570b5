"""How many printed means chance alone puts outside: by hand, and summed over all samples."""

from itertools import product
from math import hypot, sqrt

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from methods.bench.statistics import FEW_TRIALS
from methods.claims import chance_outside
from methods.claims.chance_outside import (
    at_least_by_chance,
    chance_of,
    chance_of_methods,
    last_digits,
    outside_by_chance,
)
from tests.claims.stored import stored

NAN = float("nan")
FINE = (1e-9, 1e-9)
PUBLISHED = {"table": "t", "metric": "e", "trials": 4}
SUMS = np.array([[0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1]], dtype=bool)  # 0 to 3 are outside


def share_of_all_samples(low, top, n, printed, digits):
    """Of n trials one is `top`: the share of samples outside, by how often each side draws it."""

    def sampled(size):
        for times in range(size + 1):
            error = (top - low) * sqrt(times * (size - times) / size / (size - 1) / size)
            mean = low + (top - low) * times / size
            yield binom.pmf(times, size, 1 / n), mean, error

    share = 0.0
    for (p, mean, own), (q, *theirs) in product(sampled(n), sampled(printed)):
        other, error = (unit * round(x / unit) for x, unit in zip(theirs, digits, strict=True))
        own = error * sqrt(printed / n) if n < FEW_TRIALS else own
        share += p * q * (abs(mean - other) > 2 * hypot(own, error))
    return share


@pytest.mark.parametrize(
    ("low", "top", "n", "printed", "digits"),
    [
        (0.0, 1.0, 12, 25, FINE),
        (0.0, 1.0, FEW_TRIALS, 25, FINE),
        (0.0, 1.0, FEW_TRIALS - 1, 25, FINE),  # the printed deviation stands for ours
        (0.0, 1.0, 6, 12, FINE),
        (0.51, 1.41, FEW_TRIALS, 12, (1.0, 1e-9)),  # every mean is printed as 1
        (0.0, 1.0, 12, 25, (1e-9, 0.11)),
        (0.0, 1.0, 6, 12, (0.3, 0.17)),
    ],
)
def test_the_share_outside_is_that_of_all_pairs_of_samples(low, top, n, printed, digits):
    trials = np.array([[low] * (n - 1) + [top]])
    outside = outside_by_chance([trials], printed, digits)
    expected = share_of_all_samples(low, top, n, printed, digits)
    assert 0.02 < expected < 0.98
    assert outside.mean() == pytest.approx(expected, abs=0.025)


@pytest.mark.parametrize(("missing", "together"), [(2, True), (3, False)])
def test_cells_of_a_data_set_share_the_trials_that_all_have_if_these_are_enough(missing, together):
    """Of eight trials six are enough; with fewer each cell is drawn by itself."""
    trials = np.random.default_rng(0).normal(size=8)
    lacking = np.where(np.arange(8) < missing, NAN, trials)
    both = outside_by_chance([np.array([trials, lacking, trials])], 10, FINE)
    assert both.shape == (3, chance_outside.DRAWS) and both.any(axis=1).all()
    assert (both[0] == both[2]).all() == together
    assert (both[0] == both[1]).all() == together


def test_the_rows_of_chance_are_in_the_order_of_the_cells():
    trials = np.random.default_rng(0).normal(size=12)
    alike = np.full(12, 0.3)
    cells = [np.array([trials, alike]), np.array([alike]), np.array([trials])]
    assert outside_by_chance(cells, 12, FINE).any(axis=1).tolist() == [True, False, False, True]


@pytest.mark.parametrize(("outside", "p"), [(0, 5 / 5), (1, 4 / 5), (3, 2 / 5), (4, 1 / 5)])
def test_the_chance_of_so_many_counts_our_own_as_one_more_draw(outside, p):
    assert chance_of(outside, SUMS) == pytest.approx(p)


def test_the_count_that_chance_puts_outside_is_two_errors_below_its_mean():
    # 0, 1, 2 and 3 have the variance 1.25
    assert at_least_by_chance(SUMS) == pytest.approx(1.5 - 2 * sqrt(1.25 / 4))


def test_the_chance_of_each_method_is_that_of_its_own_cells_after_holm():
    """Both rows of A are outside in one draw of 39, and that of B in none."""
    chance = np.zeros((3, 39), dtype=bool)
    chance[0, :2] = chance[2, 1:3] = True
    by_method = chance_of_methods(np.array([True, True, True]), chance, ["A", "B", "A"])
    assert list(by_method) == ["A", "B"]
    assert by_method == pytest.approx({"A": 2 / 40, "B": 2 * 1 / 40})
    by_method = chance_of_methods(np.array([True, True, False]), chance, ["A", "B", "A"])
    assert by_method == pytest.approx({"A": 4 / 40, "B": 2 * 1 / 40})
    by_method = chance_of_methods(np.array([True, False, True]), chance, ["A", "B", "A"])
    assert by_method == pytest.approx({"A": 2 * 2 / 40, "B": 1})


def test_equal_trials_are_never_outside_by_chance():
    """The means of 40 and of 100 such trials differ in the last bit."""
    trials = np.full((1, 40), 0.4978)
    assert trials.mean() != np.full(100, 0.4978).mean()
    assert not outside_by_chance([trials], 100, (1e-9, 1e-9)).any()


def test_a_printed_mean_may_be_outside_by_its_rounding_alone():
    """Means of 0.008 that hardly spread are printed as 0.01."""
    trials = 0.008 + np.random.default_rng(0).normal(size=(1, 40)) / 10_000
    fine, as_printed = (
        outside_by_chance([trials], 40, (digit, digit)).mean() for digit in (1e-9, 0.01)
    )
    assert fine < 0.1 and as_printed == 1
    # a deviation that is rounded up hides the distance
    error = trials.std(ddof=1) / 40**0.5
    assert outside_by_chance([trials], 40, (1e-9, 1.5 * error)).mean() < fine / 2


def test_the_seed_of_the_draws_makes_no_claim_hold():
    """Twice the expected number of 2.5 cells is 5, and half of the seeds put it above."""
    chances = [np.random.default_rng(seed).random((50, 20_000)) < 0.05 for seed in range(20)]
    means = [2 * chance.sum(axis=0).mean() for chance in chances]
    assert 0.2 < np.mean(np.array(means) >= 5) < 0.8
    low = np.array([2 * at_least_by_chance(chance) for chance in chances])
    assert (low < 5).mean() >= 0.9 and (low > 4.9).all()


def test_few_trials_are_weighed_by_the_printed_deviation_as_their_cells_are():
    """Six normal trials have 2.0 of their own errors oftener than 2 of those of a hundred."""
    trials = np.random.default_rng(1).normal(size=(1, 6))
    digits = (1e-9, 1e-9)
    beyond = outside_by_chance([trials], 100, digits).mean()
    # what is drawn from six trials spreads less than they do, by the root of 5/6
    assert beyond == pytest.approx(0.05, abs=0.02)
    many = np.repeat(trials, 2, axis=1)[:, : FEW_TRIALS - 1]
    assert outside_by_chance([many], 100, digits).mean() < 0.1
    # with ten trials their own deviation counts, which is at times far too small
    ten = outside_by_chance([np.random.default_rng(1).normal(size=(1, FEW_TRIALS))], 100, digits)
    assert ten.mean() > beyond


def cells(metric, kind, *of_values):
    return pd.DataFrame(
        [
            {"table": "t", "metric": metric, "dataset": f"d{i}", "method": "A", "value": value,
             "spread": spread, "spread_kind": kind}
            for i, (value, spread) in enumerate(of_values)
        ]
    )  # fmt: skip


def with_print(table):
    return stored({"main": {"error": {"d0": {"A": [0.4]}}}}, published=table)


@pytest.mark.parametrize(
    ("kind", "factor", "expected"),
    [("std", 1, (0.1, 0.005)), ("se", 1, (0.1, 0.01)), ("std", 10, (1.0, 0.05)),
     ("se", 10, (1.0, 0.1))],
)  # fmt: skip
def test_last_digits_are_those_of_the_printed_column(kind, factor, expected):
    results = with_print(cells("e", kind, (30.0, 4.25), (30.5, NAN), (NAN, 4.0)))
    assert last_digits(results, {**PUBLISHED, "factor": factor}) == pytest.approx(expected)
    assert last_digits(results, PUBLISHED) == pytest.approx(tuple(x / factor for x in expected))


def test_one_printed_deviation_of_all_methods_has_a_column_of_its_own():
    table = pd.concat([cells("e", "std", (30.25, NAN)), cells("bar", "std", (4.0, NAN))])
    digits = last_digits(with_print(table), {**PUBLISHED, "spread": "bar"})
    assert digits == pytest.approx((0.01, 0.5))
