"""Figures of chapter 1 of the thesis: decompositions, and contributions to complexity.

These functions read stored results; `complexity_drawing` draws.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from methods.bench.results import Results
from methods.complexity.complexity_contribution import categories
from methods.complexity.contribution_sums import (
    average_contributions,
    combine,
    contributions_by_size,
    uniform_contributions,
)
from methods.figures.papers import complexity_drawing as drawing
from methods.figures.style import COLOURS, PAGE_INCHES, empty_figure, plt
from methods.schemas.option_kinds import DatasetName, StudyName
from methods.tables.papers.complexity import (
    SIGNED_DISTANCES,
    contribution_chunks,
    flipped_examples,
)

MOST_SUBSETS = 30  # in one figure; with more, one subset per point is drawn
SIZE_EDGES = (0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 16, 22, 30, 40, 60, 80, 100, 130, 160, 200, 240, 280,
              320, 350, 370, 380, 385, 390, 393, 396, 398, 399, 400)  # fmt: skip


def clusters(
    results: Results, *, study: StudyName, dataset: DatasetName
) -> tuple[Figure, pd.DataFrame]:
    """The clusters of the first trial over the target."""
    fit = _first_decomposition(results, study, dataset)
    if fit is None:
        return empty_figure()
    return drawing.draw_clusters(
        fit["examples"], fit["signs"] > 0, fit["clusters"], SIGNED_DISTANCES[dataset]
    )


def plots(
    results: Results, *, study: StudyName, dataset: DatasetName
) -> tuple[Figure, pd.DataFrame]:
    """Complexity-error plots of the first trial, by subset and by hypothesis, fronts circled."""
    fit = _first_decomposition(results, study, dataset)
    if fit is None:
        return empty_figure()
    figure, axes = plt.subplots(1, 2, figsize=(PAGE_INCHES, 2.6), sharey=True, layout="constrained")
    frames = []
    for panel, kind in zip(axes, ("", "hypothesis_"), strict=True):
        points, front = fit[f"{kind}plot"], fit[f"{kind}points"]
        panel.plot(*points.T, ".", ms=2, color="0.35")
        panel.plot(*front.T, "o", ms=5, mfc="none", color=COLOURS[1])
        title = "errors of the hypothesis" if kind else "examples left out"
        panel.set(xlabel="number of support vectors", title=title)
        circled = {tuple(point) for point in front.tolist()}
        frames.append(
            pd.DataFrame(points, columns=["complexity", "error"]).assign(
                plot=title, principal=[tuple(point) in circled for point in points.tolist()]
            )
        )
    axes[0].set_ylabel("number of errors")
    return figure, pd.concat(frames, ignore_index=True)


def subsets(
    results: Results, *, study: StudyName, dataset: DatasetName, one_a_point: bool = False
) -> tuple[Figure, pd.DataFrame]:
    """The principal subsets of the first trial over the target, by growing complexity.

    ``one_a_point`` draws one subset for each principal point instead of all.
    """
    fit = _first_decomposition(results, study, dataset)
    if fit is None:
        return empty_figure()
    point, shown = fit["point_of_subset"], fit["subsets"]
    if one_a_point or len(shown) > MOST_SUBSETS:
        _, first = np.unique(point, return_index=True)
        point, shown = point[first], shown[first]
    return drawing.draw_subsets(
        fit["examples"], fit["signs"] > 0, fit["points"][point], shown, SIGNED_DISTANCES[dataset]
    )


def contributions_against_size(
    results: Results, *, study: StudyName, dataset: DatasetName
) -> tuple[Figure, pd.DataFrame]:
    """Mean contribution of flipped and of other examples, by the size of the subset.

    The band is one standard error over the chunks of permutations.
    """
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return empty_figure()
    _, noisy = flipped_examples(dataset)
    edges = [edge for edge in SIZE_EDGES if edge <= len(noisy)]
    middles = [(low + high - 1) / 2 for low, high in pairwise(edges)]
    frames = []
    for group, members in (("noisy", noisy), ("noiseless", ~noisy)):
        means = np.array([contributions_by_size(chunk, members, edges) for chunk in chunks])
        spread = means.std(axis=0, ddof=1) if len(chunks) > 1 else np.full(len(middles), np.nan)
        mean = contributions_by_size(combine(chunks), members, edges)
        frames.append(
            pd.DataFrame(
                {"group": group, "x": middles, "mean": mean, "se": spread / len(chunks) ** 0.5}
            )
        )
    return drawing.draw_contributions(pd.concat(frames, ignore_index=True))


def roc(results: Results, *, study: StudyName, dataset: DatasetName) -> tuple[Figure, pd.DataFrame]:
    """ROC curves of both estimators of the contribution, over all permutations."""
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return empty_figure()
    _, noisy = flipped_examples(dataset)
    sums = combine(chunks)
    scores = {
        "average": np.nan_to_num(average_contributions(sums)[0]),
        "uniform variance": np.nan_to_num(uniform_contributions(sums)),
    }
    styles = {name: {"color": colour} for name, colour in zip(scores, COLOURS, strict=False)}
    return drawing.draw_roc(scores, noisy, styles)


def fingerprint(
    results: Results, *, study: StudyName, dataset: DatasetName
) -> tuple[Figure, pd.DataFrame]:
    """Signed distance of each example to the boundary, marked by its category."""
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return empty_figure()
    data, noisy = flipped_examples(dataset)
    contributions = average_contributions(combine(chunks))[0]
    distances = SIGNED_DISTANCES[dataset](data.X)
    return drawing.draw_fingerprint(contributions, categories(contributions), distances, noisy)


def _first_decomposition(
    results: Results, study: str, dataset: str
) -> dict[str, np.ndarray] | None:
    """The artifacts of the fit of the first trial by name, None if there is no fit."""
    if dataset not in results.datasets(study):
        return None
    return next(iter(results.kept_by_fit(study, dataset).values()), None)
