"""Claims of the thesis's chapter 1 on principal points, and on what detectors remove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval, paired_difference
from methods.claims.regions import Region, judge_differences
from methods.claims.sentences import of_thesis
from methods.claims.sentences.words import PERCENT, group
from methods.claims.verdicts import HOLDS, Verdict, nothing_ran, pairs_of
from methods.schemas.option_kinds import Curve, DatasetName, MethodName, Metric, StudyName


def printed_in_range(
    results: Results, *, study: StudyName, dataset: DatasetName, metrics: Mapping[Metric, float]
) -> Verdict:
    """Could one draw of ours give the printed counts?

    A printed count fails if it lies outside of the prediction interval for one more draw (Student's
    t), by Holm over the counts. The claim holds if none does: one printed draw can show no more.
    """
    evidence: list[dict[str, Any]] = []
    apart: list[Difference] = []
    for metric, printed in metrics.items():
        scores = results.scores(study, metric)
        values = scores[scores["dataset"] == dataset]["value"].dropna()
        n = len(values)
        if not n:
            return nothing_ran(study, [dataset])
        spread = float(values.std(ddof=1)) if n > 1 else np.nan
        error = spread * float(np.sqrt(1 + 1 / n))
        apart.append(Difference(float(values.mean()) - printed, error, n - 1, n))
        evidence.append(
            {"metric": metric, "printed": printed, "least": float(values.min()),
             "median": float(values.median()), "largest": float(values.max()), "draws": n}
        )  # fmt: skip
    # Only that a printed count is unlike ours can be shown, so what is not refuted holds.
    judged = judge_differences(apart, Region(-np.inf, np.inf, kept=(0.0, 0.0)))
    return judged.told(of_thesis.counts_in_range(evidence), evidence, "our counts")


def moves_remove(
    results: Results, *, study: StudyName, pairs: Literal["each", "none"], need: float
) -> Verdict:
    """Does a move from a principal point to the next remove examples, in a share `need` of them?

    With `pairs` "each", a move goes from a principal subset of a point to one of the next, and it
    removes examples unless the first lies in the second. With "none", a move goes from point to
    point, and it removes examples if none of its pairs of subsets is nested. Each draw has the
    share of its moves, and the mean over draws is judged on each data set. Flips are shifts of the
    shares.
    """
    means: list[Difference] = []
    evidence: list[dict[str, Any]] = []
    for dataset in results.datasets(study):
        shares = [
            removing_share(kept["subsets"], kept["point_of_subset"], pairs)
            for kept in results.kept_by_fit(study, dataset).values()
        ]
        mean = paired_difference(shares, np.zeros(len(shares)))
        if not mean.n:
            continue
        means.append(mean)
        evidence.append(
            {"dataset": dataset, "share": mean.value, "interval": list(confidence_interval(mean)),
             "draws": mean.n}
        )  # fmt: skip
    if not evidence:
        return nothing_ran(study)
    judged = judge_differences(means, Region(least=need))
    reason = of_thesis.removing_moves(evidence, need)
    return judged.told(reason, judged.marked(evidence), "the shares", PERCENT)


def removing_share(
    subsets: NDArray[np.bool_], point_of_subset: NDArray[np.int64], pairs: Literal["each", "none"]
) -> float:
    """The share of the moves that remove examples; NaN with one principal point."""
    by_point = [subsets[point_of_subset == point] for point in np.unique(point_of_subset)]
    removes: list[NDArray[np.bool_]] = []
    for smaller, larger in pairwise(by_point):
        not_nested = (smaller[:, None] & ~larger[None]).any(axis=2)
        removes.append(not_nested.ravel() if pairs == "each" else not_nested.all()[None])
    return float(np.mean(np.concatenate(removes))) if removes else np.nan


def finds_more(
    results: Results,
    *,
    study: StudyName,
    dataset: DatasetName,
    number: Metric,
    curve: Curve,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
) -> Verdict:
    """Among as many examples as each of `than` removes, do `methods` remove more flipped ones?

    `number` is how many a detector removes, and `curve` how many flipped ones are among the first
    that it would remove. Flips are shifts of the count of flipped ones.
    """
    removed, traces = results.scores(study, number), results.traces(study, curve)
    removed, traces = (of[of["dataset"] == dataset] for of in (removed, traces))
    counts = {
        str(method): part.set_index(["seed", "x"])["value"]
        for method, part in traces.groupby("method", observed=True)
    }
    differences: list[Difference] = []
    evidence: list[dict[str, Any]] = []
    for method, rival in pairs_of(methods, than, pairwise=False):
        sizes = removed[removed["method"] == rival].set_index("seed")["value"]
        places = pd.MultiIndex.from_arrays([sizes.index, sizes], names=["seed", "x"])
        if not {method, rival} <= set(counts) or not len(places):
            return nothing_ran(study, [dataset])
        ours, theirs = (counts[name].reindex(places).to_numpy() for name in (method, rival))
        difference = paired_difference(ours, theirs)
        differences.append(difference)
        evidence.append(
            {"method": method, "than": rival, "removed": float(sizes.mean()),
             "flipped": [float(np.nanmean(ours)), float(np.nanmean(theirs))],
             "difference": difference.value, "interval": list(confidence_interval(difference)),
             "trials": difference.n}
        )  # fmt: skip
    judged = judge_differences(differences, Region(least=0.0))
    reason = of_thesis.flipped_found(evidence, judged.cases.count(HOLDS))
    moved = f"the number of flipped examples of {group(methods)}"
    return judged.told(reason, judged.marked(evidence), moved)
