"""How much the order of methods rests on single data sets, by hand."""

import numpy as np
import pytest

from methods.tables.sensitivity import sensitivity_table
from tests.tables.over_datasets import AUC, aucs_of, each, errors_of

NAN = float("nan")


def ranked(*orders, names="abcdefgh"):
    """Errors of the methods on each data set, given from the best method to the worst."""
    return {
        name: {method: [0.1 * (1 + order.index(method))] for method in sorted(order)}
        for name, order in zip(names, orders, strict=False)
    }


def table_of(scores, generated=(), **more):
    return sensitivity_table(errors_of(scores, generated), study="main", **more)


def rows_of(table):
    return table.data.set_index("method").to_dict("index")


def test_a_place_is_told_without_each_data_set_in_turn():
    # average ranks: A 7/4, B 8/4, C 9/4
    table = table_of(ranked("ABC", "ABC", "BCA", "CAB"))
    rows = rows_of(table)
    assert list(rows) == ["A", "B", "C"]
    # without a or b the sums are 6, 6, 6; without c 4, 7, 7; without d 5, 5, 8
    assert {name: (row["place"], row["best_place"], row["worst_place"], row["most_moved_by"])
            for name, row in rows.items()} == {
        "A": (1, 1, 1, ""), "B": (2, 1, 2, "a"), "C": (3, 1, 3, "a"),
    }  # fmt: skip
    assert [row["average_rank"] for row in rows.values()] == pytest.approx([1.75, 2, 2.25])
    assert table.cells["without any one data set"].tolist() == ["1", "1 to 2", "1 to 3"]
    assert table.cells["moved most by leaving out"].tolist() == ["–", "a", "a"]
    assert table.cells["place"].tolist() == ["1", "2", "3"]
    assert table.cells["average rank"].tolist() == ["1.75", "2.00", "2.25"]
    assert table.cells.index.tolist() == ["A", "B", "C"]
    assert table.caption.endswith(" A stays first without any one of 4 of 4 data sets.")


def test_the_data_set_that_moves_a_place_the_most_is_named():
    # sums: A 9, B 7, C 7, D 7
    table = table_of(ranked("DBCA", "CDBA", "ABCD"))
    rows = rows_of(table)
    # without a: A 5, B 5, C 4, D 6; without b: A 5, B 4, C 6, D 5; without c: A 8, B 5, C 4, D 3
    assert {name: row["place"] for name, row in rows.items()} == {"A": 4, "B": 1, "C": 1, "D": 1}
    assert {name: (row["best_place"], row["worst_place"], row["most_moved_by"])
            for name, row in rows.items()} == {
        "A": (2, 4, "a"), "B": (1, 3, "c"), "C": (1, 4, "b"), "D": (1, 4, "a"),
    }  # fmt: skip
    assert table.caption.endswith(" B stays first without any one of 1 of 3 data sets.")


def test_methods_that_tie_stay_in_the_order_of_the_study():
    table = table_of(ranked("BA", "AB"))
    assert table.data["method"].tolist() == ["A", "B"]
    assert table.data["average_rank"].tolist() == [1.5, 1.5]
    assert "A stays first without any one of 1 of 2 data sets" in table.caption


def test_places_without_generated_data_are_told_if_there_are_both_kinds():
    scores = ranked("AB", "AB", "BA", "BA", "BA")
    some = table_of(scores, generated="cde")
    assert some.data.set_index("method")["place_without_generated"].to_dict() == {"B": 2, "A": 1}
    assert some.cells["without generated data"].tolist() == ["2", "1"]
    # without one of c, d and e both have the sum 6
    assert some.cells["without any one data set"].tolist() == ["1", "1 to 2"]
    assert set(some.data["datasets"]) == {5} and set(some.data["measured"]) == {2}
    assert "places by average rank of error over 5 data sets, of which 2 are" in some.caption
    for generated in ("", "abcde"):
        table = table_of(scores, generated)
        assert np.isnan(table.data["place_without_generated"]).all()
        assert table.cells["without generated data"].tolist() == ["–", "–"]


def test_only_data_sets_with_all_trials_of_all_methods_count():
    scores = each("abcd", A=[0.1, 0.1], B=[0.2, 0.2])
    scores["a"]["A"], scores["b"]["B"] = [NAN, NAN], [NAN, 0.2]
    assert table_of(scores).data["datasets"].tolist() == [2, 2]
    assert table_of(scores, methods=["A"]).data["datasets"].tolist() == [3]
    assert table_of(scores, datasets=["c", "d"]).data["datasets"].tolist() == [2, 2]


def test_fewer_than_two_complete_data_sets_have_no_order_to_rest_on():
    scores = each("abc", A=[0.1], B=[0.2])
    for caption, title in (("", "How much the order rests on single data sets"), ("c", "c")):
        table = table_of(scores, datasets=["a"], caption=caption)
        assert table.data.empty and table.cells.empty
        assert table.caption == f"{title}: fewer than two data sets have all."
    scores["a"]["A"] = scores["b"]["B"] = scores["c"]["A"] = [NAN]
    assert table_of(scores).data.empty
    assert table_of(each("ab", A=[NAN])).data.empty
    assert table_of(each("ab", A=[0.1], B=[0.2]), caption="c").caption.startswith("c: places by")


def test_high_values_may_be_good():
    table = sensitivity_table(aucs_of(each("ab", A=[0.1], B=[0.2])), study="main", metric=AUC)
    assert table.data["method"].tolist() == ["B", "A"]


def test_an_incomplete_data_set_changes_no_kind_of_the_others():
    scores = each("abcd", A=[0.1], B=[0.2])
    scores["a"]["B"] = [NAN]
    data = table_of(scores, generated="ab").data
    assert set(data["datasets"]) == {3} and set(data["measured"]) == {2}
