"""Figures of the measurements of `python -m methods bench`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

from methods.figures.style import COLOURS, MARKERS, PAGE_INCHES, legend_below, panels
from methods.performance.stored import meets_target

ROW_INCHES = 0.4
GROWTH_COLUMNS = 4
FLOOR = 1e-12  # the lowest value on a logarithmic axis; smaller distances are drawn here

Entries = Mapping[str, Mapping[str, Any]]


def ratio_figure(entries: Entries) -> tuple[Figure, pd.DataFrame]:
    """Our speed relative to each peer, with the range of the rounds and our target."""
    keys = ["name", "problem", "peer", "ratio", "low", "high", "at_least"]
    data = pd.DataFrame([{"name": name, **entry} for name, entry in entries.items()])[keys]
    races = data["problem"] + "\nagainst " + data["peer"]
    figure, axes = plt.subplots(
        figsize=(PAGE_INCHES, 0.8 + ROW_INCHES * len(data)), layout="constrained"
    )
    places = np.arange(len(data))
    reached = np.array([meets_target(entry) for entry in entries.values()])
    groups = (
        (reached, COLOURS[0], "measured"),
        (~reached, COLOURS[1], "measured, below our target"),
    )
    for chosen, colour, label in groups:
        part, height = data[chosen], places[chosen]
        if len(part):
            axes.hlines(height, part["low"], part["high"], color=colour)
            axes.plot(part["ratio"], height, "o", color=colour, label=label)
    axes.plot(data["at_least"], places, "|", color="black", markersize=9, label="our target")
    axes.axvline(1, color="0.6", linewidth=0.8, zorder=0)
    axes.set(
        xscale="log",
        xlabel="speed relative to the peer (its seconds / ours)",
        yticks=places,
        yticklabels=races,
    )
    axes.invert_yaxis()
    legend_below(figure, axes)
    return figure, data


def growth_figure(entries: Entries) -> tuple[Figure, pd.DataFrame]:
    """Fit seconds against what grows, one panel for each measurement, all with the same seconds.

    The dotted line grows as the theory says, and ends where the measurements do.
    """
    figure, axes = panels(max(len(entries), 1), columns=GROWTH_COLUMNS, height=1.7)
    rows: list[tuple[Any, ...]] = []
    for place, (panel, entry) in enumerate(zip(axes, entries.values(), strict=False)):
        sizes, seconds = np.array(entry["sizes"], dtype=float), np.array(entry["seconds"])
        expected = seconds[-1] * (sizes / sizes[-1]) ** entry["theory"]
        panel.plot(sizes, expected, color="0.5", linestyle=":", label="growth in theory")
        panel.plot(sizes, seconds, color=COLOURS[0], marker=MARKERS[0], label="measured")
        panel.set(xscale="log", yscale="log", title=entry["machine"], xlabel=entry["grows"])
        panel.sharey(axes[0])
        panel.xaxis.set_minor_formatter(NullFormatter())
        if place % GROWTH_COLUMNS == 0:
            panel.set_ylabel("seconds of a fit")
        measured = zip(entry["sizes"], entry["seconds"], entry["megabytes"], strict=True)
        rows += [(entry["machine"], entry["grows"], *values) for values in measured]
    measured_seconds = [second for entry in entries.values() for second in entry["seconds"]]
    if measured_seconds:
        axes[0].set_ylim(min(measured_seconds) / 2, max(measured_seconds) * 2)
    legend_below(figure, axes[0])
    return figure, pd.DataFrame(rows, columns=["machine", "grows", "size", "seconds", "megabytes"])


def suboptimality_figure(entries: Entries) -> tuple[Figure, pd.DataFrame]:
    """Share above the optimum against seconds, one panel per problem.

    A hollow mark is the certificate of a solver.
    """
    solvers = list(dict.fromkeys(c["solver"] for e in entries.values() for c in e["curves"]))
    figure, axes = panels(len(entries), columns=2, height=2.6)
    rows, lines = [], {}
    for panel, entry in zip(axes, entries.values(), strict=True):
        for curve in entry["curves"]:
            place = solvers.index(curve["solver"])
            style = {"color": COLOURS[place % len(COLOURS)],
                     "marker": MARKERS[(place + place // len(COLOURS)) % len(MARKERS)]}  # fmt: skip
            seconds, above = np.array(curve["seconds"]), np.array(curve["suboptimality"])
            lines[curve["solver"]] = panel.plot(seconds, np.maximum(above, FLOOR), **style)[0]
            certified = np.array(curve["certificate"], dtype=float)
            panel.plot(
                seconds, np.maximum(certified, FLOOR), linestyle="", fillstyle="none", **style
            )
            rows += [
                (entry["machine"], entry["dataset"], curve["solver"], *values)
                for values in zip(seconds, above, certified, strict=True)
            ]
        panel.set(
            xscale="log", yscale="log", title=f"{entry['machine']}, {entry['dataset']}",
            xlabel="seconds", ylabel="above the optimum",
        )  # fmt: skip
        ends = np.log10([s for curve in entry["curves"] for s in curve["seconds"]])
        panel.set_xlim(10 ** np.floor(ends.min()), 10 ** np.ceil(ends.max()))
        panel.xaxis.set_minor_formatter(NullFormatter())
    figure.legend(lines.values(), lines.keys(), loc="outside lower center", ncols=4)
    columns = ["machine", "dataset", "solver", "seconds", "suboptimality", "certificate"]
    return figure, pd.DataFrame(rows, columns=columns)
