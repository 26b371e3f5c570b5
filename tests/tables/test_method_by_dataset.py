"""The table of one method on each data set, by hand."""

import numpy as np
import pytest

from methods.bench.statistics import ALPHA
from methods.tables.method_by_dataset import dataset_table
from tests.claims.stored import BASE, planted, t
from tests.tables.over_datasets import AUC, aucs_of, each, errors_of

NAN = float("nan")
SIX = [0.1, 0.2, 0.1, 0.2, 0.1, 0.2]
NAMES = ["alpha", "beta"]


def table_of(scores, method="A", **more):
    return dataset_table(errors_of(scores), study="main", method=method, **more)


def test_the_difference_has_an_interval_corrected_for_shared_rows():
    table = table_of(each(NAMES, A=planted(-0.02), B=BASE))
    row = table.data.iloc[0]
    # eight trials, with half as many test rows as training rows
    half = t(ALPHA / 2) * 0.01 * (1 / 8 + 0.5) ** 0.5
    assert row[["difference", "low", "high"]].tolist() == pytest.approx(
        [-0.02, -0.02 - half, -0.02 + half]
    )
    assert row["better"] + row["equal"] + row["worse"] == pytest.approx(1)
    assert row["better"] > row["equal"] > row["worse"]
    assert table.cells.loc["alpha", "difference"] == (
        f"-2.00 ({-2 - 100 * half:+.2f} to {-2 + 100 * half:+.2f})"
    )


@pytest.mark.parametrize(
    ("rope", "chances"), [(0.01, ["1.00", "0.00", "0.00"]), (0.4, ["0.00", "1.00", "0.00"])]
)
def test_the_probabilities_are_of_the_region_asked_for(rope, chances):
    cells = table_of(each(["alpha"], A=SIX, B=[0.3 + score for score in SIX]), rope=rope).cells
    assert cells.loc["alpha", ["P better", "P equal", "P worse"]].tolist() == chances


@pytest.mark.parametrize(("trials", "tested"), [(5, False), (6, True)])
def test_fewer_than_six_common_trials_have_neither_interval_nor_probabilities(trials, tested):
    theirs = [0.5] * trials + [NAN] * (6 - trials)
    table = table_of(each(["alpha"], A=[0.1] * 6, B=theirs))
    row = table.data.iloc[0]
    assert row["difference"] == pytest.approx(-0.4)
    assert np.isnan(row[["low", "high", "better", "equal", "worse"]].tolist()).tolist() == (
        [not tested] * 5
    )
    cells = table.cells.loc["alpha"]
    assert cells["difference"] == ("-40.00 (-40.00 to -40.00)" if tested else "-40.00")
    assert cells["P better"] == ("1.00" if tested else "–")


def test_places_are_among_the_methods_with_all_trials_and_shared_by_those_that_tie():
    scores = each([*NAMES, "gamma"], A=SIX, B=SIX, C=[0.05] * 6, D=[0.9] * 6)
    scores["beta"]["C"] = [NAN, *[0.05] * 5]
    scores["gamma"]["A"] = [NAN, 0.2, 0.1, 0.2, 0.1, 0.2]
    table = table_of(scores, against="D")
    assert table.data["place"].tolist() == pytest.approx([2, 1, NAN], nan_ok=True)
    assert table.data["ranked"].tolist() == [4, 3, 3]
    assert table.cells["place"].tolist() == ["2 of 4", "1 of 3", "–"]
    assert table.data["n"].tolist() == [6, 6, 5] and table.data["trials"].tolist() == [6] * 3
    assert table.cells["error (%)"].tolist() == ["15.00", "15.00", "16.00 n=5/6"]


