"""Claims that scores change little over a sweep, each method compared with itself.

Two ends of a range that are alike say nothing of what lies between, so every setting is a case.
`methods.claims.cases` says how the cases are judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from methods.bench.results import Results
from methods.claims.cases import judge_cases, judgeable, no_cases, score_cases
from methods.claims.conditions import run_at_scale, swept_parameter
from methods.claims.regions import Region
from methods.claims.sentences.of_scores import steady_asked
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
