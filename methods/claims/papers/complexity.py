"""Claims of the thesis's chapter 1 on principal points, and on what detectors remove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval, paired_difference
from methods.claims.regions import Region, judge_differences
from methods.claims.sentences import of_thesis
from methods.claims.sentences.words import group
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
