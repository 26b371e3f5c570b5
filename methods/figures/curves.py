"""Figures for any paper: sweeps over a condition, traces of a fit, fit seconds, average ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from methods.bench.ranks import (
    average_ranks,
    indistinguishable_groups,
    means_to_rank,
    nemenyi_critical_difference,
)
from methods.bench.results import Results, finished
from methods.figures.bands import mean_and_error, points_at, show_band
from methods.figures.critical_difference import (
    critical_difference_height,
    draw_critical_difference,
)
from methods.figures.style import (
    PAGE_INCHES,
    label_x,
    legend_below,
    panels,
    plain_log_y,
    plt,
    row_ticks,
    styles_within,
)
from methods.schemas.option_kinds import (
    Condition,
    Curve,
    DatasetName,
    MethodName,
    Metric,
    StudyName,
)
from methods.tables.fit_rows import row_per_fit

METRIC_WORDS = {
    "error": "test error", "train_error": "training error", "test_error": "test error",
    "cost": "cost relative to F = 0",
}  # fmt: skip
MOST_COLUMNS = 4  # that labels of panels leave room for
TITLE_POINTS = (8, 7)  # of wide and of narrow panels
MANY_ROWS = 5  # of panels; of so many data sets several share a row, if there is room


def sweep(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    metrics: Sequence[Metric] = ("error", "train_error"),
    x_label: str = "",
    y_label: str = "",
    percent: bool | None = None,
    log_x: bool = False,
    room: float | None = None,
    room_above: Sequence[MethodName] = (),
) -> tuple[Figure, pd.DataFrame]:
    """Mean of each metric against the condition, with a band of one standard error over the trials.

    There is one panel per data set and metric. The label of x is the name of what the conditions
    vary, and that of y the metric, unless ``x_label`` and ``y_label`` give others. Errors are shown
    in percent and other metrics are not, unless ``percent`` says so. With ``room`` the y axis ends
    so far above the highest mean of the methods ``room_above``, so that values that go far beyond
    do not flatten the rest.
    """
    scores = results.scores(study)
    scores = scores[scores["method"].isin(methods) & scores["metric"].isin(metrics)].copy()
    scores["x"] = scores["condition"].astype(float)
    scores.loc[[is_percent(str(m), percent) for m in scores["metric"]], "value"] *= 100
    data = mean_and_error(scores, ["dataset", "method", "metric", "x"])
    datasets = _datasets_with_rows(data, results.datasets(study))
    shown = [(dataset, metric) for dataset in datasets for metric in metrics]
    styles = styles_within(results.experiment, methods)
    columns = _columns(len(metrics), len(datasets))
    figure, axes = panels(max(len(shown), 1), columns=columns)
    for panel, (dataset, metric) in zip(axes, shown, strict=False):
        part = data[(data["dataset"] == dataset) & (data["metric"] == metric)]
        _show_methods(panel, part, methods, styles)
        panel.set_title(f"{dataset}, {_in_words(metric)}", fontsize=TITLE_POINTS[columns > 3])
        panel.set_ylabel(y_label or value_label(metric, percent))
        label_x(panel, x_label or results.study(study).conditions.name)
        if log_x:
            panel.set_xscale("log")
        below = part.loc[part["method"].isin(room_above), "mean"]
        if room is not None and len(below):
            top = min(below.max() + room, panel.get_ylim()[1])
            least = (part["mean"] - part["se"].fillna(0.0)).min()
            panel.set_ylim(least - 0.05 * (top - least), top)
    legend_below(figure, axes[0])
    return figure, data


def traces(
    results: Results,
    *,
    study: StudyName,
    curve: Curve | Sequence[Curve],
    methods: Sequence[MethodName],
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition | None = None,
    x_label: str = "iteration",
    y_label: str = "",
    first: int = 0,
    percent: bool = False,
    normalise: bool = False,
    log_x: bool = False,
    log_y: Sequence[Curve] = (),
    dashed: Sequence[MethodName] = (),
) -> tuple[Figure, pd.DataFrame]:
    """Mean of a recorded curve against its x, with a band of one standard error over the trials.

    There is one panel per data set. With several curves, each data set has one row of panels, one
    per curve. A mean is over the trials that got that far.

    Parameters
    ----------
    condition : the one whose fits are drawn; of a study with one it may be left out.
    first : added to every x. A curve stored without x counts from 0.
    normalise : map the curve of each fit onto [0, 1] before the mean.
    log_y : curves with a logarithmic scale.
    dashed : methods with a dashed line.
    """
    curves = [curve] if isinstance(curve, str) else list(curve)
    points = points_at(results, study, condition)
    points = points[points["curve"].isin(curves) & points["method"].isin(methods)].copy()
    if normalise and len(points):
        fit = ["curve", "dataset", "method", "seed", "condition"]
        values = points.groupby(fit, observed=True)["value"]
        least, most = values.transform("min"), values.transform("max")
        points["value"] = (points["value"] - least) / (most - least).where(most > least, 1.0)
    points["value"] *= 100 if percent else 1
    points["x"] += first
    data = mean_and_error(points, ["curve", "dataset", "method", "x"])
    chosen = _datasets_with_rows(data, results.datasets(study, datasets))
    data = data[data["dataset"].isin(chosen)]
    shown = [(dataset, name) for dataset in chosen for name in curves]
    styles = {
        method: style | {"marker": ""} | ({"linestyle": "--"} if method in dashed else {})
        for method, style in styles_within(results.experiment, methods).items()
    }
    columns = 3 if len(curves) == 1 else _columns(len(curves), len(chosen))
    figure, axes = panels(max(len(shown), 1), columns=columns)
    for panel, (dataset, name) in zip(axes, shown, strict=False):
        part = data[(data["dataset"] == dataset) & (data["curve"] == name)]
        _show_methods(panel, part, methods, styles)
        panel.set_title(dataset)
        label_x(panel, x_label)
        if len(curves) > 1:
            panel.set_title(f"{dataset}, {_in_words(name)}")
            panel.set_ylabel(_in_words(name) + (" (%)" if percent else ""))
        if log_x:
            panel.set_xscale("log")
        if name in log_y:
            plain_log_y(panel)
    if len(curves) == 1:
        axes[0].set_ylabel(y_label or curves[0])
        data = data.drop(columns="curve")
    legend_below(figure, axes[0])
    return figure, data


def seconds(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    x_label: str = "training rows",
) -> tuple[Figure, pd.DataFrame]:
    """Fit seconds against the number of training rows, on two logarithmic axes.

    There is one panel per data set.
    """
    runs = finished(row_per_fit(results.runs(study), results.study(study)))
    runs = runs[runs["method"].isin(methods)].rename(columns={"n_train": "x"})
    runs = runs.assign(value=runs["fit_seconds"])
    data = mean_and_error(runs, ["dataset", "method", "x"])
    shown = _datasets_with_rows(data, results.datasets(study))
    styles = styles_within(results.experiment, methods)
    figure, axes = panels(max(len(shown), 1))
    for panel, dataset in zip(axes, shown, strict=False):
        _show_methods(panel, data[data["dataset"] == dataset], methods, styles)
        panel.set(title=dataset, yscale="log")
        label_x(panel, x_label)
        row_ticks(panel, runs[runs["dataset"] == dataset]["x"])
    axes[0].set_ylabel("seconds a fit")
    legend_below(figure, axes[0])
    return figure, data


def rank_diagram(
    results: Results,
    *,
    study: StudyName,
    metric: Metric = "error",
    methods: Sequence[MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    lower_is_better: bool | None = None,
) -> tuple[Figure, pd.DataFrame]:
    """Average ranks over data sets, with Nemenyi's critical difference at 5 %.

    Versions of one data set count once, as the first of them. Only data sets on which all methods
    have a score, of as many trials, count. ``lower_is_better`` is for recorded numbers; a metric
    knows its direction.
    """
    lower_is_better = results.lower_is_better(study, metric, lower_is_better)
    ranked = results.counted_once(results.datasets(study, datasets))
    scores = results.trial_scores(study, metric).loc[ranked]
    means = means_to_rank(scores[list(methods or scores)]).dropna(axis="columns", how="all")
    names = list(means)
    ranks, complete = average_ranks(means, lower_is_better=lower_is_better)
    data = pd.DataFrame({"method": names, "average_rank": ranks, "datasets": complete})
    if min(complete, len(names)) < 2:
        figure = plt.figure(figsize=(PAGE_INCHES, 1))
        reason = "ranks need two methods and two complete data sets"
        figure.text(0.5, 0.5, reason, ha="center", va="center")
        return figure, data.assign(critical_difference=np.nan)
    critical = nemenyi_critical_difference(len(names), complete)
    rank_of = dict(zip(names, ranks.tolist(), strict=True))
    groups = indistinguishable_groups(rank_of, critical)
    height = critical_difference_height(rank_of, groups, PAGE_INCHES)
    figure = plt.figure(figsize=(PAGE_INCHES, height))
    draw_critical_difference(figure.add_axes((0, 0, 1, 1)), rank_of, critical, groups)
    return figure, data.assign(critical_difference=critical)


def _show_methods(
    panel: Any,
    part: pd.DataFrame,
    methods: Sequence[str],
    styles: Mapping[str, Mapping[str, Any]],
) -> None:
    for method in methods:
        show_band(panel, part[part["method"] == method], styles[method], method)


def _columns(of_dataset: int, datasets: int) -> int:
    """So many columns of panels that those of one data set stay together in a row."""
    return max(of_dataset, MOST_COLUMNS // of_dataset * of_dataset * (datasets >= MANY_ROWS))


def is_percent(metric: str, percent: bool | None) -> bool:
    """Whether a figure shows a metric in percent, as it does errors unless it is told."""
    return metric.endswith("error") if percent is None else percent


def value_label(metric: str, percent: bool | None) -> str:
    """What an axis says of a metric whose panel has its whole name as a title."""
    name = "error" if metric.endswith("error") else _in_words(metric)
    return name + " (%)" * is_percent(metric, percent)


def _in_words(metric: str) -> str:
    return METRIC_WORDS.get(metric, metric.replace("_", " "))


def _datasets_with_rows(data: pd.DataFrame, datasets: Sequence[str]) -> list[str]:
    """Those of `datasets` that have a row in `data`, in the same order."""
    present = set(data["dataset"].astype(str))
    return [name for name in datasets if name in present]
