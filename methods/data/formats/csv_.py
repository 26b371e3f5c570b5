"""Comma-separated values with quoted cells, and a header or none (`methods.data.local`).

Descriptor options: those of `methods.data.text_cells`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from methods.data.local import read_csv
from methods.data.packing import decompress
from methods.data.parsed import Parsed
from methods.data.text_cells import Table, parse_cells


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels of the columns."""
    return parse_cells(Table(name, *read_csv(decompress(data, name), name)), options)
