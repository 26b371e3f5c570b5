"""The claim that little is gained by choosing a setting by the test errors that are reported."""

from __future__ import annotations

from collections.abc import Sequence

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval, summarise
from methods.claims.verdicts import Verdict, lies_at_most, nothing_ran, value_and_interval
from methods.schemas.option_kinds import MethodName, StudyName
from methods.tables.chosen_settings import best_settings


def gap_is_small(
    results: Results,
    *,
    sweep: StudyName,
    chosen: StudyName,
    methods: Sequence[MethodName],
    margin: float,
) -> Verdict:
    """Is the mean gap between chosen and best setting, over data sets and methods, in `margin`?"""
    cases = best_settings(results, sweep=sweep, chosen=chosen, methods=methods)
    if len(cases) < 2:
        return nothing_ran(sweep)
    gaps = summarise(cases["gap"])
    interval = confidence_interval(Difference(gaps.mean, gaps.standard_error, gaps.n - 1, gaps.n))
    evidence = cases[["dataset", "method", "setting", "gap", "n"]].to_dict("records")
    worst = cases.loc[cases["gap"].idxmax()]
    shown = value_and_interval(gaps.mean, interval, ".2f", 100)
    reason = (
        f"chosen on the training part the error is {shown} points higher, mean over {gaps.n} "
        f"cases; at most {100 * worst['gap']:.2f} ({worst['method']} on {worst['dataset']})"
    )
    return Verdict(lies_at_most(interval, margin), reason, evidence)
