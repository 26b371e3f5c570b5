"""What the DRM paper reads off its Figure 1: errors against mu, beside those of one SVM."""

from __future__ import annotations

from typing import Literal

from methods.bench.results import Results
from methods.claims.cases import Case, judge_cases, paired_case
from methods.claims.regions import Region
from methods.claims.verdicts import UNTESTABLE, Verdict, nothing_ran
from methods.schemas.option_kinds import MethodName, StudyName

Training = Literal["smaller", "not larger", "larger", "any"]


def at_training_errors(
    results: Results,
    *,
    study: StudyName,
    method: MethodName,
    than: MethodName,
    training: Training,
    gap: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Where its training error is `training`, does `method` err less in the test than `than`?

    A setting is a data set and a condition of the study. It counts if the mean training error is as
    `training` says, against that of `than`. The claim must hold in a share `need` of these. With
    `gap` it is about the test error minus the training error.
    """
    cases: list[Case] = []
    ran = False
    for dataset in results.datasets(study):
        ratio = results.test_train_ratio(study, dataset)
        for condition in results.study(study).conditions.labels(results.plan.scale):
            train, test = (
                results.trial_scores(study, metric, condition).loc[dataset, [method, than]]
                for metric in ("train_error", "error")
            )
            ran = ran or bool(test.notna().any(axis=None))
            compared = (test - train) if gap else test
            if _counts(train[method].mean(), train[than].mean(), training):
                setting = f"{dataset} at {condition}"
                scores = compared[method].to_numpy(), compared[than].to_numpy()
                cases.append(paired_case(setting, method, than, *scores, ratio))
    cases = [case for case in cases if case.difference.n]
    if not ran:
        return nothing_ran(study)
    if not cases:
        return Verdict(UNTESTABLE, f"the training error is {training} in no setting")
    what = f"lower {'gap' if gap else 'test error'}, training error {training}"
    return judge_cases(cases, Region(largest=0.0), need, what, "error")


def _counts(error: float, rival: float, training: Training) -> bool:
    """Whether a mean training error is as asked; False if there is none."""
    larger, not_larger = error > rival, error <= rival
    return {
        "smaller": error < rival, "not larger": not_larger, "larger": larger,
        "any": larger or not_larger,
    }[training]  # fmt: skip
