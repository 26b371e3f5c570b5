"""Claims about single trials, rather than about means over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results
from methods.claims.sentences.of_trials import (
    EVENTS,
    differ_in,
    in_most_trials,
    near_optimum,
    where_missed,
    within_bounds,
)
from methods.claims.sentences.words import PERCENT, group, quantity, sentences, sides, unit_of
from methods.claims.shares import judge_share, judge_shares, told
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict, nothing_ran
from methods.schemas.option_kinds import Condition, DatasetName, MethodName, Metric, StudyName


def same_objective(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    optimum: Sequence[MethodName],
    margin: float,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Is each objective within a share `margin` of the exact one, in every trial?

    A method and its optimum share the selection of their parameters, so that they solve the same
    problem. An objective that is recorded as NaN or infinite is not within the margin. Flips are
    shifts of the relative gap.
    """
    objectives = results.trial_scores(study, "objective")
    recorded = results.scores(study, "objective")
    used = results.datasets(study, datasets)
    broken = recorded[~np.isfinite(recorded["value"])]
    evidence: list[dict[str, Any]] = []
    gaps = []
    for name, best in zip(methods, optimum, strict=True):
        gap = (objectives[name] - objectives[best]) / objectives[best].abs()
        of_pair = broken[broken["method"].isin([name, best])]
        gap.loc[[(str(d), int(s)) for d, s in of_pair[["dataset", "seed"]].to_numpy()]] = np.inf
        gap = gap[gap.index.isin(used, level="dataset")].dropna()
        gaps.append(gap.to_numpy())
        for dataset, values in gap.groupby(level="dataset", sort=False):
            evidence.append(
                {"dataset": dataset, "method": name, "median": values.abs().median(),
                 "largest": values.abs().max(),
                 "as_claimed": int((values.abs() <= margin).sum()), "trials": len(values)}
            )  # fmt: skip
    every = np.concatenate(gaps)
    if not len(every):
        return nothing_ran(study, datasets)
    sizes = np.abs(every)
    inside = int((sizes <= margin).sum())
    median, largest = float(np.median(sizes)), float(sizes.max())
    reason = near_optimum(margin, inside, len(every), _misses(evidence), median, largest)
    judged = judge_share(every, -margin, margin, 1.0)
    return told(judged, reason, evidence, "the gap", PERCENT)


def bounded(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    methods: Sequence[MethodName],
    at_most: float = np.inf,
    at_least: float = -np.inf,
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition | None = None,
    need: float = 1.0,
    of_trials: float | None = None,
) -> Verdict:
    """Does the recorded number lie within bounds in a share `need` of all trials?

    A fit that is scored under several conditions counts once for each, unless `condition` names
    one. With `of_trials` it must do so in a share `need` of the data sets and methods. One of these
    counts if more than a share `of_trials` of its trials is shown to lie within the bounds, by the
    binomial test and Holm's correction.
    """
    scores = results.scores(study, metric)
    scores = scores[scores["method"].isin(methods) & scores["value"].notna()]
    if datasets is not None:
        scores = scores[scores["dataset"].isin(datasets)]
    if condition is not None:
        scores = scores[scores["condition"] == condition]
    if scores.empty:
        return nothing_ran(study, datasets)
    inside = scores["value"].between(at_least, at_most)
    evidence = [
        {"dataset": str(dataset), "method": str(method), "least": float(group["value"].min()),
         "median": float(group["value"].median()), "largest": float(group["value"].max()),
         "as_claimed": int(inside[group.index].sum()), "trials": len(group)}
        for (dataset, method), group in scores.groupby(["dataset", "method"], observed=True)
    ]  # fmt: skip
    values = scores["value"]
    reason = within_bounds(metric, at_least, at_most, int(inside.sum()), values)
    if of_trials is None:
        verdict, flips = judge_share(values, at_least, at_most, need)
        if inside.any():
            reason = sentences(reason, where_missed(_misses(evidence)))
    else:
        groups = [
            group["value"].to_numpy()
            for _, group in scores.groupby(["dataset", "method"], observed=True)
        ]
        judged = judge_shares(groups, at_least, at_most, of_trials, need)
        verdict, flips, cases = judged.verdict, judged.flips, judged.cases
        for entry, of_case in zip(evidence, cases, strict=True):
            entry["verdict"] = of_case
        shares = in_most_trials(of_trials, cases.count(HOLDS), cases.count(FAILS), len(cases))
        reason = sentences(reason, shares)
    if metric in EVENTS and flips:  # what happens or not has no smaller shift
        return Verdict(verdict, reason, evidence)
    moved = f"{quantity(metric)} of {group(methods)}"
    return told((verdict, flips), reason, evidence, moved, unit_of(metric))


def _misses(evidence: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """In how many trials of each data set it is not as claimed."""
    misses: Counter[str] = Counter()
    for entry in evidence:
        misses[str(entry["dataset"])] += entry["trials"] - entry["as_claimed"]
    return misses


def differs(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    margin: float,
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
    need: float = 0.0,
) -> Verdict:
    """Do `methods` differ from `than` by more than `margin` in more than a share `need` of trials?

    Each method is compared with its own rival. A single trial is enough for a share of 0.
    """
    scores = results.trial_scores(study, metric)
    used = results.datasets(study, datasets)
    evidence: list[dict[str, Any]] = []
    changes = []
    for a, b in zip(methods, than, strict=True):
        change = (scores[a] - scores[b]).dropna()
        change = change[change.index.isin(used, level="dataset")]
        changes.append(change.to_numpy())
        for dataset, values in change.abs().groupby(level="dataset", sort=False):
            evidence.append(
                {"dataset": dataset, "method": a, "than": b, "largest_change": values.max(),
                 "as_claimed": int((values > margin).sum()), "trials": len(values)}
            )  # fmt: skip
    every = np.concatenate(changes)
    if not len(every):
        return nothing_ran(study, datasets)
    larger = int((np.abs(every) > margin).sum())
    most = float(np.abs(every).max())
    reason = differ_in(metric, methods, than, margin, larger, len(every), most)
    # too many trials that differ refute "all but `need` of them are alike", and so show the claim
    share_alike = round(1.0 - need, 12)  # 1 - 0.7 is a little above 0.3 in binary
    alike, flips_of_alike = judge_share(every, -margin, margin, share_alike)
    opposite = {HOLDS: FAILS, FAILS: HOLDS, INCONCLUSIVE: INCONCLUSIVE}
    flips = {opposite[verdict]: shift for verdict, shift in flips_of_alike.items()}
    ours, theirs = sides([*zip(methods, than, strict=True)])
    moved = f"{quantity(metric)} of {ours} less that of {theirs}"
    return told((opposite[alike], flips), reason, evidence, moved, unit_of(metric))
