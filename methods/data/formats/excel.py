"""The first sheet of an Excel workbook (.xlsx), with a header or without.

Descriptor options: those of `methods.data.typed_table`.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from methods.data.local import stated_names
from methods.data.packing import check_size, translated
from methods.data.parsed import Parsed
from methods.data.text_table import TextTable, with_names
from methods.data.typed_table import parse_table, raw_table
from methods.errors import UserError


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels of the columns."""
    return parse_table(raw_table(read_sheet(data, name, stated_names(options))), options)


def read_sheet(data: bytes, name: str, stated: Iterable[str] = ()) -> TextTable:
    """The cells of the first sheet as text, each row with its number in the sheet."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise UserError(
            f"{name}: Excel files need the package openpyxl; pip install openpyxl, or save as CSV"
        ) from None

    def load() -> tuple[list[str], list[tuple[int, list[str]]]]:
        with zipfile.ZipFile(io.BytesIO(data)) as members:
            check_size(sum(member.file_size for member in members.infolist()), name)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        rows = enumerate(book.worksheets[0].iter_rows(values_only=True), start=1)
        sheets = [sheet.title for sheet in book.worksheets]
        return sheets, [(row, [_text(cell) for cell in cells]) for row, cells in rows]

    (first, *others), rows = translated(load, name, "Excel")
    rows = [(row, cells) for row, cells in rows if any(cells)]
    width = max((max(at for at, cell in enumerate(c) if cell) + 1 for _, c in rows), default=0)
    if width < 2:
        raise UserError(f"{name}: the first sheet has no table of two columns or more")
    rows = [(row, (cells + [""] * width)[:width]) for row, cells in rows]
    remark = f"of its sheets the first, {first!r}, is read, and not {', '.join(map(repr, others))}"
    return with_names(rows, name, stated, (remark,) if others else ())


def _text(cell: Any) -> str:
    """A cell as a CSV file would have it; dates without a time of day lose their midnight."""
    if cell is None:
        return ""
    if isinstance(cell, datetime) and cell.time() == datetime.min.time():
        cell = cell.date()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
