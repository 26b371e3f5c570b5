"""Figures of what a budget of settings buys."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from methods.bench.results import Results
from methods.figures.bands import points_at, show_band
from methods.figures.style import legend_below, panels, styles_within
from methods.measures.budget import expected_errors
from methods.schemas.option_kinds import Condition, Curve, DatasetName, MethodName, StudyName

COLUMNS = ["method", "x", "mean", "se", "n", "error"]


def regret(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition | None = None,
) -> tuple[Figure, pd.DataFrame]:
    """Test error after a choice among k settings, less that of the best method of the data set.

    The best method is the one of ``methods`` with the lowest mean error after all settings. Lines
    are means over data sets, bands one standard error over them. ``curve`` is recorded by
    `methods.measures.budget.errors_of_settings`. Versions of one data set count once. A data set
    counts if all methods that ran anywhere have the curve there.

    Parameters
    ----------
    condition : the one whose fits are drawn; of a study with one it may be left out.
    """
    names = results.counted_once(results.datasets(study, datasets))
    errors = 100 * _errors(points_at(results, study, condition), curve, methods, names)
    data = _regret(errors)
    figure, (panel,) = panels(1)
    styles = styles_within(results.experiment, methods)
    for method, of_method in data.groupby("method", sort=False):
        show_band(panel, of_method, styles[str(method)], str(method))
    panel.set(xlabel="settings to choose from", ylabel="points behind the best")
    legend_below(figure, panel)
    return figure, data.rename(columns={"x": "settings", "mean": "regret", "n": "datasets"})


def _errors(
    points: pd.DataFrame, curve: str, methods: Sequence[str], datasets: Sequence[str]
) -> pd.DataFrame:
    """Expected errors, mean over trials: a row for data set and method, a column for each k."""
    points = points[(points["curve"] == curve) & points["method"].isin(methods)]
    points = points[points["dataset"].isin(datasets)]
    fits = points.groupby(["dataset", "method", "seed"], observed=True, sort=False)
    expected = {key: pd.Series(expected_errors(fit["x"], fit["value"])) for key, fit in fits}
    frame = pd.DataFrame.from_dict(expected, orient="index")
    frame.index = pd.MultiIndex.from_tuples(frame.index, names=["dataset", "method", "seed"])
    frame.columns = pd.RangeIndex(1, frame.shape[1] + 1)
    means = frame.groupby(level=["dataset", "method"], sort=False).mean()
    ran = means.index.unique("method")
    return means.groupby(level="dataset", sort=False).filter(lambda rows: len(rows) == len(ran))


def _regret(errors: pd.DataFrame) -> pd.DataFrame:
    if errors.empty:
        return pd.DataFrame(columns=COLUMNS)
    of_all = errors.ffill(axis="columns").iloc[:, -1]  # a data set may have fewer settings
    best = of_all.groupby(level="dataset").min()
    behind = errors.sub(best, axis="index", level="dataset")
    rows = []
    for method, of_method in behind.groupby(level="method", sort=False):
        for k in of_method.columns:
            values = of_method[k].dropna().to_numpy()
            se = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
            error = errors[k].xs(method, level="method").mean()
            rows.append((method, k, values.mean(), se, len(values), error))
    return pd.DataFrame(rows, columns=COLUMNS)
