r"""Dense ARFF (Weka, OpenML): attributes with names and types, then rows of values.

Values are separated by commas. A value in single or double quotes may hold commas and blanks, and
quotes after a backslash.

Descriptor options: those of `methods.data.text_cells`, or of `methods.data.typed_table`, which
takes the types of the attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
        return parse_table(_named_columns(attributes, table), options)
    return parse_cells(table, options)


def _named_columns(attributes: list[Attribute], table: Table) -> RawTable:
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
    """The attributes, and the rows of values."""
    numbered_lines = text_lines(data, name)
    attributes = _read_header(numbered_lines, name)
    lines: list[int] = []
    cells: list[list[str]] = []
    for line, text in numbered_lines:
        if text.startswith("%"):
            continue
        if text.startswith("{"):
            raise UserError(f"{name}:{line}: sparse ARFF rows are not read; give a dense file")
        row = _values(text, f"{name}:{line}")
        if len(row) != len(attributes):
            raise UserError(f"{name}:{line}: {len(row)} values for {len(attributes)} attributes")
        lines.append(line)
        cells.append(row)
    return attributes, Table(name, lines, cells)


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


def _content(match: re.Match[str]) -> str:
    if match["plain"] is not None:
        return match["plain"].strip()
    quoted = match["single"] if match["single"] is not None else match["double"]
    return re.sub(r"\\(.)", r"\1", quoted)
