"""Columns: the kind that is inferred or stated, why one is left out, and what is refused."""

import msgspec
import numpy as np
import pytest

from methods.data.columns import Column, RawColumn, RawTable, read_column, typed_column
from methods.errors import UserError

NAN = np.nan
DAY = 86400


def typed(cells, stated=None, name="x", lines=(), **more):
    """The column and its values, of a table with nothing else."""
    raw = RawColumn(name, cells, **more)
    return typed_column(RawTable("some/t.csv", (raw,), lines), raw, stated)


def refusal(cells, stated=None, **more):
    with pytest.raises(UserError) as refused:
        typed(cells, stated, **more)
    return str(refused.value)


RECOGNISED = {
    "numbers": (["1", None, "2.5", "1"], "numeric", (), [1, NAN, 2.5, 1], ()),
    "decimal commas": (["1,5", "-2,25", "1,5"], "numeric", (), [1.5, -2.25, 1.5],
        ("decimal commas",)),
    "points and commas": (["3", "2,5"], "numeric", (), [3, 2.5], ("decimal commas",)),
    "three digits after some commas": (["1,234", "1,5"], "numeric", (), [1.234, 1.5],
        ("decimal commas",)),
    "words": (["b", "a", None, "b"], "categorical", ("a", "b"), [1, 0, NAN, 1], ()),
    "two words": (["b", "a"], "categorical", ("a", "b"), [1, 0], ()),
    "yes and no": (["yes", "no", None], "boolean", ("no", "yes"), [1, 0, NAN], ()),
    "capitals": (["Yes", "no"], "boolean", ("Yes", "no"), [0, 1], ()),
    "capitals or not": (["Yes", "no", "yes", "NO"], "boolean", ("no", "yes"), [1, 0, 1, 0], ()),
    "true and false": (["TRUE", "FALSE"], "boolean", ("FALSE", "TRUE"), [1, 0], ()),
    "letters": (["n", "y", "n"], "boolean", ("n", "y"), [0, 1, 0], ()),
    "other letters": (["f", "t", "f"], "boolean", ("f", "t"), [0, 1, 0], ()),
    "dates": (["1970-01-03", None, "1970-01-01"], "date", (), [2 * DAY, NAN, 0],
        ("dates as year-month-day",)),
}  # fmt: skip


@pytest.mark.parametrize("case", RECOGNISED)
def test_the_kind_of_a_column_is_told_by_its_cells(case):
    cells, kind, categories, expected, remarks = RECOGNISED[case]
    column, values = typed(cells)
    assert (column.kind, column.categories, column.remarks) == (kind, categories, remarks)
    np.testing.assert_array_equal(values, expected)
    assert column.missing == cells.count(None) and not column.left_out and not column.timed
    assert column.distinct == len({value for value in expected if not np.isnan(value)})


@pytest.mark.parametrize(
    ("cells", "kind", "distinct"),
    [
        (["a", "b", None], "categorical", 2),
        (["c", "a", "b"], "identifier", 3),
        (["a", "b", "a"], "categorical", 2),
        (["a", "b", "c", None, None, None], "identifier", 3),
        (["a", "b", "c", None, None, None, None], "categorical", 3),
    ],
)
def test_words_of_which_none_comes_twice_name_the_rows_if_they_are_three_and_half_of_them(
    cells, kind, distinct
):
    column, _ = typed(cells)
    assert (column.kind, column.distinct) == (kind, distinct)
    if kind == "identifier":
        assert column.categories == () and column.left_out == (
            "none of its words comes twice; write x: categorical under columns to keep it"
        )
    else:
        assert not column.left_out


TWENTY = [float(n) for n in range(5, 25)]


@pytest.mark.parametrize(
    ("numbers", "counts"),
    [
        (TWENTY, True),
        (TWENTY[:19], False),
        (TWENTY[::-1], False),
        ([2 * n for n in TWENTY], False),
        ([n + 0.5 for n in TWENTY], False),
        ([*TWENTY, NAN], False),
        ([*TWENTY, 24.0], False),
    ],
)
def test_twenty_numbers_that_count_the_rows_up_by_one_are_no_feature(numbers, counts):
    column, _ = typed(np.array(numbers))
    why = "it counts the rows; write x: numeric under columns to keep it" if counts else ""
    assert (column.kind, column.left_out) == ("identifier" if counts else "numeric", why)


APART = [float(n * n) for n in range(20)]


@pytest.mark.parametrize(
    ("name", "numbers", "names_rows"),
    [
        *((name, APART, True) for name in ("id", "ID", "patient_id", "Order Nr", "key", "no")),
        *((name, APART, False) for name in ("x", "paid", "snow", "id_age", "grid")),
        ("id", APART[:19], False),
        ("id", [n + 0.5 for n in APART], False),
        ("id", [*APART, APART[3]], False),
        ("id", [*APART, NAN], False),
    ],
)
def test_whole_numbers_called_an_id_name_the_rows_unless_one_comes_twice(name, numbers, names_rows):
    column, _ = typed(np.array(numbers), name=name)
    assert column.kind == ("identifier" if names_rows else "numeric")
    assert (
        column.left_out
        == (
            "it is called so, and none of its numbers comes twice;"
            f" write {name}: numeric under columns to keep it"
        )
        * names_rows
    )


