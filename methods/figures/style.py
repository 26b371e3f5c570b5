"""How every figure looks, and how it becomes files.

Colours are those of Okabe and Ito, which colour-blind readers can tell apart. A method keeps its
colour and marker in all figures of an experiment: they follow its place in the experiment file.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from methods.bench.experiments import Experiment
from methods.files import write_atomically, write_text

COLUMN_INCHES = 3.5
PAGE_INCHES = 7.2
LEGEND_LINE_INCHES, LETTER_INCHES = 0.5, 0.06  # of the line beside a label; of 7 points
BAND_ALPHA = 0.15
NARROW, NARROW_TICKS = 30.0, (1, 1.5, 2, 3, 5, 7)  # a logarithmic range, and its ticks
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#000000", "#CC79A7", "#E69F00", "#56B4E9", "#7F7F7F")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")

plt.rcParams.update(
    {
        "font.size": 8,
        "axes.titlesize": 8,
        "axes.labelsize": 8,
        "legend.fontsize": 7,
        "xtick.labelsize": 7,
        "ytick.labelsize": 7,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.alpha": 0.25,
        "grid.linewidth": 0.5,
        "lines.linewidth": 1.2,
        "lines.markersize": 3.5,
        "legend.frameon": False,
        "savefig.dpi": 200,
        "svg.hashsalt": "marginbench",
        "svg.fonttype": "none",
        "pdf.fonttype": 42,
    }
)


def method_styles(experiment: Experiment) -> dict[str, dict[str, Any]]:
    """Colour and marker of every method of an experiment, as keyword arguments of a line.

    In the order of the file, a method takes the first colour that no method has with which it
    shares a figure, so that one colour means one method within a figure and across all of them.
    """
    shared = [f["methods"] for f in experiment.figures.values() if "methods" in f]
    shared = [methods for methods in shared if len(methods) <= len(COLOURS)]
    place: dict[str, int] = {}
    for name in dict.fromkeys(m.name for s in experiment.studies.values() for m in s.methods):
        rivals = {place.get(other) for methods in shared if name in methods for other in methods}
        place[name] = next((i for i in range(len(COLOURS)) if i not in rivals), 0)
    return {name: {"color": COLOURS[i], "marker": MARKERS[i]} for name, i in place.items()}


def panels(count: int, columns: int = 3, height: float = 2.4) -> tuple[Figure, list[Any]]:
    """`count` panels in rows of up to `columns`; a single one is a column wide, more a page."""
    columns = min(count, columns)
    rows = -(-count // columns)
    width = COLUMN_INCHES if count == 1 else PAGE_INCHES
    figure, axes = plt.subplots(
        rows, columns, figsize=(width, height * rows), squeeze=False, layout="constrained"
    )
    for spare in axes.flat[count:]:
        spare.set_visible(False)
    return figure, list(axes.flat[:count])


def legend_below(figure: Figure, axes: Any) -> None:
    """One legend for all panels, beneath them, as wide as the figure allows."""
    handles, labels = axes.get_legend_handles_labels()
    widest = LEGEND_LINE_INCHES + LETTER_INCHES * max(map(len, labels), default=0)
    columns = max(1, int(figure.get_figwidth() / widest))
    figure.legend(handles, labels, loc="outside lower center", ncols=min(columns, len(labels) or 1))


def show_band(panel: Any, part: pd.DataFrame, style: dict[str, Any], label: str) -> None:
    """A line of means over x with a band of one standard error (columns x, mean, se)."""
    x, mean, se = (part[column].to_numpy(dtype=float) for column in ("x", "mean", "se"))
    panel.plot(x, mean, label=label, **style)
    if np.isfinite(se).any():
        panel.fill_between(x, mean - se, mean + se, color=style["color"], alpha=BAND_ALPHA, lw=0)


def row_ticks(axes: Any, values: Any) -> None:
    """A logarithmic x axis that names the values measured, when they are few."""
    values = sorted({int(value) for value in values})
    axes.set_xscale("log")
    if 0 < len(values) <= 6:
        axes.set_xticks(values, [f"{value:,}" for value in values], rotation=45, ha="right")
        axes.set_xticks([], minor=True)


def plain_log_y(axes: Any) -> None:
    """A logarithmic y axis with plain numbers, of which a narrow range has some as well."""
    axes.set_yscale("log")
    low, high = axes.get_ylim()
    narrow = high < NARROW * low
    axes.yaxis.set_major_locator(LogLocator(subs=NARROW_TICKS if narrow else (1,)))
    axes.yaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_minor_formatter(NullFormatter())


def write_figure(figure: Figure, data: pd.DataFrame, stem: str, formats: Sequence[str]) -> None:
    """The figure in each format, and what it shows as ``<stem>.csv``."""
    metadata: dict[str, dict[str, Any]] = {
        "png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}
    }  # fmt: skip
    for kind in formats:

        def save(part: Path, kind: str = kind) -> None:
            figure.savefig(part, format=kind, metadata=metadata[kind])

        write_atomically(f"{stem}.{kind}", save)
        figure.set_layout_engine("none")  # the places found for one format do for all
    plt.close(figure)
    write_text(f"{stem}.csv", data.to_csv(index=False, float_format="%.7g"))
