"""The critical difference diagram of Demšar (2006).

Methods hang from an axis of average ranks, the best on the left. A thick bar joins the methods
that the Nemenyi test cannot tell apart. A ruler above the axis shows the critical difference.

The layout is in units of the font size, so that the type has one size in a narrow and in a wide
figure. `critical_difference_height` says how tall axes of a given width should be. If the axes are
too small for their labels, the type shrinks until it fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isnan
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.textpath import TextPath

# Heights from the top and distances, in units of the font size.
CAPTION_AT = 0.6
RULER_AT = 1.5
RULER_CAP = 0.3
TICK_LABELS_AT = 2.5
AXIS_AT = 3.6
TICK = 0.35
FIRST_BAR = 0.8  # below the axis
BAR_PITCH = 0.65
FIRST_LABEL = 0.9  # below the last bar
LABEL_PITCH = 1.35
LABEL_GAP = 0.5  # between a name, its rank and its line
OVERHANG = 0.25  # of a bar beyond the outermost ranks of its group
BAR_WIDTH = 0.3
SIDE_BEARING = 0.15  # white space that belongs to a text but not to its outline

AXIS_LABEL = "average rank"

HINTING = 1.04  # how much wider a raster may set a text than its outline

SMALLEST_AXIS = 0.3  # share of the width that the axis keeps, however long the names are
BAR_GAP = 0.06  # between bars in one row, as a share of the axis

POINTS_PER_INCH = 72
MUTED = "0.4"
LINE: dict[str, Any] = {"color": MUTED, "linewidth": 0.7, "solid_joinstyle": "miter"}
AXIS: dict[str, Any] = {"color": "black", "linewidth": 0.9}
BAR: dict[str, Any] = {"color": "black", "solid_capstyle": "butt"}


@dataclass(frozen=True)
class Side:
    """Labels of one side, from the outermost (top) inwards, and the widths of their columns."""

    names: list[str]
    ranks: list[str]
    name_width: float
    rank_width: float

    @property
    def width(self) -> float:
        return self.name_width + self.rank_width + 2 * LABEL_GAP


def critical_difference_height(
    average_ranks: Mapping[str, float], groups: Sequence[Sequence[str]], width: float
) -> float:
    """Height in inches that axes of this width need for type as large as the width allows."""
    font_size = _font_size(_sides(average_ranks), width * POINTS_PER_INCH)
    return _height(average_ranks, groups) * font_size / POINTS_PER_INCH


def draw_critical_difference(
    axes: Axes,
    average_ranks: Mapping[str, float],
    critical_difference: float,
    groups: Sequence[Sequence[str]],
) -> None:
    """Draw the diagram over the whole of `axes`, which must have their final size.

    Parameters
    ----------
    average_ranks : mapping of two or more methods to their average ranks
    critical_difference : float
        Length of the ruler.
    groups : sequence of sequences of names
        Methods that a bar joins, as from `methods.bench.ranks.indistinguishable_groups`.
    """
    n_methods = len(average_ranks)
    if n_methods < 2:
        raise ValueError(f"a critical difference diagram needs 2 methods or more, got {n_methods}")
    for name, rank in average_ranks.items():
        if isnan(rank):
            raise ValueError(f"method {name!r} has no average rank; leave it out of the diagram")
    left, right = sides = _sides(average_ranks)

    extent = axes.get_window_extent().transformed(axes.figure.dpi_scale_trans.inverted())
    font_size = min(
        _font_size(sides, extent.width * POINTS_PER_INCH),
        extent.height * POINTS_PER_INCH / _height(average_ranks, groups),
    )
    width, height = (size * POINTS_PER_INCH / font_size for size in (extent.width, extent.height))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()

    start, end = left.width, width - right.width
    unit = (end - start) / (n_methods - 1)
    x = {name: start + (average_ranks[name] - 1) * unit for name in average_ranks}
    text: dict[str, Any] = {"fontsize": font_size, "va": "center_baseline", "parse_math": False}

    _draw_axis(axes, start, unit, n_methods, text)
    axes.text(start - LABEL_GAP, AXIS_AT, AXIS_LABEL, ha="right", **text)
    _draw_ruler(axes, start, min(start + critical_difference * unit, width))
    axes.text(start, CAPTION_AT, f"critical difference {critical_difference:.2f}", **text)

    rows = _bar_rows(average_ranks, groups)
    bar = BAR | {"linewidth": BAR_WIDTH * font_size}
    for group, row in zip(groups, rows, strict=True):
        y = AXIS_AT + FIRST_BAR + row * BAR_PITCH
        places = [x[name] for name in group]
        axes.plot([min(places) - OVERHANG, max(places) + OVERHANG], [y, y], **bar)

    first_label = AXIS_AT + FIRST_LABEL + (max(rows, default=-1) + 1) * BAR_PITCH
    for side, edge, inwards in ((left, start, -1), (right, end, 1)):
        align = "right" if inwards < 0 else "left"
        for place, (name, printed) in enumerate(zip(side.names, side.ranks, strict=True)):
            y = first_label + place * LABEL_PITCH
            rank_at = edge + inwards * LABEL_GAP
            name_at = rank_at + inwards * (side.rank_width + LABEL_GAP)
            axes.plot([x[name], x[name], edge], [AXIS_AT, y, y], **LINE)
            axes.text(rank_at, y, printed, color=MUTED, ha=align, **text)
            axes.text(name_at, y, name, ha=align, **text)


def _draw_axis(axes: Axes, start: float, unit: float, n_methods: int, text: dict[str, Any]) -> None:
    """The axis of ranks 1 to n_methods, with a tick for each and as many numbers as fit."""
    widest = _text_width(str(n_methods)) + LABEL_GAP
    step = ceil(widest / unit)
    axes.plot([start, start + (n_methods - 1) * unit], [AXIS_AT, AXIS_AT], **AXIS)
    for rank in range(1, n_methods + 1):
        x = start + (rank - 1) * unit
        axes.plot([x, x], [AXIS_AT - TICK, AXIS_AT], **AXIS)
        if (rank - 1) % step == 0:
            axes.text(x, TICK_LABELS_AT, str(rank), ha="center", **text)


def _draw_ruler(axes: Axes, start: float, end: float) -> None:
    axes.plot([start, end], [RULER_AT, RULER_AT], **AXIS)
    for x in (start, end):
        axes.plot([x, x], [RULER_AT - RULER_CAP, RULER_AT + RULER_CAP], **AXIS)


def _sides(average_ranks: Mapping[str, float]) -> tuple[Side, Side]:
    """The better half on the left, the worse on the right, each from the outermost inwards."""
    names = sorted(average_ranks, key=lambda name: average_ranks[name])
    half = (len(names) + 1) // 2
    left, right = (
        Side(
            names=side,
            ranks=[f"{average_ranks[name]:.2f}" for name in side],
            name_width=max(map(_text_width, [*side, *label])),
            rank_width=max(_text_width(f"{average_ranks[name]:.2f}") for name in side),
        )
        for side, label in ((names[:half], [AXIS_LABEL]), (names[half:][::-1], []))
    )
    return left, right


def _font_size(sides: tuple[Side, Side], width: float) -> float:
    """The usual size, or the largest at which the axis keeps its share of `width` points."""
    fitting = width * (1 - SMALLEST_AXIS) / sum(side.width for side in sides)
    return min(mpl.rcParams["font.size"], fitting)


def _height(average_ranks: Mapping[str, float], groups: Sequence[Sequence[str]]) -> float:
    """Height that the diagram needs, in units of the font size."""
    n_bar_rows = max(_bar_rows(average_ranks, groups), default=-1) + 1
    n_label_rows = (len(average_ranks) + 1) // 2
    return AXIS_AT + FIRST_LABEL + n_bar_rows * BAR_PITCH + n_label_rows * LABEL_PITCH


def _bar_rows(average_ranks: Mapping[str, float], groups: Sequence[Sequence[str]]) -> list[int]:
    """Row of each group's bar: the first row in which it touches no earlier bar."""
    gap = BAR_GAP * (len(average_ranks) - 1)
    taken: list[list[tuple[float, float]]] = []
    rows = []
    for group in groups:
        places = [average_ranks[name] for name in group]
        low, high = min(places) - gap / 2, max(places) + gap / 2
        clear = (
            row
            for row, bars in enumerate(taken)
            if all(high <= other_low or other_high <= low for other_low, other_high in bars)
        )
        row = next(clear, len(taken))
        if row == len(taken):
            taken.append([])
        taken[row].append((low, high))
        rows.append(row)
    return rows


def _text_width(text: str) -> float:
    """Width of a text in the current font, in units of the font size."""
    outline = TextPath((0, 0), text.replace("$", r"\$"), size=1)
    return float(HINTING * outline.get_extents().width + SIDE_BEARING)
