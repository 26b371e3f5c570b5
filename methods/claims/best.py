"""The claim that some methods are the best on most data sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, confidence_interval, paired_difference
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    Verdict,
    negative_or_positive,
    nothing_ran,
    overall,
    verdicts_of,
)
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

    A data set counts for (against) the claim if the paired interval to the best rival lies below
    (above) zero. Intervals are widened for the number of data sets. Methods may be of several
    studies, whose trials of one seed share a split; the data sets are then those of all of them.
    """
    studies = [study] if isinstance(study, str) else list(study)
    chosen = [
        name
        for name in results.datasets(studies[0], datasets)
        if all(name in results.datasets(other) for other in studies)
    ]
    of_studies = pd.concat([results.trial_scores(name, metric) for name in studies], axis=1)
    of_methods = of_studies.loc[:, ~of_studies.columns.duplicated()]
    evidence: list[dict[str, Any]] = []
    for dataset in chosen:
        scores = of_methods.loc[dataset]
        means = scores[[*methods, *than]].mean()
        if means.isna().any():
            continue
        ours, rival = means[list(methods)].idxmin(), means[list(than)].idxmin()
        difference = paired_difference(scores[ours].to_numpy(), scores[rival].to_numpy())
        interval = confidence_interval(difference, 1 - ALPHA / len(chosen))
        evidence.append(
            {"dataset": dataset, "method": ours, "than": rival, "difference": difference.value,
             "interval": list(interval), "verdict": negative_or_positive(interval)}
        )  # fmt: skip
    if not evidence:
        return nothing_ran(", ".join(studies), datasets)
    verdicts = verdicts_of(evidence)
    lost = [entry["dataset"] for entry in evidence if entry["verdict"] == FAILS]
    reason = f"lowest {metric} on {verdicts.count(HOLDS)} of {len(verdicts)} data sets" + (
        f"; a rival is lower on {', '.join(lost)}" if lost else ""
    )
    # more than a share `need` of the data sets, which is all of them for a share of 1
    needed = min(int(need * len(verdicts)) + 1, len(verdicts))
    return Verdict(overall(verdicts, needed / len(verdicts)), reason, evidence)
