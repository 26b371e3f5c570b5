"""The best setting by test errors against the chosen one, on made-up scores."""

import pandas as pd
import pytest

from methods.claims.chosen_settings import gap_is_small
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.tables.chosen_settings import best_setting_table, best_settings
from tests.made_up import made_up_results, study

OPTIONS = {"sweep": "side", "chosen": "main", "methods": ["A", "B"]}


@pytest.fixture
def two_studies(tmp_path, monkeypatch):
    """`chosen[data set][method]` a trial, `sweep[setting][data set][method]` a trial."""
    monkeypatch.chdir(tmp_path)

    def make(chosen, sweep):
        names = list(chosen)
        side = study(names, ["A", "B"]) | {
            "trials": 3,
            "conditions": {"vary": "parameter", "name": "C", "values": [1, 8]},
        }
        studies = {"main": study(names, ["A", "B"]), "side": side}
        results = made_up_results(tmp_path, chosen, studies=studies)
        folder = tmp_path / "results/toy/side/scores"
        folder.mkdir(parents=True)
        for name in names:
            rows = [
                (method, seed, setting, "error", value)
                for setting, of_set in sweep.items()
                for method, values in of_set[name].items()
                for seed, value in enumerate(values)
            ]
            columns = ["method", "seed", "condition", "metric", "value"]
            pd.DataFrame(rows, columns=columns).to_parquet(folder / f"{name}.parquet", index=False)
        return results

    return make


def test_the_best_setting_has_the_lowest_mean_error_of_its_data_set_and_method(two_studies):
    chosen = {"alpha": {"A": [0.3, 0.3, 0.3], "B": [0.2, 0.2, 0.2]}}
    sweep = {
        "1": {"alpha": {"A": [0.1, 0.2, 0.6], "B": [0.1, 0.2, 0.3]}},
        "8": {"alpha": {"A": [0.2, 0.2, 0.2], "B": [0.3, 0.3, 0.3]}},
    }
    found = best_settings(two_studies(chosen, sweep), **OPTIONS)
    assert found["setting"].tolist() == ["8", "1"]
    assert found["gap"].tolist() == pytest.approx([0.1, 0.0])
    assert [s.mean for s in found["best"]] == pytest.approx([0.2, 0.2])


def test_the_gap_is_over_the_trials_that_both_studies_have(two_studies):
    nan = float("nan")
    chosen = {"alpha": {"A": [0.5, nan, nan], "B": [nan] * 3}}
    sweep = {key: {"alpha": {"A": [0.1, 0.2, 0.3], "B": [0.1, 0.1, 0.1]}} for key in ("1", "8")}
    found = best_settings(two_studies(chosen, sweep), **OPTIONS)
    assert found["method"].tolist() == ["A"] and found["n"].tolist() == [1]
    assert found["gap"].tolist() == pytest.approx([0.4])


@pytest.mark.parametrize(
    ("gaps", "verdict"),
    [
        ([0.001, 0.002, 0.001, 0.002], HOLDS),
        ([0.03, 0.031, 0.03, 0.031], FAILS),
        ([0.03, 0.0, 0.01, -0.02], INCONCLUSIVE),
    ],
)
def test_flatters(two_studies, gaps, verdict):
    first, second = ({"A": [0.2 + a] * 3, "B": [0.2 + b] * 3} for a, b in (gaps[:2], gaps[2:]))
    even = {"A": [0.2] * 3, "B": [0.2] * 3}
    sweep = {key: {"alpha": even, "beta": even} for key in ("1", "8")}
    results = two_studies({"alpha": first, "beta": second}, sweep)
    assert gap_is_small(results, **OPTIONS, margin=0.005).verdict == verdict


def test_nothing_is_judged_where_nothing_ran(two_studies):
    nan = {"alpha": {"A": [float("nan")] * 3, "B": [float("nan")] * 3}}
    results = two_studies(nan, {"1": nan, "8": nan})
    assert gap_is_small(results, **OPTIONS, margin=0.005).verdict == UNTESTABLE


def test_a_cell_is_a_mean_with_its_standard_error_or_a_hole(two_studies):
    chosen = {"alpha": {"A": [0.3, 0.32, 0.34], "B": [0.2, 0.2, 0.2]}}
    sweep = dict.fromkeys(("1", "8"), chosen)
    table = best_setting_table(two_studies(chosen, sweep), **OPTIONS)
    assert table.cells.loc["alpha: A"].tolist() == ["–", "32.00 ± 1.15", "1", "32.00 ± 1.15"]
    assert table.data["n"].tolist() == [3, 3]
