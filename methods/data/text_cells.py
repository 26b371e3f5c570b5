"""From the cells of a text file to features and labels.

Descriptor options; columns are counted from 0
    label           column of the label: first, last (the default) or a number
    drop_columns    columns that are left out
    drop_rows_with  marker of a missing value; rows that hold it are left out
    codes           number for a cell text; all other cells must be numbers
    one_hot         columns that become one indicator per value, values in sorted order
    letters_column  column of words; each letter becomes one feature through ``codes``, and rows
                    with a letter that has no code are left out
    test_column     column that is 1 in the rows of the given test part
    group_column    column that names the group of a row, kept as the extra ``group``
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from methods.data.packing import decompress
from methods.data.parsed import Parsed
from methods.errors import UserError

Row = tuple[int, list[str]]  # line in the file, cells


@dataclass(frozen=True)
class Table:
    """Cells of a text file, row by row, with the line of each row, and its header if it has one."""

    name: str
    lines: list[int]
    cells: list[list[str]]
    names: tuple[str, ...] = ()


def text_lines(data: bytes, name: str) -> Iterator[tuple[int, str]]:
    """Number and content of each line that is not blank; any of the three line ends will do."""
    try:
        text = decompress(data, name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{name}: byte {error.start} is not text") from None
    for line, content in enumerate(re.split("\r\n?|\n", text), start=1):
        if content.strip():
            yield line, content.strip()


def number(text: str, where: str) -> float:
    """`text` as a float; Python's own digit grouping (1_000) is no number in a data file."""
    try:
        if "_" in text:
            raise ValueError
        return float(text)
    except ValueError:
        raise UserError(f"{where}: {text[:40]!r} is not a number") from None


def parse_cells(table: Table, options: Mapping[str, Any]) -> Parsed:
    """Features, labels, given test part and groups from the columns of `table`."""
    if not table.cells:
        raise UserError(f"{table.name}: holds no rows")
    n_columns = len(table.cells[0])
    label = _label_column(options, n_columns)
    named = {key: options[key] for key in ("test_column", "group_column") if key in options}
    dropped = {label, *options.get("drop_columns", ()), *named.values()}
    coded = options.get("one_hot", ())
    outside = [column for column in (*dropped, *coded) if not 0 <= column < n_columns]
    if outside:
        raise UserError(f"{table.name}: {n_columns} columns, the descriptor names {outside[0]}")
    marker = options.get("drop_rows_with")
    rows = [
        (line, row)
        for line, row in zip(table.lines, table.cells, strict=True)
        if marker not in [cell for column, cell in enumerate(row) if column not in dropped]
    ]
    if "letters_column" in options:
        rows, X = _parse_words(table.name, rows, options)
    else:
        features: list[list[Any]] = []
        for column in range(n_columns):
            if column not in dropped:
                features += _features_of_column(table.name, rows, column, options)
        X = np.array(features, dtype=np.float64).T
    test = None
    extras: dict[str, np.ndarray] = {}
    if "test_column" in named:
        for line, row in rows:
            if (cell := row[named["test_column"]]) not in ("0", "1"):
                raise UserError(f"{table.name}:{line}: test_column has {cell[:40]!r}, not 0 or 1")
        test = np.array([row[named["test_column"]] == "1" for _, row in rows])
    if "group_column" in named:
        extras["group"] = np.array([row[named["group_column"]] for _, row in rows])
    return Parsed(X, [row[label] for _, row in rows], test, extras, names=table.names)


def _label_column(options: Mapping[str, Any], n_columns: int) -> int:
    label = options.get("label", "last")
    return {"first": 0, "last": n_columns - 1}[label] if isinstance(label, str) else label


def _features_of_column(
    name: str, rows: list[Row], column: int, options: Mapping[str, Any]
) -> list[list[Any]]:
    """One feature of numbers, or one indicator per category."""
    if column in options.get("one_hot", ()):
        categories = sorted({row[column] for _, row in rows})
        return [[row[column] == category for _, row in rows] for category in categories]
    codes = options.get("codes", {})
    return [
        [
            codes[row[column]] if row[column] in codes else number(row[column], f"{name}:{line}")
            for line, row in rows
        ]
    ]


def _parse_words(
    name: str, rows: list[Row], options: Mapping[str, Any]
) -> tuple[list[Row], np.ndarray]:
    """The rows whose words have a code for each letter, and one feature per letter."""
    codes, column = options["codes"], options["letters_column"]
    coded = [(line, row) for line, row in rows if set(row[column]) <= set(codes)]
    widths = {len(row[column]) for _, row in coded}
    if len(widths) != 1:
        raise UserError(f"{name}: words of {sorted(widths)} letters, expected one length")
    X = np.array([[codes[letter] for letter in row[column]] for _, row in coded], dtype=float)
    return coded, X
