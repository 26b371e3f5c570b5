"""The figure of the ERM paper's collapse: ERM at its optimum beside the SVM inside it."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from methods.bench.results import Results
from methods.figures.style import PAGE_INCHES, empty_figure, method_styles, plt
from methods.schemas.option_kinds import StudyName

# In study table1, for each machine: it at its optimum, at its most diverse optimum, and its SVM.
COLLAPSES = {
    f"{loss}-ERM{size}": (
        f"{loss}-ERM{size} exact", f"{loss}-ERM{size} diverse", f"{loss}-SVM 2/{size}"
    )
    for loss in ("L1", "L2")
    for size in (10, 30)
}  # fmt: skip
BINS = 24  # of the angles


def collapse(results: Results, *, study: StudyName) -> tuple[Figure, pd.DataFrame]:
    """Left: test error of ERM against that of the SVM inside it, one mark per trial.

    Right: the angles of the most diverse optimum of ERM, with its largest distance to that error.
    The trials are drawn in a random order, so that no machine covers the others.
    """
    error = results.trial_scores(study, "error") * 100
    angle = results.trial_scores(study, "mean_angle")
    frames = []
    for name, (exact, diverse, svm) in COLLAPSES.items():
        if not {name, exact, diverse, svm} <= set(error.columns):
            continue
        frame = pd.DataFrame(
            {"alm": error[name], "exact": error[exact], "diverse": error[diverse],
             "svm": error[svm], "angle_alm": angle[name], "angle_diverse": angle[diverse]}
        )  # fmt: skip
        frames.append(frame.reset_index().assign(machine=name))
    if not any(map(len, frames)):
        return empty_figure()
    data = pd.concat(frames, ignore_index=True)
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(PAGE_INCHES, 3.4), layout="constrained", width_ratios=(3, 2)
    )
    styles = method_styles(results.experiment)
    shown = data.sample(frac=1, random_state=0)
    colours = [styles[name]["color"] for name in shown["machine"]]
    left.scatter(shown["svm"], shown["exact"], s=2, c=colours)
    left.scatter(shown["svm"], shown["alm"], s=9, facecolors="none", edgecolors=colours, lw=0.6)
    ends = [error.min().min(), error.max().max()]
    left.plot(ends, ends, color="0.6", lw=0.8, zorder=0)
    left.set(xlabel="test error of the SVM with penalty 2/C (%)", ylabel="test error of ERM (%)")
    for machine in data["machine"].unique():
        left.plot([], [], "o", ms=4, color=styles[machine]["color"], label=machine)
    left.plot([], [], "o", ms=5, mfc="none", color="0.3", label="ring: the printed algorithm")
    left.plot([], [], ".", ms=3, color="0.3", label="dot: the optimum")
    left.legend(loc="upper left")
    of_machine = list(data.groupby("machine", sort=False)["angle_diverse"])
    right.hist(
        [angles.dropna() for _, angles in of_machine], bins=BINS, stacked=True,
        color=[styles[machine]["color"] for machine, _ in of_machine],
    )  # fmt: skip
    right.set(xlabel="mean angle between components (degrees)", ylabel="trials")
    largest = (data["diverse"] - data["svm"]).abs().max()
    right.set_title(
        "the most diverse optimum found;\nits error differs from the SVM's\n"
        f"by {largest:.2g} points at most"
    )
    return figure, data
