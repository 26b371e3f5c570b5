"""Tests of claims on stored seconds, for any paper.

Only the fit is compared, as a ratio of fits of the same data set, seed and condition, so that a
slow or busy machine slows both sides. A case is a pair of methods on one data set; its interval is
a bootstrap over the trials of the mean log ratio of a trial.
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
    INCONCLUSIVE,
    Verdict,
    nothing_ran,
    overall,
    pairs_of,
)


def faster(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    ratio: float = 1.0,
    datasets: Sequence[str] | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Does each method take at most 1/ratio of the fit seconds of its rivals, in a share `need`?"""

    def of(low: float, high: float) -> str:
        return HOLDS if low > ratio else FAILS if high <= ratio else INCONCLUSIVE

    evidence = _ratios(results, study, pairs_of(than, methods, pairwise), datasets, of)
    if not evidence:
        return nothing_ran(study, datasets)
    times = [entry["ratio"] for entry in evidence]
    words = [entry["verdict"] for entry in evidence]
    reason = (
        f"{min(times):.3g} to {max(times):.3g} times faster, {ratio:g} needed: holds in "
        f"{words.count(HOLDS)} of {len(words)} cases, fails in {words.count(FAILS)}"
    )
    return Verdict(overall(words, need), reason, evidence)


def ratio_within(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    factor: float,
    datasets: Sequence[str] | None = None,
) -> Verdict:
    """Do the fit seconds of each method lie within a factor of those of its own rival?"""

    def of(low: float, high: float) -> str:
        if 1 / factor < low and high < factor:
            return HOLDS
        return FAILS if low >= factor or high <= 1 / factor else INCONCLUSIVE

    evidence = _ratios(results, study, pairs_of(methods, than, True), datasets, of)
    if not evidence:
        return nothing_ran(study, datasets)
    ratios = [entry["ratio"] for entry in evidence]
    reason = f"ratios of seconds from {min(ratios):.2f} to {max(ratios):.2f}; factor {factor:g}"
    return Verdict(overall([entry["verdict"] for entry in evidence], 1.0), reason, evidence)


def _ratios(
    results: Results,
    study: str,
    pairs: Sequence[tuple[str, str]],
    datasets: Sequence[str] | None,
    of: Callable[[float, float], str],
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
        trials = (logs.loc[a] - logs.loc[b]).dropna().groupby(["dataset", "seed"]).mean()
        for dataset, of_dataset in trials.groupby("dataset", sort=False):
            low, high = np.exp(bootstrap_interval(of_dataset.to_numpy(), random_state=0))
            evidence.append(
                {"dataset": dataset, "seconds_of": a, "over_seconds_of": b,
                 "ratio": float(np.exp(of_dataset.mean())), "interval": [float(low), float(high)],
                 "trials": len(of_dataset), "verdict": of(low, high)}
            )  # fmt: skip
    return evidence
