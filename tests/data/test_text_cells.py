"""Cells of a text file: which columns are features, and which rows stay."""

import gzip

import numpy as np
import pytest

from methods.data.text_cells import Table, number, parse_cells, text_lines
from methods.errors import UserError

ROWS = [["1", "a", "5", "0"], ["2", "b", "6", "1"], ["3", "a", "?", "1"]]


def parsed(rows=ROWS, **options):
    return parse_cells(Table("t", list(range(4, 4 + len(rows))), rows), options)


def refusal(rows=ROWS, **options):
    with pytest.raises(UserError) as refused:
        parsed(rows, **options)
    return str(refused.value)


@pytest.mark.parametrize(
    ("label", "labels"),
    [({}, ["0", "1"]), ({"label": "last"}, ["0", "1"]), ({"label": "first"}, ["1", "2"]),
     ({"label": 1}, ["a", "b"]), ({"label": 0}, ["1", "2"])],
)  # fmt: skip
def test_the_label_is_the_last_column_unless_another_is_named(label, labels):
    at = {"last": 3, "first": 0}.get(label.get("label"), label.get("label", 3))
    result = parsed(ROWS[:2], one_hot=[1], **label)
    assert list(result.labels) == labels
    columns = {0: [[1], [2]], 1: [[1, 0], [0, 1]], 2: [[5], [6]], 3: [[0], [1]]}
    np.testing.assert_array_equal(result.X, np.hstack([columns[c] for c in range(4) if c != at]))
    assert result.test is None and result.extras == {}


def test_columns_that_are_dropped_or_have_a_role_are_no_features():
    result = parsed(ROWS[:2], test_column=3, group_column=1, label="first")
    np.testing.assert_array_equal(result.X, [[5], [6]])
    assert result.test.tolist() == [False, True]
    assert result.extras["group"].tolist() == ["a", "b"]
    assert result.X.dtype == np.float64


def test_rows_with_the_marker_in_a_column_that_is_used_are_left_out():
    result = parsed(drop_rows_with="?", drop_columns=[1])
    assert list(result.labels) == ["0", "1"]
    np.testing.assert_array_equal(result.X, [[1, 5], [2, 6]])
    for ignored in ({"drop_columns": [1, 2]}, {"drop_columns": [1], "label": 2}):
        assert len(parsed(drop_rows_with="?", **ignored).labels) == 3
    assert len(parsed(codes={"?": 7, "a": 1, "b": 2}).labels) == 3


@pytest.mark.parametrize("column", [4, -1])
@pytest.mark.parametrize("key", ["label", "drop_columns", "test_column", "group_column"])
def test_a_column_that_the_file_does_not_have_is_refused(key, column):
    value = [column] if key == "drop_columns" else column
    assert refusal(**{key: value}) == f"t: 4 columns, the descriptor names {column}"


def test_a_file_without_rows_is_refused():
    assert refusal([]) == "t: holds no rows"


def test_a_cell_that_is_no_number_and_no_code_is_named_with_its_line():
    assert refusal(codes={"a": 1}) == "t:5: 'b' is not a number"
    result = parsed(ROWS[:2], codes={"a": 0.5, "b": 7, "1": 9})
    np.testing.assert_array_equal(result.X, [[9, 0.5, 5], [2, 7, 6]])


def test_indicators_stand_in_the_order_of_their_values():
    words = ["k", "b", "q", "a", "z", "c", "y", "d"]
    result = parsed([[word, "x"] for word in words], one_hot=(0,))
    order = sorted(words)
    np.testing.assert_array_equal(result.X, [[w == category for category in order] for w in words])


def test_letters_are_features_of_words_of_one_length():
    options = {"letters_column": 0, "codes": {"A": 1, "C": 3}}
    rows = [["AC", "x"], ["AN", "x"], ["CC", "y"], ["NNN", "y"]]
    result = parsed(rows, **options)
    np.testing.assert_array_equal(result.X, [[1, 3], [3, 3]])
    assert list(result.labels) == ["x", "y"] and result.X.dtype == np.float64
    assert refusal([["ACC", "x"], ["A", "x"], ["CA", "x"]], **options) == (
        "t: words of [1, 2, 3] letters, expected one length"
    )
    assert refusal([["N", "x"]], **options) == "t: words of [] letters, expected one length"


def test_lines_are_counted_with_the_blank_ones_whatever_their_ends():
    lines = [(2, "a b"), (4, "c"), (5, "d")]
    text = b"\n a b \r\n\t\r\nc\rd"
    assert list(text_lines(text, "t")) == lines
    assert list(text_lines(gzip.compress(text), "t.gz")) == lines
    with pytest.raises(UserError, match=r"^t: byte 2 is not text$"):
        list(text_lines(b"a\n\xff", "t"))


def test_python_s_digit_groups_are_no_number():
    assert number("-1.5e3", "t:1") == -1500
    for text in ("1_000", "x", "", "1,5"):
        with pytest.raises(UserError, match=f"^t:1: '{text}' is not a number$"):
            number(text, "t:1")
    with pytest.raises(UserError, match=f"^t:1: '{'x' * 40}' is not"):
        number("x" * 41, "t:1")


def test_rows_of_words_keep_their_groups_and_test_part():
    rows = [["AC", "x", "s1", "0"], ["AN", "x", "s2", "1"], ["CC", "y", "s3", "1"]]
    result = parsed(rows, letters_column=0, codes={"A": 1, "C": 3}, label=1, group_column=2,
                    test_column=3)  # fmt: skip
    assert result.extras["group"].tolist() == ["s1", "s3"]
    assert result.test.tolist() == [False, True]


@pytest.mark.parametrize("mark", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_only_three_line_ends_end_a_line(mark):
    data = f"1,a{mark}b,x\n2,c,y".encode()
    assert list(text_lines(data, "t")) == [(1, f"1,a{mark}b,x"), (2, "2,c,y")]


def test_a_test_column_has_0_and_1_only():
    rows = [["1", "train", "a"], ["2", "test", "b"]]
    assert refusal(rows, test_column=1) == "t:4: test_column has 'train', not 0 or 1"


def test_a_column_of_indicators_is_one_of_the_file():
    assert refusal(ROWS[:2], one_hot=[4]) == "t: 4 columns, the descriptor names 4"
