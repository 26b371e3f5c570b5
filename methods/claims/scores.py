"""Claims that the stored scores of some methods are better than, or like, those of others.

`methods.claims.cases` says how the cases are judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

from methods.bench.results import Results
from methods.claims.cases import (
    judge_cases,
    judge_on_average,
    judgeable,
    no_cases,
    score_cases,
)
from methods.claims.conditions import run_at_scale, swept_parameter
from methods.claims.copies import wrong_by_row
from methods.claims.regions import Region, better
from methods.claims.sentences import of_cases
from methods.claims.sentences.of_scores import Relation, score_asked
from methods.claims.sentences.words import sentences
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict, overall
from methods.schemas.option_kinds import Conditions, DatasetName, MethodName, Metric, StudyName


def lower(
    results: Results,
    *,
    study: StudyName | Sequence[StudyName],
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    metric: Metric = "error",
    margin: float = 0.0,
    datasets: Sequence[DatasetName] | None = None,
    condition: Conditions = "",
    than_condition: Conditions | None = None,
    pairwise: bool = False,
    need: float = 1.0,
    times: float = 1.0,
    by_rows: StudyName | None = None,
    best_conditions: StudyName | None = None,
) -> Verdict:
    """Do `methods` score lower than `than` by more than `margin` in a share `need` of the cases?

    Every method is compared with every rival, or with `pairwise` each with its own. A case holds
    if its difference is shown to be below -margin, and fails if it is shown to be above. Of a
    metric whose high values are good, the claim is that the methods score higher. With `times` the
    scores of the rivals are first divided by it; a case of nothing but zeros says nothing then, and
    is left out. With several conditions, the score of a trial is the mean over those of them that
    the scale of the run has, and over a range of them that of the curve. With several studies, the
    cases of all count; the conditions are those of the first. Study `by_rows` has which test rows
    are wrong, for methods with one fit. On the data sets of study `best_conditions` its methods
    have their scores there, at the condition with the best mean.
    """
    studies = [study] if isinstance(study, str) else study
    condition = run_at_scale(results, studies[0], condition)
    than_condition = run_at_scale(results, studies[0], than_condition)
    wrong = wrong_by_row(results, by_rows) if by_rows else {}
    cases = [
        case
        for one in studies
        for case in score_cases(
            results, one, metric, methods, than, datasets, condition, than_condition, pairwise,
            times, wrong, best_conditions,
        )
    ]  # fmt: skip
    if not judgeable(cases)[0]:
        return no_cases(results, studies, metric, datasets)
    lower_is_better = results.lower_is_better(studies[0], metric)
    side: Relation = "lower" if lower_is_better else "higher"
    parameter = swept_parameter(results, studies[0])
    asked = score_asked(metric, side, margin, times, condition, than_condition, parameter=parameter)
    left = [case for case in cases if times == 1 or not case.zeros]
    zeros = [case.dataset for case in cases if case not in left]
    if not judgeable(left)[0]:
        return Verdict(INCONCLUSIVE, of_cases.only_zeros(zeros))
    verdict = judge_cases(left, better(margin, lower_is_better), need, asked)
    of_left = [entry["verdict"] for entry in verdict.evidence]
    holding, failing = of_left.count(HOLDS), of_left.count(FAILS)
    against = overall(holding, failing + len(zeros), len(of_left) + len(zeros), need)
    would_be = "" if against == verdict.verdict else against
    return replace(verdict, reason=sentences(verdict.reason, of_cases.only_zeros(zeros, would_be)))


def lower_in_studies(
    results: Results,
    *,
    methods: Mapping[StudyName, Sequence[MethodName]],
    than: Mapping[StudyName, Sequence[MethodName]],
    metric: Metric = "error",
    need: float = 1.0,
) -> Verdict:
    """Do `methods` score lower than `than`, each than its own, in a share `need` of the cases?

    The data sets of all studies count, each with the methods of its study. A case is judged as in
    `lower`.
    """
    cases = [
        case
        for study, names in methods.items()
        for case in score_cases(results, study, metric, names, than[study], None, "", None, True)
    ]
    if not judgeable(cases)[0]:
        return no_cases(results, list(methods), metric, None)
    lower_is_better = results.lower_is_better(next(iter(methods)), metric)
    asked = score_asked(metric, "lower" if lower_is_better else "higher")
    return judge_cases(cases, better(0.0, lower_is_better), need, asked)


def not_told_apart(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    visible: float,
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
    pairwise: bool = False,
    need: float = 1.0,
    over_datasets: bool = False,
) -> Verdict:
    """Is the difference not significant, and small, in a share `need` of the cases?

    Pairs are made as in `lower`. A case fails if its difference is significant. It holds if the
    difference is not, and is shown to be smaller than `visible`, so that few trials prove nothing.
    With `over_datasets` a case is the mean difference of a pair over all data sets.
    """
    cases = score_cases(results, study, metric, methods, than, datasets, "", None, pairwise)
    if not judgeable(cases)[0]:
        return no_cases(results, [study], metric, datasets)
    asked = score_asked(metric, "like", visible)
    region = Region(-visible, visible, kept=(0.0, 0.0))
    if over_datasets:
        return judge_on_average(judgeable(cases)[0], region, need, asked)
    return judge_cases(cases, region, need, asked)


def not_lower(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
    pairwise: bool = False,
) -> Verdict:
    """Is none of `methods` shown to score lower than its rivals?

    Pairs are made as in `lower`. A case fails if it is shown to be lower, or higher for a metric
    whose high values are good. The claim holds if none is, as a source that "did not see" a gain
    can mean no more.
    """
    cases = score_cases(results, study, metric, methods, than, datasets, "", None, pairwise)
    if not judgeable(cases)[0]:
        return no_cases(results, [study], metric, datasets)
    lower_is_better = results.lower_is_better(study, metric)
    asked = score_asked(metric, "not lower" if lower_is_better else "not higher")
    kept = (0.0, inf) if lower_is_better else (-inf, 0.0)
    return judge_cases(cases, Region(-inf, inf, kept=kept), 1.0, asked)


def same(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    metric: Metric = "error",
    margin: float = 0.01,
    datasets: Sequence[DatasetName] | None = None,
    condition: Conditions = "",
    than_condition: Conditions | None = None,
    pairwise: bool = False,
    need: float = 1.0,
    differs_from: float | None = None,
    over_datasets: bool = False,
) -> Verdict:
    """Do `methods` score within `margin` of `than` in a share `need` of the cases?

    Pairs are made as in `lower`. A case holds if two one-sided tests show its difference to lie
    within the margin, and fails if it is shown to lie outside, or beyond ``differs_from`` if that
    is given. With `over_datasets` a case is the mean difference of a pair over all data sets.
    """
    condition = run_at_scale(results, study, condition)
    than_condition = run_at_scale(results, study, than_condition)
    cases = score_cases(
        results, study, metric, methods, than, datasets, condition, than_condition, pairwise
    )
    if not judgeable(cases)[0]:
        return no_cases(results, [study], metric, datasets)
    parameter = swept_parameter(results, study)
    asked = score_asked(
        metric, "equal", margin, 1.0, condition, than_condition, parameter=parameter
    )
    far = margin if differs_from is None else differs_from
    region = Region(-margin, margin, kept=(-far, far))
    if over_datasets:
        return judge_on_average(judgeable(cases)[0], region, need, asked)
    return judge_cases(cases, region, need, asked)
