"""The stored tables of an experiment as the report shows them.

The columns of a table's tidy CSV decide how it is shown. A table with a mean and a rank for each
data set and method is a table of scores: its cells switch between mean, rank and seconds, and open
their trials. In a table of wins and losses the cells are shaded by the difference. Any other table
is shown as it is stored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from methods.bench import paths
from methods.bench.results import Results, finished
from methods.csv_files import read_csv_with_names
from methods.report.cells import Cell, cell
from methods.report.outdated import is_outdated
from methods.report.site_folder import continued, experiment_address
from methods.schemas.metric_entries import SCORED_ALWAYS
from methods.tables.ranked_datasets import ranked_datasets
from methods.tables.scores import DECIMALS, PRINTED_SUFFIX, decimals_of
from methods.tables.table import NO_VALUE

SCORE_COLUMNS = {
    "dataset", "method", "n", "trials", "mean", "std", "rank", "best", "not_worse_than_best",
}  # fmt: skip
TEXTS = ("dataset", "method", "reason")
WIN_COLUMNS = {"wins", "ties", "losses"}
HELD = {"Wins, ties and losses": WIN_COLUMNS, "Seconds": {"fit_seconds"}}
CAPTION_PARTS = re.compile(r": |\. ")
IN_CODE = re.compile(r"[a-z]+(?:_[a-z]+)+")  # names of recorded numbers
COLUMN_WORDS = {
    "fit_seconds": "seconds of a fit", "tune_seconds": "seconds of tuning",
    "predict_seconds": "seconds of prediction", "fit_seconds_median": "median seconds of a fit",
    "q_statistic": "Q statistic",
}  # fmt: skip
LIGHT, DARK = 2.0, 4.0  # a difference from so many combined standard errors on is shaded
WIN_TIE_LOSS = re.compile(r"(\d+)/\d+/(\d+)( \(.*\))?")  # in brackets as printed


@dataclass(frozen=True)
class ShownTable:
    """A stored table: its tidy data, its cells as text, and its options in the experiment file."""

    name: str
    options: Mapping[str, Any]
    data: pd.DataFrame
    caption: str
    columns: list[str]
    rows: list[list[str]]

    @property
    def of_scores(self) -> bool:
        return "study" in self.options and set(self.data.columns) >= SCORE_COLUMNS

    @property
    def metric(self) -> str:
        """What a table of scores shows the means of."""
        return str(self.options.get("metric", "error"))

    @property
    def title(self) -> str:
        """The first part of the caption. That of a study does not say what the table holds."""
        title = CAPTION_PARTS.split(self.caption, maxsplit=1)[0]
        if self.options.get("caption"):
            return title
        held = next((words for words, names in HELD.items() if set(self.data) >= names), None)
        return f"{held}: {continued(title)}" if held else title

    @property
    def note(self) -> str:
        return "".join(CAPTION_PARTS.split(self.caption, maxsplit=1)[1:])


def shown_tables(results: Results) -> list[ShownTable]:
    """Every table of the experiment, read from its files."""
    return [
        stored_table(results.path(paths.output(results.experiment.name, name)), name, options)
        for name, options in results.experiment.tables.items()
    ]


def stored_table(stem: Path, name: str, options: Mapping[str, Any]) -> ShownTable:
    """The table in the files ``<stem>.json`` and ``<stem>.csv``."""
    with open(f"{stem}.json", encoding="utf-8") as file:
        stored = json.load(file)
    data = stored_data(Path(f"{stem}.csv"))
    return ShownTable(name, options, data, stored["caption"], stored["columns"], stored["rows"])


def stored_data(file: Path) -> pd.DataFrame:
    """The tidy data of a table or figure."""
    try:
        return read_csv_with_names(file, TEXTS)
    except pd.errors.EmptyDataError:
        return pd.DataFrame()


def score_tables(
    results: Results, tables: Sequence[ShownTable]
) -> Iterator[tuple[ShownTable, str]]:
    """The tables of an error or another metric, each with its address from a page one folder down.

    A table of recorded numbers, such as rounds, does not say which method is good.
    """
    address = experiment_address(results.experiment.name)
    for table in tables:
        if table.of_scores and table.metric in (*SCORED_ALWAYS, *_metrics(results, table)):
            yield table, f"../{address}#table-{table.name}"


def named(results: Results, table: ShownTable) -> str:
    """A table of scores with its experiment, and whether its kept fits are outdated."""
    mark = " (outdated)" * is_outdated(results, table.options["study"])
    title = results.experiment.title
    return f"{title}{' ' if title.endswith('?') else ': '}{table.title}{mark}"


def is_percent(results: Results, table: ShownTable) -> bool:
    """Whether the cells of a table of scores are in percent."""
    is_named = table.metric in _metrics(results, table)
    return bool(table.options.get("percent", not is_named))


def _metrics(results: Results, table: ShownTable) -> Collection[str]:
    """The metrics that the study of a table names, beside the errors."""
    return results.study(table.options["study"]).metrics


def as_plain_table(table: ShownTable) -> dict[str, Any]:
    """Columns and rows as text, each cell with its CSS class."""
    shade = set(table.data.columns) >= WIN_COLUMNS
    rows = [[name, *(_plain_cell(text, shade) for text in texts)] for name, *texts in table.rows]
    named = {name for key in TEXTS if key in table.data for name in table.data[key]}
    columns = [name if name in named else _in_words(name) for name in table.columns]
    return {"columns": ["", *columns], "rows": rows, "shaded": shade}


def _in_words(column: str) -> str:
    """A heading of a table; a name of the code becomes words."""
    in_code = IN_CODE.fullmatch(column)
    return COLUMN_WORDS.get(column, column.replace("_", " ") if in_code else column)


def _plain_cell(text: str, shade: bool) -> Cell:
    if text.startswith("**") and text.count("**") == 2:
        return cell(text.replace("**", ""), "cell best")
    counts = WIN_TIE_LOSS.fullmatch(text) if shade else None
    more_wins = int(counts[1]) - int(counts[2]) if counts else 0
    return cell(text, "win counted" if more_wins > 0 else "loss counted" if more_wins < 0 else "")


def average_ranks_of(table: ShownTable) -> dict[str, str]:
    """The average rank of each method of a table of scores, which is its last column."""
    return {name: rest[-1] for name, *rest in table.rows}


def datasets_of_ranks(results: Results, table: ShownTable) -> list[str]:
    """The data sets of a table of scores that its average ranks are over: the complete ones."""
    data = table.data
    ranked = data[data.groupby("method")["rank"].transform("count") > 0]
    complete = ranked.groupby("dataset")["rank"].apply(lambda ranks: ranks.notna().all())
    shown = list(dict.fromkeys(data["dataset"]))
    own = ranked_datasets(results, table.options.get("published"), shown)
    return [name for name in own if complete.get(name, False)]


def shown_decimals(results: Results, table: ShownTable) -> int:
    """How many decimals the scores of a table have."""
    return decimals_of(table.metric in _metrics(results, table), is_percent(results, table))


def as_score_table(results: Results, table: ShownTable) -> dict[str, Any]:
    """Methods by data sets with mean, rank, seconds and the printed number, as text."""
    options, data = table.options, table.data
    study, condition = options["study"], options.get("condition", "")
    datasets = list(dict.fromkeys(data["dataset"]))
    cells = {(row["dataset"], row["method"]): row for row in data.to_dict("records")}
    in_table = {str(method) for method in data["method"]}
    seconds = {
        place: mean
        for place, mean in _mean_seconds(results, study, condition).items()
        if place[1] in in_table
    }
    decimals = shown_decimals(results, table)
    averages = average_ranks_of(table)
    ranked = datasets_of_ranks(results, table)
    fastest = {
        dataset: min((s for (d, _), s in seconds.items() if d == dataset), default=np.nan)
        for dataset in datasets
    }
    rows = [
        {
            "method": method,
            "cells": [
                _score_cell(
                    cells[dataset, method],
                    seconds.get((dataset, method), np.nan),
                    fastest[dataset],
                    decimals,
                )
                for dataset in datasets
            ],
            "average": averages.get(method, ""),
            "printed_average": averages.get(method + PRINTED_SUFFIX, ""),
        }
        for method in dict.fromkeys(data["method"])
    ]
    by_rank = results.experiment.source == results.experiment.name  # on no paper with an order
    if by_rank:
        rows.sort(key=_average)
    return {
        "study": study, "metric": table.metric, "condition": condition, "by_rank": by_rank,
        "datasets": datasets, "unranked": [name for name in datasets if name not in ranked],
        "rows": rows, "printed": "printed" in data.columns,
        "notes": {
            "mean": table.note.replace("*: not", "grey bar: not"),
            "rank": "Rank of the mean among the methods on each data set; 1 is the best, which is"
            " bold.",
            "seconds": "Mean seconds of one fit on one core, without tuning. Bold: the fastest.",
        },
    }  # fmt: skip


def _average(row: Mapping[str, Any]) -> float:
    """The average rank of a row; one without a rank comes last."""
    return np.inf if row["average"] in ("", NO_VALUE) else float(row["average"])


def _mean_seconds(results: Results, study: str, condition: str) -> dict[tuple[str, str], float]:
    runs = finished(results.runs(study))
    runs = runs[runs["condition"] == condition]
    means = runs.groupby(["dataset", "method"], observed=True)["fit_seconds"].mean()
    return {(str(d), str(m)): float(value) for (d, m), value in means.items()}


def _score_cell(
    row: Mapping[str, Any], seconds: float, fastest: float, decimals: int
) -> dict[str, str | None]:
    known = row["n"] > 0 and not np.isnan(row["mean"])
    kind = " best" if row["best"] else " close" if row["not_worse_than_best"] else ""
    kind += " fastest" if seconds == fastest else ""
    mark = row.get("mark", "")
    shown: dict[str, str | None] = {
        "mean": fixed(row["mean"], decimals=decimals) if known else None,
        "std": "" if np.isnan(row["std"]) else fixed(row["std"], row["mean"], decimals),
        "rank": NO_VALUE if np.isnan(row["rank"]) else f"{row['rank']:g}",
        "seconds": NO_VALUE if np.isnan(seconds) else f"{seconds:.3g}",
        "mark": mark if isinstance(mark, str) else "",
        "short": f"{row['n']}/{row['trials']}" if row["n"] < row["trials"] else "",
        "kind": kind if known else "", "printed": "", "difference": "", "tint": "",
    }  # fmt: skip
    printed = row.get("printed", np.nan)
    if not np.isnan(printed):
        std = row["printed_std"]
        spread = "" if np.isnan(std) else f" ± {fixed(std, printed, decimals)}"
        shown["printed"] = f"{fixed(printed, decimals=decimals)}{spread}"
        difference = row["difference_in_se"]
        if not np.isnan(difference):
            shown["difference"] = f"{difference:+.1f}".replace("-", "−")
            shown["tint"] = tint(difference)
    return shown


def tint(difference: float) -> str:
    """The shade of a difference in standard errors: below or above, light or dark."""
    if abs(difference) < LIGHT:
        return ""
    return f" {'lower' if difference < 0 else 'upper'}{1 if abs(difference) < DARK else 2}"


def fixed(value: float, like: float | None = None, decimals: int = DECIMALS) -> str:
    """So many decimals, or four significant digits if the number is very small or very large.

    A deviation gets the format of its mean, with `like`.
    """
    size = abs(value if like is None else like)
    return f"{value:.{decimals}f}" if size == 0 or 0.01 <= size < 1e5 else f"{value:.4g}"
