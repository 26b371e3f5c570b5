"""Claims on stored seconds.

Only the seconds of the fit are compared. They are compared as a ratio of fits of the same data set,
seed and condition, so that a slow or busy machine slows both sides. A case is a pair of methods on
one data set. Its interval is a bootstrap over the trials of the mean log ratio of a trial.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results, finished
from methods.bench.statistics import bootstrap_interval
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    Interval,
    Verdict,
    lies_above,
    lies_between,
    nothing_ran,
    overall,
    pairs_of,
    verdicts_of,
)
from methods.schemas.option_kinds import DatasetName, MethodName, StudyName


def faster(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    ratio: float = 1.0,
    datasets: Sequence[DatasetName] | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Does each method take less than 1/ratio of the fit seconds of its rivals?

    In a share `need` of the cases. Pairs are made as in `methods.claims.scores.lower`.
    """
    evidence = _ratios(
        results, study, pairs_of(than, methods, pairwise), datasets,
        lambda interval: lies_above(interval, ratio),
    )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    ratios = [entry["ratio"] for entry in evidence]
    verdicts = verdicts_of(evidence)
    reason = (
        f"{min(ratios):.3g} to {max(ratios):.3g} times faster, {ratio:g} needed: holds in "
        f"{verdicts.count(HOLDS)} of {len(verdicts)} cases, fails in {verdicts.count(FAILS)}"
    )
    return Verdict(overall(verdicts, need), reason, evidence)


def ratio_within(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    factor: float,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Do the fit seconds of each method lie within a factor of those of its own rival?"""
    evidence = _ratios(
        results, study, pairs_of(methods, than, True), datasets,
        lambda interval: lies_between(interval, 1 / factor, factor),
    )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    ratios = [entry["ratio"] for entry in evidence]
    reason = f"ratios of seconds from {min(ratios):.2f} to {max(ratios):.2f}; factor {factor:g}"
    return Verdict(overall(verdicts_of(evidence), 1.0), reason, evidence)


def _ratios(
    results: Results,
    study: str,
    pairs: Sequence[tuple[str, str]],
    datasets: Sequence[str] | None,
    verdict_of_interval: Callable[[Interval], str],
) -> list[dict[str, Any]]:
    """Geometric mean of seconds of the first over those of the second, case by case."""
    runs = finished(results.runs(study)).astype({"dataset": str, "method": str})
    if datasets is not None:
        runs = runs[runs["dataset"].isin(datasets)]
    logs = np.log(runs.set_index(["method", "dataset", "seed", "condition"])["fit_seconds"])
    evidence: list[dict[str, Any]] = []
    for a, b in pairs:
        if not {a, b} <= set(runs["method"]):
            return []
        log_ratios = (logs.loc[a] - logs.loc[b]).dropna().groupby(["dataset", "seed"]).mean()
        for dataset, trials in log_ratios.groupby("dataset", sort=False):
            low, high = np.exp(bootstrap_interval(trials.to_numpy(), random_state=0)).tolist()
            evidence.append(
                {"dataset": dataset, "seconds_of": a, "over_seconds_of": b,
                 "ratio": float(np.exp(trials.mean())), "interval": [low, high],
                 "trials": len(trials), "verdict": verdict_of_interval((low, high))}
            )  # fmt: skip
    return evidence
