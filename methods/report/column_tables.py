"""The columns of a typed table on its page: what each is, and what the studies make of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from methods.bench import paths
from methods.bench.results import Results
from methods.bench.warm_up import encoding_of
from methods.data.column_words import HEADERS, facts, fate
from methods.data.prepare import columns_in
from methods.data.splits import load_splits
from methods.report.cells import row


def column_tables(experiments: Sequence[Results], dataset: str) -> list[dict[str, Any]]:
    """A table for each way in which studies encode the columns, with the studies of that way."""
    columns = columns_in(paths.prepared(dataset))
    if not columns:
        return []
    studies = [
        (results.plan, study)
        for results in experiments
        for name, study in results.experiment.studies.items()
        if dataset in results.datasets(name)
    ]
    tables = []
    for how in dict.fromkeys(encoding_of(study) for _, study in studies):
        alike = [(plan, study) for plan, study in studies if encoding_of(study) == how]
        tables.append(
            {
                "studies": ", ".join(study.where for _, study in alike),
                "how": ", ".join(f"{key}: {value}" for key, value in how._asdict().items()),
                "columns": [*HEADERS, "becomes"],
                "rows": [row(*facts(column), fate(column, how)) for column in columns],
                "left_out": [
                    text for plan, study in alike for text in _left_out(plan, study, dataset)
                ],
            }
        )
    return tables


def _left_out(plan: Any, study: Any, dataset: str) -> list[str]:
    """How many rows with gaps the splits of a study leave out."""
    splits = load_splits(*plan.splits(study, dataset))
    gaps = [split.gaps for split in splits.values() if any(split.gaps)]
    if not gaps:
        return []
    train, test = (sorted({of_part[part] for of_part in gaps}) for part in (0, 1))
    return [
        f"{study.where} leaves out rows with gaps: {_span(train)} of the training part and"
        f" {_span(test)} of the test part"
    ]


def _span(counts: list[int]) -> str:
    return f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
