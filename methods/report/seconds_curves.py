"""Curves of fit seconds against training rows, one chart for each method with several sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from methods.bench.results import Results, finished
from methods.tables.fit_rows import row_per_fit

LINE_KEYS = ["study", "dataset"]  # of the points that one line joins
LEAST_SIZES = 3  # numbers of training rows that show how seconds grow
MOST_LINES = 6  # more cannot be told apart
DIGITS = 4  # significant digits of what a page shows


def seconds_by_rows(experiments: Sequence[Results]) -> dict[str, pd.DataFrame]:
    """For each method the mean seconds of a fit by study, data set and number of training rows."""
    frames = []
    for results in experiments:
        for study in results.experiment.studies:
            runs = finished(row_per_fit(results.runs(study), results.study(study)))
            runs = runs.astype({"dataset": str, "method": str})
            key = ["method", "dataset", "n_train"]
            means = runs.groupby(key)["fit_seconds"].agg(["mean", "size"]).reset_index()
            frames.append(means.assign(study=f"{results.experiment.name}/{study}"))
    every = pd.concat(frames, ignore_index=True)
    return {name: part.drop(columns="method") for name, part in every.groupby("method")}


def seconds_chart(data: pd.DataFrame, method: str) -> dict[str, Any] | None:
    """What `chart.js` draws for one method; None if it ran at too few sizes.

    A line joins the sizes of one data set of one study. A point is a data set with one size.
    """
    data = data[data["mean"] > 0].sort_values("n_train")
    if data["n_train"].nunique() < LEAST_SIZES:
        return None
    groups = [(key, _points(part)) for key, part in data.groupby(LINE_KEYS, sort=False)]
    lines = [
        {"name": f"{dataset} ({study})", "points": points, "line": True}
        for (study, dataset), points in groups
        if len(points) > 1
    ]
    others = [
        {"name": f"{dataset} ({study})", "points": points, "line": False}
        for (study, dataset), points in groups
        if len(points) == 1
    ]
    fewest, most = data.iloc[0], data.iloc[-1]
    label = (
        f"Seconds of a fit of {method}: {fewest['mean']:.3g} with {fewest['n_train']:,.0f} training"
        f" rows ({fewest['dataset']}), {most['mean']:.3g} with {most['n_train']:,.0f}"
        f" ({most['dataset']})."
    )
    return {"label": label, "x": "training rows", "y": "seconds of a fit", "log": [True, True],
            "series": [*lines[:MOST_LINES], *others]}  # fmt: skip


def _points(part: pd.DataFrame) -> list[list[float]]:
    return [[float(n), float(f"{mean:.{DIGITS}g}")] for n, mean in part[["n_train", "mean"]].values]
