"""Tests of what is gained by choosing a setting by the test errors that are then reported."""

from __future__ import annotations

from collections.abc import Sequence

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, Difference, confidence_interval, summarise
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict, nothing_ran
from methods.tables.chosen_settings import best_settings


def gap_is_small(
    results: Results,
    *,
    sweep: str,
    chosen: str,
    methods: Sequence[str],
    margin: float,
) -> Verdict:
    """Is the mean gap between chosen and best setting, over data sets and methods, in `margin`?"""
    found = best_settings(results, sweep=sweep, chosen=chosen, methods=methods)
    if len(found) < 2:
        return nothing_ran(sweep, None)
    gaps = summarise(found["gap"])
    difference = Difference(gaps.mean, gaps.standard_error, gaps.n - 1, gaps.n)
    low, high = confidence_interval(difference, 1 - ALPHA)
    verdict = HOLDS if high <= margin else FAILS if low > margin else INCONCLUSIVE
    evidence = found[["dataset", "method", "setting", "gap", "n"]].to_dict("records")
    worst = found.loc[found["gap"].idxmax()]
    reason = (
        f"chosen on the training part the error is {100 * gaps.mean:.2f} "
        f"[{100 * low:.2f}, {100 * high:.2f}] points higher, mean over {gaps.n} cases; at most "
        f"{100 * worst['gap']:.2f} ({worst['method']} on {worst['dataset']})"
    )
    return Verdict(verdict, reason, evidence)
