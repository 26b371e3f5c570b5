"""The claim that some methods are the best on most data sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval, paired_difference
from methods.claims.cases import no_cases
from methods.claims.flips import in_words
from methods.claims.regions import better, judge_differences
from methods.claims.verdicts import FAILS, HOLDS, Verdict
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName


def best_on_most(
    results: Results,
    *,
    study: StudyName | Sequence[StudyName],
    metric: Metric = "error",
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    datasets: Sequence[DatasetName] | None = None,
    need: float = 0.5,
) -> Verdict:
    """Is the best of `methods` significantly below all rivals on more than `need` of the sets?

    A data set counts for (against) the claim if the best of `methods` is significantly below
    (above) the best rival, or above (below) it for a metric whose high values are good. Methods may
    be of several studies, whose trials of one seed share a split; the data sets are then those of
    all of them.
    """
    studies = [study] if isinstance(study, str) else list(study)
    chosen = [
        name
        for name in results.datasets(studies[0], datasets)
        if all(name in results.datasets(other) for other in studies)
    ]
    of_studies = pd.concat([results.trial_scores(name, metric) for name in studies], axis=1)
    of_methods = of_studies.loc[:, ~of_studies.columns.duplicated()]
    lower_is_better = results.lower_is_better(studies[0], metric)
    evidence: list[dict[str, Any]] = []
    differences: list[Difference] = []
    left_out: list[str] = []
    for dataset in chosen:
        scores = of_methods.loc[dataset]
        means = scores[[*methods, *than]].mean()
        if means.isna().any():
            left_out.append(dataset)
            continue
        ours, rival = (
            of_side.idxmin() if lower_is_better else of_side.idxmax()
            for of_side in (means[list(methods)], means[list(than)])
        )
        difference = paired_difference(scores[ours].to_numpy(), scores[rival].to_numpy())
        differences.append(difference)
        evidence.append(
            {"dataset": dataset, "method": ours, "than": rival, "difference": difference.value,
             "interval": list(confidence_interval(difference)), "pairs": difference.n}
        )  # fmt: skip
    if not evidence:
        return no_cases(results, studies, metric, datasets)
    # more than a share `need` of the data sets, which is all of them for a share of 1
    counts = range(1, len(evidence) + 1)
    needed = next((n for n in counts if n / len(evidence) > need), len(evidence))
    judged = judge_differences(differences, better(0.0, lower_is_better), needed / len(evidence))
    for entry, p_values, verdict in zip(evidence, judged.p_values, judged.cases, strict=True):
        entry.update(**p_values, verdict=verdict)
    lost = [entry["dataset"] for entry in evidence if entry["verdict"] == FAILS]
    most, more = ("lowest", "lower") if lower_is_better else ("highest", "higher")
    reason = f"{most} {metric} on {judged.cases.count(HOLDS)} of {len(evidence)} data sets" + (
        f"; a rival is {more} on {', '.join(lost)}" if lost else ""
    )
    if left_out:
        reason += f"; without a score of each method, and left out: {', '.join(left_out)}"
    reason += judged.reason() or in_words(judged.flips, metric)
    return Verdict(judged.verdict, reason, evidence, judged.flips)
