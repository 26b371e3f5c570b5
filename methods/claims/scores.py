"""Claims that the stored scores of some methods are lower than, or like, those of others.

`methods.claims.cases` says how the cases are judged.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import ALPHA
from methods.claims.cases import judge_cases, score_cases
from methods.claims.verdicts import Interval, Verdict, decide, lies_below, lies_between, nothing_ran
from methods.schemas.option_kinds import Condition, DatasetName, MethodName, Metric, StudyName


def lower(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    metric: Metric = "error",
    margin: float = 0.0,
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition = "",
    than_condition: Condition | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Do `methods` score lower than `than` by more than `margin` in a share `need` of the cases?

    Every method is compared with every rival, or with `pairwise` each with its own. A case holds
    if the interval of the difference lies below -margin, and fails if no part of it does.
    """
    cases = score_cases(
        results, study, metric, methods, than, datasets, condition, than_condition, pairwise
    )
    if not cases:
        return nothing_ran(study, datasets)
    what = f"lower {metric} by more than {margin:g}"
    return judge_cases(cases, lambda interval: lies_below(interval, -margin), need, what)


def not_told_apart(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Is the difference not significant, with these trials, in a share `need` of the cases?

    Pairs are made as in `lower`. A case holds if the interval of the difference contains 0. This
    does not show that the methods are equal, which `same` tests.
    """
    cases = score_cases(results, study, metric, methods, than, datasets, "", None, pairwise)
    if not cases:
        return nothing_ran(study, datasets)

    def contains_zero(interval: Interval) -> str:
        low, high = interval
        return decide(low <= 0 <= high, not np.isnan(low))

    return judge_cases(cases, contains_zero, need, f"no significant difference in {metric}")


def same(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    metric: Metric = "error",
    margin: float = 0.01,
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition = "",
    than_condition: Condition | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Are `methods` and `than` equivalent, |difference| < margin, in a share `need` of the cases?

    Pairs are made as in `lower`. The interval of a case is that of two one-sided tests, hence twice
    `ALPHA`. A case holds if the interval lies within the margin, and fails if no part of it does.
    """
    cases = score_cases(
        results, study, metric, methods, than, datasets, condition, than_condition, pairwise
    )
    if not cases:
        return nothing_ran(study, datasets)
    what = f"{metric} equal within {margin:g}"
    return judge_cases(
        cases, lambda interval: lies_between(interval, -margin, margin), need, what, 2 * ALPHA
    )
