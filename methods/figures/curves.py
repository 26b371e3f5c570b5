"""Curves that any paper may ask for: sweeps over a condition, traces of a fit, seconds, ranks.

A figure function takes the results of an experiment and options from its file and gives the figure
and the data that it shows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from methods.bench.ranks import average_ranks, indistinguishable_groups, nemenyi_critical_difference
from methods.bench.results import Results, finished
from methods.figures.critical_difference import (
    critical_difference_height,
    draw_critical_difference,
)
from methods.figures.style import (
    PAGE_INCHES,
    legend_below,
    method_styles,
    panels,
    plain_log_y,
    plt,
    row_ticks,
    show_band,
)

METRIC_WORDS = {
    "error": "test error", "train_error": "training error", "test_error": "test error",
    "cost": "cost relative to F = 0",
}  # fmt: skip


def sweep(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    metrics: Sequence[str] = ("error", "train_error"),
    x_label: str = "",
    y_label: str = "error (%)",
    percent: bool = True,
    log_x: bool = False,
) -> tuple[Figure, pd.DataFrame]:
    """Mean of each metric against the condition, a panel a (data set, metric), with a band of one
    standard error over the trials."""
    scores = results.scores(study)
    scores = scores[scores["method"].isin(methods) & scores["metric"].isin(metrics)].copy()
    scores["x"] = scores["condition"].astype(float)
    scores["value"] *= 100 if percent else 1
    data = _means(scores, ["dataset", "method", "metric", "x"])
    shown = [(d, metric) for d in _present(data, results.datasets(study)) for metric in metrics]
    styles = method_styles(results.experiment)
    figure, axes = panels(max(len(shown), 1), columns=len(metrics))
    for panel, (dataset, metric) in zip(axes, shown, strict=False):
        for method in methods:
            part = _part(data, dataset=dataset, method=method, metric=metric)
            show_band(panel, part, styles[method], method)
        panel.set(title=f"{dataset}, {_words(metric)}", ylabel=y_label)
        panel.set_xlabel(x_label or results.study(study).conditions.name)
        if log_x:
            panel.set_xscale("log")
    legend_below(figure, axes[0])
    return figure, data


def traces(
    results: Results,
    *,
    study: str,
    curve: str | Sequence[str],
    methods: Sequence[str],
    datasets: Sequence[str] | None = None,
    x_label: str = "iteration",
    y_label: str = "",
    first: int = 0,
    percent: bool = False,
    normalise: bool = False,
    log_x: bool = False,
    log_y: Sequence[str] = (),
    dashed: Sequence[str] = (),
) -> tuple[Figure, pd.DataFrame]:
    """A recorded trace against its x, a panel a data set, mean and standard error over the trials
    that got that far; ``normalise`` maps each trace onto [0, 1] first, the curves in ``log_y`` have
    a logarithmic scale, and the methods in ``dashed`` dashed lines.

    Of several curves each has a panel, those of a data set in one row. ``first`` is the x of the
    first entry of a trace that is stored without one, 0 being what it has then.
    """
    curves = [curve] if isinstance(curve, str) else list(curve)
    frame = results.traces(study)
    frame = frame[frame["curve"].isin(curves) & frame["method"].isin(methods)].copy()
    if normalise and len(frame):
        of_fit = frame.groupby(["curve", "dataset", "method", "seed", "condition"], observed=True)[
            "value"
        ]
        least, most = of_fit.transform("min"), of_fit.transform("max")
        frame["value"] = (frame["value"] - least) / (most - least).where(most > least, 1.0)
    frame["value"] *= 100 if percent else 1
    frame["x"] += first
    data = _means(frame, ["curve", "dataset", "method", "x"])
    chosen = _present(data, results.datasets(study, datasets))
    shown = [(d, which) for d in chosen for which in curves]
    styles = method_styles(results.experiment)
    figure, axes = panels(max(len(shown), 1), columns=3 if len(curves) == 1 else len(curves))
    for panel, (dataset, which) in zip(axes, shown, strict=False):
        for method in methods:
            part = _part(data, dataset=dataset, curve=which, method=method)
            line = {"marker": "", "linestyle": "--" if method in dashed else "-"}
            show_band(panel, part, {**styles[method], **line}, method)
        panel.set(title=dataset, xlabel=x_label)
        if len(curves) > 1:
            panel.set_ylabel(_words(which) + (" (%)" if percent else ""))
        if log_x:
            panel.set_xscale("log")
        if which in log_y:
            plain_log_y(panel)
    if len(curves) == 1:
        axes[0].set_ylabel(y_label or curves[0])
        data = data.drop(columns="curve")
    legend_below(figure, axes[0])
    return figure, data


def seconds(
    results: Results, *, study: str, methods: Sequence[str], x_label: str = "training rows"
) -> tuple[Figure, pd.DataFrame]:
    """Fit seconds against the number of training rows, both logarithmic, a panel a data set."""
    runs = finished(results.runs(study))
    runs = runs[runs["method"].isin(methods)].rename(columns={"n_train": "x"})
    runs = runs.assign(value=runs["fit_seconds"])
    data = _means(runs, ["dataset", "method", "x"])
    shown = _present(data, results.datasets(study))
    styles = method_styles(results.experiment)
    figure, axes = panels(max(len(shown), 1))
    for panel, dataset in zip(axes, shown, strict=False):
        for method in methods:
            part = _part(data, dataset=dataset, method=method)
            show_band(panel, part, styles[method], method)
        panel.set(title=dataset, xlabel=x_label, yscale="log")
        row_ticks(panel, runs[runs["dataset"] == dataset]["x"])
    axes[0].set_ylabel("seconds a fit")
    legend_below(figure, axes[0])
    return figure, data


def rank_diagram(
    results: Results,
    *,
    study: str,
    metric: str = "error",
    methods: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
    lower_is_better: bool = True,
) -> tuple[Figure, pd.DataFrame]:
    """Average ranks over data sets with Nemenyi's critical difference at 5 %."""
    wide = results.trial_scores(study, metric).loc[results.datasets(study, datasets)]
    names = [name for name in methods or wide.columns if wide[name].notna().any()]
    wide = wide[names]
    means = wide.groupby(level="dataset", sort=False).mean().to_numpy()
    ranks, complete = average_ranks(means, lower_is_better=lower_is_better)
    data = pd.DataFrame({"method": names, "average_rank": ranks, "datasets": complete})
    if min(complete, len(names)) < 2:
        figure = plt.figure(figsize=(PAGE_INCHES, 1))
        why = "ranks need two methods and two complete data sets"
        figure.text(0.5, 0.5, why, ha="center", va="center")
        return figure, data.assign(critical_difference=np.nan)
    critical = nemenyi_critical_difference(len(names), complete)
    by_name = dict(zip(names, ranks.tolist(), strict=True))
    groups = indistinguishable_groups(by_name, critical)
    height = critical_difference_height(by_name, groups, PAGE_INCHES)
    figure = plt.figure(figsize=(PAGE_INCHES, height))
    draw_critical_difference(figure.add_axes((0, 0, 1, 1)), by_name, critical, groups)
    return figure, data.assign(critical_difference=critical)


def _words(metric: str) -> str:
    return METRIC_WORDS.get(metric, metric)


def _means(frame: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    grouped = frame.groupby(keys, observed=True, sort=True)["value"]
    return grouped.agg(mean="mean", se="sem", n="count").reset_index()


def _present(data: pd.DataFrame, datasets: Sequence[str]) -> list[str]:
    there = set(data["dataset"].astype(str))
    return [name for name in datasets if name in there]


def _part(data: pd.DataFrame, **wanted: str) -> pd.DataFrame:
    for column, value in wanted.items():
        data = data[data[column] == value]
    return data
