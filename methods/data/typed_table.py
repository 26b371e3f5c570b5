"""From a table with named columns to features, labels, groups, times and weights.

Descriptor options
    target   column of the label (default: the last)
    columns  kinds of columns that are not as inferred; words from low to high make one ordinal
    groups   column that names the group of a row, kept as the extra ``group``
    time     column of numbers or dates that orders the rows, kept as the extra ``time``
    weights  column of numbers from 0, kept as the extra ``weight``
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from methods.data.columns import (
    BOOLEAN,
    CATEGORICAL,
    DATE,
    NUMERIC,
    ORDINAL,
    Column,
    RawColumn,
    RawTable,
    read_column,
    typed_column,
)
from methods.data.parsed import Parsed
from methods.data.text_table import TextTable, is_gap
from methods.errors import UserError, unknown
from methods.schemas.model import repeated
from methods.schemas.named_columns import TYPED

if TYPE_CHECKING:
    import pandas as pd

REASONS = 3  # why columns are no features, in a message
LARGEST_EXACT = 2**53  # larger whole numbers may be equal as floats
ROLES = {"groups": "group", "time": "time", "weights": "weight"}  # option to extra


def is_typed(options: Mapping[str, Any]) -> bool:
    """Whether the options ask for named columns with kinds."""
    return any(key in options for key in TYPED)


def raw_table(text: TextTable) -> RawTable:
    """The columns of a text."""
    cells = ([None if is_gap(cell) else cell for cell in c] for c in zip(*text.rows, strict=True))
    columns = tuple(RawColumn(n, c) for n, c in zip(text.names, cells, strict=True))
    return RawTable(text.file, columns, text.lines, text.remarks)


def parse_table(table: RawTable, options: Mapping[str, Any]) -> Parsed:
    """Features and labels of the columns, in which NaN is a gap."""
    raw = {column.name: column for column in table.columns}
    if len(raw) < len(table.columns):
        raise UserError(f"{table.file}: two columns have one name; rename one")
    target = options.get("target", table.columns[-1].name)
    roles = {key: str(options[key]) for key in ROLES if key in options}
    stated = options.get("columns", {})
    for name in (target, *roles.values(), *stated):
        if name not in raw:
            raise unknown("column", name, raw, table.file)
    for name, words in stated.items():
        _check_words(() if isinstance(words, str) else _stated(words), name, table.file)
    used: dict[str, str] = {}
    for key, name in {"target": target, **roles}.items():
        if name in used:
            raise UserError(f"{table.file}: column {name!r} is both {used[name]} and {key}")
        used[name] = key
    extras = {ROLES[key]: _extra(table, raw[name], key) for key, name in roles.items()}
    labels = _texts(table, raw[target], "target")
    typed = {
        name: typed_column(table, _in_words(column, stated.get(name)), _stated(stated.get(name)))
        for name, column in raw.items()
        if name not in used
    }
    features = [values for column, values in typed.values() if not column.left_out]
    if not features:
        raise UserError(f"{table.file}: no column is left as a feature; add one{_why_none(typed)}")
    columns = tuple(column for column, _ in typed.values())
    notes = [*table.remarks, *_notes(columns)]
    notes += [f"column {name!r} is the {ROLES[key]} of a row" for key, name in roles.items()]
    return Parsed(np.column_stack(features), labels, None, extras, tuple(notes), columns)


def _check_words(words: Sequence[str], name: str, file: str) -> None:
    """Refuse words of an ordinal column that no cell can have, or that have two ranks."""
    if (word := repeated(words)) is not None:
        raise UserError(f"{file}: columns: {name}: {word!r} comes twice")
    for word in filter(is_gap, words):
        raise UserError(
            f"{file}: columns: {name}: {word!r} is a gap and no value; write another word for it in"
            " the file, or leave it out"
        )


def _why_none(typed: Mapping[str, tuple[Column, np.ndarray]]) -> str:
    """Why the first columns are no features."""
    reasons = [
        f"column {name!r} is left out: {column.left_out}" for name, (column, _) in typed.items()
    ]
    more = len(reasons) - REASONS
    return "".join(f"; {text}" for text in reasons[:REASONS]) + f"; and {more} more" * (more > 0)


def _stated(kind: Any) -> Any:
    return kind if kind is None or isinstance(kind, str) else [str(word) for word in kind]


def _in_words(column: RawColumn, kind: Any) -> RawColumn:
    """A column of numbers that is stated to be of words; any other as it is."""
    are_numbers = isinstance(column.cells, np.ndarray) and column.kind in ("", NUMERIC)
    if not are_numbers or kind in (None, NUMERIC, DATE):
        return column
    return replace(column, cells=_shortest(np.asarray(column.cells)))


def _shortest(values: np.ndarray) -> list[str | None]:
    """Numbers as a CSV file has them: 0.1 and not 0.10000000000000001, and 2 for 2.0."""
    texts = (f"{v:.17g}" if v.is_integer() else repr(v) for v in values.tolist())
    return [None if text == "nan" else text for text in texts]


def _texts(table: RawTable, column: RawColumn, role: str) -> list[str]:
    """The cells as texts; a gap is refused."""
    cells = column.cells
    if isinstance(cells, np.ndarray):
        cells = _shortest(cells)
    texts = []
    for row, cell in enumerate(cells):
        if cell is None:
            raise UserError(
                f"{table.place(row, column)}: a gap in the {role}; fill it or delete the row"
            )
        texts.append(cell)
    return texts


def _extra(table: RawTable, column: RawColumn, role: str) -> np.ndarray:
    if role == "groups":
        return np.array(_texts(table, column, role))
    of_column, values = read_column(
        table, column, None if role == "time" else NUMERIC, fractions=role == "time"
    )
    if of_column.missing:
        row = int(np.flatnonzero(np.isnan(values))[0])
        raise UserError(f"{table.place(row, column)}: a gap in the {role}; fill it")
    if of_column.kind not in (NUMERIC, DATE):
        raise UserError(f"{table.file}: column {column.name!r}: time must be numbers or dates")
    if role == "weights" and (values < 0).any():
        row = int(np.flatnonzero(values < 0)[0])
        raise UserError(f"{table.place(row, column)}: weight {values[row]:g} is below 0")
    return values


def _notes(columns: Sequence[Column]) -> Iterator[str]:
    """What was recognised and left out; kinds are listed by column elsewhere."""
    for column in columns:
        for remark in column.remarks:
            yield f"column {column.name!r}: {remark}"
        if column.left_out:
            yield f"column {column.name!r} is left out: {column.left_out}"
        elif column.distinct == 1:
            yield f"column {column.name!r} has one value and {column.missing} gaps"


def table_of_frame(frame: pd.DataFrame, name: str) -> RawTable:
    """The columns of a data frame, whose types say what they are; words are not yet typed."""
    import pandas as pd

    columns = []
    for label in frame.columns:
        column, key = frame[label], str(label)
        if isinstance(column, pd.DataFrame):
            raise UserError(f"{name}: column {key!r} comes twice; rename one")
        columns.append(_raw_column(column, key, name))
    if not len(frame) or len(columns) < 2:
        raise UserError(f"{name}: {len(frame)} rows and {len(columns)} columns are no table")
    return RawTable(name, tuple(columns))


def _raw_column(column: pd.Series, key: str, name: str) -> RawColumn:
    import pandas as pd
    from pandas.api import types

    kind = column.dtype
    if isinstance(kind, pd.CategoricalDtype):
        named = (str(category).strip() for category in kind.categories)
        categories = tuple(dict.fromkeys(name for name in named if not is_gap(name)))
        stated = ORDINAL if kind.ordered else CATEGORICAL
        return RawColumn(key, _cells(column), stated, categories)
    if types.is_bool_dtype(kind):
        return RawColumn(key, _cells(column), BOOLEAN)
    if types.is_integer_dtype(kind) and (column.abs() > LARGEST_EXACT).any():
        return RawColumn(key, _cells(column))  # as in a CSV file: names of groups keep every digit
    if types.is_numeric_dtype(kind) and not types.is_complex_dtype(kind):
        return RawColumn(key, column.to_numpy(dtype=np.float64, na_value=np.nan))
    if types.is_datetime64_any_dtype(kind):
        moments = pd.to_datetime(column, utc=True)
        seconds = (moments - pd.Timestamp(0, tz="UTC")) / pd.Timedelta(seconds=1)
        return RawColumn(key, seconds.to_numpy(dtype=np.float64), DATE)
    if types.is_object_dtype(kind) or types.is_string_dtype(kind):
        return RawColumn(key, _cells(column))
    raise UserError(f"{name}: column {key!r}: values of type {kind} are not read; make them text")


def _cells(column: pd.Series) -> list[str | None]:
    texts = (None if missing else str(cell).strip()
             for cell, missing in zip(column, column.isna(), strict=True))  # fmt: skip
    return [None if text is None or is_gap(text) else text for text in texts]
