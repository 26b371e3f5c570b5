"""Tests of claims on stored seconds, for any paper.

Only the fit is compared, as a ratio of fits of the same data set, seed and condition, so that a
slow or busy machine slows both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from methods.bench.claims import FAILS, HOLDS, INCONCLUSIVE, Verdict, nothing_ran, overall
from methods.bench.results import Results, finished
from methods.bench.statistics import bootstrap_interval


def faster(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    ratio: float = 1.0,
    datasets: Sequence[str] | None = None,
) -> Verdict:
    """Does each method take at most 1/ratio of the fit seconds of its rival, or of every rival?

    Geometric mean over the fits that both did, with a bootstrap interval.
    """
    evidence: list[dict[str, Any]] = []
    pairs = zip(methods, than, strict=True) if len(methods) == len(than) else product(methods, than)
    for a, b in pairs:
        logs = _log_ratios(results, study, b, a, datasets)
        if not len(logs):
            return nothing_ran(study, datasets)
        low, high = np.exp(bootstrap_interval(logs, random_state=0))
        evidence.append(
            {"method": a, "than": b, "times_faster": float(np.exp(logs.mean())),
             "interval": [float(low), float(high)], "pairs": len(logs),
             "verdict": HOLDS if low > ratio else FAILS if high <= ratio else INCONCLUSIVE}
        )  # fmt: skip
    factors = [entry["times_faster"] for entry in evidence]
    reason = f"{min(factors):.3g} to {max(factors):.3g} times faster, {ratio:g} needed"
    return Verdict(overall([entry["verdict"] for entry in evidence], 1.0), reason, evidence)


def ratio_within(
    results: Results, *, study: str, methods: Sequence[str], than: Sequence[str], factor: float
) -> Verdict:
    """Do the fit seconds of each method lie within a factor of those of its rival?"""
    evidence: list[dict[str, Any]] = []
    for a, b in zip(methods, than, strict=True):
        logs = _log_ratios(results, study, a, b, None)
        if not len(logs):
            return nothing_ran(study, None)
        low, high = np.exp(bootstrap_interval(logs, random_state=0))
        inside = 1 / factor < low and high < factor
        outside = low >= factor or high <= 1 / factor
        evidence.append(
            {"method": a, "than": b, "ratio": float(np.exp(logs.mean())),
             "interval": [float(low), float(high)], "pairs": len(logs),
             "verdict": HOLDS if inside else FAILS if outside else INCONCLUSIVE}
        )  # fmt: skip
    ratios = ", ".join(f"{entry['ratio']:.2f}" for entry in evidence)
    verdict = overall([entry["verdict"] for entry in evidence], 1.0)
    return Verdict(verdict, f"ratios of seconds {ratios}; within a factor {factor:g}", evidence)


def _log_ratios(
    results: Results, study: str, a: str, b: str, datasets: Sequence[str] | None
) -> np.ndarray:
    """log(seconds of a / seconds of b) of every fit that both did."""
    runs = finished(results.runs(study))
    if datasets is not None:
        runs = runs[runs["dataset"].isin(datasets)]
    seconds = {
        name: runs[runs["method"] == name].set_index(["dataset", "seed", "condition"])
        for name in (a, b)
    }
    ratios = np.log(seconds[a]["fit_seconds"] / seconds[b]["fit_seconds"])
    return ratios.dropna().to_numpy()
