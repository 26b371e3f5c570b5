"""Separated values with quoted cells, and a header or none.

Without named columns the values are separated by commas, and all features are numbers
(`methods.data.local`). With them the table may have gaps, words and dates, and be in any form that
`methods.data.text_table` knows.

Descriptor options: those of `methods.data.text_cells`, or of `methods.data.typed_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from methods.data.local import read_csv, stated_names
from methods.data.packing import decompress
from methods.data.parsed import Parsed
from methods.data.text_cells import Table, parse_cells
from methods.data.text_table import COUNTED, counts_columns, read_text_table
from methods.data.typed_table import is_typed, parse_table, raw_table


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels of the columns."""
    content = decompress(data, name)
    if is_typed(options):
        text = read_text_table(content, name, stated_names(options))
        return parse_table(raw_table(text), options)
    header, lines, cells = read_csv(content, name)
    parsed = parse_cells(Table(name, lines, cells, header), options)
    return replace(parsed, notes=(COUNTED,)) if header and counts_columns(header) else parsed
