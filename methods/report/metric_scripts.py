"""The tables of scores by their other metrics: one script for each, which a page loads on demand.

The function that made a table makes it again, so that marks, ranks and the caption are its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from inspect import signature
from typing import Any

from markupsafe import escape

from methods.bench.construct import options_of, resolve
from methods.bench.results import Results
from methods.figures.curves import METRIC_WORDS
from methods.report.shown_tables import ShownTable, as_score_table
from methods.report.site_folder import templates
from methods.schemas.metric_entries import CURVES, SCORED_ALWAYS

COSTS = (*SCORED_ALWAYS, *(f"train_{metric}" for metric in SCORED_ALWAYS))
WORDS = METRIC_WORDS | {
    "balanced_error": "balanced test error", "train_balanced_error": "balanced training error",
    "roc_auc": "area under the ROC curve",
}  # fmt: skip
HOW_SHOWN = ("lower_is_better", "percent")  # what an experiment file says of a recorded number
# options of a table that go with its own metric, or with what is printed of it
OF_ONE_METRIC = {"metric", "caption", "published", "best_of", *HOW_SHOWN}


def metric_choices(results: Results, table: ShownTable) -> dict[str, str]:
    """The metrics that a table of scores can show, in words; its own is the first.

    Nothing says whether more is better of most recorded numbers. They are no choice, because a best
    one could not be marked.
    """
    if "metric" not in signature(resolve(table.options["function"])).parameters:
        return {}
    own = table.options.get("metric", "error")
    return {name: in_words(name) for name in {own: {}} | _directed(results, table)}


def in_words(metric: str) -> str:
    return WORDS.get(metric, metric.replace("_", " "))


def metric_scripts(
    results: Results, table: ShownTable, links: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Name ``tables/<table>.<metric>`` and text of a script for each metric but the table's own.

    `links` has the page of each method.
    """
    directed = _directed(results, table)
    for metric in list(metric_choices(results, table))[1:]:
        other = _with_metric(results, table, metric, directed[metric])
        shown = as_score_table(results, other)
        html = (
            templates()
            .get_template("parts.html")
            .module.score_table(  # type: ignore[attr-defined]
                shown, other.title, links, {}
            )
        )
        name = f"tables/{table.name}.{metric}"
        content = json.dumps({"title": str(escape(other.title)), "html": str(html)})
        yield name, f"marginbenchFile({json.dumps(name)},{content});\n"


def _directed(results: Results, table: ShownTable) -> dict[str, dict[str, Any]]:
    """The stored metrics of which the better direction is known, with how to show each.

    A recorded number has a direction if any table on the study states one.
    """
    study, condition = table.options["study"], table.options.get("condition", "")
    scores = results.scores(study)
    of_table = (scores["condition"] == condition) & (
        scores["method"].isin(table.data["method"]) & scores["dataset"].isin(table.data["dataset"])
    )
    stored = set(scores.loc[of_table, "metric"].unique())
    stated = {
        entry["metric"]: {key: entry[key] for key in HOW_SHOWN if key in entry}
        for entry in results.experiment.tables.values()
        if entry.get("study") == study and {"metric", "lower_is_better"} <= set(entry)
    }
    named = [name for name in results.study(study).metrics if name not in CURVES]
    known: dict[str, dict[str, Any]] = {name: {} for name in (*COSTS, *named)} | stated
    return {name: options for name, options in known.items() if name in stored}


def _with_metric(
    results: Results, table: ShownTable, metric: str, how_shown: Mapping[str, Any]
) -> ShownTable:
    """The table with another metric. No printed number stands beside it."""
    kept = {key: value for key, value in table.options.items() if key not in OF_ONE_METRIC}
    words = in_words(metric)
    where = ", ".join(filter(None, (f"study {kept['study']}", kept.get("condition"))))
    options = {
        **kept, **how_shown, "metric": metric, "caption": f"{words[0].upper()}{words[1:]}, {where}"
    }  # fmt: skip
    make, rest = options_of(options)
    made = make(results, **rest)
    rows = [
        [str(name), *cells] for name, cells in zip(made.cells.index, made.cells.values, strict=True)
    ]
    columns = [str(column) for column in made.cells.columns]
    return ShownTable(table.name, options, made.data, made.caption, columns, rows)
