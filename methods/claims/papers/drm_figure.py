"""What the DRM paper reads off its Figure 1: errors against mu, beside those of one SVM."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import confidence_interval
from methods.claims.cases import Case, judge_cases, judgeable, paired_case
from methods.claims.conditions import swept_parameter
from methods.claims.regions import Array, PValues, Region, judge_p_values
from methods.claims.sentences import of_drm
from methods.claims.sentences.words import PERCENT, setting
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE, Verdict, nothing_ran
from methods.schemas.option_kinds import Condition, MethodName, StudyName

Training = Literal["smaller", "not larger", "larger", "any"]
ROUNDING = 1e-9
BOTH = ("train_error", "error")


def at_training_errors(
    results: Results,
    *,
    study: StudyName,
    method: MethodName,
    than: MethodName,
    training: Training,
    gap: bool = False,
    no_worse: bool = False,
    of_datasets: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Where its training error is `training`, does `method` err less in the test than `than`?

    A setting is a data set and a condition of the study. It counts if the mean training error is as
    `training` says, against that of `than`; with `no_worse` only if the mean test error is not
    larger either. A setting does not count if `method` answers one class alone in half of the
    trials, since such a classifier has learnt nothing. The claim must hold in a share `need` of the
    settings that count. With `of_datasets` it must hold in a share of the data sets, each with the
    mean over its settings. With `gap` it is about the test error minus the training error.
    """
    cases: list[Case] = []
    ran = False
    parameter = swept_parameter(results, study)
    for dataset in results.datasets(study):
        ratio = results.test_train_ratio(study, dataset)
        counted: list[tuple[str, np.ndarray, np.ndarray]] = []
        for condition, train, test in _errors(results, study, dataset, [method, than]):
            ran = ran or bool(test.notna().any(axis=None))
            compared = (test - train) if gap else test
            worse = no_worse and test[method].mean() > test[than].mean()
            if _answers_one_class(results, study, dataset, method, condition):
                continue
            if _counts(train[method].mean(), train[than].mean(), training) and not worse:
                scores = compared[method].to_numpy(), compared[than].to_numpy()
                place = f"{dataset} at {setting(parameter, condition)}"
                counted.append((place, *scores))
        if of_datasets and counted:
            _, ours, theirs = zip(*counted, strict=True)
            counted = [(dataset, np.mean(ours, axis=0), np.mean(theirs, axis=0))]
        cases += [paired_case(name, method, than, x, y, ratio) for name, x, y in counted]
    cases = [case for case in cases if case.difference.n]
    if not ran:
        return nothing_ran(study)
    if not cases:
        return Verdict(UNTESTABLE, of_drm.no_setting(training))
    asked = of_drm.at_training_errors(training, gap, no_worse)
    return judge_cases(cases, Region(largest=0.0), need, asked, "" if of_datasets else "settings")


