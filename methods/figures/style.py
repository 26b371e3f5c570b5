"""How every figure looks, and the files that it is written to.

The colours are those of Okabe and Ito, which colour-blind readers can tell apart. A method keeps
its colour and marker in all figures of an experiment.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from methods.bench.experiments import Experiment
from methods.files import write_atomically, write_text

COLUMN_INCHES = 3.5
PAGE_INCHES = 7.2
# Widths in a legend: the line beside a label, and one letter of 7 points.
LEGEND_LINE_INCHES, LETTER_INCHES = 0.5, 0.06
LETTER_INCHES_OF_AXES = 0.08  # of 8 points, with the room that the labels of y take from a panel
# A figure has room for so many rows of a legend, and grows by this for each further one.
LEGEND_ROWS, LEGEND_ROW_INCHES = 4, 0.15
# A logarithmic axis is narrow below this ratio of its ends, and then gets these ticks per decade.
NARROW, NARROW_TICKS = 30.0, (1, 1.5, 2, 3, 5, 7)
READABLE = "%.5g"  # more digits than a picture shows
FEW_TICKS = 6  # so many values of x are all named
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#000000", "#CC79A7", "#E69F00", "#56B4E9", "#7F7F7F")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
LINES = ("-", "--", ":", "-.")  # another one each time that the colours are used up

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
    """Colour and marker of every method of an experiment, as keyword arguments of a line."""
    places = method_places(experiment)
    return {name: {"color": COLOURS[i], "marker": MARKERS[i]} for name, i in places.items()}


def styles_within(experiment: Experiment, methods: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The styles of the methods of one figure, of which no two are alike.

    They are those of the experiment, unless two of these methods have the same colour there. Then
    the methods choose in the order of the figure.
    """
    styles = method_styles(experiment)
    own = {name: styles[name] | {"linestyle": LINES[0]} for name in methods}
    if len({style["color"] for style in own.values()}) == len(own):
        return own
    count = len(COLOURS)
    return {
        name: {
            "color": COLOURS[i % count], "marker": MARKERS[(i + i // count) % count],
            "linestyle": LINES[i // count % len(LINES)],
        }
        for i, name in enumerate(own)
    }  # fmt: skip


def method_places(experiment: Experiment) -> dict[str, int]:
    """Where the colour of every method of an experiment stands among `COLOURS`.

    The methods choose in the order of the experiment file. Each takes the first colour that no
    method has with which it shares a figure. So a colour means one method within a figure, and a
    method has one colour in all figures.
    """
    shared = [f["methods"] for f in experiment.figures.values() if "methods" in f]
    shared = [methods for methods in shared if len(methods) <= len(COLOURS)]
    place: dict[str, int] = {}
    for name in dict.fromkeys(m.name for s in experiment.studies.values() for m in s.methods):
        rivals = {place.get(other) for methods in shared if name in methods for other in methods}
        place[name] = next((i for i in range(len(COLOURS)) if i not in rivals), 0)
    return place


def panels(count: int, columns: int = 3, height: float = 2.4) -> tuple[Figure, list[Any]]:
    """`count` panels in rows of up to `columns`.

    A single panel is as wide as a column of text, several are together as wide as a page.
    """
    columns = min(count, columns)
    rows = -(-count // columns)
    width = COLUMN_INCHES if count == 1 else PAGE_INCHES
    figure, axes = plt.subplots(
        rows, columns, figsize=(width, height * rows), squeeze=False, layout="constrained"
    )
    for spare in axes.flat[count:]:
        spare.set_visible(False)
    return figure, list(axes.flat[:count])


def label_x(panel: Any, label: str) -> None:
    """Label the axis of a panel in lines that are no longer than the panel is wide."""
    inches = panel.figure.get_figwidth() / panel.get_gridspec().ncols
    panel.set_xlabel("\n".join(wrap(label, int(inches / LETTER_INCHES_OF_AXES))))


def empty_figure() -> tuple[Figure, pd.DataFrame]:
    """A figure that says that there is nothing to show."""
    figure = plt.figure(figsize=(PAGE_INCHES / 2, 1))
    figure.text(0.5, 0.5, "no finished trial in this run", ha="center", va="center")
    return figure, pd.DataFrame()


def legend_below(figure: Figure, axes: Any) -> None:
    """One legend below all panels, with as many columns as fit; the figure grows for a long one.

    A dollar in a name is one, and begins no formula.
    """
    handles, labels = axes.get_legend_handles_labels()
    widest = LEGEND_LINE_INCHES + LETTER_INCHES * max(map(len, labels), default=0)
    columns = min(max(1, int(figure.get_figwidth() / widest)), len(labels) or 1)
    further = max(0, -(-len(labels) // columns) - LEGEND_ROWS)
    figure.set_figheight(figure.get_figheight() + further * LEGEND_ROW_INCHES)
    legend = figure.legend(handles, labels, loc="outside lower center", ncols=columns)
    for text in legend.get_texts():
        text.set_parse_math(False)


def row_ticks(axes: Any, values: Any) -> None:
    """A logarithmic x axis with a tick at each measured value if these are few."""
    values = sorted({int(value) for value in values})
    axes.set_xscale("log")
    if 0 < len(values) <= FEW_TICKS:
        axes.set_xticks(values, [f"{value:,}" for value in values], rotation=45, ha="right")
        axes.set_xticks([], minor=True)


def plain_log_y(axes: Any) -> None:
    """A logarithmic y axis with plain numbers; a narrow range gets ticks between the decades."""
    axes.set_yscale("log")
    low, high = axes.get_ylim()
    narrow = high < NARROW * low
    axes.yaxis.set_major_locator(LogLocator(subs=NARROW_TICKS if narrow else (1,)))
    axes.yaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_minor_formatter(NullFormatter())


def write_figure(figure: Figure, data: pd.DataFrame, stem: str, formats: Sequence[str]) -> None:
    """Write the figure in each format, and the data that it shows as ``<stem>.csv``."""
    metadata: dict[str, dict[str, Any]] = {
        "png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}
    }  # fmt: skip
    for kind in formats:

        def save(part: Path, kind: str = kind) -> None:
            figure.savefig(part, format=kind, metadata=metadata[kind])

        write_atomically(f"{stem}.{kind}", save)
        figure.set_layout_engine("none")  # the layout of one format serves all
    plt.close(figure)
    write_text(f"{stem}.csv", data.to_csv(index=False, float_format=READABLE))
