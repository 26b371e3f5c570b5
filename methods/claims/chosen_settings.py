"""The claim that little is gained by choosing a setting by the test errors that are reported."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval, paired_difference
from methods.claims.cases import mean_difference
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

    The data sets are taken as they are, as in `methods.claims.cases.on_average`, so the error is
    that of their trials. Methods on one data set share its splits, so the gaps of a trial are
    averaged first.
    """
    cases = best_settings(results, sweep=sweep, chosen=chosen, methods=methods)
    if cases.empty:
        return nothing_ran(sweep)
    by_validation = results.trial_scores(chosen, "error")
    of_sweep = {
        label: results.trial_scores(sweep, "error", label) for label in cases["setting"].unique()
    }
    of_datasets: list[Difference] = []
    for dataset, of_set in cases.groupby("dataset", sort=False):
        gaps = [
            by_validation.loc[dataset, row.method] - of_sweep[row.setting].loc[dataset, row.method]
            for row in of_set.itertuples()
        ]
        of_trials = pd.concat(gaps, axis=1).dropna().mean(axis=1)
        of_datasets.append(paired_difference(of_trials, np.zeros(len(of_trials))))
    mean_gap = mean_difference(of_datasets)
    judged = judge_differences([mean_gap], Region(largest=margin))
    evidence = cases[["dataset", "method", "setting", "gap", "n"]].to_dict("records")
    worst = cases.loc[cases["gap"].idxmax()]
    shown = POINTS.within(mean_gap.value, confidence_interval(mean_gap))
    reason = gap_of_choice(shown, len(of_datasets), worst["gap"], worst["method"], worst["dataset"])
    return judged.told(reason, evidence, "the mean gap", PERCENT)