def test_a_stated_kind_leaves_no_doubt():
    assert not typed(np.array(TWENTY), "numeric")[0].left_out
    assert not typed(["a", "b", "c"], "categorical")[0].left_out
    column, values = typed(["7", "7", None, "9"], "identifier")
    assert column.left_out == "it names the rows, as stated"
    assert (column.kind, column.missing, column.distinct) == ("identifier", 1, 2)
    assert column.categories == ()
    np.testing.assert_array_equal(values, [0, 0, NAN, 1])


@pytest.mark.parametrize("stated", [None, "numeric", "date", "categorical", "identifier"])
def test_a_column_without_a_value_is_left_out(stated):
    column, values = typed([None, None], stated)
    assert column.left_out == "it has no value" and (column.missing, column.distinct) == (2, 0)
    assert np.isnan(values).all()


@pytest.mark.parametrize(("cell", "shown"), [("7", "7"), ("0.5", "0.5"), ("a", "'a'")])
def test_one_value_in_all_rows_is_no_feature_unless_there_are_gaps(cell, shown):
    for stated in (None, "categorical" if cell == "a" else "numeric"):
        column, _ = typed([cell, cell], stated)
        assert column.left_out == f"all rows have the same value, {shown}"
        assert typed([cell], stated)[0].left_out == column.left_out
        assert not typed([cell, None, cell], stated)[0].left_out


def test_what_a_file_leaves_out_stays_out_until_a_kind_is_stated():
    column, _ = typed(["1", "2"], left_out="its site says so")
    assert (column.kind, column.left_out) == ("identifier", "its site says so")
    column, _ = typed(["1", "2"], "numeric", left_out="its site says so")
    assert (column.kind, column.left_out) == ("numeric", "")


@pytest.mark.parametrize(("n", "is_said"), [(100, False), (101, True)])
def test_more_categories_than_get_an_indicator_are_said(n, is_said):
    column, _ = typed([f"w{at}" for at in range(n)] * 2)
    remark = f"{n} categories; 100 at most get an indicator each"
    assert column.remarks == ((remark,) if is_said else ()) and column.distinct == n


def test_many_categories_are_said_after_what_was_said_before():
    cells = [*(str(at) for at in range(40)), *(f"w{at}" for at in range(70))] * 2
    first, second = typed(cells)[0].remarks
    assert first.startswith("80 of 220 values are numbers, and 'w0' in row 41 is not")
    assert second.startswith("110 categories")


def test_numbers_among_as_many_words_are_categories_and_that_is_said():
    cells = [None, "1", "tall", "10", "tall", "9", "1,5", "tall"]
    said = "3 of 7 values are numbers, and 'tall' in {} is not, so all are categories"
    column, _ = typed(cells)
    assert (column.kind, column.categories) == ("categorical", ("1", "1,5", "10", "9", "tall"))
    assert column.remarks == (said.format("row 3"),)
    assert typed(cells, lines=range(2, 10))[0].remarks == (said.format("line 4"),)
    assert typed(["1", "1", "a", "a"])[0].remarks == (
        "2 of 4 values are numbers, and 'a' in row 3 is not, so all are categories",
    )
    # the first word is named, not a number with a comma before it
    assert "and 'b' in row 3 is not" in typed(["1,5", "1", "b", "a", "b"])[0].remarks[0]


def test_a_word_among_more_numbers_is_refused_with_its_place_and_the_ways_out():
    message = (
        "column 'x': 'tall' is not a number among numbers; write NA for a gap, or"
        " columns: {x: categorical} in t.yaml beside it or in the descriptor"
    )
    cells = [None, "1", "tall", "2", "3,5", "4", "5", "6"]
    assert refusal(cells) == f"some/t.csv: row 3: {message}"
    assert refusal(cells, lines=range(2, 10)) == f"some/t.csv:4: {message}"
    assert "is not a number among" in refusal(["1", "1", "1", "b", "a"])
    assert f"{'w' * 40!r} is not" in refusal(["1", "2", "w" * 41])


def test_words_in_a_column_stated_to_be_numbers_are_refused_however_many():
    for cells in (["1", "2", "a"], ["1", "a", "b"], ["b", "a"]):
        word = next(cell for cell in cells if cell in "ab")
        place = f"some/t.csv: row {cells.index(word) + 1}: column 'x'"
        assert refusal(cells, "numeric") == f"{place}: {word!r} is not a number; write NA for a gap"


@pytest.mark.parametrize("stated", [None, "numeric"])
def test_a_comma_that_may_be_a_mark_of_thousands_is_refused(stated):
    assert refusal([None, "7", "1,234", "5,678"], stated) == (
        "some/t.csv: row 3: column 'x': '1,234' may have a decimal comma or a mark of thousands;"
        " write numbers with a point and without marks"
    )


