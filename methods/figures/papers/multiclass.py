"""Figures of chapter 4 of the thesis: the tangram, and partitions of its pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from methods.bench.results import Results
from methods.data.generators.shapes import TANGRAM_PIECES, TANGRAM_SIDE, tangram
from methods.figures.style import COLOURS, COLUMN_INCHES, PAGE_INCHES, plt
from methods.schemas.option_kinds import MethodName, StudyName
from methods.tables.papers.multiclass import partition_sums

EXAMPLES = 500  # of a training set in section 4.2
SHOWN_PARTITIONS = 2  # of each method
SIDE_COLOURS = {"-": "#FFFFFF", "+": "#B0C4DE"}


def tangram_pieces(results: Results) -> tuple[Figure, pd.DataFrame]:
    """The numbered pieces, with as many examples as a trial trains on."""
    figure, axes = plt.subplots(figsize=(COLUMN_INCHES, COLUMN_INCHES), layout="constrained")
    X, y = tangram(EXAMPLES, 0)
    _draw_pieces(axes, ["#FFFFFF"] * len(TANGRAM_PIECES))
    for piece, corners in enumerate(TANGRAM_PIECES):
        colour = COLOURS[piece % len(COLOURS)]
        axes.plot(*X[y == piece].T, ".", color=colour, markersize=2)
        across, up = np.mean(corners, axis=0)
        axes.text(across, up, str(piece), ha="center", va="center", fontsize=12, weight="bold")
    rows = [(piece, x, y) for piece, corners in enumerate(TANGRAM_PIECES) for x, y in corners]
    return figure, pd.DataFrame(rows, columns=["piece", "x", "y"])


def dominating_partitions(
    results: Results, *, study: StudyName, methods: Sequence[MethodName]
) -> tuple[Figure, pd.DataFrame]:
    """The partitions of the pieces with the largest sums of coefficients, one row per method.

    The figure shows the first trial, as the thesis shows one trial. The data have all trials. A
    column and its negative are one partition.
    """
    data = pd.concat(
        [partition_sums(results, study, method) for method in methods], ignore_index=True
    )
    shape = len(methods), SHOWN_PARTITIONS
    size = PAGE_INCHES / 3
    figure, axes = plt.subplots(
        *shape, figsize=(size * shape[1], (size + 0.35) * shape[0]), squeeze=False,
        layout="constrained",
    )  # fmt: skip
    for row, method in zip(axes, methods, strict=True):
        first = data[(data["method"] == method) & (data["seed"] == data["seed"].min())]
        for panel in row:
            panel.set_axis_off()
        largest = first.head(SHOWN_PARTITIONS).to_dict("records")
        for panel, partition in zip(row, largest, strict=False):
            _draw_pieces(panel, [SIDE_COLOURS[sign] for sign in partition["partition"]])
            panel.set_title(
                f"{method}\n{partition['rounds']} rounds, sum {partition['sum']:.1f}, "
                f"mean {partition['sum'] / partition['rounds']:.3f}"
            )
    return figure, data


def _draw_pieces(axes: Any, colours: Sequence[str]) -> None:
    for corners, colour in zip(TANGRAM_PIECES, colours, strict=True):
        axes.add_patch(Polygon(corners, closed=True, facecolor=colour, edgecolor="black", lw=0.8))
    axes.set(xlim=(0, TANGRAM_SIDE), ylim=(0, TANGRAM_SIDE), aspect="equal")
    axes.set_axis_off()
