"""Data frames that a function of a plugin returns, without arguments.

Descriptor options: those of `methods.data.typed_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from methods.data.parsed import Parsed
from methods.data.typed_table import parse_table, table_of_frame
from methods.errors import UserError, raised_at


def read_frame(path: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels of the data frame that the function at a dotted path returns."""
    import pandas as pd

    module, _, function = path.rpartition(".")
    try:
        frame = getattr(import_module(module), function)()
    except Exception as error:  # a plugin may raise anything
        place = raised_at(error, beside=__file__) or path
        reason = " ".join(str(error).split())
        raise UserError(f"{place}: {type(error).__name__}: {reason}") from None
    if not isinstance(frame, pd.DataFrame):
        raise UserError(f"{path}: returns a {type(frame).__name__}, not a data frame of pandas")
    return parse_table(table_of_frame(frame, path), options)
