"""Claims of the thesis's chapter 1 on principal points, and on what detectors remove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval, paired_difference
from methods.claims.flips import in_words
from methods.claims.regions import Region, judge_differences
from methods.claims.verdicts import Verdict, nothing_ran, pairs_of, value_and_interval
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
    reason = "; ".join(
        f"{e['metric']} {e['printed']:g} printed, ours {e['least']:g} to {e['largest']:g}, median "
        f"{e['median']:g}, over {e['draws']} draws"
        for e in evidence
    )
    reason += judged.reason() or in_words(judged.flips)
    return Verdict(judged.verdict, reason, evidence, judged.flips)


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
    for entry, p_values, verdict in zip(evidence, judged.p_values, judged.cases, strict=True):
        entry.update(**p_values, verdict=verdict)
    reason = "; ".join(
        f"of {e['removed']:.1f} examples {e['flipped'][0]:.1f} are flipped against "
        f"{e['flipped'][1]:.1f} of {e['than']}: difference "
        f"{value_and_interval(e['difference'], tuple(e['interval']), '.2f')}"
        for e in evidence
    )
    reason += judged.reason() or in_words(judged.flips)
    return Verdict(judged.verdict, reason, evidence, judged.flips)
