"""The table that an entry of an experiment describes, and why it may have nothing to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from methods.bench.construct import options_of, resolve
from methods.bench.results import Results
from methods.schemas.option_mentions import Mention, names_of, option_mentions
from methods.tables.table import Table


def table_of(results: Results, entry: Mapping[str, Any]) -> Table:
    """Make the table. If nothing that it names was fitted, its caption says so after the title."""
    make, options = options_of(entry)
    table: Table = make(results, **options)
    if nothing := nothing_to_show(results, entry):
        title = table.caption.partition(": ")[0].removesuffix(".")
        return replace(table, caption=f"{title}. {nothing}")
    return table


def nothing_to_show(results: Results, entry: Mapping[str, Any]) -> str:
    """Why a table or figure is empty: nothing that it names was fitted. Else no text."""
    mentions = option_mentions(resolve(entry["function"]), entry)
    values = [m for m in mentions if isinstance(m, Mention) and not m.is_key]
    studies, datasets = names_of(values, "study"), names_of(values, "data set")
    if not studies or any(results.datasets(name, datasets or None) for name in studies):
        return ""
    on = f" on {' or '.join(datasets)}" if datasets else ""
    return f"Nothing to show: no fit of {' or '.join(studies)}{on} is {chosen(results)}."


def chosen(results: Results) -> str:
    """What becomes of data sets that have fits: a run selects them, and kept results keep them."""
    return "kept" if results.kept else "selected"
