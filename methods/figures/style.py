"""How every figure looks, and how it becomes files.

Colours are those of Okabe and Ito, which colour-blind readers can tell apart. A method keeps its
colour and marker in all figures of an experiment: they follow its place in the experiment file.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from methods.bench.experiments import Experiment
from methods.files import write_atomically, write_text

COLUMN_INCHES = 3.5
PAGE_INCHES = 7.2
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#000000", "#CC79A7", "#E69F00", "#56B4E9", "#7F7F7F")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")  # one fewer than the colours: pairs repeat late

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
    names = dict.fromkeys(m.name for s in experiment.studies.values() for m in s.methods)
    looks = zip(names, cycle(COLOURS), cycle(MARKERS), strict=False)
    return {name: {"color": colour, "marker": marker} for name, colour, marker in looks}


def panels(count: int, width: float = PAGE_INCHES, height: float = 2.4) -> tuple[Figure, list[Any]]:
    """A row of `count` panels, wrapped after three."""
    columns = min(count, 3)
    rows = -(-count // columns)
    figure, axes = plt.subplots(
        rows,
        columns,
        figsize=(COLUMN_INCHES if count == 1 else width, height * rows),
        squeeze=False,
        layout="constrained",
    )
    for spare in axes.flat[count:]:
        spare.set_visible(False)
    return figure, list(axes.flat[:count])


def legend_below(figure: Figure, axes: Any, columns: int) -> None:
    """One legend for all panels, beneath them."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=columns)


def write_figure(figure: Figure, data: pd.DataFrame, stem: str, formats: Sequence[str]) -> None:
    """The figure in each format, and what it shows as ``<stem>.csv``."""
    metadata: dict[str, dict[str, Any]] = {
        "png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}
    }  # fmt: skip
    for kind in formats:

        def save(part: Path, kind: str = kind) -> None:
            figure.savefig(part, format=kind, metadata=metadata[kind])

        write_atomically(f"{stem}.{kind}", save)
    plt.close(figure)
    write_text(f"{stem}.csv", data.to_csv(index=False, float_format="%.10g"))
