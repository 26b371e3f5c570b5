"""The table of groups of the SMM paper, and the stored matrices."""

import numpy as np
import pandas as pd
import pytest

from methods.tables.papers import smm
from methods.tables.table import write_table
from tests.claims.stored import stored
from tests.made_up import made_up_results, store_frame
from tests.tables.papers.blocks import keep, keep_paths, results_of_two

COEF = np.arange(12.0).reshape(3, 4)


@pytest.fixture
def results(tmp_path, monkeypatch):
    return results_of_two(tmp_path, monkeypatch)


def test_coefficients_are_those_of_a_method_and_seed(results, tmp_path):
    keep(tmp_path, a=-COEF, b=COEF)
    matrices = smm.coefficients(results, "main", "alpha")
    assert list(matrices) == ["A", "B"]
    np.testing.assert_array_equal(matrices["B"], COEF)
    assert smm.coefficients(results, "main", "alpha", seed=1) == {}


def test_settings_of_like_error_are_those_near_the_least_of_the_method_on_the_draw(
    results, tmp_path
):
    keep_paths(tmp_path, {
        ("A", 0): [(0.128, -9.0), (0.117, -1.0), (0.127, -3.0), (0.12, -2.0), (0.128, -9.0)],
        ("B", 0): [(0.2, 2.0), (0.3, -9.0)],
        ("A", 1): [(0.5, 0.0)],
    })  # fmt: skip
    ranges = smm.settings_of_like_error(results, "main", "path", 0.01)
    expected = {
        ("alpha", "A", 0): (-3, -1, -2),
        ("alpha", "A", 1): (0, 0, 0),
        ("alpha", "B", 0): (2, 2, 2),
    }
    assert {key: tuple(row) for key, row in zip(ranges.index, ranges.to_numpy(), strict=True)} == (
        expected
    )


def test_the_grouping_table_has_the_median_over_the_draws(results, tmp_path):
    path = [(0.1, -2.0), (0.1, 1.0), (0.9, -9.0)]
    keep_paths(tmp_path, {("A", 0): path, ("A", 1): path, ("A", 2): [(0.1, 0.0)]})
    options = {"study": "main", "curve": "path", "metric": "error", "within": 0.01}
    table = smm.grouping_table(results, methods=["A", "B"], **options)
    (row,) = table.data.to_dict("records")
    assert row == pytest.approx(
        {"dataset": "alpha", "method": "A", "draws": 3, "chosen": 10**0.2, "purest": 0.01,
         "least_pure": 10.0}
    )  # fmt: skip
    assert table.cells.loc["alpha, A"].to_dict() == {
        "draws": "3", "chosen": "1.6", "purest": "0.01", "least pure": "10"
    }  # fmt: skip
    write_table(table, tmp_path / "grouping")
    assert table.caption == results.study("main").about
    assert smm.grouping_table(results, methods=["A"], **options, caption="c").caption == "c"


def test_without_a_path_the_grouping_table_is_empty(results, tmp_path):
    options = {"study": "main", "curve": "path", "metric": "error", "within": 0.01}
    assert smm.grouping_table(results, methods=["A"], **options).data.empty
    assert isinstance(smm.settings_of_like_error(results, "main", "path", 0.01), pd.DataFrame)


def test_training_seconds_stand_beside_the_printed_ones_of_their_data_set(tmp_path, monkeypatch):
    """Of a data set without fits, or of a method that is not printed, the other part is a gap."""
    monkeypatch.chdir(tmp_path)
    printed = pd.DataFrame(
        {"table": "t", "dataset": ["alpha", "beta"], "method": "A", "metric": "s",
         "value": [86.3, 7.2], "spread": [163.73, 0.22], "spread_kind": "std"}
    )  # fmt: skip
    scores = {"alpha": {"A": [0.1] * 2, "B": [0.1] * 2}, "beta": {"A": [np.nan] * 2}}
    results = made_up_results(tmp_path, scores, published=printed)
    path = tmp_path / "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(path)
    store_frame(runs.assign(fit_seconds=1.0 + 2 * runs["seed"]), path)
    table = smm.training_seconds(
        results, study="main", methods=["A", "B"], table="t", metric="s", caption="c"
    )
    assert list(table.cells.columns) == ["A", "B", "A (printed)"]
    assert table.cells.loc["alpha"].tolist() == ["2 ± 1.41", "2 ± 1.41", "86.3 ± 164"]
    assert table.cells.loc["beta"].tolist() == ["–", "–", "7.2 ± 0.22"]
    first = table.data.iloc[0]
    assert (first["n"], first["mean"], first["printed_std"]) == (2, 2.0, 163.73)
    assert table.caption == "c"
    write_table(table, tmp_path / "seconds")


