"""The rows of a table of printed numbers, workflow/published/<paper>.csv, as they are written."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from methods.errors import UserError, unknown

PUBLISHED = Path("workflow", "published")
COLUMNS = ("table", "dataset", "method", "metric", "value")  # that each table of numbers has

PrintedRows = Sequence[Mapping[str, str]]


def printed_rows(file: Path) -> PrintedRows:
    """The rows, none if there is no such file; a `UserError` says what is wrong with it."""
    if not file.exists():
        return []
    where = PUBLISHED / file.name
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:  # a spreadsheet writes the mark
            return _rows(csv.DictReader(lines), str(where))
    except UnicodeDecodeError as error:
        raise UserError(f"{where}: byte {error.start} is not UTF-8; save it as UTF-8") from None
    except csv.Error as error:
        raise UserError(f"{where}: not a CSV file: {error}") from None


def _rows(reader: csv.DictReader[str], where: str) -> PrintedRows:
    for column in COLUMNS:
        if column not in (reader.fieldnames or ()):
            near = unknown("column", column, reader.fieldnames or (), where)
            raise UserError(f"{near}; the column {column!r} is missing")
    rows = []
    for row in reader:
        if None in row or None in row.values():
            raise UserError(f"{where}: line {reader.line_num} has another number of cells")
        rows.append(row)
    return rows
