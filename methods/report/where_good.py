"""Where a method is good: the data sets of each table of scores on which it is best or worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import FEWEST_TRIALS, Summary
from methods.report.shown_tables import (
    LIGHT,
    ShownTable,
    average_ranks_of,
    datasets_of_ranks,
    named,
    score_tables,
)
from methods.tables.table import NO_VALUE

YARDSTICK = "yardstick"  # the experiment that treats all methods alike
NAMED = 3  # data sets in a sentence; the table below it names all

Tables = Mapping[str, Sequence[ShownTable]]  # of each experiment


@dataclass(frozen=True)
class CountedTable:
    """A table of scores, and what every method's page counts in it.

    `ran` has the cells with a fit, and of versions of one data set those of the first; `by_method`
    has the same.
    """

    experiment: str
    title: str
    href: str
    ran: pd.DataFrame
    by_method: Mapping[str, pd.DataFrame]
    ranks: Mapping[str, str]
    n_ranked: int


def counted_tables(experiments: Sequence[Results], tables: Tables) -> list[CountedTable]:
    found = []
    for results in experiments:
        for table, href in score_tables(results, tables[results.experiment.name]):
            ran = table.data[table.data["n"] > 0]
            ran = ran[ran["dataset"].isin(results.counted_once(ran["dataset"].unique()))]
            found.append(
                CountedTable(
                    results.experiment.name, named(results, table), href, ran,
                    dict(list(ran.groupby("method", observed=True))),
                    average_ranks_of(table), len(datasets_of_ranks(results, table)),
                )
            )  # fmt: skip
    return found


def where_good(tables: Sequence[CountedTable], name: str) -> dict[str, str] | None:
    """What opens the answer: on how many data sets of one table a method is best or worst.

    The table is that of the yardstick if the method is in it, else the one with most data sets.
    It is None if no table of errors or of a metric compares the method over enough trials.
    """
    found = []
    for table in tables:
        if name not in table.by_method:
            continue
        ran = table.ran[table.ran["n"] >= FEWEST_TRIALS]
        ran = ran[ran.groupby("dataset")["method"].transform("size") > 1]
        own = set(ran[ran["method"] == name]["dataset"])
        if own:
            key = (table.experiment == YARDSTICK, len(own))
            found.append((key, ran[ran["dataset"].isin(own)], table))
    if not found:
        return None
    _, ran, table = max(found, key=lambda each: each[0])
    return {**sentences(ran, name), "table": table.title, "href": table.href}


def sentences(ran: pd.DataFrame, name: str) -> dict[str, str]:
    """The words before and after the name of the table that the rows of `ran` are of."""
    mine = ran[ran["method"] == name]
    best = mine["best"].astype(bool)
    close = mine["not_worse_than_best"].astype(bool) & ~best
    worst = [str(d) for d, part in ran.groupby("dataset", sort=False) if is_worst(part, name)]
    more = " more" if best.any() else ""
    good = f"best on {_listed(list(mine[best]['dataset']))}, and not told apart from the best on"
    return {
        "before": f"Of {len(mine)} data set{'s' * (len(mine) > 1)} in ",
        "after": f", it is {good} {_listed(list(mine[close]['dataset']), more)}."
        f" It is clearly worst on {_listed(worst)}.",
    }


def is_worst(part: pd.DataFrame, name: str) -> bool:
    """Whether a method is last on a data set, by so many standard errors that a cell is shaded."""
    ranked = part.dropna(subset=["rank"])
    if len(ranked) < 2 or ranked["method"][ranked["rank"].idxmax()] != name:
        return False
    cells = ranked.sort_values("rank")[["mean", "std", "n"]].iloc[-2:].to_dict("records")
    next_to_last, last = (Summary(**cell) for cell in cells)
    error = np.hypot(next_to_last.standard_error, last.standard_error)
    return bool(abs(last.mean - next_to_last.mean) > LIGHT * error)


def _listed(names: Sequence[str], more: str = "") -> str:
    """How many, and the first names."""
    if not names:
        return "none"
    rest = ", …" if len(names) > NAMED else ""
    return f"{len(names)}{more} ({', '.join(names[:NAMED])}{rest})"


def wins(tables: Sequence[CountedTable], name: str) -> list[dict[str, Any]]:
    """For each table of scores the data sets on which a method is best, or not worse than best.

    `ranked` is how many of them its average rank is over, None if all or if it has no rank.
    """
    rows = []
    for table in tables:
        if name not in table.by_method:
            continue
        mine = table.by_method[name]
        best = mine["best"].astype(bool)
        close = mine["not_worse_than_best"].astype(bool) & ~best
        rank = table.ranks.get(name, NO_VALUE)
        fewer = rank != NO_VALUE and table.n_ranked != len(mine)
        rows.append(
            {
                "table": table.title, "href": table.href,
                "datasets": len(mine), "rank": rank,
                "ranked": table.n_ranked if fewer else None, "methods": len(table.by_method),
                "best": ", ".join(mine[best]["dataset"]),
                "close": ", ".join(mine[close]["dataset"]),
            }
        )  # fmt: skip
    return rows
