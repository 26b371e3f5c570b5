"""The best setting by test errors against the chosen one, on made-up scores."""

from functools import partial

import pytest

from methods.tables.chosen_settings import best_setting_table, best_settings
from tests.tables.sweeps import OPTIONS, sweep_results


@pytest.fixture
def two_studies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return partial(sweep_results, tmp_path)


def test_the_best_setting_has_the_lowest_mean_error_of_its_data_set_and_method(two_studies):
    chosen = {"alpha": {"A": [0.3, 0.3, 0.3], "B": [0.2, 0.2, 0.2]}}
    sweep = {
        "1": {"alpha": {"A": [0.1, 0.2, 0.6], "B": [0.1, 0.2, 0.3]}},
        "8": {"alpha": {"A": [0.2, 0.2, 0.2], "B": [0.3, 0.3, 0.3]}},
    }
    cases = best_settings(two_studies(chosen, sweep), **OPTIONS)
    assert cases["setting"].tolist() == ["8", "1"]
    assert cases["gap"].tolist() == pytest.approx([0.1, 0.0])
    assert [s.mean for s in cases["best"]] == pytest.approx([0.2, 0.2])


def test_the_gap_is_over_the_trials_that_both_studies_have(two_studies):
    nan = float("nan")
    chosen = {"alpha": {"A": [0.5, nan, nan], "B": [nan] * 3}}
    sweep = {key: {"alpha": {"A": [0.1, 0.2, 0.3], "B": [0.1, 0.1, 0.1]}} for key in ("1", "8")}
    cases = best_settings(two_studies(chosen, sweep), **OPTIONS)
    assert cases["method"].tolist() == ["A"] and cases["n"].tolist() == [1]
    assert cases["gap"].tolist() == pytest.approx([0.4])


def test_a_cell_is_a_mean_with_its_standard_error_or_a_hole(two_studies):
    chosen = {"alpha": {"A": [0.3, 0.32, 0.34], "B": [0.2, 0.2, 0.2]}}
    sweep = dict.fromkeys(("1", "8"), chosen)
    table = best_setting_table(two_studies(chosen, sweep), **OPTIONS)
    assert table.cells.loc["alpha: A"].tolist() == ["–", "32.00 ± 1.15", "1", "32.00 ± 1.15"]
    assert table.data["n"].tolist() == [3, 3]
