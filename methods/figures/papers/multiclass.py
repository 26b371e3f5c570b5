"""Figures of the thesis's chapter 4 that are no curves: the tangram, and partitions of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from methods.bench.experiments import slug
from methods.bench.results import Results
from methods.data.generators.shapes import TANGRAM_PIECES, TANGRAM_SIDE, tangram
from methods.figures.style import COLOURS, COLUMN_INCHES, PAGE_INCHES, plt

EXAMPLES = 500  # section 4.2
SHOWN_PARTITIONS = 2  # of each method
SIDES = {-1: "#FFFFFF", 1: "#B0C4DE"}


def tangram_pieces(results: Results) -> tuple[Figure, pd.DataFrame]:
    """The pieces, numbered, with as many examples as a trial trains on."""
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
    results: Results, *, study: str, methods: Sequence[str]
) -> tuple[Figure, pd.DataFrame]:
    """The partitions of the pieces with the largest sums of coefficients, a row a method.

    Of the first trial, as the figure of the thesis is of one; the data have all trials. A column
    and its negative are one partition.
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
        for panel, found in zip(row, largest, strict=False):
            signs = [1 if sign == "+" else -1 for sign in found["partition"]]
            _draw_pieces(panel, [SIDES[sign] for sign in signs])
            panel.set_title(
                f"{method}\n{found['rounds']} rounds, sum {found['sum']:.1f}, "
                f"mean {found['sum'] / found['rounds']:.3f}"
            )
    return figure, data


def partition_sums(results: Results, study: str, method: str) -> pd.DataFrame:
    """Rounds and sum of coefficients of every partition in each trial, the largest sum first."""
    rows: list[dict[str, Any]] = []
    for dataset in results.datasets(study):
        for (of, seed, _), kept in results.kept_by_fit(study, dataset).items():
            if of != slug(method):
                continue
            columns = kept["columns"]
            # the first class is always on the positive side
            partitions = (columns * columns[0]).T
            distinct, at = np.unique(partitions, axis=0, return_inverse=True)
            sums = np.bincount(at.ravel(), weights=kept["coefficients"])
            counts = np.bincount(at.ravel())
            for signs, total, count in zip(distinct, sums, counts, strict=True):
                text = "".join("+" if sign > 0 else "-" for sign in signs)
                rows.append(
                    {"method": method, "seed": seed, "partition": text, "rounds": int(count),
                     "sum": float(total)}
                )  # fmt: skip
    frame = pd.DataFrame(rows, columns=["method", "seed", "partition", "rounds", "sum"])
    return frame.sort_values(["seed", "sum"], ascending=[True, False], ignore_index=True)


def _draw_pieces(axes: Any, colours: Sequence[str]) -> None:
    for corners, colour in zip(TANGRAM_PIECES, colours, strict=True):
        axes.add_patch(Polygon(corners, closed=True, facecolor=colour, edgecolor="black", lw=0.8))
    axes.set(xlim=(0, TANGRAM_SIDE), ylim=(0, TANGRAM_SIDE), aspect="equal")
    axes.set_axis_off()
