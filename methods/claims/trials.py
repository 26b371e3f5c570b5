"""Claims about single trials, rather than about means over them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from methods.bench.results import Results
from methods.claims.verdicts import FAILS, HOLDS, Verdict, nothing_ran
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName


def same_objective(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    optimum: Sequence[MethodName],
    margin: float,
) -> Verdict:
    """Is each objective within `margin`, relative, of the exact one, in every trial?

    A method and its optimum share the selection of their parameters, so that they solve the same
    problem. An objective that is recorded as NaN or infinite is not within the margin.
    """
    objectives = results.trial_scores(study, "objective")
    recorded = results.scores(study, "objective")
    broken = recorded[~np.isfinite(recorded["value"])]
    evidence, gaps = [], []
    for name, best in zip(methods, optimum, strict=True):
        gap = (objectives[name] - objectives[best]).abs() / objectives[best].abs()
        of_pair = broken[broken["method"].isin([name, best])]
        gap.loc[[(str(d), int(s)) for d, s in of_pair[["dataset", "seed"]].to_numpy()]] = np.inf
        gap = gap.dropna()
        gaps.append(gap.to_numpy())
        for dataset, values in gap.groupby(level="dataset", sort=False):
            evidence.append(
                {"dataset": dataset, "method": name, "median": values.median(),
                 "largest": values.max(), "trials": len(values)}
            )  # fmt: skip
    every = np.concatenate(gaps)
    if not len(every):
        return nothing_ran(study)
    inside = int((every <= margin).sum())
    reason = (
        f"the objective is within {margin:g} of the optimum in {inside} of {len(every)} trials, "
        f"median {np.median(every):.2g}, largest {every.max():.2g}"
    )
    return Verdict(HOLDS if inside == len(every) else FAILS, reason, evidence)


def bounded(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    methods: Sequence[MethodName],
    at_most: float = np.inf,
    at_least: float = -np.inf,
    datasets: Sequence[DatasetName] | None = None,
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
    bounds = [f"at least {at_least:g}"] if np.isfinite(at_least) else []
    bounds += [f"at most {at_most:g}"] if np.isfinite(at_most) else []
    reason = (
        f"{metric} is {' and '.join(bounds)} in {int(inside.sum())} of {len(inside)} trials "
        f"(from {scores['value'].min():.3g} to {scores['value'].max():.3g}, "
        f"median {scores['value'].median():.3g})"
    )
    return Verdict(HOLDS if inside.mean() >= need else FAILS, reason, evidence)


def differs(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    margin: float,
    metric: Metric = "error",
    need: float = 0.0,
) -> Verdict:
    """Do the scores of `methods` and `than` differ by more than `margin` in a share `need`?

    The share is that of the trials, in which each method is compared with its own rival. It must be
    more than `need`, so a single trial is enough for a share of 0.
    """
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
        return nothing_ran(study)
    larger = int((every > margin).sum())
    reason = (
        f"the {metric} of each and of its rival differ by more than {margin:g} in {larger} of "
        f"{len(every)} trials, at most by {every.max():.2g}"
    )
    return Verdict(HOLDS if larger > need * len(every) else FAILS, reason, evidence)
