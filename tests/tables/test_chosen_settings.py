"""The best setting by test errors against the chosen one, on made-up scores."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

from methods.tables.chosen_settings import best_setting_table, best_settings
from tests.claims.stored import stored
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


def swept(chosen, **settings):
    sweep = {("error", name): {"alpha": {"A": values}} for name, values in settings.items()}
    return {"main": {"error": {"alpha": {"A": chosen}}}, "side": sweep}


ONE = OPTIONS | {"methods": ["A"]}


def test_of_equal_settings_the_first_is_the_best_and_one_that_failed_is_none():
    nan = float("nan")
    studies = swept([0.3] * 2, c=[nan] * 2, b=[0.2] * 2, a=[0.2] * 2)
    (row,) = best_settings(stored(studies), **ONE).to_dict("records")
    assert (row["setting"], row["gap"], row["n"]) == ("b", pytest.approx(0.1), 2)
    studies = swept([0.3], first=[nan])
    assert best_settings(stored(studies), **ONE).empty
    studies = swept([0.3], first=[0.2])
    studies["side"]["error", "first"]["beta"] = {"A": [0.2]}  # which the other study lacks
    assert best_settings(stored(studies), **ONE)["dataset"].tolist() == ["alpha"]


def test_the_table_has_the_printed_error_in_percent_and_ours_times_a_hundred():
    published = pd.DataFrame(
        {"table": ["t"], "metric": "e", "dataset": "alpha", "method": "A", "value": 31.0,
         "spread": 2.0, "spread_kind": "std"}
    )  # fmt: skip
    results = stored(swept([0.3, 0.32], a=[0.2, 0.22], b=[0.4, 0.4]), published=published)
    given = {"table": "t", "metric": "e", "trials": 16}
    table = best_setting_table(results, **ONE, published=given, caption="here")
    assert table.cells.loc["alpha: A"].tolist() == [
        "31.00 ± 0.50", "21.00 ± 1.00", "a", "31.00 ± 1.00",
    ]  # fmt: skip
    row = table.data.iloc[0]
    keys = ["printed", "printed_se", "best", "best_se", "chosen", "chosen_se", "n"]
    assert row[keys].tolist() == pytest.approx([31, 0.5, 21, 1, 31, 1, 2])
    assert table.caption.startswith("here: %, mean ± standard error; best: ")
    without = best_setting_table(results, **ONE).data.iloc[0]
    assert np.isnan(without["printed"])


def test_each_data_set_and_method_has_its_own_printed_error():
    printed = [("beta", "A", 30.0), ("alpha", "B", 40.0)]
    published = pd.DataFrame(printed, columns=["dataset", "method", "value"]).assign(
        table="t", metric="e", spread=2.0, spread_kind="std"
    )
    scores = {name: {"A": [0.3, 0.3], "B": [0.3, 0.3]} for name in ("alpha", "beta")}
    studies = {"main": {"error": scores}, "side": {("error", "1"): scores}}
    given = {"table": "t", "metric": "e", "trials": 4}
    table = best_setting_table(stored(studies, published=published), **OPTIONS, published=given)
    assert table.cells["printed"].to_dict() == {
        "alpha: A": "–", "alpha: B": "40.00 ± 1.00", "beta: A": "30.00 ± 1.00", "beta: B": "–",
    }  # fmt: skip


@pytest.mark.parametrize("spread", [2.0, np.nan])
def test_a_mean_stands_alone_where_no_standard_error_is_known(spread):
    published = pd.DataFrame(
        {"table": ["t"], "metric": "e", "dataset": "alpha", "method": "A", "value": 31.0,
         "spread": spread, "spread_kind": "std"}
    )  # fmt: skip
    results = stored(swept([0.3], a=[0.2], b=[0.4]), published=published)
    given = {"table": "t", "metric": "e", "trials": 16}
    table = best_setting_table(results, **ONE, published=given)
    printed = "31.00" if np.isnan(spread) else "31.00 ± 0.50"
    assert table.cells.loc["alpha: A"].tolist() == [printed, "20.00", "a", "30.00"]


def test_a_table_of_settings_without_a_caption_names_its_study():
    results = stored(swept([0.3], a=[0.2], b=[0.4]))
    assert best_setting_table(results, **ONE).caption.startswith("main: %, mean")


def test_a_gap_is_the_mean_over_the_common_trials():
    (row,) = best_settings(stored(swept([0.2, 0.2, 0.8], a=[0.2] * 3)), **ONE).to_dict("records")
    assert row["gap"] == pytest.approx(0.2)


def test_a_method_without_scores_hides_no_other():
    nan = float("nan")
    everywhere = {"chosen fails": [0.1], "sweep fails": [0.1], "fine": [0.1]}
    chosen = {"beta": everywhere | {"chosen fails": [nan]}, "alpha": everywhere}
    sweep = {name: everywhere | {"sweep fails": [nan]} for name in ("first", "beta", "alpha")}
    results = stored({"main": {"error": chosen}, "side": {("error", "1"): sweep}})
    options = OPTIONS | {"methods": ["sweep fails", "chosen fails", "fine"]}
    cases = best_settings(results, **options)
    assert cases[["dataset", "method"]].to_numpy().tolist() == [
        ["beta", "fine"], ["alpha", "chosen fails"], ["alpha", "fine"],
    ]  # fmt: skip


def test_both_means_are_over_all_trials_of_their_study():
    nan = float("nan")
    studies = swept([0.2, 0.2, nan], a=[0.2, 0.2, 0.8], b=[0.5] * 3)
    (row,) = best_settings(stored(studies), **ONE).to_dict("records")
    assert (row["best"].mean, row["best"].n) == (pytest.approx(0.4), 3)
    assert (row["chosen"].n, row["gap"], row["n"]) == (2, pytest.approx(0), 2)


def test_a_setting_with_fewer_trials_is_not_the_best():
    nan = float("nan")
    studies = swept([0.2, 0.2, 0.8], a=[0.2, 0.2, nan], b=[0.5] * 3)
    (row,) = best_settings(stored(studies), **ONE).to_dict("records")
    assert row["setting"] == "b" and row["best"].n == 3


def test_of_settings_with_equal_means_the_first_is_the_best():
    """0.1 + 0.2 is more than 0.3 in floating point."""
    studies = swept([0.2] * 3, a=[0.1, 0.2, 0.0], b=[0.0, 0.0, 0.3])
    (row,) = best_settings(stored(studies), **ONE).to_dict("records")
    assert row["setting"] == "a"


def test_each_data_set_has_a_best_setting_of_its_own():
    chosen = {name: {"A": [0.5] * 3} for name in ("alpha", "beta")}
    sweep = {
        ("error", "1"): {"alpha": {"A": [0.1] * 3}, "beta": {"A": [0.3] * 3}},
        ("error", "8"): {"alpha": {"A": [0.2] * 3}, "beta": {"A": [0.1] * 3}},
    }
    cases = best_settings(stored({"main": {"error": chosen}, "side": sweep}), **ONE)
    assert cases[["dataset", "setting"]].to_numpy().tolist() == [["alpha", "1"], ["beta", "8"]]
