"""How many claims of each source have which verdict, as bars."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from methods.claims.counts import DERIVED
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.figures.style import PAGE_INCHES

# of the bars here and in the report
COLOURS = {
    HOLDS: "#009E73", FAILS: "#D55E00", INCONCLUSIVE: "#E69F00", DERIVED: "#56B4E9",
    UNTESTABLE: "#B8B8B8",
}  # fmt: skip
ROW_INCHES = 0.42
TITLE_LETTERS = 40  # of a line; a longer title has two
NARROWEST = 0.02  # a part this share of the widest bar has room for its number


def draw_verdict_counts(tallies: Mapping[str, Mapping[str, int]]) -> Figure:
    """A bar for each source, with a part for each verdict and its number in it."""
    height = ROW_INCHES * (len(tallies) + 1.5)
    figure, axes = plt.subplots(figsize=(PAGE_INCHES, height), layout="constrained")
    titles = [fill(title, TITLE_LETTERS) for title in tallies]
    widest = max(sum(tally.values()) for tally in tallies.values())
    starts = [0] * len(tallies)
    for word, colour in COLOURS.items():
        widths = [tally[word] for tally in tallies.values()]
        bars = axes.barh(titles, widths, left=starts, color=colour, label=word)
        told = [str(n) if n >= NARROWEST * widest else "" for n in widths]
        axes.bar_label(bars, told, label_type="center", fontsize=8)
        starts = [start + width for start, width in zip(starts, widths, strict=True)]
    axes.invert_yaxis()
    axes.grid(visible=False)
    axes.set_xlabel("claims of the source")
    axes.legend(loc="lower center", bbox_to_anchor=(0.35, 1.0), ncols=len(COLOURS))
    return figure
