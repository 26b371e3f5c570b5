"""Text of separated cells as spreadsheets and programs write it, with a header or without.

The delimiter is a comma, a semicolon or a tab, the encoding UTF-8, UTF-16 or Latin-1. What was
recognised, and is not the usual form, is said in a remark. The catalogue reads tables each time the
workflow builds its graph, so nothing heavy is imported here.
"""

from __future__ import annotations

import codecs
import csv
import io
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from methods.errors import UserError

# Of two that fit the first one: a comma may be a decimal comma.
DELIMITERS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
LEAST_COUNTED = 3  # columns; fewer may be a row of data
COUNTED = "the first row counts the columns, and is taken for the header"
SNIFFED_LINES = 100
# What stands for a missing value, in any case. The word "none" is a category in many tables.
GAPS = {"", "?", "na", "n/a", "#n/a", "<na>", "nan", "null"}
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

Rows = list[tuple[int, list[str]]]  # line in the file, cells


@dataclass(frozen=True)
class TextTable:
    """Rows of cells that are all equally long, each with its line, and the names of the columns."""

    file: str
    names: tuple[str, ...]
    lines: list[int]
    rows: list[list[str]]
    remarks: tuple[str, ...] = ()


def read_text_table(data: bytes, name: str, stated: Iterable[str] = ()) -> TextTable:
    """The table in the bytes of the file `name`; `stated` are names that its header must have."""
    text, remarks = decoded(data, name)
    delimiter = delimiter_of(text)
    rows = rows_of(text, delimiter, name)
    check_widths(rows, name)
    if delimiter != ",":
        remarks += (f"columns are separated by {DELIMITERS[delimiter]}",)
    return with_names(rows, name, stated, remarks)


def with_names(
    rows: Rows, name: str, stated: Iterable[str] = (), remarks: tuple[str, ...] = ()
) -> TextTable:
    """The table of equally long rows, whose first one may be the header."""
    first = rows[0][1]
    if set(stated) & set(first) or (len(rows) > 1 and _has_header([row for _, row in rows])):
        if counts_columns(first):
            remarks += (COUNTED,)
        line, header = rows.pop(0)
        if not rows:
            raise UserError(f"{name}: holds no rows below its header")
        names = _named(header, f"{name}:{line}")
    else:
        names = _named([""] * len(first), name)
        remarks += ("the table has no header; its columns are called column 1, column 2, ...",)
    return TextTable(name, names, [line for line, _ in rows], [row for _, row in rows], remarks)


def decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text, and a remark if it is not in UTF-8. A mark of its encoding at the start is gone."""
    if data.startswith(UTF_16):
        try:
            return data.decode("utf-16"), ("the text is in UTF-16",)
        except UnicodeDecodeError as error:
            raise UserError(f"{name}: byte {error.start} is not UTF-16; save it as UTF-8") from None
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        if b"\0" in data:
            raise UserError(
                f"{name}: byte {error.start} is not text; save the table as CSV"
            ) from None
        line = data[: error.start].count(b"\n") + 1
    try:
        text = data.decode("cp1252")  # Latin-1 with the euro sign and curly quotes of Windows
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text, (f"line {line} is not UTF-8, so the text is read as Latin-1",)


def delimiter_of(text: str) -> str:
    """The delimiter that gives the most columns, in lines of one width if there is such a one."""
    start = text[: 2**20].splitlines()[:SNIFFED_LINES]

    def fitness(delimiter: str) -> tuple[bool, int]:
        try:
            rows = csv.reader(start, delimiter=delimiter, skipinitialspace=True)
            widths = Counter(len(row) for row in rows if any(map(str.strip, row)))
        except csv.Error:
            return False, 0
        width = widths.most_common(1)[0][0] if widths else 0
        return len(widths) == 1 and width > 1, width

    return max(DELIMITERS, key=fitness)


def _reader(text: str, delimiter: str, strict: bool = False) -> Any:
    lines = io.StringIO(text, newline="")
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=strict)


def rows_of(text: str, delimiter: str, name: str) -> Rows:
    """The rows that are not blank, with their lines."""
    try:
        reader = _reader(text, delimiter)
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
        if any("\n" in cell or "\r" in cell for _, row in rows for cell in row):
            # A stray quote would take all rows up to the next one into its cell.
            blanks = " +" if delimiter == "\t" else "[ \t]+"
            closed = re.sub(f'"{blanks}(?=[{delimiter}\r\n]|$)', '"', text)
            reader = _reader(closed, delimiter, strict=True)
            for _ in reader:
                pass
    except csv.Error as error:
        raise UserError(f"{name}:{reader.line_num}: not a CSV file: {error}") from None
    rows = [(line, row) for line, row in rows if any(row)]
    if not rows:
        raise UserError(f"{name}: holds no rows")
    return rows


def check_widths(rows: Rows, name: str) -> None:
    """Refuse one column, and rows of different lengths."""
    width = len(rows[0][1])
    if width < 2:
        raise UserError(
            f"{name}: one column; the class and at least one feature are needed, separated by"
            " commas, semicolons or tabs"
        )
    for line, row in rows:
        if len(row) != width:
            raise UserError(
                f"{name}:{line}: {len(row)} columns where the first row has {width};"
                " put a cell that holds the delimiter in quotes"
            )


def is_number(text: str) -> bool:
    """Whether a text is a finite number, without Python's own digit grouping (1_000)."""
    try:
        return "_" not in text and math.isfinite(float(text))
    except ValueError:
        return False


def is_gap(text: str) -> bool:
    return text.casefold() in GAPS


def class_order(words: set[str]) -> list[str]:
    """Words in the order of their codes: by size if all are numbers, else by the alphabet."""
    if all(map(is_number, words)):
        return sorted(words, key=lambda word: (float(word), word))
    return sorted(words)


def _has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has a word above numbers, or only words that no column has again."""
    first, columns = rows[0], list(zip(*rows[1:], strict=True))
    if counts_columns(first) and first[-1] not in columns[-1]:
        return True
    words = [not is_gap(cell) and not _is_figure(cell) for cell in first]
    for is_word, column in zip(words, columns, strict=True):
        present = (cell for cell in column if not is_gap(cell))
        if is_word and _is_figure(next(present, "")):
            return True
    alone = all(cell not in column for cell, column in zip(first, columns, strict=True))
    return all(words) and len(set(first)) == len(first) and alone


def counts_columns(first: Sequence[str]) -> bool:
    """Whether a row counts three columns or more from 0, and the last one or names it.

    So pandas writes a frame without names, with a gap above the numbers of the rows.
    """
    counted = first[1:] if is_gap(first[0]) else first
    if len(counted) <= LEAST_COUNTED:
        return False
    *others, last = counted
    is_counted = others == [str(at) for at in range(len(others))]
    return is_counted and (last == str(len(others)) or not is_number(last))


def _is_figure(text: str) -> bool:
    """Whether a text is a number, or a date: begins and ends with a digit and has no letters."""
    digits = text[:1].isdigit() and text[-1:].isdigit() and not any(map(str.isalpha, text))
    return digits or is_number(text)


def _named(header: Sequence[str], where: str) -> tuple[str, ...]:
    """The names of the columns; one without a name is called by its position, counted from 1."""
    names = [name or f"column {at}" for at, name in enumerate(header, start=1)]
    for at, name in enumerate(names):
        if name in names[:at]:
            raise UserError(
                f"{where}: column {name!r} comes twice, as columns {names.index(name) + 1} and"
                f" {at + 1}; rename one"
            )
    return tuple(names)
