"""Claims that only the ERM paper makes, on stored runs: diversity, ranks, growth of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.ranks import friedman_test
from methods.bench.results import Results, finished
from methods.bench.statistics import ALPHA, Summary, confidence_interval, unpaired_difference
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    UNTESTABLE,
    Interval,
    Verdict,
    decide,
    lies_at_most,
    lies_below,
    nothing_ran,
    overall,
    verdicts_of,
)
from methods.schemas.option_kinds import DatasetName, MethodName, StudyName

PLACES, PLACES_NEEDED = 5, 4  # of the claim on the best average ranks


def diversity_lowers_error(
    results: Results,
    *,
    study: StudyName,
    diverse: Sequence[MethodName],
    equal: Sequence[MethodName],
    least_angle: float,
    margin: float,
) -> Verdict:
    """Among optima of one problem, does the diverse one err less than the one of equal columns?

    Only trials count in which the components of the diverse optimum are at least `least_angle`
    degrees apart. The claim holds if the mean error is lower by `margin`, and fails if no trial
    differs by as much.
    """
    error = results.trial_scores(study, "error")
    angle = results.trial_scores(study, "mean_angle")
    evidence, changes = [], []
    for a, b in zip(diverse, equal, strict=True):
        apart = angle[a] >= least_angle
        change = (error[a] - error[b])[apart].dropna()
        changes.append(change.to_numpy())
        if len(change):
            evidence.append(
                {"method": a, "than": b, "trials": len(change), "mean_change": change.mean(),
                 "largest_change": change.abs().max(), "mean_angle": angle[a][apart].mean()}
            )  # fmt: skip
    every = np.concatenate(changes)
    if not len(every):
        why = f"no optimum {least_angle:g} degrees apart was found in study {study!r} of this run"
        return Verdict(UNTESTABLE, why)
    largest = np.abs(every).max()
    verdict = decide(every.mean() <= -margin, largest < margin)
    reason = (
        f"in {len(every)} trials with an optimum at least {least_angle:g} degrees apart the test "
        f"error changes by at most {100 * largest:.2g} points against that of equal components"
    )
    return Verdict(verdict, reason, evidence)


def top_ranks(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    ours: Sequence[MethodName],
    datasets: Sequence[DatasetName],
) -> Verdict:
    """Are four of the best five average ranks among `ours`?

    The verdict is inconclusive if Friedman's test at 5 % does not tell the methods apart.
    """
    errors = results.trial_scores(study, "error")[list(methods)]
    means = errors.groupby(level="dataset", sort=False).mean()
    means = means.loc[[name for name in means.index if name in datasets]].dropna()
    if len(means) < len(datasets):
        why = f"needs all of {', '.join(datasets)}; this run has {len(means)} of them"
        return Verdict(UNTESTABLE, why)
    friedman = friedman_test(means.to_numpy(), lower_is_better=True)
    ranks = dict(zip(methods, friedman.average_ranks.tolist(), strict=True))
    best = sorted(ranks, key=lambda name: ranks[name])[:PLACES]
    count = len(set(best) & set(ours))
    reason = f"{count} of the best five are ERM: " + ", ".join(f"{n} {ranks[n]:.1f}" for n in best)
    reason += f"; Friedman's test p = {friedman.f_p_value:.2g}"
    told_apart, enough = friedman.f_p_value < ALPHA, count >= PLACES_NEEDED
    verdict = decide(told_apart and enough, told_apart and not enough)
    return Verdict(verdict, reason, [{"method": n, "average_rank": r} for n, r in ranks.items()])


def seconds_grow_linearly(
    results: Results, *, study: StudyName, methods: Sequence[MethodName], at_most: float
) -> Verdict:
    """Is the exponent of the fit seconds in the number of rows at most `at_most`?

    The verdict on a (data set, method) is that of the 95 % interval over the trials. A single trial
    is taken as exact.
    """
    evidence = [
        {**entry, "verdict": lies_at_most(entry["interval"], at_most)}
        for entry in _exponents(results, study, methods)
    ]
    if not evidence:
        return nothing_ran(study)
    exponents = [entry["exponent"] for entry in evidence]
    of_iteration = [entry["exponent_of_an_iteration"] for entry in evidence]
    reason = (
        f"seconds grow like N^{min(exponents):.2f} to N^{max(exponents):.2f}, at most "
        f"N^{at_most:g} asked; those of one iteration like N^{min(of_iteration):.2f} to "
        f"N^{max(of_iteration):.2f}"
    )
    return Verdict(overall(verdicts_of(evidence), 1.0), reason, evidence)


def seconds_grow_slower(
    results: Results, *, study: StudyName, methods: Sequence[MethodName], than: Sequence[MethodName]
) -> Verdict:
    """Is every exponent of `methods` below every one of `than` on the same data set?"""
    ours = _exponents(results, study, methods)
    evidence = [
        {"dataset": theirs["dataset"], "method": entry["method"], "than": theirs["method"],
         "exponents": [entry["exponent"], theirs["exponent"]],
         "verdict": lies_below(_minus(entry["interval"], theirs["interval"]), 0.0)}
        for theirs in _exponents(results, study, than)
        for entry in ours
        if entry["dataset"] == theirs["dataset"]
    ]  # fmt: skip
    if not evidence:
        return nothing_ran(study)
    verdicts = verdicts_of(evidence)
    reason = (
        f"the exponent is lower in {verdicts.count(HOLDS)}, higher in {verdicts.count(FAILS)} "
        f"of {len(verdicts)} comparisons"
    )
    return Verdict(overall(verdicts, 1.0), reason, evidence)


def _exponents(results: Results, study: str, methods: Sequence[str]) -> list[dict[str, Any]]:
    """Exponents of the seconds in the rows, of each data set and method: mean and interval.

    That of a trial is the slope of log seconds against log rows over the upper half of the sizes.
    """
    runs = finished(results.runs(study))
    runs = runs[runs["method"].isin(methods)].astype({"dataset": str, "method": str})
    key = ["dataset", "method", "seed", "condition"]
    iterations = results.scores(study, "iterations").astype({"dataset": str, "method": str})
    runs = runs.merge(iterations[[*key, "value"]], on=key, how="left")
    runs["iteration_seconds"] = runs["fit_seconds"] / runs["value"].fillna(1.0)
    exponents = []
    for (dataset, method), group in runs.groupby(["dataset", "method"], sort=False):
        sizes = np.sort(group["n_train"].unique())
        upper = group[group["n_train"] >= sizes[(len(sizes) - 1) // 2]]
        slopes = _slopes(upper, "fit_seconds")
        exponents.append(
            {"dataset": dataset, "method": method, "exponent": float(slopes.mean()),
             "interval": _interval(slopes), "rows": [int(sizes[0]), int(sizes[-1])],
             "exponent_of_an_iteration": float(_slopes(upper, "iteration_seconds").mean())}
        )  # fmt: skip
    return exponents


def _slopes(runs: pd.DataFrame, seconds: str) -> np.ndarray:
    """Of each trial, the slope of the log of a column of seconds against log rows."""
    return np.array(
        [
            np.polyfit(np.log(trial["n_train"]), np.log(trial[seconds]), 1)[0]
            for _, trial in runs.groupby("seed")
        ]
    )


def _interval(values: np.ndarray) -> Interval:
    """The 95 % interval of the mean, or the value itself if it is one."""
    if len(values) < 2:
        return float(values.mean()), float(values.mean())
    zero = Summary(0.0, 0.0, len(values))
    summary = Summary(float(values.mean()), float(values.std(ddof=1)), len(values))
    return confidence_interval(unpaired_difference(summary, zero))


def _minus(a: Interval, b: Interval) -> Interval:
    """The interval of all differences of a number in `a` and one in `b`."""
    return a[0] - b[1], a[1] - b[0]
