"""The figure of the ERM paper's collapse: ERM at its optimum beside the SVM inside it."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from methods.bench.results import Results
from methods.figures.style import COLOURS, PAGE_INCHES, plt
from methods.schemas.option_kinds import StudyName

# In study table1, for each machine: it at its optimum, at its most diverse optimum, and its SVM.
COLLAPSES = {
    f"{loss}-ERM{size}": (
        f"{loss}-ERM{size} exact", f"{loss}-ERM{size} diverse", f"{loss}-SVM 2/{size}"
    )
    for loss in ("L1", "L2")
    for size in (10, 30)
}  # fmt: skip


def collapse(results: Results, *, study: StudyName) -> tuple[Figure, pd.DataFrame]:
    """Left: test error of ERM against that of the SVM inside it, one dot per trial.

    Right: test error of the most diverse optimum of ERM minus that of the SVM, against its angle.
    """
    error = results.trial_scores(study, "error") * 100
    angle = results.trial_scores(study, "mean_angle")
    figure, (left, right) = plt.subplots(1, 2, figsize=(PAGE_INCHES, 3.1), layout="constrained")
    frames = []
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
        frames.append(frame.reset_index().assign(machine=name))
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
    return figure, pd.concat(frames, ignore_index=True)
