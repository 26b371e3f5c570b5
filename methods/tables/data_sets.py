"""The table of an experiment's data sets: what they hold, what the paper prints, and why not."""

from __future__ import annotations

import pandas as pd

from methods.bench.guard import MISSING
from methods.bench.results import Results
from methods.tables.table import HOLE, Table


def data_table(results: Results, *, published: str | None = None, caption: str = "") -> Table:
    """Samples, their shape and the classes of every data set of the experiment.

    ``published`` names the printed table, which has the counts of ``positive`` and ``negative``
    samples and the ``dimension`` of data sets of our own under the printed name, or ``n_train``,
    ``n_test``, ``n_attributes`` and ``n_classes``; whether this run had the data set stands beside.
    """
    studies = results.experiment.studies
    names = dict.fromkeys(d for study in studies for d in results.datasets(study))
    missed: set[str] = set()
    for study in studies:
        runs = results.runs(study)
        missed |= set(runs[runs["status"] == MISSING]["dataset"].astype(str))
    rows = []
    for name in names:
        descriptor = results.plan.catalogue[name]
        shape = [str(size) if size else "?" for size in descriptor.shape]
        rows.append(
            {"dataset": name, "title": descriptor.title, "samples": shape[0],
             "shape": " x ".join(shape[1:]),
             "classes": ", ".join(
                 f"{label} {count}" if count else str(label)
                 for label, count in descriptor.classes.items()
             ),
             "printed": _printed(results, published, name) if published else HOLE,
             "had": "no" if name in missed else "yes"}
        )  # fmt: skip
    columns = ["dataset", "title", "samples", "shape", "classes", "printed", "had"]
    data = pd.DataFrame(rows, columns=columns)
    return Table(data, data.set_index("dataset").drop(columns="title"), caption or "Data sets")


def _printed(results: Results, table: str, dataset: str) -> str:
    rows = results.published[results.published["table"] == table]
    rows = rows[rows["dataset"] == dataset]
    found = dict(zip(rows["metric"], rows["text"], strict=True))
    if not found:
        return HOLE
    found = {metric: text.removesuffix(".0") for metric, text in found.items()}
    if "n_train" in found:
        counts = " + ".join(found[part] for part in ("n_train", "n_test") if part in found)
        return f"{counts}, {found['n_attributes']}, {found['n_classes']} classes"
    counts = " + ".join(found.get(kind, "?") for kind in ("positive", "negative"))
    return f"{counts}, {found.get('dimension', '?')}"
