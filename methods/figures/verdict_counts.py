"""How many claims of each work have which verdict, as bars."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.figures.style import PAGE_INCHES

# A verdict that an argument settles has the colour of its direction, and is hatched.
ARGUED = {HOLDS: "holds by argument", FAILS: "fails by argument"}
# of the bars here and in the report
PARTS = {
    HOLDS: "#009E73", ARGUED[HOLDS]: "#009E73", FAILS: "#D55E00", ARGUED[FAILS]: "#D55E00",
    INCONCLUSIVE: "#E69F00", UNTESTABLE: "#B8B8B8",
}  # fmt: skip
HATCH = "/////"
ROW_INCHES = 0.42
TITLE_LETTERS = 40  # of a line; a longer title has two
NARROWEST = 0.012  # a part this share of the widest bar has room for its number


def draw_verdict_counts(tallies: Mapping[str, Mapping[str, int]]) -> Figure:
    """A bar for each work, with a part for each word of `PARTS` and its number in it."""
    height = ROW_INCHES * (len(tallies) + 2)
    figure, axes = plt.subplots(figsize=(PAGE_INCHES, height), layout="constrained")
    titles = [fill(title, TITLE_LETTERS) for title in tallies]
    widest = max(sum(tally.values()) for tally in tallies.values())
    starts = [0] * len(tallies)
    for word, colour in PARTS.items():
        widths = [tally[word] for tally in tallies.values()]
        hatch = HATCH if word in ARGUED.values() else None
        bars = axes.barh(
            titles, widths, left=starts, label=word, color=colour, hatch=hatch,
            edgecolor="white", linewidth=0,
        )  # fmt: skip
        told = [str(n) if n >= NARROWEST * widest else "" for n in widths]
        labels = axes.bar_label(bars, told, label_type="center", fontsize=8)
        for label in labels if hatch else ():  # which the hatch would cross
            label.set_bbox({"facecolor": colour, "edgecolor": "none", "pad": 1})
        starts = [start + width for start, width in zip(starts, widths, strict=True)]
    totals = [f"{n} in all" for n in starts]
    axes.bar_label(bars, totals, padding=4, fontsize=8, color="#666666")
    axes.invert_yaxis()
    axes.grid(visible=False)
    axes.set_xlabel("claims of the work")
    axes.legend(loc="lower center", bbox_to_anchor=(0.35, 1.0), ncols=len(PARTS) // 2)
    return figure
