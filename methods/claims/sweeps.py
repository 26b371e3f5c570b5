"""Claims on scores over a sweep, each method compared with itself.

The ends of a range say nothing of what lies between, so every setting is a case.
`methods.claims.cases` says how the cases are judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from methods.bench.results import Results
from methods.claims.cases import judge_cases, judgeable, no_cases, score_cases
from methods.claims.conditions import run_at_scale, swept_parameter
from methods.claims.regions import Region, better
from methods.claims.sentences.of_scores import falls_asked, steady_asked
from methods.claims.sentences.words import setting
from methods.claims.verdicts import Verdict
from methods.schemas.option_kinds import Condition, DatasetName, MethodName, Metric, StudyName


def steady(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    condition: Sequence[Condition],
    than_condition: Condition,
    margin: float,
    differs_from: float,
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Is the score of each method, at each of several settings, within `margin` of that at another?

    A case is a method, a data set and a setting. It holds if two one-sided tests show the
    difference from the score at ``than_condition`` to lie within the margin, and fails if it is
    shown to lie beyond ``differs_from``. The settings are those that the scale of the run has.
    """
    parameter = swept_parameter(results, study)
    settings = run_at_scale(results, study, condition)
    cases = [
        replace(case, setting=setting(parameter, label))
        for label in settings
        for case in score_cases(
            results, study, metric, methods, methods, datasets, label, than_condition, pairwise=True
        )
    ]
    if not judgeable(cases)[0]:
        return no_cases(results, [study], metric, datasets)
    asked = steady_asked(metric, margin, parameter, than_condition)
    far = (-differs_from, differs_from)
    return judge_cases(cases, Region(-margin, margin, kept=far), 1.0, asked, "comparisons")


def falls(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    condition: Sequence[Condition],
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Does the score of each method fall from each of several settings to the next?

    A case is a method, a data set and a setting after the first. Of a metric whose high values are
    good, the claim is that the score rises. Of the settings, those count that the scale of the run
    has.
    """
    parameter = swept_parameter(results, study)
    steps = pairwise(run_at_scale(results, study, condition))
    cases = [
        replace(case, setting=setting(parameter, after))
        for before, after in steps
        for case in score_cases(
            results, study, metric, methods, methods, datasets, after, before, pairwise=True
        )
    ]
    if not judgeable(cases)[0]:
        return no_cases(results, [study], metric, datasets)
    lower_is_better = results.lower_is_better(study, metric)
    asked = falls_asked(metric, parameter, lower_is_better)
    return judge_cases(cases, better(0.0, lower_is_better), 1.0, asked, "comparisons")