def gap_closes(
    results: Results,
    *,
    study: StudyName,
    method: MethodName,
    than: MethodName,
    conditions: Sequence[Condition],
    margin: float,
    as_low: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Are training and test error of `method` within `margin` of each other at `conditions`?

    A setting is a data set and one of the conditions. It does not count if `method` answers one
    class alone in half of the trials, as then there is no gap to close. With `as_low` neither error
    may be larger than that of `than` either. Such a setting holds if all three are shown, and fails
    if one is shown to be wrong. The claim must hold in a share `need` of these. Flips are shifts of
    the gap, and with `as_low` of both errors.
    """
    cases: list[Case] = []
    errors: list[tuple[Case, Case]] = []  # in training and in the test, against `than`
    ran = False
    parameter = swept_parameter(results, study)
    for dataset in results.datasets(study):
        ratio = results.test_train_ratio(study, dataset)
        for condition, train, test in _errors(results, study, dataset, [method, than]):
            ran = ran or bool(test.notna().any(axis=None))
            constant = _answers_one_class(results, study, dataset, method, condition)
            if condition in conditions and not constant:
                place = f"{dataset} at {setting(parameter, condition)}"
                both = test[method].to_numpy(), train[method].to_numpy()
                cases.append(paired_case(place, method, method, *both, ratio))
                in_training, in_test = (
                    paired_case(place, method, than, of[method], of[than], ratio)
                    for of in (train, test)
                )
                errors.append((in_training, in_test))
    if not ran or (cases and not judgeable(cases)[0]):
        return nothing_ran(study)
    if not cases:
        return Verdict(UNTESTABLE, of_drm.one_class_alone(method))
    if as_low:
        return _closes_at_low_errors(cases, errors, margin, need)
    asked = of_drm.small_gap(margin)
    return judge_cases(cases, Region(-margin, margin), need, asked, "settings")


def _closes_at_low_errors(
    gaps: Sequence[Case], errors: Sequence[tuple[Case, Case]], margin: float, need: float
) -> Verdict:
    """Is each gap within `margin`, and neither of the errors beside it larger than the rival's?"""
    known = [(gap, *of) for gap, of in zip(gaps, errors, strict=True) if gap.difference.n]
    sides = [[of_setting[k].difference for of_setting in known] for k in range(3)]
    values = [np.array([difference.value for difference in side]) for side in sides]
    near, not_larger = Region(-margin, margin), Region(largest=0.0)

    def p_values_at(shifts: Array) -> PValues:
        of_gap = near.p_values(values[0] + 0 * shifts[:, None], sides[0])
        training, test = (
            not_larger.p_values(values[k] + shifts[:, None], sides[k]) for k in (1, 2)
        )
        inside, left = (np.stack(of_all) for of_all in zip(of_gap, training, test, strict=True))
        return inside.max(axis=0), np.minimum(3 * left.min(axis=0), 1.0)  # Bonferroni

    # thrice, so that Bonferroni's thirds of each step are among them
    places = np.concatenate([not_larger.places([*side] * 3).ravel() for side in sides[1:]])
    judged = judge_p_values(p_values_at, places, need, not_larger.alpha)
    evidence = [
        {"dataset": gap.dataset, "method": gap.method, "than": test.than,
         "gap": gap.difference.value,
         "training_difference": training.difference.value,
         "training_interval": list(confidence_interval(training.difference)),
         "test_difference": test.difference.value,
         "test_interval": list(confidence_interval(test.difference))}
        for gap, training, test in known
    ]  # fmt: skip
    counted = (judged.cases.count(HOLDS), judged.cases.count(FAILS), len(known))
    reason = of_drm.gap_at_low_errors(known[0][2].than, margin, *counted)
    moved = f"both errors of {known[0][0].method}"
    return judged.told(reason, judged.marked(evidence), moved, PERCENT)


def _errors(
    results: Results, study: str, dataset: str, methods: Sequence[str]
) -> Iterator[tuple[str, pd.DataFrame, pd.DataFrame]]:
    """Each condition with the training and the test errors of the trials of these methods."""
    for condition in results.study(study).conditions.labels(results.plan.scale):
        train, test = (
            results.trial_scores(study, metric, condition).loc[dataset, list(methods)]
            for metric in BOTH
        )
        yield condition, train, test


def _answers_one_class(
    results: Results, study: str, dataset: str, method: str, condition: str
) -> bool:
    """Whether a method gives all training rows one class, in half of its trials or more.

    Its balanced error is then a half, as all rows of the other class are wrong.
    """
    balanced = results.trial_scores(study, "train_balanced_error", condition)
    of_method = balanced.loc[dataset, method].dropna()
    return bool(len(of_method)) and bool((np.abs(of_method - 0.5) < ROUNDING).mean() >= 0.5)


def _counts(error: float, rival: float, training: Training) -> bool:
    """Whether a mean training error is as asked; False if there is none."""
    larger, not_larger = error > rival, error <= rival
    return {
        "smaller": error < rival, "not larger": not_larger, "larger": larger,
        "any": larger or not_larger,
    }[training]  # fmt: skip
