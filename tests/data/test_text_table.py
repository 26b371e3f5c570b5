"""Separated text: its encoding, delimiter and header, and what is refused with its line."""

import codecs
import csv

import pytest

from methods.data.text_table import (
    COUNTED,
    class_order,
    decoded,
    delimiter_of,
    is_gap,
    is_number,
    read_text_table,
    rows_of,
)
from methods.errors import UserError

NO_HEADER = "the table has no header; its columns are called column 1, column 2, ..."


def read(text, stated=()):
    return read_text_table(text if isinstance(text, bytes) else text.encode(), "t.csv", stated)


def refusal(text, stated=()):
    with pytest.raises(UserError) as refused:
        read(text, stated)
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a,b\n1,2\n", ("a", "b")),
        ("a,2020\n1,2021\n", ("a", "2020")),  # one word above a number is enough
        ("a,b\n?,x\n3,y\n", ("a", "b")),  # the first cell that is no gap counts
        ("a,2020\n?,x\n3,y\n", ("a", "2020")),
        ("a,b\nx,2020-01-31\n", ("a", "b")),
        ("a,b\nx,y\nz,y\n", ("a", "b")),
        ("a,\n1/2/20,x\n", ("a", "column 2")),
        ("a,\n20-12-1,x\n", ("a", "column 2")),
        ("a,\n1x2,x\n", None),
        ("a,\nx,1\n", None),  # a gap is no word
        ("a,?\nx,y\n", None),
        ("a,b\nx,b\n", None),  # a word comes again
        ("a,a\nx,y\n", None),
        ("2019-12-31,b\n2020-01-31,x\n", None),  # a date is no word
        ("1,2\n3,4\n", None),
        ("a,1\nb,2\n", None),
        ("a,b\n", None),
    ],
)
def test_a_header_has_a_word_above_numbers_or_words_that_do_not_come_again(text, names):
    table = read(text)
    n_rows = text.count("\n") - (names is not None)
    assert table.names == (names or ("column 1", "column 2"))
    assert len(table.rows) == len(table.lines) == n_rows
    assert table.remarks == (() if names else (NO_HEADER,))


def test_a_name_that_is_stated_makes_the_first_row_a_header():
    text = "a,b\nb,a\na,b\n"
    assert read(text).names == ("column 1", "column 2")
    table = read(text, ["b", "z"])
    assert (table.names, table.lines, table.rows) == (
        ("a", "b"), [2, 3], [["b", "a"], ["a", "b"]],
    )  # fmt: skip
    assert read(text, ["z"]).remarks == (NO_HEADER,)
    assert refusal("a,b\n", ["a"]) == "t.csv: holds no rows below its header"


def test_a_column_without_a_name_is_called_by_its_position():
    assert read("a,,c\n1,2,3\n").names == ("a", "column 2", "c")
    assert refusal("\n\na,b,c,b\n1,2,3,4\n") == (
        "t.csv:3: column 'b' comes twice, as columns 2 and 4; rename one"
    )
    assert "column 'column 2' comes twice, as columns 1 and 2" in refusal("column 2,,c\n1,2,3\n")


def test_cells_are_stripped_and_blank_rows_passed_over_but_counted():
    table = read('a,b\n\n 1 , "x, y" \n , \n2,"p\nq"\n3,z\n')
    assert table.rows == [["1", "x, y"], ["2", "p\nq"], ["3", "z"]]
    assert table.lines == [3, 6, 7]


def test_other_forms_are_said_in_their_order():
    table = read("a;b\nä;1\n".encode("latin-1"))
    assert table.rows == [["ä", "1"]] and table.remarks == (
        "line 2 is not UTF-8, so the text is read as Latin-1",
        "columns are separated by semicolons",
    )
    assert read("1\t2\n3\t4\n").remarks == ("columns are separated by tabs", NO_HEADER)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("ä".encode(), "ä"),
        ("\ufeffä".encode(), "ä"),
        (codecs.BOM_UTF16_LE + "ä".encode("utf-16-le"), "ä"),
        (codecs.BOM_UTF16_BE + "ä".encode("utf-16-be"), "ä"),
        (b"\xe4 \x80", "ä €"),  # as Windows has them
        (b"\xe4 \x81", "ä \x81"),
    ],
)
def test_text_is_decoded_whatever_its_encoding(data, text):
    got, remarks = decoded(data, "t.csv")
    assert got == text
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        assert remarks == ("the text is in UTF-16",)
    else:
        assert len(remarks) == (data[:1] == b"\xe4")


def test_the_line_that_is_not_utf_8_is_counted_from_one():
    for before in range(3):
        _, (remark,) = decoded(b"a\n" * before + b"\xe4\n\xe4\n", "t.csv")
        assert remark.startswith(f"line {before + 1} is not UTF-8")


