"""Tests of claims on stored scores and seconds, for any paper.

Scores are compared in cases, a case being a pair of methods on one data set, by the paired t-test
corrected for resampling (Nadeau and Bengio) with intervals widened for the number of cases
(Bonferroni), so that a verdict over many cases is wrong at most at rate `ALPHA`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from methods.bench.claims import (
    ALPHA,
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    Verdict,
    nothing_ran,
    overall,
)
from methods.bench.results import Results, finished
from methods.bench.statistics import (
    Difference,
    bootstrap_interval,
    confidence_interval,
    detectable_difference,
    paired_difference,
)
from methods.errors import UserError


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
    need: float = 1.0,
) -> Verdict:
    """Do `methods` score lower than `than` by more than `margin` in a share `need` of the cases?

    `than` names one rival a method, or rivals for every method. A case holds when the interval of
    the difference lies below -margin, and fails when it lies above.
    """
    cases = _cases(results, study, metric, methods, than, datasets, condition, than_condition)
    if not cases:
        return nothing_ran(study, datasets)

    def of(difference: Difference, level: float) -> str:
        low, high = confidence_interval(difference, level)
        return HOLDS if high < -margin else FAILS if low >= -margin else INCONCLUSIVE

    return _combine(cases, of, need, f"lower {metric} by more than {margin:g}", ALPHA)


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
    need: float = 1.0,
) -> Verdict:
    """Are `methods` and `than` equivalent, |difference| < margin, in a share `need` of the cases?

    A case holds when the interval of two one-sided tests lies within the margin, and fails when it
    lies outside.
    """
    cases = _cases(results, study, metric, methods, than, datasets, condition, than_condition)
    if not cases:
        return nothing_ran(study, datasets)

    def of(difference: Difference, level: float) -> str:
        low, high = confidence_interval(difference, level)
        if -margin < low and high < margin:
            return HOLDS
        return FAILS if low >= margin or high <= -margin else INCONCLUSIVE

    return _combine(cases, of, need, f"{metric} equal within {margin:g}", 2 * ALPHA)


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


def faster(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    ratio: float = 1.0,
    datasets: Sequence[str] | None = None,
) -> Verdict:
    """Does each method take at most 1/ratio of the fit seconds of its rival, or of every rival?

    Geometric mean over the fits that both did, with a bootstrap interval.
    """
    evidence: list[dict[str, Any]] = []
    pairs = zip(methods, than, strict=True) if len(methods) == len(than) else product(methods, than)
    for a, b in pairs:
        logs = _log_ratios(results, study, b, a, datasets)
        if not len(logs):
            return nothing_ran(study, datasets)
        low, high = np.exp(bootstrap_interval(logs, random_state=0))
        evidence.append(
            {"method": a, "than": b, "times_faster": float(np.exp(logs.mean())),
             "interval": [float(low), float(high)], "pairs": len(logs),
             "verdict": HOLDS if low > ratio else FAILS if high <= ratio else INCONCLUSIVE}
        )  # fmt: skip
    factors = [entry["times_faster"] for entry in evidence]
    reason = f"{min(factors):.3g} to {max(factors):.3g} times faster, {ratio:g} needed"
    return Verdict(overall([entry["verdict"] for entry in evidence], 1.0), reason, evidence)


def ratio_within(
    results: Results, *, study: str, methods: Sequence[str], than: Sequence[str], factor: float
) -> Verdict:
    """Do the fit seconds of each method lie within a factor of those of its rival?"""
    evidence: list[dict[str, Any]] = []
    for a, b in zip(methods, than, strict=True):
        logs = _log_ratios(results, study, a, b, None)
        if not len(logs):
            return nothing_ran(study, None)
        low, high = np.exp(bootstrap_interval(logs, random_state=0))
        inside = 1 / factor < low and high < factor
        outside = low >= factor or high <= 1 / factor
        evidence.append(
            {"method": a, "than": b, "ratio": float(np.exp(logs.mean())),
             "interval": [float(low), float(high)], "pairs": len(logs),
             "verdict": HOLDS if inside else FAILS if outside else INCONCLUSIVE}
        )  # fmt: skip
    ratios = ", ".join(f"{entry['ratio']:.2f}" for entry in evidence)
    verdict = overall([entry["verdict"] for entry in evidence], 1.0)
    return Verdict(verdict, f"ratios of seconds {ratios}; within a factor {factor:g}", evidence)


def _log_ratios(
    results: Results, study: str, a: str, b: str, datasets: Sequence[str] | None
) -> np.ndarray:
    """log(seconds of a / seconds of b) of every fit that both did."""
    runs = finished(results.runs(study))
    if datasets is not None:
        runs = runs[runs["dataset"].isin(datasets)]
    seconds = {
        name: runs[runs["method"] == name].set_index(["dataset", "seed", "condition"])
        for name in (a, b)
    }
    ratios = np.log(seconds[a]["fit_seconds"] / seconds[b]["fit_seconds"])
    return ratios.dropna().to_numpy()


def reproduces(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    published: Mapping[str, Any],
    metric: str = "error",
    unit: float = 1.0,
    within: float = 2.0,
    need: float = 0.9,
) -> Verdict:
    """Do our means lie within so many combined standard errors of the printed ones?

    It holds where a share `need` of the cells does, which leaves room for one cell in twenty to
    fall outside two standard errors by chance, twice over.
    """
    printed = results.printed(published["table"], published["metric"])
    evidence: list[dict[str, Any]] = []
    for row in printed[printed["method"].isin(methods)].itertuples():
        if row.dataset not in results.datasets(study):
            continue
        ours = results.summary(study, metric, row.dataset, row.method)
        if not ours.n:
            continue
        spread = row.spread / published["trials"] ** 0.5 if row.spread_kind == "std" else row.spread
        combined = float(np.hypot(unit * ours.standard_error, spread))
        evidence.append(
            {"dataset": row.dataset, "method": row.method, "ours": unit * ours.mean,
             "printed": row.value, "standard_errors": (unit * ours.mean - row.value) / combined}
        )  # fmt: skip
    if not evidence:
        return nothing_ran(study, None)
    inside = [abs(entry["standard_errors"]) <= within for entry in evidence]
    worst = max(evidence, key=lambda entry: abs(entry["standard_errors"]))
    reason = (
        f"{sum(inside)} of {len(inside)} printed cells within {within:g} combined standard errors; "
        f"farthest {worst['method']} on {worst['dataset']}: {worst['ours']:.1f} against "
        f"{worst['printed']:.1f}"
    )
    return Verdict(HOLDS if np.mean(inside) >= need else FAILS, reason, evidence)


def _cases(
    results: Results,
    study: str,
    metric: str,
    methods: Sequence[str],
    than: Sequence[str],
    datasets: Sequence[str] | None,
    condition: str,
    than_condition: str | None,
) -> list[tuple[dict[str, Any], Difference]]:
    ours = results.trial_scores(study, metric, condition)
    theirs = results.trial_scores(
        study, metric, condition if than_condition is None else than_condition
    )
    for name in [*methods, *than]:
        if name not in ours:
            raise UserError(f"{study}: a claim names the method {name!r}, which the study lacks")
    paired = list(zip(methods, than, strict=True)) if len(methods) == len(than) else None
    cases = []
    for dataset in results.datasets(study):
        if datasets is not None and dataset not in datasets:
            continue
        ratio = results.test_train_ratio(study, dataset)
        for a, b in paired or [(a, b) for a in methods for b in than]:
            x, y = ours.loc[dataset, a].to_numpy(), theirs.loc[dataset, b].to_numpy()
            difference = paired_difference(x, y, test_train_ratio=ratio)
            if difference.n:
                cases.append(({"dataset": dataset, "method": a, "than": b}, difference))
    return cases


def _combine(
    cases: list[tuple[dict[str, Any], Difference]],
    of: Callable[[Difference, float], str],
    need: float,
    what: str,
    alpha: float,
) -> Verdict:
    level = 1 - alpha / len(cases)
    evidence, words = [], []
    for case, difference in cases:
        words.append(of(difference, level))
        low, high = confidence_interval(difference, level)
        evidence.append(
            {**case, "difference": difference.value, "interval": [low, high], "pairs": difference.n,
             "could_have_seen": detectable_difference(difference), "verdict": words[-1]}
        )  # fmt: skip
    verdict = overall(words, need)
    count = {word: words.count(word) for word in (HOLDS, FAILS, INCONCLUSIVE)}
    reason = f"{what}: holds in {count[HOLDS]}, fails in {count[FAILS]} of {len(words)} cases"
    if verdict == INCONCLUSIVE:
        seen = [float(e["could_have_seen"]) for e in evidence]
        reason += f"; the trials could have seen a difference of {np.nanmax(seen):.3g}"
    return Verdict(verdict, reason, evidence)
