"""Figures of fit seconds against training rows, one for each method that ran at several sizes."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from methods.bench.results import Results, finished
from methods.figures.style import COLOURS, COLUMN_INCHES, MARKERS

LINE_KEYS = ["study", "dataset"]  # of the points that one line joins
TICKS_APART = 2.5  # the labels of two ticks with a smaller ratio would overlap
LEAST_SIZES = 3  # numbers of training rows that show how seconds grow


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


def seconds_figure(data: pd.DataFrame) -> tuple[Figure, pd.DataFrame] | None:
    """The seconds of one method; None if it ran at too few sizes.

    A line joins the sizes of one data set of one study. A grey point is a data set with one size.
    """
    data = data[data["mean"] > 0].sort_values("n_train")
    if data["n_train"].nunique() < LEAST_SIZES:
        return None
    # no layout engine and no minor ticks, which would double the time of a figure
    figure, axes = plt.subplots(figsize=(2 * COLUMN_INCHES, 2.6))
    figure.subplots_adjust(left=0.11, right=0.72 if data.duplicated(LINE_KEYS).any() else 0.97,
                           bottom=0.17, top=0.97)  # fmt: skip
    groups = data.groupby(LINE_KEYS, sort=False)
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
    return figure, data


def ends_and_decades(low: float, high: float) -> list[float]:
    """Ticks of a logarithmic axis: both ends, and the powers of ten that are not close to one."""
    powers = 10.0 ** np.arange(np.ceil(np.log10(low)), np.floor(np.log10(high)) + 1)
    inside = powers[(powers > low * TICKS_APART) & (powers < high / TICKS_APART)]
    return sorted({low, *inside.tolist(), high})
