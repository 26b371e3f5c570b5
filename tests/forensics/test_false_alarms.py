"""Honest tables are seldom accused, and planted faults are found."""

import pytest

from methods.forensics.printed_cells import FALSE_ALARMS
from tests.forensics.simulated import PLANTED, caught, false_alarms, false_alarms_of_arrays

CERTAIN = ("granularity", "possible spreads", "ranks", "average ranks", "counts", "marks")


@pytest.mark.slow
def test_false_alarms_stay_below_the_stated_rate():
    """400 tables; docs/forensics.md has 10,000. Three standard errors of slack."""
    rates = false_alarms(400, seed=7)["alarms"]
    assert (rates[list(CERTAIN)] == 0).all()
    assert (rates <= FALSE_ALARMS + 3 * (0.05 * 0.95 / 400) ** 0.5).all()


@pytest.mark.slow
def test_a_few_honest_tables_are_not_accused_of_the_impossible():
    assert (false_alarms(8, seed=1)["alarms"][list(CERTAIN)] == 0).all()


def test_the_simulation_of_arrays_accuses_no_honest_table_of_the_impossible():
    rates = false_alarms_of_arrays(4, seed=3)
    assert (rates[["granularity", "possible spreads", "ranks", "significance"]] == 0).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("at", "low", "high"),
    [(0, 0.9, 1.0), (1, 0.4, 0.9), (3, 0.0, 0.0), (6, 0.95, 1.0), (9, 0.9, 1.0), (12, 0.65, 1.0)],
)
def test_planted_faults_are_found_as_often_as_the_page_says(at, low, high):
    test, plant, options = PLANTED[at]
    assert low <= caught(test, plant, 30, seed=5, **options) <= high
