"""A page a data set: where it comes from, what it holds, what is printed of it, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from methods.bench.results import Results
from methods.data.catalogue import Descriptor, Source
from methods.report import runs
from methods.report.experiment_page import page_of
from methods.report.folder import Site
from methods.report.shown_tables import ShownTable, fixed


def write_dataset_pages(
    site: Site, experiments: Sequence[Results], tables: Mapping[str, Sequence[ShownTable]]
) -> None:
    """All pages and their index."""
    used = {
        d: results.plan.catalogue[d]
        for results in experiments
        for study in results.experiment.studies
        for d in results.datasets(study)
    }
    missing = {
        name: row["message"]
        for results in experiments
        for name, row in runs.missing(results).items()
    }
    for name, descriptor in used.items():
        site.page(
            f"datasets/{name}.html",
            "dataset.html",
            d=descriptor,
            shape=_shape(descriptor),
            classes=_classes(descriptor),
            balance=[(label, n) for label, n in descriptor.classes.items() if n],
            sources=[_source(source) for source in descriptor.sources],
            missing=missing.get(name, ""),
            wins=[w for r in experiments for w in winners(r, tables[r.experiment.name], name)],
        )
    rows = []
    for name, d in sorted(used.items()):
        had = "no" if name in missing else "yes"
        texts = (d.title, d.task, _shape(d), _classes(d), d.licence, had)
        rows.append([name, *({"text": text, "kind": ""} for text in texts)])
    site.page(
        "datasets/index.html",
        "index.html",
        title="Data sets",
        columns=["data set", "title", "task", "shape", "classes", "licence", "in this run"],
        rows=rows,
        links={name: f"{name}.html" for name in used},
    )


def winners(results: Results, tables: Sequence[ShownTable], dataset: str) -> list[dict[str, Any]]:
    """For each table of scores with the data set its best methods and those not told from them."""
    found = []
    for table in tables:
        if not table.of_scores:
            continue
        of_set = table.data[(table.data["dataset"] == dataset) & (table.data["n"] > 0)]
        best = of_set["best"].astype(bool)
        if not best.any():
            continue
        close = of_set[of_set["not_worse_than_best"].astype(bool) & ~best]
        found.append(
            {
                "table": f"{results.experiment.title}: {table.title}",
                "href": f"../{page_of(results.experiment.name)}#table-{table.name}",
                "best": ", ".join(of_set[best]["method"]),
                "mean": fixed(of_set[best]["mean"].iloc[0]),
                "methods": len(of_set),
                "close": ", ".join(close["method"]),
            }
        )
    return found


def _shape(descriptor: Descriptor) -> str:
    return " × ".join(str(size) if size else "?" for size in descriptor.shape)


def _classes(descriptor: Descriptor) -> str:
    known = sum(n for n in descriptor.classes.values() if n)
    return ", ".join(
        f"{label} {count} ({count / known:.0%})" if count else str(label)
        for label, count in descriptor.classes.items()
    )


def _source(source: Source) -> dict[str, Any]:
    """The source in a word, with its files and their hashes."""
    if source.bundled:
        name = f"bundled with scikit-learn: {source.bundled}"
    elif source.generator:
        given = ", ".join(f"{key}={value}" for key, value in source.parameters.items())
        name = f"drawn by generator {source.generator}({given})"
    else:
        name = f"files, read as {source.format}"
    files = [
        {"path": (*file.url, file.path)[0], "hash": file.sha256 or file.content_sha256}
        for file in source.files
    ]
    return {"name": name, "files": files}
