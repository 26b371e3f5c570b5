"""What is said of the columns of a typed table: values, gaps, and what becomes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from methods.data.columns import (
    BOOLEAN,
    CATEGORICAL,
    DATE,
    MANY_CATEGORIES,
    NUMERIC,
    Column,
    Encoding,
)

LISTED = 6  # categories; of more only the number is said
HEADERS = ("column", "kind", "values", "gaps")
FILLS = {
    "median": "their median among the training rows",
    "most_frequent": "their most frequent value among the training rows",
    "indicator": "their median among the training rows, and marked by an indicator",
}


def facts(column: Column) -> tuple[str, str, str, str]:
    """The cells of a row under `HEADERS`."""
    values = f"{column.distinct} different"
    if 0 < len(column.categories) <= LISTED:
        between = " < " if column.kind == "ordinal" else ", "
        values = between.join(column.categories)
    return column.name, column.kind, values, str(column.missing)


def in_short(columns: Sequence[Column], how: Encoding) -> list[str]:
    """What was made of the columns, in a few sentences."""
    used = [column for column in columns if not column.left_out]
    kinds = Counter(column.kind for column in used)
    if not columns:
        return ["Columns: all are numbers, as they are."]
    lines = [f"Columns: {', '.join(f'{n} {kind}' for kind, n in kinds.items())}."]
    if out := [f"{column.name} ({column.left_out})" for column in columns if column.left_out]:
        lines.append(f"Left out: {_first(out)}.")
    if gaps := [f"{column.name} {column.missing:,}" for column in used if column.missing]:
        what = {"drop": "rows left out", "keep": "kept where a method takes them"}
        filled = "filled from the training rows of each trial"
        lines.append(f"Gaps, {what.get(how.missing, filled)}: {_first(gaps)}.")
    return lines


def _first(texts: Sequence[str]) -> str:
    more = len(texts) - LISTED
    return ", ".join(texts[:LISTED]) + (f" and {more} more" if more > 0 else "")


def fate(column: Column, how: Encoding) -> str:
    """What a study makes of a column."""
    if column.left_out:
        return f"left out: {column.left_out}"
    if column.kind == DATE and how.dates == "drop":
        return "left out by the study"
    made = {
        NUMERIC: "a number",
        "ordinal": f"its rank, 0 to {len(column.categories) - 1}",
        BOOLEAN: "0 or 1",
        DATE: "year, month, day, weekday" + (" and hour" if column.timed else ""),
        CATEGORICAL: _categories(column, how),
    }[column.kind]
    return f"{made}{_gaps(column, how)}"


def _categories(column: Column, how: Encoding) -> str:
    if how.categories == "one_hot":
        most = min(column.distinct, MANY_CATEGORIES)
        shared = ", the rarest share one" if column.distinct > most else ""
        return f"an indicator for each category of the training rows, {most} at most{shared}"
    return {
        "ordinal": "its place in the alphabet among those of the training rows",
        "target": "the share of each class among the training rows that have it",
        "keep": "kept for methods that take categories; others get an indicator for each",
    }[how.categories]


def _gaps(column: Column, how: Encoding) -> str:
    if not column.missing:
        return ""
    if how.missing == "drop":
        return "; rows with a gap are in no split"
    if how.missing == "keep":
        return "; gaps are kept for methods that take them, and filled for others"
    if column.kind == CATEGORICAL and how.missing == "indicator" and how.categories != "ordinal":
        return "; a gap counts as one more category"
    fill = FILLS[how.missing]
    if column.kind in (CATEGORICAL, BOOLEAN):
        fill = fill.replace("median", "most frequent value")
    return f"; gaps are filled with {fill}"
