"""The ERM paper's table of gaps to the optimum."""

import pytest

from methods.tables.papers.erm import optimality_gap
from methods.tables.table import NO_VALUE
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


def test_rounding_of_the_solvers_is_no_gap(tmp_path):
    results = objectives(tmp_path, L1ERM10=[10.0 + 1e-9], L1ERM10_exact=[10.0])
    assert optimality_gap(results, studies=["main"]).data["mean_gap_percent"].tolist() == [0]


def test_methods_without_an_optimum_make_no_table(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"Forest": [0.1]}}, metric="objective")
    assert optimality_gap(results, studies=["main"]).cells.empty
