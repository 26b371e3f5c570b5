"""Tests of claims on stored scores, for any paper.

Scores are compared in cases, a case being a pair of methods on one data set, by paired t-intervals
widened for the number of cases (Bonferroni), so that a verdict over many cases is wrong at most at
rate `ALPHA`. What is judged is the mean over random splits of the data set at hand, which is what
the papers' tables show and of which the trials are independent draws. Whether the verdict would
extend to other data of the same kind is a harder question: each case also carries the verdict
corrected for resampling (Nadeau and Bengio), and the reason counts those that hold under it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    Difference,
    confidence_interval,
)
from methods.claims.cases import judge_cases, score_cases
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    Verdict,
    nothing_ran,
)


def lower(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    metric: str = "error",
    margin: float = 0.0,
    datasets: Sequence[str] | None = None,
    condition: str = "",
    than_condition: str | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Do `methods` score lower than `than` by more than `margin` in a share `need` of the cases?

    Every method stands against every rival, or with `pairwise` each against its own. A case holds
    when the interval of the difference lies below -margin, and fails when it lies above.
    """
    cases = score_cases(
        results, study, metric, methods, than, datasets, condition, than_condition, pairwise
    )
    if not cases:
        return nothing_ran(study, datasets)

    def of(difference: Difference, level: float) -> str:
        low, high = confidence_interval(difference, level)
        return HOLDS if high < -margin else FAILS if low >= -margin else INCONCLUSIVE

    return judge_cases(cases, of, need, f"lower {metric} by more than {margin:g}")


def not_told_apart(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    metric: str = "error",
    datasets: Sequence[str] | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Is the difference not significant, with the trials there are, in a share `need` of the cases?

    Pairs are made as in `lower`. This says nothing about equality, for which see `same`.
    """
    cases = score_cases(results, study, metric, methods, than, datasets, "", None, pairwise)
    if not cases:
        return nothing_ran(study, datasets)

    def of(difference: Difference, level: float) -> str:
        low, high = confidence_interval(difference, level)
        if np.isnan(low):
            return INCONCLUSIVE
        return HOLDS if low <= 0 <= high else FAILS

    return judge_cases(cases, of, need, f"no significant difference in {metric}")


def same(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    metric: str = "error",
    margin: float = 0.01,
    datasets: Sequence[str] | None = None,
    condition: str = "",
    than_condition: str | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Are `methods` and `than` equivalent, |difference| < margin, in a share `need` of the cases?

    Pairs are made as in `lower`. A case holds when the interval of two one-sided tests lies within
    the margin, and fails when it lies outside.
    """
    cases = score_cases(
        results, study, metric, methods, than, datasets, condition, than_condition, pairwise
    )
    if not cases:
        return nothing_ran(study, datasets)

    def of(difference: Difference, level: float) -> str:
        low, high = confidence_interval(difference, level)
        if -margin < low and high < margin:
            return HOLDS
        return FAILS if low >= margin or high <= -margin else INCONCLUSIVE

    return judge_cases(cases, of, need, f"{metric} equal within {margin:g}", 2 * ALPHA)
