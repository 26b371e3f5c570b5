"""The table of recorded numbers, from made-up scores."""

from dataclasses import replace

import pandas as pd
import pytest

from methods.bench.plan import Plan
from methods.tables.recorded import measure_table
from methods.tables.table import NO_VALUE
from tests.claims.stored import stored
from tests.made_up import FILES, made_up_results, store_frame, study, write_descriptor

NAN = float("nan")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_measures_are_means_with_their_range(tmp_path):
    scores = {"alpha": {"A": [1.0, 2.0]}, "beta": {"A": [6.0, NAN]}}
    results = made_up_results(tmp_path, scores, metric="angle")
    table = measure_table(results, study="main", measures=["angle", "kappa"])
    row = table.data.iloc[0]
    assert (row["n"], row["mean"], row["least"], row["largest"]) == (3, 3.0, 1.0, 6.0)
    assert table.cells.loc["A"].tolist() == ["3", NO_VALUE]
    middle = measure_table(results, study="main", measures=["angle"], summary="median")
    assert middle.cells.loc["A", "angle"] == "2"
    only = measure_table(results, study="main", measures=["angle"], datasets=["beta"])
    assert only.cells.loc["A", "angle"] == "6"


@pytest.mark.parametrize(("vary", "n", "mean"), [("test_noise", 2, 2.5), ("parameter", 3, 3.0)])
def test_a_fit_tested_under_noise_is_one_measurement(tmp_path, vary, n, mean):
    conditions = {"vary": vary, "name": "f", "values": ["", "more"]}
    studies = {"main": study(["alpha"], ["A"]) | {"conditions": conditions}}
    scores = {"alpha": {"A": [1.0, 4.0]}}
    results = made_up_results(tmp_path, scores, metric="angle", studies=studies)
    path = tmp_path / "results/toy/main/scores/alpha.parquet"
    stored = pd.read_parquet(path)
    again = stored[stored["seed"] == 1].assign(condition="more")
    store_frame(pd.concat([stored, again]), path)
    row = measure_table(results, study="main", measures=["angle"]).data.iloc[0]
    assert (row["n"], row["mean"]) == (n, mean)


def test_equal_numbers_under_noise_of_different_kinds_all_count():
    errors = {("error", noise): {"alpha": {"A": [value]}} for noise, value in
              (("", 0.1), ("a", 0.1), ("b", 0.4))}  # fmt: skip
    angles = {("angle", noise): {"alpha": {"A": [7.0]}} for noise in ("", "a", "b")}
    results = stored({"main": errors | angles})
    results.study("main").one_fit_for_all_conditions = True
    table = measure_table(results, study="main", measures=["error", "angle"])
    assert table.cells.loc["A"].tolist() == ["0.2", "7"]
    assert table.data["n"].tolist() == [3, 1]


@pytest.mark.parametrize("value", [NAN, float("inf"), -float("inf")])
def test_a_number_that_is_not_finite_is_left_out_and_the_cell_says_so(tmp_path, value):
    results = made_up_results(tmp_path, {"alpha": {"A": [1.0, 3.0, 9.0], "B": [1.0] * 3}}, "angle")
    path = tmp_path / "results/toy/main/scores/alpha.parquet"
    stored = pd.read_parquet(path)
    of_b = stored["method"] == "B"
    stored.loc[of_b | (stored["value"] == 9.0), "value"] = value
    store_frame(stored, path)
    table = measure_table(results, study="main", measures=["angle"])
    assert table.cells["angle"].tolist() == ["2 n=2/3", f"{NO_VALUE} n=0/3"]
    assert table.data["n"].tolist() == [2, 0]


def test_a_study_whose_data_sets_are_not_selected_has_no_numbers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"alpha": {"A": [1.0]}}, "angle")
    write_descriptor(tmp_path, "alpha", FILES)  # no longer embedded
    unselected = replace(results, plan=Plan.from_config({"datasets": "embedded"}, tmp_path))
    table = measure_table(unselected, study="main", measures=["angle"])
    assert table.cells["angle"].tolist() == [NO_VALUE]


def test_versions_of_a_data_set_are_measured_once_and_each_method_and_measure_apart():
    angles = {"alpha": {"A": [1.0, 2.0], "B": [8.0]}, "again": {"A": [9.0], "B": [9.0]},
              "beta": {"A": [6.0], "B": [-8.0]}}  # fmt: skip
    kappas = {"alpha": {"A": [1e-9], "B": [2e-9]}}
    results = stored({"main": {"angle": angles, "kappa": kappas}}, version_of={"again": "alpha"})
    table = measure_table(results, study="main", measures=["kappa", "angle"], digits=2)
    rows = table.data.set_index(["method", "measure"])
    keys = ["n", "mean", "median", "least", "largest"]
    assert rows.loc[("A", "angle"), keys].tolist() == [3, 3, 2, 1, 6]
    assert rows.loc[("B", "angle"), keys].tolist() == [2, 0, 0, -8, 8]
    # what is no larger than rounding is zero
    assert table.cells.to_numpy().tolist() == [["0", "3"], ["2e-09", "0"]]
    assert list(table.cells.columns) == ["kappa", "angle"]
    assert table.caption == "main"
    only = measure_table(results, study="main", measures=["angle"], methods=["B"], caption="c")
    assert list(only.cells.index) == ["B"] and only.caption == "c"


def test_a_number_has_three_digits_and_its_sign():
    scores = {"alpha": {"A": [1.23456], "B": [-1234.5], "C": [-1e-10]}}
    results = stored({"main": {"angle": scores}})
    cells = measure_table(results, study="main", measures=["angle"]).cells
    assert cells["angle"].tolist() == ["1.23", "-1.23e+03", "0"]


def test_each_fit_under_noise_counts_once_on_each_data_set_although_fits_are_alike():
    of_set = {name: {"A": [2.0, 2.0], "B": [1.0, 3.0]} for name in ("alpha", "beta")}
    results = stored({"main": {("angle", noise): of_set for noise in ("0", "1")}})
    for one_fit, n in ((True, [4, 4]), (False, [8, 8])):
        results.study("main").one_fit_for_all_conditions = one_fit
        assert measure_table(results, study="main", measures=["angle"]).data["n"].tolist() == n


def test_the_share_of_finite_numbers_is_one_of_fits_and_stands_beside_medians_too():
    angles = {("angle", noise): {"alpha": {"A": [7.0, float("inf")]}} for noise in ("", "a")}
    results = stored({"main": angles})
    results.study("main").one_fit_for_all_conditions = True
    table = measure_table(results, study="main", measures=["angle"], summary="median")
    assert table.cells["angle"].tolist() == ["7 n=1/2"]
