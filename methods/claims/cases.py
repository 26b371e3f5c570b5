"""Claims judged case by case: pairs of methods on one data set, and the verdict on all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    Difference,
    confidence_interval,
    detectable_difference,
    paired_difference,
)
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict, overall, pairs_of
from methods.errors import UserError


@dataclass(frozen=True)
class Case:
    """Two methods on one data set, and the difference of their scores."""

    dataset: str
    method: str
    than: str
    difference: Difference
    corrected: Difference  # for resampling


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
    ours = results.trial_scores(study, metric, condition)
    theirs = results.trial_scores(
        study, metric, condition if than_condition is None else than_condition
    )
    for name in [*methods, *than]:
        if name not in ours:
            raise UserError(f"{study}: a claim names the method {name!r}, which the study lacks")
    cases = []
    for dataset in results.datasets(study):
        if datasets is not None and dataset not in datasets:
            continue
        ratio = results.test_train_ratio(study, dataset)
        for a, b in pairs_of(methods, than, pairwise):
            x, y = ours.loc[dataset, a].to_numpy(), theirs.loc[dataset, b].to_numpy()
            case = Case(
                dataset, a, b, paired_difference(x, y),
                paired_difference(x, y, test_train_ratio=ratio),
            )  # fmt: skip
            if case.difference.n:
                cases.append(case)
    return cases


def judge_cases(
    cases: Sequence[Case],
    of: Callable[[Difference, float], str],
    need: float,
    what: str,
    alpha: float = ALPHA,
) -> Verdict:
    """The verdict on all cases from `of` on each, its interval at level 1 - alpha / cases."""
    level = 1 - alpha / len(cases)
    evidence: list[dict[str, Any]] = []
    for case in cases:
        low, high = confidence_interval(case.difference, level)
        seen = detectable_difference(case.difference, alpha=1 - level)
        evidence.append(
            {"dataset": case.dataset, "method": case.method, "than": case.than,
             "difference": case.difference.value, "interval": [low, high],
             "pairs": case.difference.n, "could_have_seen": seen,
             "verdict": of(case.difference, level),
             "verdict_corrected_for_resampling": of(case.corrected, level)}
        )  # fmt: skip
    words = [entry["verdict"] for entry in evidence]
    beyond = [entry["verdict_corrected_for_resampling"] for entry in evidence].count(HOLDS)
    verdict = overall(words, need)
    reason = (
        f"{what}: holds in {words.count(HOLDS)} of {len(words)} cases "
        f"({beyond} when corrected for resampling), fails in {words.count(FAILS)}"
    )
    if verdict == INCONCLUSIVE:
        visible = [e["could_have_seen"] for e in evidence if not np.isnan(e["could_have_seen"])]
        reason += "; the trials could have seen " + (
            f"a difference of {max(visible):.3g}" if visible else "nothing, being one a case"
        )
    return Verdict(verdict, reason, evidence)
