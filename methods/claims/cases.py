"""Cases: pairs of methods on one data set, and the verdict on all of them.

Every claim that compares two methods by their trials is judged here. The interval of a case is the
paired t-interval of the mean difference, widened for the number of cases (Bonferroni), so that a
verdict over many cases is wrong at most at rate `ALPHA`.

The mean is over random splits of the data set at hand, as in the papers' tables, and the trials are
independent draws of it. Whether a verdict extends to other data of the same kind is a harder
question. For that, each case also has a verdict corrected for resampling (Nadeau and Bengio), and
the reason counts the cases that hold under it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    Difference,
    confidence_interval,
    detectable_difference,
    paired_difference,
)
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    Interval,
    Verdict,
    overall,
    pairs_of,
    verdicts_of,
)
from methods.errors import UserError


@dataclass(frozen=True)
class Case:
    """Two methods on one data set, and the difference of their scores."""

    dataset: str
    method: str
    than: str
    difference: Difference
    corrected: Difference  # for resampling


def paired_case(
    dataset: str, method: str, than: str, x: ArrayLike, y: ArrayLike, test_train_ratio: float
) -> Case:
    """The case of two methods whose trials scored `x` and `y`."""
    corrected = paired_difference(x, y, test_train_ratio=test_train_ratio)
    return Case(dataset, method, than, paired_difference(x, y), corrected)


def score_cases(
    results: Results,
    study: str,
    metric: str,
    methods: Sequence[str],
    than: Sequence[str],
    datasets: Sequence[str] | None,
    condition: str,
    than_condition: str | None,
    pairwise: bool,
) -> list[Case]:
    """The cases that have trials, from the stored scores of a metric."""
    ours = results.trial_scores(study, metric, condition)
    theirs = results.trial_scores(
        study, metric, condition if than_condition is None else than_condition
    )
    for name in [*methods, *than]:
        if name not in ours:
            raise UserError(f"{study}: a claim names the method {name!r}, which the study lacks")
    cases = []
    for dataset in results.datasets(study, datasets):
        ratio = results.test_train_ratio(study, dataset)
        for a, b in pairs_of(methods, than, pairwise):
            x, y = ours.loc[dataset, a].to_numpy(), theirs.loc[dataset, b].to_numpy()
            cases.append(paired_case(dataset, a, b, x, y, ratio))
    return [case for case in cases if case.difference.n]


def judge_cases(
    cases: Sequence[Case],
    verdict_of_interval: Callable[[Interval], str],
    need: float,
    what: str,
    alpha: float = ALPHA,
) -> Verdict:
    """The verdict on all cases, each judged by its interval at level 1 - alpha / cases."""
    level = 1 - alpha / len(cases)
    evidence: list[dict[str, Any]] = []
    for case in cases:
        interval = confidence_interval(case.difference, level)
        corrected = confidence_interval(case.corrected, level)
        evidence.append(
            {"dataset": case.dataset, "method": case.method, "than": case.than,
             "difference": case.difference.value, "interval": list(interval),
             "pairs": case.difference.n,
             "could_have_seen": detectable_difference(case.difference, alpha=1 - level),
             "verdict": verdict_of_interval(interval),
             "verdict_corrected_for_resampling": verdict_of_interval(corrected)}
        )  # fmt: skip
    verdicts = verdicts_of(evidence)
    corrected_verdicts = [entry["verdict_corrected_for_resampling"] for entry in evidence]
    verdict = overall(verdicts, need)
    reason = (
        f"{what}: holds in {verdicts.count(HOLDS)} of {len(verdicts)} cases "
        f"({corrected_verdicts.count(HOLDS)} when corrected for resampling), "
        f"fails in {verdicts.count(FAILS)}"
    )
    if verdict == INCONCLUSIVE:
        visible = [e["could_have_seen"] for e in evidence if not np.isnan(e["could_have_seen"])]
        reason += "; the trials could have seen " + (
            f"a difference of {max(visible):.3g}" if visible else "nothing, being one a case"
        )
    return Verdict(verdict, reason, evidence)
