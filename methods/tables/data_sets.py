"""The table of an experiment's data sets: what they hold, and what the paper prints of them."""

from __future__ import annotations

import pandas as pd

from methods.bench.guard import MISSING
from methods.bench.results import Results
from methods.schemas.option_kinds import PrintedTable
from methods.tables.table import NO_VALUE, Table


def data_table(
    results: Results, *, published: PrintedTable | None = None, caption: str = ""
) -> Table:
    """Samples, their shape and the classes of every data set of the experiment.

    ``published`` names the printed table. Its metrics are ``positive`` and ``negative`` (counts of
    samples) and ``dimension``, or ``n_train``, ``n_test``, ``n_attributes`` and ``n_classes``. The
    last column says whether this run had the data set.
    """
    studies = results.experiment.studies
    names = dict.fromkeys(d for study in studies for d in results.datasets(study))
    missing: set[str] = set()
    for study in studies:
        runs = results.runs(study)
        missing |= set(runs[runs["status"] == MISSING]["dataset"].astype(str))
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
             "printed": _printed(results, published, name) if published else NO_VALUE,
             "had": "no" if name in missing else "yes"}
        )  # fmt: skip
    columns = ["dataset", "title", "samples", "shape", "classes", "printed", "had"]
    data = pd.DataFrame(rows, columns=columns)
    return Table(data, data.set_index("dataset").drop(columns="title"), caption or "Data sets")


def _printed(results: Results, table: str, dataset: str) -> str:
    rows = results.published[results.published["table"] == table]
    rows = rows[rows["dataset"].isin([dataset, *results.printed_names(dataset)])]
    if rows.empty:
        return NO_VALUE
    printed = {
        metric: text.removesuffix(".0")
        for metric, text in zip(rows["metric"], rows["text"], strict=True)
    }
    if "n_train" in printed:
        counts = " + ".join(printed[part] for part in ("n_train", "n_test") if part in printed)
        return f"{counts}, {printed['n_attributes']}, {printed['n_classes']} classes"
    counts = " + ".join(printed.get(kind, "?") for kind in ("positive", "negative"))
    return f"{counts}, {printed.get('dimension', '?')}"
