"""Figures of the SMM paper: maps of the regression matrices, noise on the test part, theorem 2.

The maps show the artifact ``coef`` (p, q) of each fit. `titles` has words for data sets, in place
of their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from methods.bench.results import Results
from methods.figures.bands import in_legend, mean_and_error, show_band
from methods.figures.style import (
    PAGE_INCHES,
    empty_figure,
    legend_below,
    panels,
    plt,
    styles_within,
)
from methods.schemas.option_kinds import Curve, DatasetName, MethodName, StudyName
from methods.tables.papers.smm import coefficients

MAP = "RdBu_r"
MAP_DIGITS = 4  # of a coefficient in the figure's CSV
NOISE_WORDS = {
    "gaussian": "Gaussian noise, standard deviation",
    "salt and pepper of min and max": "salt and pepper, min and max, density",
    "salt and pepper of 0 and 1": "salt and pepper, 0 and 1, density",
    "clipped salt and pepper of 0 and 1": "clipped, then 0 and 1, density",
}


def coefficient_maps(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    titles: Mapping[DatasetName, str] | None = None,
) -> tuple[Figure, pd.DataFrame]:
    """The regression matrix at Frobenius norm 1, a row of one scale per data set, by method."""
    datasets = results.datasets(study)
    figure, axes = plt.subplots(
        max(len(datasets), 1), len(methods), squeeze=False, layout="constrained",
        figsize=(PAGE_INCHES, 1.75 * max(len(datasets), 1) + 0.2),
    )  # fmt: skip
    frames = [pd.DataFrame(columns=["row"]).assign(dataset=[], method=[])]
    for panel, name in zip(axes[0], methods, strict=True):
        panel.set_title(name)
    for row, dataset in zip(axes, datasets, strict=False):
        matrices = coefficients(results, study, dataset)
        row[0].set_ylabel((titles or {}).get(dataset, dataset))
        scaled = {
            name: matrices[name] / (np.linalg.norm(matrices[name]) or 1.0)
            for name in methods
            if name in matrices
        }
        size = max((float(np.abs(coef).max()) for coef in scaled.values()), default=0.0) or 1.0
        for panel, name in zip(row, methods, strict=True):
            if name not in scaled:
                panel.set_visible(False)
                continue
            coef = scaled[name]
            image = panel.imshow(coef, cmap=MAP, vmin=-size, vmax=size, aspect="auto")
            panel.grid(False)
            shown = [[float(f"{value:.{MAP_DIGITS}g}") for value in line] for line in coef]
            frame = pd.DataFrame(shown).add_prefix("column ")
            frame.insert(0, "row", range(len(frame)))
            frames.append(frame.assign(dataset=dataset, method=name))
        if scaled:
            figure.colorbar(image, ax=list(row), format="%.1g", ticks=[-size, 0, size])
    data = pd.concat(frames[1:] or frames, ignore_index=True)
    return figure, data.set_index(["dataset", "method"]).reset_index()


def noise(
    results: Results, *, study: StudyName, methods: Sequence[MethodName]
) -> tuple[Figure, pd.DataFrame]:
    """Accuracy on the noisy test part against the level, one panel per kind of noise."""
    scores = results.scores(study, "error")
    if scores.empty:
        return empty_figure()
    scores = scores[scores["method"].isin(methods)]
    parts = scores["condition"].astype(str).str.extract(r"^(.*) (\S+)$")
    scores = scores.assign(
        kind=parts[0], x=parts[1].astype(float), value=100 - 100 * scores["value"]
    )
    data = mean_and_error(scores, ["kind", "method", "x"])
    styles = styles_within(results.experiment, methods)
    figure, axes = panels(len(NOISE_WORDS), columns=2)
    for panel, (kind, words) in zip(axes, NOISE_WORDS.items(), strict=True):
        for name in methods:
            part = data[(data["kind"] == kind) & (data["method"] == name)]
            show_band(panel, part, styles[name], name)
        panel.set_xlabel(words)
    for panel in axes[::2]:
        panel.set_ylabel("accuracy (%)")
    legend_below(figure, axes[0])
    return figure, data


def grouping_path(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    titles: Mapping[DatasetName, str] | None = None,
) -> tuple[Figure, pd.DataFrame]:
    """How pure the blocks of columns are against the error in cross-validation, by setting.

    A point is a setting of one draw. Its error is that above the least of any method on the draw.
    """
    data = results.traces(study, curve)
    data = data[data["method"].isin(methods)].astype({"dataset": str, "method": str})
    least = data.groupby(["dataset", "seed"])["x"].transform("min")
    data = data.assign(error_above_least=100 * (data["x"] - least), log_ratio=data["value"])
    figure, panel_of = _clouds(
        results, study, methods, titles or {}, data, "error_above_least", "log_ratio"
    )
    for panel in panel_of.values():
        panel.set(xlabel="error in cross-validation above the least (points)", xscale="symlog")
    figure.axes[0].set_ylabel("log10 (variance within / between)")
    legend_below(figure, figure.axes[0])
    return figure, data[["dataset", "method", "seed", "error_above_least", "log_ratio"]]


def grouping_bound(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    titles: Mapping[DatasetName, str] | None = None,
) -> tuple[Figure, pd.DataFrame]:
    """Squared distance of two columns of the regression matrix against the bound of theorem 2."""
    data = results.traces(study, curve)
    data = data[data["method"].isin(methods)].rename(columns={"x": "bound", "value": "distance"})
    figure, panel_of = _clouds(results, study, methods, titles or {}, data, "bound", "distance")
    for dataset, panel in panel_of.items():
        panel.set(xscale="log", yscale="log", xlabel="bound of theorem 2")
        ends = data[data["dataset"] == dataset]["bound"].agg(["min", "max"]).to_numpy()
        panel.plot(ends, ends, color="0.4", lw=0.8, label="bound")
    figure.axes[0].set_ylabel("squared distance of two columns")
    legend_below(figure, figure.axes[0])
    return figure, data[["dataset", "method", "seed", "bound", "distance"]]


def _clouds(
    results: Results,
    study: str,
    methods: Sequence[str],
    titles: Mapping[str, str],
    data: pd.DataFrame,
    x: str,
    y: str,
) -> tuple[Figure, dict[str, Axes]]:
    """A panel for each data set with a point for each row, in the colour of its method."""
    shown = [d for d in results.datasets(study) if (data["dataset"] == d).any()]
    styles = styles_within(results.experiment, methods)
    figure, axes = panels(max(len(shown), 1), columns=2)
    for panel, dataset in zip(axes, shown, strict=False):
        for name in methods:
            part = data[(data["dataset"] == dataset) & (data["method"] == name)]
            label, colour = in_legend(name), styles[name]["color"]
            panel.plot(part[x], part[y], ".", ms=4, color=colour, label=label)
        panel.set_title(titles.get(dataset, dataset))
    return figure, dict(zip(shown, axes, strict=False))
