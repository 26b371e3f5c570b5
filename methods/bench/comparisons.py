"""Tests of claims on stored scores, for any paper.

Scores are compared in cases, a case being a pair of methods on one data set, by paired t-intervals
widened for the number of cases (Bonferroni), so that a verdict over many cases is wrong at most at
rate `ALPHA`. What is judged is the mean over random splits of the data set at hand, which is what
the papers' tables show and of which the trials are independent draws. Whether the verdict would
extend to other data of the same kind is a harder question: each case also carries the verdict
corrected for resampling (Nadeau and Bengio), and the reason counts those that hold under it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import binom

from methods.bench.results import Results
from methods.bench.statistics import (
    Difference,
    Summary,
    combined_standard_error,
    confidence_interval,
    detectable_difference,
    paired_difference,
)
from methods.bench.verdicts import (
    ALPHA,
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    Verdict,
    nothing_ran,
    overall,
    pairs_of,
)
from methods.errors import UserError

STANDARD_ERRORS = 2.0
CHANCE_OUTSIDE = 0.05  # of a normal variable beyond that many


def lower(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    metric: str = "error",
    margin: float = 0.0,
    datasets: Sequence[str] | None = None,
    condition: str = "",
    than_condition: str | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Do `methods` score lower than `than` by more than `margin` in a share `need` of the cases?

    Every method stands against every rival, or with `pairwise` each against its own. A case holds
    when the interval of the difference lies below -margin, and fails when it lies above.
    """
    cases = _cases(
        results, study, metric, methods, than, datasets, condition, than_condition, pairwise
    )
    if not cases:
        return nothing_ran(study, datasets)

    def of(difference: Difference, level: float) -> str:
        low, high = confidence_interval(difference, level)
        return HOLDS if high < -margin else FAILS if low >= -margin else INCONCLUSIVE

    return judge_cases(cases, of, need, f"lower {metric} by more than {margin:g}")


def not_told_apart(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    metric: str = "error",
    datasets: Sequence[str] | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Is the difference not significant, with the trials there are, in a share `need` of the cases?

    Pairs are made as in `lower`. This says nothing about equality, for which see `same`.
    """
    cases = _cases(results, study, metric, methods, than, datasets, "", None, pairwise)
    if not cases:
        return nothing_ran(study, datasets)

    def of(difference: Difference, level: float) -> str:
        low, high = confidence_interval(difference, level)
        if np.isnan(low):
            return INCONCLUSIVE
        return HOLDS if low <= 0 <= high else FAILS

    return judge_cases(cases, of, need, f"no significant difference in {metric}")


def same(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    metric: str = "error",
    margin: float = 0.01,
    datasets: Sequence[str] | None = None,
    condition: str = "",
    than_condition: str | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Are `methods` and `than` equivalent, |difference| < margin, in a share `need` of the cases?

    Pairs are made as in `lower`. A case holds when the interval of two one-sided tests lies within
    the margin, and fails when it lies outside.
    """
    cases = _cases(
        results, study, metric, methods, than, datasets, condition, than_condition, pairwise
    )
    if not cases:
        return nothing_ran(study, datasets)

    def of(difference: Difference, level: float) -> str:
        low, high = confidence_interval(difference, level)
        if -margin < low and high < margin:
            return HOLDS
        return FAILS if low >= margin or high <= -margin else INCONCLUSIVE

    return judge_cases(cases, of, need, f"{metric} equal within {margin:g}", 2 * ALPHA)


def bounded(
    results: Results,
    *,
    study: str,
    metric: str,
    methods: Sequence[str],
    at_most: float = np.inf,
    at_least: float = -np.inf,
    datasets: Sequence[str] | None = None,
    need: float = 1.0,
) -> Verdict:
    """Does the recorded number lie within bounds in a share `need` of all trials?"""
    scores = results.scores(study, metric)
    scores = scores[scores["method"].isin(methods) & scores["value"].notna()]
    if datasets is not None:
        scores = scores[scores["dataset"].isin(datasets)]
    if scores.empty:
        return nothing_ran(study, datasets)
    inside = scores["value"].between(at_least, at_most)
    evidence = [
        {"dataset": str(dataset), "method": str(method), "least": float(group["value"].min()),
         "median": float(group["value"].median()), "largest": float(group["value"].max()),
         "inside": int(inside[group.index].sum()), "trials": len(group)}
        for (dataset, method), group in scores.groupby(["dataset", "method"], observed=True)
    ]  # fmt: skip
    bounds = " and ".join(
        text
        for text, given in (
            (f"at least {at_least:g}", np.isfinite(at_least)),
            (f"at most {at_most:g}", np.isfinite(at_most)),
        )
        if given
    )
    reason = (
        f"{metric} is {bounds} in {int(inside.sum())} of {len(inside)} trials "
        f"(from {scores['value'].min():.3g} to {scores['value'].max():.3g}, "
        f"median {scores['value'].median():.3g})"
    )
    return Verdict(HOLDS if inside.mean() >= need else FAILS, reason, evidence)


def reproduces(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    published: Mapping[str, Any],
    metric: str = "error",
    unit: float = 1.0,
) -> Verdict:
    """Do our means lie within two combined standard errors of the printed ones?

    Of true means about `CHANCE_OUTSIDE` of the cells lie outside. It fails when more do than
    chance allows (binomial, `ALPHA`), holds when no more than twice that share do, and is
    inconclusive between.
    """
    evidence: list[dict[str, Any]] = []
    for dataset in results.datasets(study):
        for method in methods:
            printed = results.printed_cell(published, dataset, method)
            found = results.summary(study, metric, dataset, method)
            if printed is None:
                continue
            ours = Summary(unit * found.mean, unit * found.std, found.n)
            combined = combined_standard_error(ours, printed)
            if not combined > 0:  # no trial, or no deviation in print
                continue
            evidence.append(
                {"dataset": dataset, "method": method, "ours": ours.mean, "printed": printed.mean,
                 "standard_errors": (ours.mean - printed.mean) / combined}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(study, None)
    outside = sum(abs(entry["standard_errors"]) > STANDARD_ERRORS for entry in evidence)
    by_chance = float(binom.sf(outside - 1, len(evidence), CHANCE_OUTSIDE))
    worst = max(evidence, key=lambda entry: abs(entry["standard_errors"]))
    reason = (
        f"{outside} of {len(evidence)} cells lie more than {STANDARD_ERRORS:g} combined standard "
        f"errors from the printed ones (p = {by_chance:.2g} by chance); farthest {worst['method']} "
        f"on {worst['dataset']}: {worst['ours']:.1f} against {worst['printed']:.1f}"
    )
    few = outside <= 2 * CHANCE_OUTSIDE * len(evidence)
    verdict = FAILS if by_chance < ALPHA else HOLDS if few else INCONCLUSIVE
    return Verdict(verdict, reason, evidence)


@dataclass(frozen=True)
class Case:
    """Two methods on one data set, and the difference of their scores."""

    dataset: str
    method: str
    than: str
    difference: Difference
    corrected: Difference  # for resampling


def _cases(
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
