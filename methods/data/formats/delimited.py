"""Text with separated columns and no header.

Descriptor options
    delimiter  "," or "blank", which is any number of spaces and tabs
    and those of `methods.data.text_cells`
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from methods.data.parsed import Parsed
from methods.data.text_cells import Table, parse_cells, text_lines
from methods.errors import UserError


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels of the columns."""
    return parse_cells(read_table(data, name, options["delimiter"]), options)


def read_table(data: bytes, name: str, delimiter: str) -> Table:
    """Rows of cells, all equally long."""
    lines: list[int] = []
    cells: list[list[str]] = []
    for line, text in text_lines(data, name):
        row = text.split() if delimiter == "blank" else [c.strip() for c in text.split(delimiter)]
        if cells and len(row) != len(cells[0]):
            raise UserError(
                f"{name}:{line}: {len(row)} columns where the first row has {len(cells[0])}"
            )
        lines.append(line)
        cells.append(row)
    return Table(name, lines, cells)
