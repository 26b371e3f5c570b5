"""The ERM paper's table of gaps to the optimum."""

import pytest

from methods.tables.papers.erm import optimality_gap
from methods.tables.table import NO_VALUE
from tests.claims.stored import stored
from tests.made_up import made_up_results

NAN = float("nan")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def objectives(tmp_path, **values):
    named = {name.replace("_", " ").replace("ERM", "-ERM"): v for name, v in values.items()}
    return made_up_results(tmp_path, {"alpha": named}, metric="objective")


def test_a_gap_is_relative_to_the_exact_optimum_of_the_same_split(tmp_path):
    results = objectives(
        tmp_path, L1ERM10=[11.0, 24.0], L1ERM10_tol=[10.0, 20.0], L1ERM10_exact=[10.0, 20.0]
    )
    table = optimality_gap(results, studies=["main"])
    gap = table.data.set_index("method")
    assert gap.loc["L1-ERM10", "mean_gap_percent"] == pytest.approx(15)
    assert gap.loc["L1-ERM10", "largest_gap_percent"] == pytest.approx(20)
    assert gap.loc["L1-ERM10 tol", "mean_gap_percent"] == 0
    assert list(table.cells.index) == ["L1-ERM10", "L1-ERM10 tol"]
    assert table.cells.loc["L1-ERM10", "alpha"] == "15.00"


def test_a_gap_that_nobody_measured_is_a_hole_and_not_zero(tmp_path):
    results = objectives(tmp_path, L1ERM10=[11.0, 12.0], L1ERM10_exact=[NAN, NAN])
    table = optimality_gap(results, studies=["main"])
    assert table.cells.loc["L1-ERM10", "alpha"] == NO_VALUE
    assert table.data["n"].tolist() == [0]


def test_the_largest_gap_is_above_the_optimum(tmp_path):
    results = objectives(tmp_path, L1ERM10=[8.0, 11.0], L1ERM10_exact=[10.0, 10.0])
    (row,) = optimality_gap(results, studies=["main"]).data.to_dict("records")
    assert (row["largest_gap_percent"], row["mean_gap_percent"]) == (10, -5)


def test_rounding_of_the_solvers_is_no_gap(tmp_path):
    results = objectives(tmp_path, L1ERM10=[10.0 + 1e-9], L1ERM10_exact=[10.0])
    assert optimality_gap(results, studies=["main"]).data["mean_gap_percent"].tolist() == [0]


def test_methods_without_an_optimum_make_no_table(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"Forest": [0.1]}}, metric="objective")
    assert optimality_gap(results, studies=["main"]).cells.empty


def test_each_variant_has_its_gaps_and_iterations_on_each_data_set_once():
    objective = {
        "Forest": [1.0, 1.0], "L1-ERM10": [11.0, NAN], "L1-ERM10 exact": [10.0, 10.0],
        "L2-ERM5 tol": [10.0 + 5e-8, 10.0 + 1e-8], "L2-ERM5 exact": [10.0, 10.0],
        "L1-ERM3": [9.0, 9.0],
    }  # fmt: skip
    iterations = {name: [3.0, 3.0, 9.0] for name in objective}
    scores = {"objective": {"alpha": objective, "beta": objective},
              "iterations": {"alpha": iterations, "beta": iterations}}  # fmt: skip
    table = optimality_gap(stored({"main": scores, "again": scores}), studies=["main", "again"])
    assert table.data.index.tolist() == [0, 1, 2, 3]
    rows = table.data.set_index(["method", "dataset"])
    assert list(rows.index) == [
        (method, dataset) for method in ("L1-ERM10", "L2-ERM5 tol") for dataset in ("alpha", "beta")
    ]
    assert set(rows["study"]) == {"main"}
    assert rows.loc[("L1-ERM10", "alpha"), ["n", "mean_gap_percent", "iterations"]].tolist() == [
        1, 10, 5,
    ]  # fmt: skip
    assert rows.loc[("L2-ERM5 tol", "beta"), ["n", "mean_gap_percent"]].tolist() == [2, 0]
    assert table.cells.to_numpy().tolist() == [["10.00"] * 2, ["0.00"] * 2]


def test_gaps_have_six_decimals_and_stand_in_the_order_of_the_data_sets():
    # 0.12345678 % and 0.5 %
    gaps = {"beta": 1.0012345678, "alpha": 1.005}
    objective = {name: {"L1-ERM1": [gap], "L1-ERM1 exact": [1.0]} for name, gap in gaps.items()}
    iterations = {name: {"L1-ERM1": [2.0]} for name in gaps}
    results = stored({"main": {"objective": objective, "iterations": iterations}})
    table = optimality_gap(results, studies=["main"])
    assert table.data["dataset"].tolist() == table.cells.columns.tolist() == ["beta", "alpha"]
    assert table.data["mean_gap_percent"].tolist() == [0.123457, 0.5]
    assert table.data["largest_gap_percent"].tolist() == [0.123457, 0.5]
    assert table.cells.loc["L1-ERM1"].tolist() == ["0.12", "0.50"]


def test_a_variant_of_two_studies_is_listed_once_as_in_the_first():
    first = {"L1-ERM1": [1.1], "L1-ERM1 exact": [1.0]}
    second = {"L1-ERM1": [1.3], "L1-ERM1 exact": [1.0], "L1-ERM1 tol": [1.2]}
    studies = {
        name: {"objective": {"alpha": of_study}, "iterations": {"alpha": of_study}}
        for name, of_study in (("one", first), ("two", second))
    }
    data = optimality_gap(stored(studies), studies=["one", "two"]).data
    assert data[["study", "method", "mean_gap_percent"]].to_dict("index") == {
        0: {"study": "one", "method": "L1-ERM1", "mean_gap_percent": 10.0},
        1: {"study": "two", "method": "L1-ERM1 tol", "mean_gap_percent": 20.0},
    }


def test_iterations_are_those_of_the_data_set():
    objective = {"L1-ERM1": [1.1], "L1-ERM1 exact": [1.0]}
    scores = {"objective": dict.fromkeys(("alpha", "beta"), objective),
              "iterations": {"alpha": {"L1-ERM1": [3.0]}, "beta": {"L1-ERM1": [7.0]}}}  # fmt: skip
    data = optimality_gap(stored({"main": scores}), studies=["main"]).data
    assert data["iterations"].tolist() == [3.0, 7.0]
