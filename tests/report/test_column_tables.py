"""The columns of a typed table: a table for each way in which studies encode them."""

from collections import namedtuple
from types import SimpleNamespace

import pytest

from methods.data.columns import Column
from methods.report import column_tables as module
from methods.report.column_tables import column_tables

COLUMNS = (Column("age", "numeric", missing=3, distinct=9),
           Column("day", "date", distinct=8))  # fmt: skip
Gaps = namedtuple("Gaps", "gaps")


def study(name, datasets=("alpha",), missing="median", dates="parts"):
    return SimpleNamespace(where=f"e/{name}", missing=missing, categories="one_hot", dates=dates,
                           name=name, datasets=list(datasets))  # fmt: skip


def results(*studies):
    named = {study.name: study for study in studies}
    return SimpleNamespace(
        experiment=SimpleNamespace(studies=named),
        datasets=lambda name: named[name].datasets,
        plan=SimpleNamespace(splits=lambda study, dataset: [study.name, dataset]),
    )


@pytest.fixture
def typed(monkeypatch):
    """Every data set has two columns, and the splits of a study have these gaps."""
    gaps = {}
    monkeypatch.setattr(module, "columns_in", lambda path: COLUMNS)
    monkeypatch.setattr(
        module, "load_splits",
        lambda name, dataset: {i: Gaps(each) for i, each in enumerate(gaps.get(name, []))},
    )  # fmt: skip
    return gaps


def test_a_data_set_without_typed_columns_has_no_table(monkeypatch):
    monkeypatch.setattr(module, "columns_in", lambda path: ())
    assert column_tables([results(study("a"))], "alpha") == []


def test_a_table_says_of_each_column_what_it_is_and_becomes(typed):
    (table,) = column_tables([results(study("a"))], "alpha")
    assert table["columns"] == ["column", "kind", "values", "gaps", "becomes"]
    rows = [[heading, *(cell["text"] for cell in cells)] for heading, *cells in table["rows"]]
    assert rows == [
        ["age", "numeric", "9 different", "3",
         "a number; gaps are filled with their median among the training rows"],
        ["day", "date", "8 different", "0", "year, month, day, weekday"],
    ]  # fmt: skip
    assert table["how"] == "missing: median, categories: one_hot, dates: parts"
    assert table["left_out"] == []


def test_studies_that_encode_alike_share_a_table_and_others_have_their_own(typed):
    one = results(study("a"), study("b", dates="drop"), study("c", datasets=["beta"]))
    alike, other = column_tables([one, results(study("d"))], "alpha")
    assert (alike["studies"], other["studies"]) == ("e/a, e/d", "e/b")
    assert "dates: parts" in alike["how"] and "dates: drop" in other["how"]
    assert other["rows"][1][-1]["text"] == "left out by the study"
    assert column_tables([results(study("c", datasets=["beta"]))], "alpha") == []


def test_rows_with_gaps_that_the_splits_leave_out_are_counted(typed):
    typed |= {"a": [(0, 0), (7, 2), (5, 2), (6, 2)], "b": [(0, 4)], "c": [(0, 0)]}
    (table,) = column_tables([results(study("a"), study("b"), study("c"))], "alpha")
    assert table["left_out"] == [
        "e/a leaves out rows with gaps: 5 to 7 of the training part and 2 of the test part",
        "e/b leaves out rows with gaps: 0 of the training part and 4 of the test part",
    ]