def test_each_data_set_has_its_kind_and_both_means():
    scores = {"alpha": {"A": SIX, "B": [0.3] * 6}, "beta": {"A": [0.5] * 6, "B": [0.4] * 6}}
    results = errors_of(scores, generated=["beta"])
    table = dataset_table(results, study="main", method="A", caption="here")
    assert table.data["dataset"].tolist() == table.cells.index.tolist() == NAMES
    assert table.cells["kind"].tolist() == ["measured", "generated"]
    assert table.data["mean"].tolist() == pytest.approx([0.15, 0.5])
    assert table.data["against_mean"].tolist() == pytest.approx([0.3, 0.4])
    assert table.cells["B"].tolist() == ["30.00", "40.00"]
    assert table.data["difference"].tolist() == pytest.approx([-0.15, 0.1])
    assert table.cells.columns.tolist() == [
        "kind", "error (%)", "place", "B", "difference", "P better", "P equal", "P worse",
    ]  # fmt: skip
    assert table.caption.startswith("here: A on each data set, and against B.")
    assert "Difference: in points, below zero in favour of A" in table.caption


def test_the_other_method_is_the_best_of_the_others_unless_one_is_named():
    scores = each(NAMES, A=[0.1] * 6, B=[0.4] * 6, C=[0.3] * 6)
    chosen, named = table_of(scores), table_of(scores, against="B")
    assert set(chosen.data["against"]) == {"C"} and set(named.data["against"]) == {"B"}
    said = " C has the best average rank of the others by these same scores."
    assert chosen.caption.endswith(said)
    assert named.caption.endswith("differ by at most 1 point.")
    assert named.caption.startswith("By data set: A on each data set, and against B.")
    assert set(table_of(scores, method="C").data["against"]) == {"A"}


def test_a_metric_that_is_not_in_percent_has_its_own_unit():
    results = aucs_of(each(["alpha"], A=[0.9] * 6, B=[0.8] * 6))
    table = dataset_table(results, study="main", method="A", metric=AUC, rope=0.05)
    assert table.cells.loc["alpha"].to_dict() == {
        "kind": "measured", AUC: "0.9000", "place": "1 of 2", "B": "0.8000",
        "difference": "-0.1000 (-0.1000 to -0.1000)",
        "P better": "1.00", "P equal": "0.00", "P worse": "0.00",
    }  # fmt: skip
    assert f"differ by at most 0.05 {AUC}." in table.caption


def test_a_method_without_a_score_has_no_table():
    for caption, title in (("", "main"), ("here", "here")):
        table = table_of(each(NAMES, A=[0.1], B=[NAN], C=[0.2]), method="B", caption=caption)
        assert table.data.empty and table.cells.empty
        assert table.caption == f"{title}: B has no score."


def test_a_rival_without_a_score_has_no_table():
    table = table_of(each(NAMES, A=[0.1], B=[0.2], C=[NAN]), against="C")
    assert table.data.empty and table.caption == "main: C has no score."


def test_a_method_without_rivals_has_no_table():
    table = table_of(each(NAMES, A=[0.1], B=[NAN]))
    assert table.data.empty and table.cells.empty
    assert table.caption == "main: fewer than two methods have a score."


def test_the_other_method_is_chosen_among_the_others_alone():
    # C and B are each the better once; A between them would make B the best
    scores = {"alpha": {"C": [0.3], "B": [0.1], "A": [0.2]},
              "beta": {"C": [0.1], "B": [0.2], "A": [0.3]}}  # fmt: skip
    assert set(table_of(scores).data["against"]) == {"C"}


def test_the_mean_of_a_method_is_over_all_its_trials():
    ours, theirs = [0.1] * 6 + [0.8], [0.5] * 6 + [NAN]
    row = table_of(each(["alpha"], A=ours, B=theirs)).data.iloc[0]
    assert (row["n"], row["mean"]) == (7, pytest.approx(0.2))
    assert row["difference"] == pytest.approx(-0.4)


def test_the_planned_trials_are_those_of_the_data_set():
    scores = {"alpha": {"A": SIX, "B": SIX}, "beta": {"A": SIX * 2, "B": SIX * 2}}
    table = table_of(scores, against="B")
    assert table.data["trials"].tolist() == [6, 12]
    assert table.cells["error (%)"].tolist() == ["15.00", "15.00"]
