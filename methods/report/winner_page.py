"""What the front page says first of a table of the user's: who wins, and what became of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from methods.bench import paths
from methods.bench.results import Results
from methods.bench.warm_up import encoding_of
from methods.data.column_words import in_short
from methods.data.prepare import columns_in, notes_in
from methods.report.column_tables import column_tables
from methods.report.shown_tables import ShownTable, as_plain_table
from methods.report.site_folder import experiment_address
from methods.tables.winner import answers

FUNCTION = "methods.tables.winner.winner_table"


def winners_shown(
    experiments: Sequence[Results], tables: Mapping[str, Sequence[ShownTable]]
) -> list[dict[str, Any]]:
    """One entry for each table of who wins that names a data set that ran."""
    return [
        _shown(results, table)
        for results in experiments
        for table in tables[results.experiment.name]
        if table.options["function"] == FUNCTION and len(table.data)
    ]


def _shown(results: Results, table: ShownTable) -> dict[str, Any]:
    study = results.study(table.options["study"])
    datasets = list(dict.fromkeys(table.data["dataset"]))
    sentences = answers(table.data)
    how = encoding_of(study)
    return {
        "title": results.experiment.title,
        "href": experiment_address(results.experiment.name),
        "about": study.about,
        "headline": sentences[datasets[0]][0],
        "sentences": [text for name in datasets for text in sentences[name][name == datasets[0] :]],
        "note": table.note.rpartition(sentences[datasets[-1]][-1])[2],
        "columns": ["method", *table.columns],
        "rows": as_plain_table(table)["rows"],
        "datasets": [
            {
                "name": name,
                "in_short": in_short(columns_in(paths.prepared(name)), how),
                "tables": column_tables([results], name),
                "notes": notes_in(paths.prepared(name)),
            }
            for name in datasets
        ],
    }
