"""Figures of chapter 3 of the thesis: the margin costs, and each along a first hypothesis."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from methods.bench.results import Results
from methods.boosting.costs import Cost, named_cost
from methods.figures.style import COLOURS, PAGE_INCHES, legend_below, plt

MARGINS = np.linspace(-2, 2, 201)
STEPS = np.linspace(0, 6, 301)


def cost_functions(
    results: Results, *, kappa_minus: float = 1.2, first_error: float = 0.3
) -> tuple[Figure, pd.DataFrame]:
    """Left, each cost c against the margin. Right, the cost against the step along a hypothesis.

    The hypothesis has the error e = `first_error`. From F = 0 a step of alpha costs
    (1 - e) c(alpha) + e c(-alpha).
    """
    costs: dict[str, Cost] = {
        "exponential": named_cost("exponential", 1, 1),
        "sigmoid": named_cost("sigmoid", 1, 1),
        f"bisigmoid, κ₋ = {kappa_minus:g}": named_cost("bisigmoid", 1, kappa_minus),
    }
    figure, (left, right) = plt.subplots(1, 2, figsize=(PAGE_INCHES, 2.6), layout="constrained")
    frames = []
    for colour, (name, cost) in zip(COLOURS, costs.items(), strict=False):
        values = cost.value(MARGINS)
        along = (1 - first_error) * cost.value(STEPS) + first_error * cost.value(-STEPS)
        left.plot(MARGINS, values, color=colour, label=name)
        right.plot(STEPS, along, color=colour)
        least = int(np.argmin(along))
        if least < len(STEPS) - 1:
            right.plot(STEPS[least], along[least], "o", color=colour)
        for panel, x, y in (("margin", MARGINS, values), ("step", STEPS, along)):
            frames.append(pd.DataFrame({"panel": panel, "cost": name, "x": x, "value": y}))
    left.set(xlabel="margin", ylabel="cost", ylim=(0, 4), title="of one example")
    title = f"along a first hypothesis of error {first_error:g}"
    right.set(xlabel="step", ylim=(0.55, 1.05), title=title)
    legend_below(figure, left)
    return figure, pd.concat(frames, ignore_index=True)
