"""ROC and calibration curves, from what `evaluate` has made of the kept values of test rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from methods.bench.results import Results
from methods.figures.bands import in_legend, mean_and_error, show_band
from methods.figures.style import COLOURS, PAGE_INCHES, legend_below, panels, styles_within
from methods.schemas.option_kinds import Condition, Curve, DatasetName, MethodName, StudyName

PANEL_INCHES = 2.6  # height
CROWDED_INCHES = 4.4  # height of a single panel with more methods than colours; it is a page wide
REASONS_SHOWN = 3  # methods without a curve that the legend names; of more it says the number
CHANCE = {"color": "0.6", "linewidth": 0.8, "linestyle": "-", "zorder": 0}
MEAN_PROBABILITY = "mean_probability"  # stored beside each calibration curve
KEYS = ["dataset", "method", "x"]


def roc_curves(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition = "",
    curve: Curve = "roc_curve",
) -> tuple[Figure, pd.DataFrame]:
    """Mean ROC curve of each method, with a band of one standard error over the trials.

    There is one panel per data set. The second of two classes is the positive one; of more classes
    the curve is the mean of those of each class against the rest. Name roc_curve under the
    ``metrics`` of the study. A method without values is in the legend with the reason.
    """
    points = _points(results, study, curve, methods, datasets, condition)
    data = mean_and_error(points, KEYS)
    figure = _figure(
        results, study, curve, data, methods, datasets, "false positive rate", "true positive rate"
    )
    return figure, data


def calibration_curves(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition = "",
    curve: Curve = "calibration_curve",
) -> tuple[Figure, pd.DataFrame]:
    """Share of rows of a class against its predicted probability, in ten bins of probability.

    Means over the trials, with a band of one standard error of the share; there is one panel per
    data set. A bin that fewer than half of the trials have rows in is left out. A calibrated method
    lies on the diagonal. The class is the second of two, or each of more in turn. Name
    calibration_curve under the ``metrics`` of the study. A method without probabilities is in the
    legend with the reason.
    """
    chosen = methods, datasets, condition
    points = _points(results, study, curve, *chosen)
    data, fits = mean_and_error(points, KEYS), ["dataset", "method"]
    trials = points.groupby(fits, observed=True)["seed"].nunique().reset_index(name="trials")
    data = data.merge(trials, on=fits)
    data = data[data["n"] >= data.pop("trials") / 2]
    predicted = _points(results, study, MEAN_PROBABILITY, *chosen)
    means = predicted.groupby(KEYS, observed=True)["value"].mean().reset_index(name="predicted")
    data = data.rename(columns={"x": "bin"}).merge(
        means.rename(columns={"x": "bin"}), on=["dataset", "method", "bin"]
    )
    data = data.rename(columns={"predicted": "x"})
    figure = _figure(
        results, study, curve, data, methods, datasets,
        "mean predicted probability", "share of rows of the class", marker=".",
    )  # fmt: skip
    return figure, data.rename(columns={"x": "predicted", "mean": "share"})


def _points(
    results: Results,
    study: str,
    curve: str,
    methods: Sequence[str] | None,
    datasets: Sequence[str] | None,
    condition: str,
) -> pd.DataFrame:
    points = results.traces(study, curve)
    shown = points["dataset"].isin(results.datasets(study, datasets))
    points = points[shown & (points["condition"] == condition)]
    return points if methods is None else points[points["method"].isin(methods)]


def _figure(
    results: Results,
    study: str,
    curve: str,
    data: pd.DataFrame,
    methods: Sequence[str] | None,
    datasets: Sequence[str] | None,
    x_label: str,
    y_label: str,
    marker: str = "",
) -> Figure:
    """One panel per data set with a diagonal; the legend names the methods without a curve."""
    shown = results.datasets(study, datasets)
    ran = results.methods(study)
    names = [name for name in methods or ran if name in ran]
    styles = styles_within(results.experiment, names)
    gaps = results.gaps(study, curve)
    figure, axes = panels(max(len(shown), 1), height=PANEL_INCHES)
    if len(axes) == 1 and len(names) > len(COLOURS):
        figure.set_size_inches(PAGE_INCHES, CROWDED_INCHES)
    for panel, dataset in zip(axes, shown, strict=False):
        panel.plot([0, 1], [0, 1], **CHANCE)
        of_set = data[data["dataset"] == dataset]
        for name in names:
            style = styles[name] | {"marker": marker}
            show_band(panel, of_set[of_set["method"] == name], style, name)
        panel.set(title=dataset, xlabel=x_label, xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    axes[0].set_ylabel(y_label)
    lacking = gaps[gaps["dataset"].isin(shown)]
    lacking = lacking[~lacking["method"].isin(set(data["method"].astype(str)))]
    lacking_names = map(in_legend, lacking["method"])
    reasons = dict(zip(lacking_names, lacking["reason"], strict=True))
    lines = [line for line in axes[0].get_lines() if line.get_label() in reasons]
    for alike in _by_reason(lines, reasons):
        reason = reasons[alike[0].get_label()]
        many = len(alike) > REASONS_SHOWN
        for line in alike:  # an underscore keeps a line from the legend
            line.set_label("_" if many else f"{line.get_label()}: {reason}")
        if many:
            axes[0].plot([], [], linestyle="none", label=f"{len(alike)} others: {reason}")
    legend_below(figure, axes[0])
    return figure


def _by_reason(lines: Sequence[Any], reasons: Mapping[str, str]) -> list[list[Any]]:
    """The lines of methods without a curve, those of one reason together."""
    alike: dict[str, list[Any]] = {}
    for line in lines:
        alike.setdefault(reasons[line.get_label()], []).append(line)
    return list(alike.values())
