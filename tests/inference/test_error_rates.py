"""On made-up tables of known truth each statistic errs as often as it says.

The fast tests see gross faults, the slow ones check the stated rates. A bound is the stated rate
with three standard errors of a share of so many tables. Fewer draws and resamples serve here.
"""

import pytest

from methods.inference import effects, region
from tests.inference import simulated
from tests.inference.simulated import on_many_datasets, on_one_dataset, rates

FEW, MANY = 60, 600
STATED = 0.05
PERCENTILE = 0.10  # of a percentile interval over 20 data sets, which is known to be too narrow


def bound(rate, n_tables):
    return rate + 3 * (rate * (1 - rate) / n_tables) ** 0.5


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(region, "DRAWS", 2000)
    monkeypatch.setattr(effects, "RESAMPLES", 1000)


SIZES = [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.slow)]


@pytest.mark.slow
@pytest.mark.parametrize("n_tables", SIZES)
def test_without_a_difference_few_tables_show_one(n_tables):
    shares = rates(on_many_datasets, n_tables, 20, 0.0)
    for name in (
        "Wilcoxon, Holm over pairs: a false rejection", "Wilcoxon, Holm against one: a rejection",
        "Nemenyi: a false rejection", "mean interval misses", "sure of better", "sure of worse",
    ):  # fmt: skip
        assert shares[name] <= bound(STATED, n_tables), name
    for name in ("rank-biserial interval misses 0", "rank interval misses"):
        assert shares[name] <= bound(PERCENTILE, n_tables), name


@pytest.mark.slow
@pytest.mark.parametrize("n_tables", SIZES)
def test_a_known_difference_is_found_and_not_turned_round(n_tables):
    shares = rates(on_many_datasets, n_tables, 20, 0.04)
    assert shares["Wilcoxon, Holm over pairs: a false rejection"] <= bound(STATED, n_tables)
    assert shares["Wilcoxon, Holm over pairs: first pair found"] > 0.5
    assert shares["sure of better"] > 0.5 and shares["sure of worse"] == 0
    assert shares["mean interval misses"] <= bound(STATED, n_tables)


@pytest.mark.parametrize(
    "n_tables",
    [FEW, pytest.param(300, marks=pytest.mark.slow), pytest.param(3000, marks=pytest.mark.slow)],
)
def test_on_one_data_set_the_correction_is_what_keeps_the_rate(n_tables):
    shares = rates(on_one_dataset, n_tables, 0.0)
    assert shares["interval misses"] <= bound(STATED, n_tables)
    assert shares["t-test rejects"] <= bound(STATED, n_tables)
    assert shares["uncorrected t-test rejects"] > 0.5
    assert rates(on_one_dataset, n_tables, region.ROPE)["sure of worse"] <= bound(STATED, n_tables)
    assert rates(on_one_dataset, n_tables, 0.15)["sure of worse"] > 0.95


@pytest.mark.slow
def test_methods_that_are_equal_everywhere_are_practically_equal(monkeypatch):
    monkeypatch.setattr(simulated, "OF_TRIAL", 0.003)  # so that means differ by less than a point
    shares = rates(on_many_datasets, FEW, 20, 0.0, spread=0.0)
    assert shares["sure of equal"] > 0.95
    assert shares["sure of better"] == shares["sure of worse"] == 0
