"""Tests of the claims of the thesis's chapter 4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, confidence_interval, paired_difference
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict, nothing_ran


def gains_more(
    results: Results, *, studies: Sequence[str], methods: Sequence[str], than: Sequence[str]
) -> Verdict:
    """Is the mean error that a method saves on its rival larger in the first of two studies?

    ``methods`` and ``than`` name one of each study. Data sets are the trials of the test.
    """
    saved: list[dict[str, float]] = []
    for study, ours, rival in zip(studies, methods, than, strict=True):
        wide = results.trial_scores(study, "error")
        gains = (wide[rival] - wide[ours]).groupby(level="dataset", sort=False).mean()
        saved.append({str(name): float(gain) for name, gain in gains.dropna().items()})
    shared = [name for name in saved[0] if name in saved[1]]
    if len(shared) < 2:
        return nothing_ran(", ".join(studies), None)
    first, second = ([of_study[name] for name in shared] for of_study in saved)
    difference = paired_difference(first, second)
    low, high = confidence_interval(difference, 1 - ALPHA)
    verdict = HOLDS if low > 0 else FAILS if high <= 0 else INCONCLUSIVE
    evidence: list[dict[str, Any]] = [
        {"dataset": name, studies[0]: a, studies[1]: b}
        for name, a, b in zip(shared, first, second, strict=True)
    ]
    means = [100 * sum(gains) / len(shared) for gains in (first, second)]
    reason = (
        f"saves {means[0]:.2f} points in {studies[0]} and {means[1]:.2f} in {studies[1]}, means "
        f"over {len(shared)} data sets; the difference is {100 * difference.value:.2f} "
        f"[{100 * low:.2f}, {100 * high:.2f}]"
    )
    return Verdict(verdict, reason, evidence)