def test_bytes_that_are_no_text_are_refused_with_their_place():
    assert refusal(b"a,\x00\xff\n") == "t.csv: byte 3 is not text; save the table as CSV"
    assert refusal(codecs.BOM_UTF16_LE + b"a\x00b") == (
        "t.csv: byte 4 is not UTF-16; save it as UTF-8"
    )


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("1,2\n3,4\n", ","),
        ("1;2\n3;4\n", ";"),
        ("1\t2\n3\t4\n", "\t"),
        ("1,5;2\n3;4\n", ";"),
        ("1;2,3\n4;5,6\n", ";"),  # both fit, and a comma may be a decimal comma
        ("1;2\t3\n4;5\t6\n", "\t"),
        ("1;2,3,4\n4;5,6,7\n", ","),
        ("1,2,3\n4,5,6\n7,8\n", ","),  # not of one width, but nothing else gives columns
        ("1,2,3;4\n5,6,7;8\n9;10\n", ";"),
        ('"a;b",1\n"c;d",2\n', ","),
        ('1,2, "a;b,c"\n3,4, "d;e"\n', ","),
        ("1,2\n\n  \n3,4\n", ","),
    ],
)
def test_the_delimiter_gives_the_most_columns_of_one_width(text, delimiter):
    assert delimiter_of(text) == delimiter


@pytest.mark.parametrize(("odd", "delimiter"), [(100, ","), (101, ";")])
def test_the_first_hundred_lines_tell_the_delimiter(odd, delimiter):
    lines = ["1;2;3,4"] * 101
    lines[odd - 1] = "1;2,4"
    assert delimiter_of("\n".join(lines)) == delimiter


def test_a_table_needs_rows_of_two_columns_or_more_of_one_length():
    assert refusal("\n \n") == "t.csv: holds no rows"
    assert rows_of("\n,,\n1,2\n", ",", "t.csv") == [(3, ["1", "2"])]
    assert refusal("1\n2\n").startswith("t.csv: one column; the class and at least one feature")
    assert refusal("1,2\n3,4\n\n5\n") == (
        "t.csv:4: 1 columns where the first row has 2;"
        " put a cell that holds the delimiter in quotes"
    )
    assert refusal("1,2\n3,4,5\n").startswith("t.csv:2: 3 columns where the first row has 2")


@pytest.fixture
def hundred_characters():
    """The limit of a cell, which holds for the whole process."""
    before = csv.field_size_limit(100)
    yield
    csv.field_size_limit(before)


def test_a_cell_beyond_the_limit_of_the_reader_is_refused(hundred_characters):
    assert rows_of("a" * 100 + ",b", ",", "t.csv") == [(1, ["a" * 100, "b"])]
    with pytest.raises(UserError, match=r"^t\.csv:1: not a CSV file: field larger than"):
        rows_of("a" * 101 + ",b", ",", "t.csv")
    assert refusal("a" * 101 + ",b").startswith("t.csv:1: not a CSV file")


@pytest.mark.parametrize("text", ["", "?", "na", "NA", "n/a", "#N/A", "<NA>", "NaN", "Null"])
def test_marks_of_a_missing_value_are_known_in_any_case(text):
    assert is_gap(text) and not is_gap("none") and not is_gap("0")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1", True), ("-1.5e3", True), (".5", True), ("1_000", False), ("inf", False), ("nan", False),
     ("1e999", False), ("", False), ("1,5", False), ("x", False)],
)  # fmt: skip
def test_a_number_is_finite_and_has_no_marks(text, expected):
    assert is_number(text) is expected


def test_words_are_ordered_by_size_only_if_all_are_numbers():
    assert class_order({"10", "9", "-1", "9.0", "2e0"}) == ["-1", "2e0", "9", "9.0", "10"]
    alike = {"1", "1.0", "1.00", "01", "+1", "1e0"}  # the order of a set changes from run to run
    assert class_order(alike) == sorted(alike)
    assert class_order({"10", "9", "b", "-1", "2e0"}) == ["-1", "10", "2e0", "9", "b"]


def test_a_stray_quote_does_not_take_the_rows_below_it():
    assert "t.csv:5: not a CSV file" in refusal('n,word,c\n1,"a,x\n2,b,y\n3,c,x\n4,"d,y\n')
    sound = read('n,word,c\n1,"a\nb" ,x\n2,b,y\n')
    assert sound.rows == [["1", "a\nb", "x"], ["2", "b", "y"]]


def test_a_header_that_counts_the_columns_is_told():
    table = read("0,1,2,y\n5,5,5,a\n6,6,6,b\n")
    assert table.names[-1] == "y" and table.remarks == (COUNTED,)
