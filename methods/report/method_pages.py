"""A page a method: what it is, how it runs in each experiment, where it wins, and its seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import yaml
from matplotlib.ticker import NullLocator

from methods.bench.construct import resolve
from methods.bench.experiments import Method, slug
from methods.bench.results import Results, finished
from methods.figures.style import COLOURS, COLUMN_INCHES, MARKERS, write_figure
from methods.report.docstrings import about
from methods.report.experiment_page import image_size, page_of
from methods.report.folder import Site
from methods.report.shown_tables import ShownTable

# A search, a pipeline or a shared selection is not what a reader means by the method inside it.
WRAPPERS = {
    "sklearn.model_selection.GridSearchCV": "estimator",
    "methods.SharedSelection": "estimator",
    "sklearn.pipeline.Pipeline": "steps",
}
GROUP = ["study", "dataset"]  # of points that a line joins
TICKS_APART = 2.5  # a smaller ratio prints the labels of two ticks over each other
LEAST_SIZES = 3  # numbers of training rows that show how seconds grow


def method_files(experiments: Sequence[Results]) -> dict[str, str]:
    """The page of every method that ran; names that make the same path share it."""
    return {
        name: f"{slug(name)}.html"
        for results in experiments
        for study in results.experiment.studies
        for name in results.methods(study)
    }


def write_method_pages(
    site: Site,
    experiments: Sequence[Results],
    tables: Mapping[str, Sequence[ShownTable]],
    files: Mapping[str, str],
) -> None:
    """All pages and their index; `files` has the page of each method."""
    uses = {
        name: [(r, m) for r in experiments if (m := method_of(r, name)) is not None]
        for name in files
    }
    classes = {name: inner_class(found[0][1].spec) for name, found in uses.items()}
    seconds = seconds_by_rows(experiments)
    for name, file in files.items():
        path = classes[name]
        stem = f"methods/{slug(name)}"
        site.page(
            f"methods/{file}",
            "method.html",
            title=name,
            about=about(resolve(path), path),
            siblings={n: files[n] for n, p in classes.items() if p == path and n != name},
            uses=[_use(results, method) for results, method in uses[name]],
            wins=[win for r, _ in uses[name] for win in wins(r, tables[r.experiment.name], name)],
            seconds=_seconds_figure(site, seconds[name], stem) if name in seconds else None,
        )
    rows = [
        [name, {"text": classes[name], "kind": ""},
         {"text": ", ".join(r.experiment.title for r, _ in uses[name]), "kind": ""}]
        for name in sorted(files, key=lambda name: (classes[name], name))
    ]  # fmt: skip
    site.page(
        "methods/index.html",
        "index.html",
        title="Methods",
        columns=["method", "class", "experiments"],
        rows=rows,
        links=files,
    )


def method_of(results: Results, name: str) -> Method | None:
    """The method of that name in an experiment, where it has one."""
    studies = results.experiment.studies.values()
    return next((m for s in studies for m in s.methods if m.name == name), None)


def inner_class(spec: Mapping[str, Any]) -> str:
    """The dotted path of what learns, within searches and pipelines."""
    path = str(spec["class"])
    key = WRAPPERS.get(path)
    if key is None or key not in spec:
        return path
    inner = spec[key][-1][1] if key == "steps" else spec[key]
    return inner_class(inner)


def _use(results: Results, method: Method) -> dict[str, str]:
    text = yaml.safe_dump(_without_aliases(method.spec), sort_keys=False, allow_unicode=True)
    return {
        "experiment": results.experiment.name, "title": results.experiment.title, "spec": text
    }  # fmt: skip


def _without_aliases(spec: Any) -> Any:
    """A copy in which nothing is shared, as YAML would otherwise write anchors."""
    if isinstance(spec, Mapping):
        return {key: _without_aliases(value) for key, value in spec.items()}
    return [_without_aliases(value) for value in spec] if isinstance(spec, list) else spec


def wins(results: Results, tables: Sequence[ShownTable], name: str) -> list[dict[str, Any]]:
    """For each table of scores on how many data sets the method is best, or not told from it."""
    found = []
    for table in tables:
        if not table.of_scores:
            continue
        ran = table.data[table.data["n"] > 0]
        mine = ran[ran["method"] == name]
        if mine.empty:
            continue
        close = mine[mine["not_worse_than_best"].astype(bool) & ~mine["best"].astype(bool)]
        found.append(
            {
                "table": f"{results.experiment.title}: {table.title}",
                "href": f"../{page_of(results.experiment.name)}#table-{table.name}",
                "datasets": len(mine), "rank": f"{mine['rank'].mean():.1f}",
                "methods": ran["method"].nunique(),
                "best": ", ".join(mine[mine["best"].astype(bool)]["dataset"]),
                "close": ", ".join(close["dataset"]),
            }
        )  # fmt: skip
    return found


def seconds_by_rows(experiments: Sequence[Results]) -> dict[str, pd.DataFrame]:
    """For each method the mean seconds of a fit by study, data set and number of training rows."""
    frames = []
    for results in experiments:
        for study in results.experiment.studies:
            runs = finished(results.runs(study)).astype({"dataset": str, "method": str})
            key = ["method", "dataset", "n_train"]
            means = runs.groupby(key)["fit_seconds"].agg(["mean", "size"]).reset_index()
            frames.append(means.assign(study=f"{results.experiment.name}/{study}"))
    every = pd.concat(frames, ignore_index=True)
    return {name: part.drop(columns="method") for name, part in every.groupby("method")}


def _seconds_figure(site: Site, data: pd.DataFrame, stem: str) -> dict[str, Any] | None:
    data = data[data["mean"] > 0].sort_values("n_train")
    if data["n_train"].nunique() < LEAST_SIZES:
        return None
    # no layout engine and no minor ticks, which would double the time of a figure
    figure, axes = plt.subplots(figsize=(2 * COLUMN_INCHES, 2.6))
    figure.subplots_adjust(left=0.11, right=0.72 if data.duplicated(GROUP).any() else 0.97,
                           bottom=0.17, top=0.97)  # fmt: skip
    groups = data.groupby(GROUP, sort=False)
    lines = [part for _, part in groups if len(part) > 1][: len(COLOURS)]
    points = pd.concat([part for _, part in groups if len(part) == 1] or [data.head(0)])
    axes.plot(points["n_train"], points["mean"], "o", color="0.6", label="other data sets")
    for part, colour, marker in zip(lines, COLOURS, MARKERS, strict=False):
        label = f"{part['dataset'].iloc[0]} ({part['study'].iloc[0]})"
        axes.plot(part["n_train"], part["mean"], color=colour, marker=marker, label=label)
    axes.set(xscale="log", yscale="log", xlabel="training rows", ylabel="seconds of a fit")
    for axis, column in ((axes.xaxis, "n_train"), (axes.yaxis, "mean")):
        ticks = ends_and_decades(data[column].min(), data[column].max())
        axis.set_ticks(ticks, [f"{tick:,.3g}" if tick < 1 else f"{tick:,.0f}" for tick in ticks])
        axis.set_minor_locator(NullLocator())
    if lines:
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    write_figure(figure, data, str(site.folder / stem), ["svg"])
    files = [Path(f"{stem}.{kind}") for kind in ("svg", "csv")]
    site.written |= {site.folder / file for file in files}
    width, height = image_size(site.folder / files[0])
    return {"file": files[0].name, "data": files[1].name, "width": width, "height": height}


def ends_and_decades(low: float, high: float) -> list[float]:
    """Ticks of a logarithmic axis: both ends, and the powers of ten that are not close to one."""
    powers = 10.0 ** np.arange(np.ceil(np.log10(low)), np.floor(np.log10(high)) + 1)
    inside = powers[(powers > low * TICKS_APART) & (powers < high / TICKS_APART)]
    return sorted({low, *inside.tolist(), high})
