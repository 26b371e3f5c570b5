"""How the figures of chapter 1 of the thesis are drawn, from plain arrays.

`methods.figures.papers.complexity` reads the arrays from stored results. A target is a function of
points (n, 2) that is positive on white ground, as
`methods.data.generators.shapes.yin_yang_signed_distance`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial.distance import cdist
from sklearn.metrics import roc_auc_score, roc_curve

from methods.figures.bands import show_band
from methods.figures.style import (
    COLOURS,
    COLUMN_INCHES,
    PAGE_INCHES,
    legend_below,
    panels,
    plt,
)

Target = Callable[[NDArray], NDArray]

GROUND_POINTS = 400  # along one side of the target's picture
GROUND_MARGIN = 0.06  # around the examples, as a share of their span
GREY = "0.85"
CLASS_MARKERS = {True: "+", False: "x"}  # thesis, Figure 1.1
CATEGORY_STYLES: Mapping[str, Mapping[str, Any]] = {  # thesis, Figure 1.13
    "typical": {"marker": ".", "s": 6, "color": "0.5"},
    "critical": {"marker": "o", "s": 22, "facecolors": "none", "edgecolors": COLOURS[0]},
    "noisy": {"marker": "s", "s": 16, "color": COLOURS[1]},
}


def draw_clusters(
    X: NDArray, positive: NDArray[np.bool_], clusters: NDArray, target: Target
) -> tuple[Figure, pd.DataFrame]:
    """Examples over the target; the shortest tree joins those of a cluster (Figure 1.4)."""
    figure, (panel,) = panels(1, height=COLUMN_INCHES)
    _show_ground(panel, target, X)
    for cluster in np.unique(clusters):
        rows = X[clusters == cluster]
        tree = minimum_spanning_tree(cdist(rows, rows)).tocoo()
        for a, b in zip(tree.row, tree.col, strict=True):
            panel.plot(*rows[[a, b]].T, ":", color=COLOURS[0], lw=1)
    _show_examples(panel, X, positive, 18)
    data = pd.DataFrame({"x": X[:, 0], "y": X[:, 1], "positive": positive, "cluster": clusters})
    return figure, data


def draw_subsets(
    X: NDArray,
    positive: NDArray[np.bool_],
    points: NDArray,
    subsets: NDArray[np.bool_],
    target: Target,
    columns: int = 5,
) -> tuple[Figure, pd.DataFrame]:
    """Principal subsets over the target, each with its complexity and error (Figure 1.14).

    Row k of ``points`` (m, 2) and of ``subsets`` (m, n) is panel k.
    """
    side = PAGE_INCHES / columns
    figure, axes = panels(len(subsets), columns=columns, height=side + 0.15)
    for panel, point, subset in zip(axes, points, subsets, strict=True):
        _show_ground(panel, target, X)
        _show_examples(panel, X[subset], positive[subset], 9)
        panel.set_xlabel(f"complexity {point[0]}, {point[1]} wrong", labelpad=2)
    index, example = np.nonzero(subsets)
    data = pd.DataFrame(
        {"subset": index, "complexity": np.asarray(points)[index, 0],
         "error": np.asarray(points)[index, 1], "example": example}
    )  # fmt: skip
    return figure, data


def draw_contributions(data: pd.DataFrame) -> tuple[Figure, pd.DataFrame]:
    """Average complexity contribution by the size of the subset (Figure 1.11).

    ``data`` has columns group, x (the size), mean and se.
    """
    figure, (panel,) = panels(1)
    for colour, (group, part) in zip(COLOURS, data.groupby("group", sort=False), strict=False):
        show_band(panel, part, {"color": colour}, str(group))
    panel.set(xlabel="size of the subset", ylabel="average complexity contribution")
    panel.set_ylim(bottom=0)
    panel.legend()
    return figure, data


def draw_roc(
    scores: Mapping[str, NDArray], noisy: NDArray[np.bool_], styles: Mapping[str, Mapping[str, Any]]
) -> tuple[Figure, pd.DataFrame]:
    """False negatives against false positives as the threshold varies (Figure 1.12).

    ``scores`` has for each method how noisy each example seems, ``styles`` the look of its line.
    """
    figure, (panel,) = panels(1, height=COLUMN_INCHES)
    frames = []
    for name, score in scores.items():
        false_positive, true_positive, _ = roc_curve(noisy, score)
        area = roc_auc_score(noisy, score)
        panel.plot(false_positive, 1 - true_positive, label=f"{name} (AUC {area:.4f})",
                   **{**styles[name], "marker": None})  # fmt: skip
        frames.append(
            pd.DataFrame({"method": name, "false_positive": false_positive,
                          "false_negative": 1 - true_positive, "auc": area})
        )  # fmt: skip
    panel.set(xlabel="false positive rate", ylabel="false negative rate")
    panel.legend()
    return figure, pd.concat(frames, ignore_index=True)


def draw_fingerprint(
    contributions: NDArray, categories: NDArray, signed_distances: NDArray, noisy: NDArray[np.bool_]
) -> tuple[Figure, pd.DataFrame]:
    """Distance to the boundary by index, with the category of each example (Figure 1.13)."""
    data = pd.DataFrame(
        {"index": np.arange(1, len(categories) + 1), "distance": signed_distances,
         "contribution": contributions, "category": categories, "flipped": noisy}
    )  # fmt: skip
    figure, axes = plt.subplots(figsize=(PAGE_INCHES, 2.6), layout="constrained")
    axes.axhline(0, color="0.4", lw=0.8)
    flipped = data.loc[data["flipped"], "index"]
    if len(flipped):
        axes.axvspan(flipped.min() - 0.5, flipped.max() + 0.5, color=GREY, lw=0, label="flipped")
    for category, style in CATEGORY_STYLES.items():
        part = data[data["category"] == category]
        axes.scatter(part["index"], part["distance"], label=category, linewidths=0.9, **style)
    axes.set(xlabel="example", ylabel="signed distance to the boundary")
    axes.set_xlim(0, len(data) + 1)
    legend_below(figure, axes)
    return figure, data


def _show_ground(panel: Any, target: Target, X: NDArray) -> None:
    """Paint the target around the examples, grey where it is not positive."""
    low, high = X.min(), X.max()
    margin = GROUND_MARGIN * (high - low)
    ticks = np.linspace(low - margin, high + margin, GROUND_POINTS)
    points = np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(-1, 2)
    white = (target(points) > 0).reshape(GROUND_POINTS, GROUND_POINTS)
    panel.contourf(ticks, ticks, white, levels=[-0.5, 0.5], colors=[GREY])
    panel.set_aspect("equal")
    panel.set(xticks=[], yticks=[])
    panel.grid(False)
    panel.spines[:].set_visible(True)


def _show_examples(panel: Any, X: NDArray, positive: NDArray[np.bool_], size: float) -> None:
    """Examples as crosses, upright for the positive class and diagonal for the other."""
    for sign, marker in CLASS_MARKERS.items():
        panel.scatter(*X[positive == sign].T, marker=marker, s=size, color="black", lw=0.8)
