"""The ERM paper's own outputs: how far its algorithm stops from the optimum, and the collapse."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from methods.bench.results import Results
from methods.bench.tables import HOLE
from methods.bench.typesetting import Table
from methods.figures.style import COLOURS, PAGE_INCHES, plt

EXACT = " exact"
LOSSES = ("L1", "L2")
GAP_COLUMNS = (
    "study", "method", "dataset", "n", "mean_gap_percent", "largest_gap_percent", "iterations",
)  # fmt: skip
# in study table1: the machine at its optimum, at its most diverse optimum, and the SVM inside it
COLLAPSES = {
    f"{loss}-ERM{size}": tuple(
        f"{loss}-{what}" for what in (f"ERM{size} exact", f"ERM{size} diverse", f"SVM 2/{size}")
    )
    for loss in LOSSES
    for size in (10, 30)
}


def optimality_gap(results: Results, *, studies: Sequence[str]) -> Table:
    """Objective of every variant of the paper's algorithm above the exact optimum, in percent.

    (F - F*) / F* at the same split, mean and largest over the trials of a data set. A variant is
    compared with the method ``<loss>-ERM<size> exact`` that its name begins with.
    """
    rows = []
    for study in studies:
        wide = results.trial_scores(study, "objective")
        iterations = results.trial_scores(study, "iterations")
        for name in wide.columns:
            optimum = f"{name.split(' ')[0]}{EXACT}"
            if "-ERM" not in name or name == optimum or optimum not in wide:
                continue
            gaps = 100 * (wide[name] / wide[optimum] - 1)
            for dataset, of_dataset in gaps.groupby(level="dataset", sort=False):
                rows.append(
                    {"study": study, "method": name, "dataset": dataset,
                     "n": int(of_dataset.notna().sum()), "mean_gap_percent": of_dataset.mean(),
                     "largest_gap_percent": of_dataset.max(),
                     "iterations": iterations.loc[dataset, name].mean()}
                )  # fmt: skip
    data = pd.DataFrame(rows, columns=GAP_COLUMNS)
    data = data.drop_duplicates(["method", "dataset"], ignore_index=True)
    # differences below the solvers' own precision are rounding, not gaps
    for column in ("mean_gap_percent", "largest_gap_percent"):
        data[column] = data[column].mask(data[column].abs() <= 1e-6, 0.0).round(6)
    cells = data.pivot(index="method", columns="dataset", values="mean_gap_percent")
    cells = cells.reindex(
        index=dict.fromkeys(data["method"]), columns=dict.fromkeys(data["dataset"])
    )
    text = cells.map(lambda gap: HOLE if np.isnan(gap) else f"{gap:.2f}")
    return Table(data, text, "Objective above the optimum at the same split (%), mean over trials")


def collapse(results: Results, *, study: str) -> tuple[Figure, pd.DataFrame]:
    """Left: test error of ERM against that of the SVM inside it, a dot a trial. Right: what the
    largest diversity that was found over ERM's optima does to the test error."""
    error = results.trial_scores(study, "error") * 100
    angle = results.trial_scores(study, "mean_angle")
    figure, (left, right) = plt.subplots(1, 2, figsize=(PAGE_INCHES, 3.1), layout="constrained")
    rows = []
    for colour, (name, (exact, diverse, svm)) in zip(COLOURS, COLLAPSES.items(), strict=False):
        if not {name, exact, diverse, svm} <= set(error.columns):
            continue
        left.plot(error[svm], error[name], "o", ms=2.5, mfc="none", mew=0.7, color=colour)
        left.plot(error[svm], error[exact], ".", ms=3, color=colour, label=name)
        right.plot(angle[diverse], error[diverse] - error[svm], ".", ms=4, color=colour, label=name)
        frame = pd.DataFrame(
            {"alm": error[name], "exact": error[exact], "diverse": error[diverse],
             "svm": error[svm], "angle_alm": angle[name], "angle_diverse": angle[diverse]}
        )  # fmt: skip
        rows.append(frame.reset_index().assign(machine=name))
    ends = [error.min().min(), error.max().max()]
    left.plot(ends, ends, color="0.6", lw=0.8, zorder=0)
    left.set(xlabel="test error of the SVM with penalty 2/C (%)", ylabel="test error of ERM (%)")
    left.set_title("ring: the paper's algorithm; dot: the optimum")
    right.set(
        xlabel="mean angle between components (degrees)",
        ylabel="test error minus the SVM's (points)",
    )
    right.set_title("the most diverse optimum found")
    right.set_ylim(-5, 5)
    right.axhline(0, color="0.6", lw=0.8, zorder=0)
    left.legend(loc="upper left")
    return figure, pd.concat(rows, ignore_index=True)