def test_errors_under_noise_are_told_by_the_rank_that_was_chosen():
    error = {"A": [0.1, 0.3, 0.2, 0.5], "B": [0.2, 0.3, 0.2, 0.1]}
    clean, ranks = dict.fromkeys("AB", [0.0] * 4), {"A": [1.0, 1.0, 3.0, 2.0]}
    kept = stored({"main": {
        ("error", "much"): {"alpha": error}, ("error", "none"): {"alpha": clean},
        ("rank", "much"): {"alpha": ranks}, ("rank", "none"): {"alpha": ranks},
    }})  # fmt: skip
    table = smm.noise_by_rank(
        kept, studies=["main"], method="A", than=["B"], conditions=["none", "much"], caption="c"
    )
    assert list(table.cells.index) == [
        "main, none, rank 1", "main, none, rank above 1",
        "main, much, rank 1", "main, much, rank above 1",
    ]  # fmt: skip
    one, above = (table.cells.loc[f"main, much, rank {rank}"] for rank in ("1", "above 1"))
    # the standard error of -0.1 and 0, and of 0 and 0.4
    assert one.to_dict() == {"draws": "2", "A": "20.0", "A minus B": "-5.0 ± 5.0"}
    assert above.to_dict() == {"draws": "2", "A": "35.0", "A minus B": "20.0 ± 20.0"}
    assert table.caption == "c"


def test_a_rank_that_no_draw_chose_is_a_row_of_holes():
    studies = {
        name: {("error", ""): {"alpha": {"A": [0.1, 0.3], "B": [0.2, 0.2]}},
               ("rank", ""): {"alpha": {"A": [1.0, 1.0]}}}
        for name in ("one_study", "other")
    }  # fmt: skip
    table = smm.noise_by_rank(
        stored(studies), studies=["one_study", "other"], method="A", than=["B"], conditions=[""]
    )
    assert table.cells.to_numpy().tolist() == [
        ["2", "20.0", "0.0 ± 10.0"], ["0", "–", "– ± –"],
    ] * 2  # fmt: skip
    assert table.cells.index[1] == "one study, , rank above 1"
    assert table.caption == "one_study"


def test_a_method_without_a_path_leaves_the_others_in_the_table(results, tmp_path):
    keep_paths(tmp_path, {("A", 0): [(0.1, -2.0)]})
    options = {"study": "main", "curve": "path", "metric": "error", "within": 0.01}
    table = smm.grouping_table(results, methods=["B", "A"], **options)
    (row,) = table.data.to_dict("records")
    assert (row["method"], row["purest"], row["least_pure"]) == ("A", 0.01, 0.01)


def test_the_seconds_of_a_single_trial_have_no_deviation():
    printed = pd.DataFrame(
        {"table": "t", "dataset": "alpha", "method": ["A", "C"], "metric": "s", "value": [7.0, 8.0],
         "spread": [np.nan, 1.0]}
    )  # fmt: skip
    seconds = {"alpha": {"A": [2.0]}, "beta": {"A": [4.0]}}
    scores = {name: {"A": [0.1], "B": [0.1]} for name in seconds}
    results = stored({"main": {"error": scores}}, seconds=seconds, published=printed)
    table = smm.training_seconds(
        results, study="main", methods=["B", "A"], table="t", metric="s"
    )  # fmt: skip
    assert table.cells.columns.tolist() == ["B", "A", "A (printed)"]
    assert table.cells.loc["alpha"].tolist() == ["1", "2", "7"]
    assert table.cells.loc["beta"].tolist() == ["1", "4", "–"]
    assert table.data["n"].tolist() == [1] * 4 and table.caption == "main"


def test_the_seconds_of_fits_that_failed_do_not_count():
    printed = pd.DataFrame({"table": ["t"], "dataset": "beta", "method": "A", "metric": "s",
                            "value": 1.0, "spread": 1.0})  # fmt: skip
    results = stored({"main": {"error": {"alpha": {"A": [0.1, np.nan, 0.1]}}}},
                     seconds={"alpha": {"A": [2.0, 90.0, 4.0]}}, published=printed)  # fmt: skip
    table = smm.training_seconds(results, study="main", methods=["A"], table="t", metric="s")
    assert table.cells.loc["alpha", "A"] == "3 ± 1.41" and table.data["n"].tolist() == [2]


def test_a_draw_without_a_rank_is_in_neither_group():
    kept = stored({"main": {
        ("error", ""): {"alpha": {"A": [0.1, 0.3, 0.7], "B": [0.2, 0.2, 0.2]}},
        ("rank", ""): {"alpha": {"A": [1.0, 2.0, np.nan]}},
    }})  # fmt: skip
    table = smm.noise_by_rank(kept, studies=["main"], method="A", than=["B"], conditions=[""])
    assert table.cells["draws"].tolist() == ["1", "1"]
    assert table.cells["A"].tolist() == ["10.0", "30.0"]


def test_the_chosen_setting_is_that_of_the_data_set():
    scores = {"alpha": {"A": [0.1] * 3}, "beta": {"A": [0.5] * 3}}
    curves = {"path": {name: {"A": [[(0.1, 0.0)]] * 3} for name in scores}}
    table = smm.grouping_table(
        stored({"main": {"error": scores}}, curves=curves),
        study="main", curve="path", metric="error", within=0.01, methods=["A"],
    )  # fmt: skip
    assert table.data["chosen"].tolist() == pytest.approx([10**0.1, 10**0.5])
