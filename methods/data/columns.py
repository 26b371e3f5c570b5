"""What the columns of a table are: numeric, categorical, ordinal, boolean, date or identifier.

Kinds are inferred from all rows of a column, in this order. A gap is a missing value.

    no value                          left out
    one value in all rows             left out
    numbers (or with decimal commas)  numeric; an identifier if they count the rows up by one, or if
                                      the column is called id and no number comes twice
    numbers and words                 refused if more than half are numbers
    yes and no, true and false        boolean
    dates of one form                 date
    words, none of them twice         identifier
    other words                       categorical, categories in the order of the alphabet

The descriptor may state another kind, or a list of words from low to high, which makes it ordinal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from methods.data.dates import first_that_is_none, seconds_of
from methods.data.text_table import class_order, is_number
from methods.errors import UserError, unknown
from methods.schemas.named_columns import ColumnKind

NUMERIC, CATEGORICAL, ORDINAL, BOOLEAN = "numeric", "categorical", "ordinal", "boolean"
DATE, IDENTIFIER = "date", "identifier"
CODED = (CATEGORICAL, ORDINAL, BOOLEAN)  # their values are positions among the categories
YES_AND_NO = ({"yes", "no"}, {"true", "false"}, {"y", "n"}, {"t", "f"})
ID_NAME = re.compile(r"(?:^|.*[^a-z])(?:id|index|key|row|nr|no)", re.IGNORECASE)
FEWEST_COUNTED = 20  # rows; fewer numbers that differ may be measurements
FEWEST_WORDS = 3
MANY_CATEGORIES = 100
SECONDS_OF_A_DAY = 86400
DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")
THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+")

Cell = str | None


class Column(Struct, frozen=True, omit_defaults=True):
    """A column of a typed table.

    Its values are floats, with NaN for a gap: numbers, seconds since 1970 of a date, or for the
    other kinds positions in `categories`.
    """

    name: str
    kind: str
    categories: tuple[str, ...] = ()
    missing: int = 0
    distinct: int = 0
    left_out: str = ""  # why it is no feature
    timed: bool = False  # whether dates have a time of day
    remarks: tuple[str, ...] = ()


class Encoding(NamedTuple):
    """The keys of a study that say what becomes of columns."""

    missing: str = "median"
    categories: str = "one_hot"
    dates: str = "parts"


@dataclass(frozen=True)
class RawColumn:
    """A column as a file has it.

    Attributes
    ----------
    cells : texts with None for a gap, or floats with NaN for a gap.
    kind : what the file itself says of the column; "" if nothing.
    left_out : why it is no feature, if the file says so and the descriptor states no kind.
    categories : its categories in order, if the file lists them.
    """

    name: str
    cells: Sequence[Cell] | np.ndarray
    kind: str = ""
    categories: tuple[str, ...] = ()
    left_out: str = ""


@dataclass(frozen=True)
class RawTable:
    """The columns of a file, and the line of each row; without lines rows are counted from 1."""

    file: str
    columns: tuple[RawColumn, ...]
    lines: Sequence[int] = ()
    remarks: tuple[str, ...] = ()

    def place(self, row: int, column: RawColumn) -> str:
        """A cell as messages name it."""
        at = f"{self.file}:{self.lines[row]}" if self.lines else f"{self.file}: row {row + 1}"
        return f"{at}: column {column.name!r}"


def typed_column(
    table: RawTable, raw: RawColumn, stated: ColumnKind | Sequence[str] | None
) -> tuple[Column, np.ndarray]:
    """The column and its values; `stated` is a kind, or the words of an ordinal column in order.

    A column that is no feature says why in `left_out`.
    """
    if raw.left_out and stated is None:
        column, values = read_column(table, raw, IDENTIFIER)
        return _with(column, left_out=raw.left_out), values
    column, values = read_column(table, raw, stated)
    present = values[~np.isnan(values)]
    if stated is None:
        column = _with(column, **_doubts(column, values, present))
    if not len(present):
        column = _with(column, left_out="it has no value")
    elif column.distinct == 1 and not column.missing and not column.left_out:
        column = _with(column, left_out=f"all rows have the same value, {_shown(column, present)}")
    elif column.kind == IDENTIFIER and not column.left_out:
        column = _with(column, left_out="it names the rows, as stated")
    return column, values


def read_column(
    table: RawTable,
    raw: RawColumn,
    stated: ColumnKind | Sequence[str] | None,
    fractions: bool = False,
) -> tuple[Column, np.ndarray]:
    """The same, without a doubt whether it is a feature; with `fractions` of seconds or without."""
    kind, categories = raw.kind, raw.categories
    if isinstance(stated, str):
        kind, categories = stated, categories if stated in CODED else ()
    elif stated is not None:
        kind, categories = ORDINAL, tuple(stated)
    cells = raw.cells
    if isinstance(cells, np.ndarray) and kind not in (NUMERIC, raw.kind, ""):
        cells = texts_of(cells)
    if isinstance(cells, np.ndarray):
        values, column = cells, Column(raw.name, kind or NUMERIC)
    else:
        column, values = _typed_text(table, raw, cells, kind, categories)
    values = np.floor(values) if column.kind == DATE and not fractions else values
    present = values[~np.isnan(values)]
    if np.isinf(present).any():
        place = table.place(int(np.flatnonzero(np.isinf(values))[0]), raw)
        raise UserError(f"{place}: an infinite value; write NA for a gap")
    timed = column.kind == DATE and bool(np.any(present % SECONDS_OF_A_DAY))
    counted = {"missing": len(values) - len(present), "distinct": len(np.unique(present))}
    return _with(column, **counted, timed=timed), values


def _with(column: Column, **changes: object) -> Column:
    return Column(**{key: getattr(column, key) for key in Column.__struct_fields__} | changes)


def texts_of(values: np.ndarray) -> list[Cell]:
    """Numbers as text; whole numbers lose their decimal point."""
    return [None if np.isnan(v) else f"{v:.17g}" for v in values.tolist()]


def _shown(column: Column, present: np.ndarray) -> str:
    value = present[0]
    return repr(column.categories[int(value)]) if column.categories else f"{value:g}"


def _doubts(column: Column, values: np.ndarray, present: np.ndarray) -> Mapping[str, object]:
    """Whether the values name the rows; the reason says how to keep them."""
    n, all_differ = len(values), column.distinct == len(present)

    def reason(why: str, kind: str) -> str:
        return f"{why}; write {column.name}: {kind} under columns to keep it"

    if column.kind == NUMERIC and not column.missing and all_differ and n >= FEWEST_COUNTED:
        whole = bool(np.all(present == np.floor(present)))
        if whole and np.all(np.diff(values) == 1):
            return {"kind": IDENTIFIER, "left_out": reason("it counts the rows", NUMERIC)}
        if whole and ID_NAME.fullmatch(column.name):
            why = "it is called so, and none of its numbers comes twice"
            return {"kind": IDENTIFIER, "left_out": reason(why, NUMERIC)}
    if column.kind == CATEGORICAL and all_differ and len(present) >= max(FEWEST_WORDS, n / 2):
        why = reason("none of its words comes twice", CATEGORICAL)
        return {"kind": IDENTIFIER, "left_out": why, "categories": ()}
    if column.kind == CATEGORICAL and column.distinct > MANY_CATEGORIES:
        remark = f"{column.distinct} categories; {MANY_CATEGORIES} at most get an indicator each"
        return {"remarks": (*column.remarks, remark)}
    return {}


def _typed_text(
    table: RawTable, raw: RawColumn, cells: Sequence[Cell], kind: str, categories: tuple[str, ...]
) -> tuple[Column, np.ndarray]:
    rows = [row for row, cell in enumerate(cells) if cell is not None]
    texts = [str(cells[row]) for row in rows]
    column = Column(raw.name, kind or CATEGORICAL)
    numbers: Sequence[float] | None = None
    remarks: tuple[str, ...] = ()
    if kind in ("", NUMERIC):
        numbers, remarks = _numbers(table, raw, rows, texts, bool(kind))
        if numbers is not None:
            column = _with(column, kind=NUMERIC, remarks=remarks)
    if not kind and numbers is None and {text.casefold() for text in texts} in YES_AND_NO:
        column = _with(column, kind=BOOLEAN)
    elif kind in ("", DATE) and numbers is None and texts:
        dates = seconds_of(texts, stated=bool(kind))
        if dates is None and kind:
            raise _no_date(table, raw, rows, texts)
        if dates is not None:
            numbers, form = dates
            column = _with(column, kind=DATE, remarks=(f"dates as {form}",))
    if numbers is None and column.kind == CATEGORICAL:
        column = _with(column, remarks=remarks)
    if numbers is None and column.kind in CODED:
        column, numbers = _codes(table, raw, rows, texts, column, categories)
    values = np.full(len(cells), np.nan)
    # The values of an identifier are only counted.
    values[rows] = np.unique(texts, return_inverse=True)[1] if numbers is None else numbers
    return column, values


def _numbers(
    table: RawTable, raw: RawColumn, rows: Sequence[int], texts: Sequence[str], stated: bool
) -> tuple[list[float] | None, tuple[str, ...]]:
    """The numbers of a column, or None if it has others; and what was recognised."""
    if not texts:
        return None, ()
    faults = [at for at, text in enumerate(texts) if not is_number(text)]
    if not faults:
        return [float(text) for text in texts], ()
    commas = [at for at in faults if DECIMAL_COMMA.fullmatch(texts[at])]
    if commas == faults:
        if all(THOUSANDS.fullmatch(texts[at]) for at in faults):
            raise UserError(
                f"{table.place(rows[faults[0]], raw)}: {texts[faults[0]]!r} may have a decimal"
                " comma or a mark of thousands; write numbers with a point and without marks"
            )
        for at, text in enumerate(texts):
            if "." in text:
                raise UserError(
                    f"{table.place(rows[at], raw)}: {text!r} has a point, and"
                    f" {texts[faults[0]]!r} a comma; write numbers with a point and without marks"
                )
        return [float(text.replace(",", ".")) for text in texts], ("decimal commas",)
    words = [at for at in faults if at not in set(commas)]
    if stated or len(texts) > 2 * len(faults):
        first = words[0]
        ways = "; write NA for a gap"
        if not stated:
            notes = f"{PurePath(table.file).stem}.yaml beside it or in the descriptor"
            ways = f" among numbers{ways}, or columns: {{{raw.name}: categorical}} in {notes}"
        raise UserError(
            f"{table.place(rows[first], raw)}: {texts[first][:40]!r} is not a number{ways}"
        )
    if len(faults) == len(texts):
        return None, ()
    place = f"line {table.lines[rows[words[0]]]}" if table.lines else f"row {rows[words[0]] + 1}"
    return None, (
        f"{len(texts) - len(faults)} of {len(texts)} values are numbers, and"
        f" {texts[words[0]][:40]!r} in {place} is not, so all are categories",
    )


def _no_date(
    table: RawTable, raw: RawColumn, rows: Sequence[int], texts: Sequence[str]
) -> UserError:
    at = first_that_is_none(texts)
    if at is None:
        return UserError(
            f"{table.file}: column {raw.name!r}: dates of several forms, or with day and month in"
            " an order that no row tells; write year-month-day"
        )
    place = table.place(rows[at], raw)
    return UserError(f"{place}: {texts[at][:40]!r} is no date; write year-month-day, or NA")


def _codes(
    table: RawTable, raw: RawColumn, rows: Sequence[int], texts: Sequence[str], column: Column,
    categories: tuple[str, ...],
) -> tuple[Column, list[float]]:  # fmt: skip
    """Positions among the categories, which are those stated or those that come."""
    if column.kind == BOOLEAN and len(set(texts)) > 2 and len({t.casefold() for t in texts}) <= 2:
        texts = [text.casefold() for text in texts]  # Yes and yes
    if not categories:
        categories = tuple(class_order(set(texts)))
    if column.kind == BOOLEAN and len(categories) > 2:
        raise UserError(
            f"{table.file}: column {raw.name!r}: {len(categories)} values; boolean has two"
        )
    code = {category: position for position, category in enumerate(categories)}
    for row, text in zip(rows, texts, strict=True):
        if text not in code:
            raise unknown("value", text[:40], categories, table.place(row, raw))
    return _with(column, categories=categories), [float(code[text]) for text in texts]
