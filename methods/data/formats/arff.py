r"""ARFF (Weka, OpenML): attributes with names and types, then rows of values.

Values are separated by commas. A value in single or double quotes may hold commas and blanks, and
quotes after a backslash. A sparse row has an index from 0 before each value, and stands in braces.
A number that it leaves out is 0, and a word is the first of its attribute.

Descriptor options: those of `methods.data.text_cells`, or of `methods.data.typed_table`, which
takes the types of the attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from methods.data.columns import CATEGORICAL, NUMERIC, RawColumn, RawTable
from methods.data.parsed import Parsed
from methods.data.text_cells import Table, parse_cells, text_lines
from methods.data.typed_table import is_typed, parse_table
from methods.errors import UserError, unknown

KINDS = {
    "numeric": "numeric", "real": "numeric", "integer": "numeric", "string": "string",
    "date": "date",
}  # fmt: skip
NOMINAL = "nominal"
GAP = "?"

QUOTED = r"""'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)\""""
ATTRIBUTE = re.compile(
    rf"""@attribute\s+(?:{QUOTED}|(?P<plain>[^\s'"{{][^\s{{]*))\s*(?P<type>.+)""", re.IGNORECASE
)
INDEX = re.compile(r"\s*(\d+)\s+")
MOST_CELLS = 25_000_000  # of a sparse file that becomes dense
VALUE = re.compile(rf"""\s*(?:{QUOTED}|(?P<plain>(?:[^\s,'"][^,]*)?))\s*(?P<end>,|\Z)""")


@dataclass(frozen=True)
class Attribute:
    """A column: its name, its kind (numeric, nominal, string or date), the values if nominal."""

    name: str
    kind: str
    values: tuple[str, ...] = ()


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels of the columns."""
    attributes, table = read_table(data, name)
    if is_typed(options):
        return parse_table(named_columns(attributes, table), options)
    return parse_cells(table, options)


def named_columns(attributes: Sequence[Attribute], table: Table) -> RawTable:
    """The columns with the types of the attributes; texts and dates are yet to be recognised."""
    if not table.cells:
        raise UserError(f"{table.name}: holds no rows")
    kinds = {"numeric": NUMERIC, NOMINAL: CATEGORICAL}
    columns = tuple(
        RawColumn(a.name, [None if cell == GAP else cell for cell in cells], kinds.get(a.kind, ""),
                  a.values)
        for a, cells in zip(attributes, zip(*table.cells, strict=True), strict=True)
    )  # fmt: skip
    return RawTable(table.name, columns, table.lines)


def read_table(data: bytes, name: str) -> tuple[list[Attribute], Table]:
    """The attributes, and the rows of values; sparse ones have all their values."""
    attributes, rows = read_rows(data, name)
    lines: list[int] = []
    cells: list[list[str]] = []
    left_out: list[str] | None = None
    for line, row in rows:
        if isinstance(row, dict):
            if len(attributes) * len(cells) > MOST_CELLS:
                raise UserError(
                    f"{name}: sparse, and more than {MOST_CELLS} cells as a dense table"
                )
            left_out = left_out or values_left_out(attributes)
            dense = list(left_out)
            for at, value in row.items():
                dense[at] = value
            row = dense
        lines.append(line)
        cells.append(row)
    return attributes, Table(name, lines, cells, tuple(a.name for a in attributes))


def values_left_out(attributes: Sequence[Attribute]) -> list[str]:
    """What a sparse row means by each value that it does not have."""
    return [
        a.values[0] if a.kind == NOMINAL and a.values else "0" if a.kind == "numeric" else GAP
        for a in attributes
    ]


def read_rows(
    data: bytes, name: str
) -> tuple[list[Attribute], Iterator[tuple[int, list[str] | dict[int, str]]]]:
    """The attributes, and the line and the values of each row; of a sparse row by attribute."""
    numbered_lines = text_lines(data, name)
    attributes = _read_header(numbered_lines, name)

    def rows() -> Iterator[tuple[int, list[str] | dict[int, str]]]:
        for line, text in numbered_lines:
            where = f"{name}:{line}"
            if text.startswith("%"):
                continue
            if text.startswith("{"):
                yield line, _sparse_values(text, len(attributes), where)
                continue
            row = _values(text, where)
            if len(row) != len(attributes):
                raise UserError(f"{where}: {len(row)} values for {len(attributes)} attributes")
            yield line, row

    return attributes, rows()


def _read_header(numbered_lines: Iterator[tuple[int, str]], name: str) -> list[Attribute]:
    """The attributes up to the line @data; the iterator then stands at the first row."""
    attributes: list[Attribute] = []
    for line, text in numbered_lines:
        keyword = text.split(maxsplit=1)[0].lower()
        if keyword == "@data":
            return attributes
        if keyword == "@attribute":
            attributes.append(_attribute(text, f"{name}:{line}"))
    raise UserError(f"{name}: no @data line")


def _attribute(text: str, where: str) -> Attribute:
    match = ATTRIBUTE.match(text)
    if match is None:
        raise UserError(f"{where}: not an attribute with a name and a type: {text[:40]!r}")
    type_text = match["type"].strip()
    if type_text.startswith("{") and type_text.endswith("}"):
        return Attribute(_content(match), NOMINAL, tuple(_values(type_text[1:-1], where)))
    kind = type_text.split()[0].lower()
    if kind not in KINDS:
        raise unknown("attribute type", kind, [*KINDS, "{a, b, ...}"], where)
    return Attribute(_content(match), KINDS[kind])


def _values(text: str, where: str) -> list[str]:
    values = []
    position = 0
    while True:
        match = VALUE.match(text, position)
        if match is None:
            raise UserError(f"{where}: {text[position:].strip()[:40]!r} is not a value")
        values.append(_content(match))
        if not match["end"]:
            return values
        position = match.end()


def _sparse_values(text: str, n_attributes: int, where: str) -> dict[int, str]:
    """The values of a sparse row by the number of their attribute."""
    if not text.endswith("}"):
        raise UserError(f"{where}: a sparse row ends in }}; rows with weights are not read")
    content = text[1:-1].strip()
    row: dict[int, str] = {}
    position = 0
    while position < len(content):
        index = INDEX.match(content, position)
        value = VALUE.match(content, index.end()) if index else None
        if not index or not value:
            raise UserError(f"{where}: {content[position:][:40]!r} is not an index and a value")
        at = int(index[1])
        if at >= n_attributes or at in row:
            why = "comes twice" if at in row else f"is beyond the {n_attributes} attributes"
            raise UserError(f"{where}: index {at} {why}")
        row[at] = _content(value)
        position = value.end()
    return row


def _content(match: re.Match[str]) -> str:
    if match["plain"] is not None:
        return match["plain"].strip()
    quoted = match["single"] if match["single"] is not None else match["double"]
    return re.sub(r"\\(.)", r"\1", quoted)
