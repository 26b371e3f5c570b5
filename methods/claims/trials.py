"""Does an algorithm reach the optimum of the problem that it solves?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from methods.bench.results import Results
from methods.claims.verdicts import FAILS, HOLDS, Verdict, nothing_ran


def same_objective(
    results: Results, *, study: str, methods: Sequence[str], optimum: Sequence[str], margin: float
) -> Verdict:
    """Is each objective within `margin`, relative, of the exact one, in every trial?

    The two share the selection of their parameters, so that they solve the same problem.
    """
    wide = results.trial_scores(study, "objective")
    evidence, gaps = [], []
    for name, best in zip(methods, optimum, strict=True):
        gap = ((wide[name] - wide[best]).abs() / wide[best].abs()).dropna()
        gaps.append(gap.to_numpy())
        for dataset, values in gap.groupby(level="dataset", sort=False):
            evidence.append(
                {"dataset": dataset, "method": name, "median": values.median(),
                 "largest": values.max(), "trials": len(values)}
            )  # fmt: skip
    every = np.concatenate(gaps)
    if not len(every):
        return nothing_ran(study, None)
    inside = int((every <= margin).sum())
    reason = (
        f"the objective is within {margin:g} of the optimum in {inside} of {len(every)} trials, "
        f"median {np.median(every):.2g}, largest {every.max():.2g}"
    )
    return Verdict(HOLDS if inside == len(every) else FAILS, reason, evidence)


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


def differs(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    margin: float,
    metric: str = "error",
) -> Verdict:
    """Does any trial's score differ by more than `margin` between a method and its own rival?"""
    scores = results.trial_scores(study, metric)
    evidence, changes = [], []
    for a, b in zip(methods, than, strict=True):
        change = (scores[a] - scores[b]).abs().dropna()
        changes.append(change.to_numpy())
        if len(change):
            evidence.append(
                {"method": a, "than": b, "trials": len(change), "largest_change": change.max()}
            )
    every = np.concatenate(changes)
    if not len(every):
        return nothing_ran(study, None)
    above = int((every > margin).sum())
    reason = (
        f"the {metric} of each and of its rival differ by more than {margin:g} in {above} of "
        f"{len(every)} trials, at most by {every.max():.2g}"
    )
    return Verdict(HOLDS if above else FAILS, reason, evidence)
