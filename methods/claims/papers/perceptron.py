"""Tests of the claims of the thesis's chapter 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, confidence_interval, paired_difference, summarise
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    Verdict,
    nothing_ran,
    overall,
)

STANDARD_ERRORS = 2.0


def mean_is(
    results: Results, *, study: str, metric: str, method: str, dataset: str, printed: float
) -> Verdict:
    """Is a printed mean, given without a deviation, within two standard errors of ours?"""
    if dataset not in results.datasets(study):
        return nothing_ran(study, [dataset])
    ours = summarise(results.trial_scores(study, metric).loc[dataset, method].to_numpy())
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
    studies: Sequence[str],
    methods: Sequence[str],
    boosted: Sequence[str],
    margin: float,
) -> Verdict:
    """Is the test error with boosting at most `margin` below that without, on each data set?

    `studies` name that of the methods alone and that of boosting; trials of one seed share a split.
    """
    alone, together = (results.trial_scores(study, "error") for study in studies)
    evidence: list[dict[str, Any]] = []
    for dataset in results.datasets(studies[1]):
        for a, b in zip(methods, boosted, strict=True):
            if dataset not in alone.index.get_level_values(0):
                continue
            pairs = alone.loc[dataset, [a]].join(together.loc[dataset, [b]], how="inner").dropna()
            if len(pairs) < 2:
                continue
            gain = paired_difference(pairs[a].to_numpy(), pairs[b].to_numpy())
            low, high = confidence_interval(gain, 1 - ALPHA)
            verdict = HOLDS if high < margin else FAILS if low >= margin else INCONCLUSIVE
            evidence.append(
                {"dataset": dataset, "method": a, "gain": gain.value, "interval": [low, high],
                 "verdict": verdict}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(studies[1], None)
    words = [entry["verdict"] for entry in evidence]
    gains = [f"{e['method']} on {e['dataset']}" for e in evidence if e["verdict"] == FAILS]
    reason = f"no gain of {100 * margin:g} points in {words.count(HOLDS)} of {len(words)} cases" + (
        f"; a gain for {', '.join(gains)}" if gains else ""
    )
    return Verdict(overall(words, 1.0), reason, evidence)
