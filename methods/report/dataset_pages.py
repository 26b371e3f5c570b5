"""A page per data set: its source, its shape, what papers print of it, and the best methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from methods.bench import paths
from methods.bench.results import Results
from methods.data.catalogue import Descriptor, Source
from methods.data.prepare import features_in, notes_in
from methods.report.cells import row
from methods.report.column_tables import column_tables
from methods.report.metric_scripts import in_words
from methods.report.shown_tables import (
    ShownTable,
    fixed,
    is_percent,
    named,
    score_tables,
    shown_decimals,
)
from methods.report.site_folder import SiteFolder
from methods.report.what_ran import in_short, missing_datasets
from methods.tables.table import NO_VALUE

TOO_FEW = "too few trials to say"


def write_dataset_pages(
    site: SiteFolder, experiments: Sequence[Results], tables: Mapping[str, Sequence[ShownTable]]
) -> None:
    """Write all pages and their index."""
    used = {
        name: results.plan.catalogue[name]
        for results in experiments
        for study in results.experiment.studies
        for name in results.datasets(study)
    }
    missing = {
        name: in_short(results, failure)
        for results in experiments
        for name, failure in missing_datasets(results).items()
    }
    shapes = {name: _shape(d, len(features_in(paths.prepared(name)))) for name, d in used.items()}
    for name, descriptor in used.items():
        site.page(
            f"datasets/{name}.html",
            "dataset.html",
            d=descriptor,
            shape=shapes[name],
            classes=_classes(descriptor),
            balance=[(label, n) for label, n in descriptor.classes.items() if n],
            sources=[_source(source) for source in descriptor.sources],
            missing=missing.get(name),
            tables=column_tables(experiments, name),
            read=notes_in(paths.prepared(name)),
            wins=[w for r in experiments for w in winners(r, tables[r.experiment.name], name)],
        )
    site.page(
        "datasets/index.html",
        "index.html",
        title="Data sets",
        columns=["data set", "title", "task", "shape", "classes", "licence",
                 "in the kept run" if site.kept else "in this run"],
        rows=[
            row(name, d.title, d.task, shapes[name], _classes(d), d.licence,
                "no" if name in missing else "yes")
            for name, d in sorted(used.items())
        ],
        links={name: f"{name}.html" for name in used},
    )  # fmt: skip


def winners(results: Results, tables: Sequence[ShownTable], dataset: str) -> list[dict[str, Any]]:
    """For each table of scores the best methods on a data set, and those not worse than best."""
    rows = []
    for table, href in score_tables(results, tables):
        ran = table.data[(table.data["dataset"] == dataset) & (table.data["n"] > 0)]
        if ran.empty:
            continue
        best = ran["best"].astype(bool)
        decimals = shown_decimals(results, table)
        close = ran["not_worse_than_best"].astype(bool) & ~best
        mean = fixed(ran[best]["mean"].iloc[0], decimals=decimals) if best.any() else NO_VALUE
        rows.append(
            {
                "table": named(results, table), "href": href,
                "score": score_in_words(results, table),
                "best": ", ".join(ran[best]["method"]) or TOO_FEW,
                "mean": mean,
                "methods": len(ran),
                "close": ", ".join(ran[close]["method"]),
            }
        )  # fmt: skip
    return rows


def score_in_words(results: Results, table: ShownTable) -> str:
    """What a table shows the means of, with the unit."""
    return in_words(table.metric) + " in percent" * is_percent(results, table)


def _shape(descriptor: Descriptor, n_features: int) -> str:
    """The sizes; that of a typed table has as many features as its prepared file."""
    rows, *sizes = descriptor.shape
    return " × ".join(str(size or "?") for size in (rows, *(n or n_features for n in sizes)))


def _classes(descriptor: Descriptor) -> str:
    known = sum(n for n in descriptor.classes.values() if n)
    return ", ".join(
        f"{label} {count} ({count / known:.0%})" if count else str(label)
        for label, count in descriptor.classes.items()
    )


def _source(source: Source) -> dict[str, Any]:
    """What kind of source it is, with its files and their hashes."""
    if source.bundled:
        name = f"bundled with scikit-learn: {source.bundled}"
    elif source.generator:
        given = ", ".join(f"{key}={value}" for key, value in source.parameters.items())
        name = f"drawn by generator {source.generator}({given})"
    elif source.frame:
        name = f"a data frame of {source.frame}"
    elif source.of_openml:
        name = f"openml.org, {'task' if source.openml_task else 'data set'} "
        name += str(source.openml_task or source.openml)
    else:
        name = f"files, read as {source.format}"
    files = [
        {"path": (*file.url, file.path)[0], "hash": file.sha256 or file.content_sha256}
        for file in source.files
    ]
    return {"name": name, "files": files}
