"""The claim that little is gained by choosing a setting by the test errors that are reported."""

from __future__ import annotations

from collections.abc import Sequence

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval, summarise
from methods.claims.regions import Region, judge_differences
from methods.claims.sentences.of_scores import gap_of_choice
from methods.claims.sentences.words import PERCENT, POINTS
from methods.claims.verdicts import Verdict, nothing_ran
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
    """Is the mean gap of chosen to best settings, over data sets and methods, within `margin`?

    Data sets are the trials of the test. Methods on one data set share its splits, so their gaps
    are averaged first.
    """
    cases = best_settings(results, sweep=sweep, chosen=chosen, methods=methods)
    if len(cases) < 2:
        return nothing_ran(sweep)
    gaps = summarise(cases.groupby("dataset", sort=False)["gap"].mean().to_numpy())
    mean_gap = Difference(gaps.mean, gaps.standard_error, gaps.n - 1, gaps.n)
    judged = judge_differences([mean_gap], Region(largest=margin))
    evidence = cases[["dataset", "method", "setting", "gap", "n"]].to_dict("records")
    worst = cases.loc[cases["gap"].idxmax()]
    shown = POINTS.within(gaps.mean, confidence_interval(mean_gap))
    reason = gap_of_choice(shown, gaps.n, worst["gap"], worst["method"], worst["dataset"])
    return judged.told(reason, evidence, "the mean gap", PERCENT)
