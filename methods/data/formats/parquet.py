"""Parquet: named columns with types. Columns of text may have dates and categories.

Descriptor options: those of `methods.data.typed_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from methods.data.packing import translated
from methods.data.parsed import Parsed
from methods.data.typed_table import RawTable, parse_table, table_of_frame
from methods.parquet_files import read_table


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels of the columns."""
    return parse_table(read_columns(data, name), options)


def read_columns(data: bytes, name: str) -> RawTable:
    """The columns of the file, the index of a stored data frame among them."""

    def load() -> Any:
        # The index is a column like the others: it may be the only name of the rows.
        return read_table(data).to_pandas(ignore_metadata=True, use_threads=False)

    return table_of_frame(translated(load, name, "Parquet"), name)