def test_dates_have_a_time_of_day_if_one_of_them_has():
    assert typed(["1970-01-01 00:00", "1970-01-02 00:00:00"])[0].timed is False
    assert typed(["1970-01-01 00:00", "1970-01-02 00:00:01"])[0].timed is True
    assert typed(np.array([0.0, DAY, NAN]), kind="date")[0].timed is False
    assert typed(np.array([0.0, DAY + 1, NAN]), kind="date")[0].timed is True
    assert typed(np.array([0.0, 1.0]))[0].timed is False


def test_a_text_that_is_no_date_is_refused_where_dates_are_stated():
    assert refusal(["1970-01-01", None, "soon"], "date") == (
        "some/t.csv: row 3: column 'x': 'soon' is no date; write year-month-day, or NA"
    )
    assert f"{'s' * 40!r} is no date" in refusal(["s" * 41, "1970-01-01"], "date")
    assert "dates of several forms" in refusal(["1970-01-01", "1.2.1970"], "date")
    assert typed(["1970-01-01", "soon", "soon"])[0].kind == "categorical"
    assert typed(["19700102", "19700101"], "date")[1].tolist() == [DAY, 0]


def test_stated_words_are_ranks_in_their_order():
    levels = ["low", "mid", "high"]
    column, values = typed(["high", None, "low"], levels)
    assert (column.kind, column.categories) == ("ordinal", tuple(levels))
    np.testing.assert_array_equal(values, [2, NAN, 0])
    assert refusal([None, "hgih", "low"], levels) == (
        "some/t.csv: row 2: column 'x': unknown value 'hgih'; did you mean 'high'?"
    )
    assert typed(["9", "10", "9"], "ordinal")[0].categories == ("9", "10")


def test_two_values_of_any_words_may_be_stated_to_be_boolean():
    column, values = typed(["m", "f", "m"], "boolean")
    assert (column.categories, values.tolist()) == (("f", "m"), [1, 0, 1])
    assert typed(["M", "f", "m"], "boolean")[0].categories == ("f", "m")
    for cells, n in ((["a", "b", "c"], 3), (["a", "B", "c", "A"], 4)):
        assert refusal(cells, "boolean") == (f"some/t.csv: column 'x': {n} values; boolean has two")
    assert typed(["M", "m"], "boolean")[0].categories == ("M", "m")


def test_the_categories_that_a_file_lists_are_kept_unless_another_kind_is_stated():
    listed = {"kind": "categorical", "categories": ("2", "1", "3")}
    assert typed(["1", "2"], **listed)[0].categories == ("2", "1", "3")
    column, values = typed(["1", "2"], "ordinal", **listed)
    assert (column.kind, column.categories) == ("ordinal", ("2", "1", "3"))
    assert values.tolist() == [1, 0]
    column, values = typed(["1", "2"], "numeric", **listed)
    assert (column.kind, column.categories, values.tolist()) == ("numeric", (), [1, 2])
    assert typed(["1", "2"], ["1", "2"], **listed)[0].categories == ("1", "2")


def test_numbers_of_a_file_become_other_kinds_if_these_are_stated():
    numbers = np.array([10.0, NAN, 9.0, 0.5])
    column, values = typed(numbers)
    assert (column.kind, column.missing, column.distinct) == ("numeric", 1, 3)
    np.testing.assert_array_equal(values, numbers)
    column, values = typed(numbers, "categorical")
    assert column.categories == ("0.5", "9", "10")
    np.testing.assert_array_equal(values, [2, NAN, 1, 0])
    days = np.array([0.0, DAY])
    assert typed(days, kind="date")[0].kind == "date"
    column, values = typed(days, "numeric", kind="date")
    assert column.kind == "numeric" and values.tolist() == [0, DAY]
    assert typed(np.array([19700101.0, 19700102.0]), "date")[1].tolist() == [0, DAY]


def test_an_infinite_number_is_refused_with_its_place():
    assert refusal(np.array([NAN, 1, -np.inf, np.inf])) == (
        "some/t.csv: row 3: column 'x': an infinite value; write NA for a gap"
    )


def test_a_column_may_be_read_without_a_doubt_whether_it_is_a_feature():
    raw = RawColumn("id", np.array(TWENTY))
    column, values = read_column(RawTable("t.csv", (raw,)), raw, None)
    assert (column.kind, column.left_out, values.tolist()) == ("numeric", "", TWENTY)


def test_a_stored_column_has_only_what_is_not_usual():
    stored = b'{"name":"x","kind":"date"}'
    usual = Column("x", "date", (), missing=0, distinct=0, left_out="", timed=False, remarks=())
    assert msgspec.json.encode(usual) == stored
    assert msgspec.json.decode(stored, type=Column) == usual


def test_points_and_commas_in_one_column_are_refused():
    assert refusal(["1.250", "999,5", "7"]).startswith(
        "some/t.csv: row 1: column 'x': '1.250' has a point, and '999,5' a comma"
    )
