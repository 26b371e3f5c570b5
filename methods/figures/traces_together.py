"""A recorded curve on all data sets at once, where they are too alike for a panel each."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

from methods.bench.results import Results
from methods.figures.bands import mean_and_error, points_at
from methods.figures.style import panels, plain_log_y
from methods.schemas.option_kinds import Condition, Curve, DatasetName, MethodName, StudyName

FAINT = {"color": "#7F7F7F", "linewidth": 0.7, "alpha": 0.7}  # a line of one data set
BOLD = {"color": "#000000", "linewidth": 1.4, "marker": "o"}  # the median
MEDIAN = "median"


def traces_together(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition | None = None,
    x_label: str = "iteration",
    y_label: str = "",
    first: int = 0,
    log_y: bool = False,
) -> tuple[Figure, pd.DataFrame]:
    """Mean of a recorded curve against its x, a thin line for each data set, the median in bold.

    There is one panel per method, all with the same axes. A mean is over the trials that got that
    far, and the median over the data sets that did.

    Parameters
    ----------
    condition : the one whose fits are drawn; of a study with one it may be left out.
    first : added to every x. A curve stored without x counts from 0.
    log_y : whether the axis of the curve is logarithmic, which leaves out what is not positive.
    """
    points = points_at(results, study, condition)
    chosen = results.datasets(study, datasets)
    points = points[
        (points["curve"] == curve) & points["method"].isin(methods) & points["dataset"].isin(chosen)
    ]
    points = points.assign(x=points["x"] + first)
    data = mean_and_error(points, ["dataset", "method", "x"])
    data["dataset"] = data["dataset"].astype(str)
    if log_y:
        data = data[data["mean"] > 0]
    medians = data.groupby(["method", "x"], observed=True, sort=True)["mean"].median()
    figure, axes = panels(len(methods))
    for panel, method in zip(axes, methods, strict=True):
        part = data[data["method"] == method]
        for _, line in part.groupby("dataset", sort=False):
            panel.plot(line["x"], line["mean"], **FAINT)
        panel.set(xlabel=x_label)
        panel.set_title(method, parse_math=False)
        panel.sharex(axes[0])
        panel.sharey(axes[0])
        if part.empty:
            continue
        median = medians.loc[method]
        panel.plot(median.index, median.to_numpy(), label="median of the data sets", **BOLD)
    axes[0].set_ylabel(y_label or curve)
    axes[0].xaxis.get_major_locator().set_params(integer=True)
    if log_y:
        plain_log_y(axes[0])
    if len(data):
        axes[0].legend(loc="best")
    over_all = medians.reset_index().assign(dataset=MEDIAN)
    return figure, pd.concat([data, over_all], ignore_index=True)
