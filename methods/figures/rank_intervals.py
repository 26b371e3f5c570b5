"""The figure of average ranks with intervals over data sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from methods.bench.ranks import means_to_rank, rank_methods
from methods.bench.results import Results
from methods.figures.style import COLOURS, PAGE_INCHES, plt
from methods.inference.rank_stability import rank_intervals
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName

ROW_INCHES, MARGIN_INCHES = 0.19, 0.6


def bootstrap_ranks(
    results: Results,
    *,
    study: StudyName,
    metric: Metric = "error",
    methods: Sequence[MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    highlight: Sequence[MethodName] = (),
) -> tuple[Figure, pd.DataFrame]:
    """Average ranks, the best on top, each with a 95 % bootstrap interval over data sets.

    Versions of one data set count once. Only data sets on which all methods have a score, of as
    many trials, count. Methods of ``highlight`` have another colour.
    """
    lower_is_better = results.lower_is_better(study, metric)
    ranked = results.counted_once(results.datasets(study, datasets))
    trials = results.trial_scores(study, metric).loc[ranked]
    means = means_to_rank(trials[list(methods or trials)])
    means = means.dropna(axis="columns", how="all").dropna()
    names = list(means)
    if min(means.shape) < 2:
        figure = plt.figure(figsize=(PAGE_INCHES, 1))
        reason = "ranks need two methods and two complete data sets"
        figure.text(0.5, 0.5, reason, ha="center", va="center")
        columns = ["method", "average_rank", "low", "high", "datasets"]
        return figure, pd.DataFrame(columns=columns)
    ranks = np.asarray(rank_methods(means.to_numpy(), lower_is_better=lower_is_better))
    low, high = rank_intervals(ranks)
    data = pd.DataFrame({
        "method": names, "average_rank": ranks.mean(axis=0), "low": low, "high": high,
        "datasets": len(means),
    }).sort_values("average_rank", kind="stable", ignore_index=True)  # fmt: skip
    height = MARGIN_INCHES + ROW_INCHES * len(data)
    figure, axes = plt.subplots(figsize=(PAGE_INCHES, height), layout="constrained")
    for row, method in data.iterrows():
        colour = COLOURS[1] if method["method"] in highlight else COLOURS[0]
        axes.plot([method["low"], method["high"]], [row, row], color=colour)
        axes.plot(method["average_rank"], row, color=colour, marker="o")
    axes.set_yticks(range(len(data)), data["method"], parse_math=False)
    axes.set(ylim=(len(data) - 0.5, -0.5), xlim=(0.5, len(data) + 0.5), ylabel="method")
    axes.set_xlabel(f"average rank of {metric} over {len(means)} data sets; 1 is the best")
    return figure, data
