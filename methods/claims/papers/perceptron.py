"""Claims of the thesis's chapter 2, on perceptrons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import STANDARD_ERRORS, confidence_interval, paired_difference
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    Verdict,
    lies_below,
    nothing_ran,
    overall,
    verdicts_of,
)
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName


def mean_is(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    method: MethodName,
    dataset: DatasetName,
    printed: float,
) -> Verdict:
    """Is a printed mean, given without a deviation, within two standard errors of ours?"""
    if dataset not in results.datasets(study):
        return nothing_ran(study, [dataset])
    ours = results.summary(study, metric, dataset, method)
    if ours.n < 2:
        return nothing_ran(study, [dataset])
    apart = (ours.mean - printed) / ours.standard_error if ours.standard_error else np.inf
    reason = (
        f"ours is {ours.mean:.1f} with standard error {ours.standard_error:.1f} over {ours.n} "
        f"trials, {apart:+.1f} of them from the printed {printed:g}"
    )
    return Verdict(HOLDS if abs(apart) <= STANDARD_ERRORS else FAILS, reason)


def does_not_gain(
    results: Results,
    *,
    studies: Sequence[StudyName],
    methods: Sequence[MethodName],
    boosted: Sequence[MethodName],
    margin: float,
) -> Verdict:
    """Is the test error with boosting less than `margin` below that without, on each data set?

    `studies` name that of the methods alone and that of boosting; trials of one seed share a split.
    """
    errors_alone, errors_boosted = (results.trial_scores(study, "error") for study in studies)
    evidence: list[dict[str, Any]] = []
    for dataset in results.datasets(studies[1]):
        if dataset not in errors_alone.index.get_level_values("dataset"):
            continue
        alone, together = errors_alone.loc[dataset], errors_boosted.loc[dataset]
        for a, b in zip(methods, boosted, strict=True):
            pairs = alone[[a]].join(together[[b]], how="inner")
            gain = paired_difference(pairs[a].to_numpy(), pairs[b].to_numpy())
            if gain.n < 2:
                continue
            interval = confidence_interval(gain)
            evidence.append(
                {"dataset": dataset, "method": a, "gain": gain.value, "interval": list(interval),
                 "verdict": lies_below(interval, margin)}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(studies[1])
    verdicts = verdicts_of(evidence)
    gains = [f"{e['method']} on {e['dataset']}" for e in evidence if e["verdict"] == FAILS]
    reason = (
        f"no gain of {100 * margin:g} points in {verdicts.count(HOLDS)} of {len(verdicts)} cases"
    ) + (f"; a gain for {', '.join(gains)}" if gains else "")
    return Verdict(overall(verdicts, 1.0), reason, evidence)
