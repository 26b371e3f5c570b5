"""Separated columns: what good files give, and one line for bad rows."""

import pytest

from methods.data.formats.delimited import read_table
from methods.errors import UserError


def test_comma_separated_cells_are_stripped_and_blank_lines_skipped():
    table = read_table(b"1, 2 ,a\r\n\n3,4,b\n", "rows.csv", ",")
    assert table.cells == [["1", "2", "a"], ["3", "4", "b"]]
    assert table.lines == [1, 3]


def test_blank_separated_cells_may_have_any_blanks_between():
    assert read_table(b"  1   2\ta \n", "rows.dat", "blank").cells == [["1", "2", "a"]]


def test_short_row_names_file_and_line():
    with pytest.raises(UserError, match=r"rows\.csv:3: 1 columns where the first row has 2"):
        read_table(b"1,2\n\n3\n", "rows.csv", ",")


def test_bytes_that_are_not_text_are_refused():
    with pytest.raises(UserError, match="byte 2 is not text"):
        read_table(b"1,\xff", "rows.csv", ",")


def test_all_three_line_ends_are_read():
    table = read_table(b"1\r\n2\r3\n", "rows.csv", ",")
    assert (table.cells, table.lines) == ([["1"], ["2"], ["3"]], [1, 2, 3])
