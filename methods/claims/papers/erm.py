"""Tests of the ERM paper's own claims on stored runs: diversity, optimality, growth of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from methods.bench.ranks import friedman_test
from methods.bench.results import Results, finished
from methods.bench.statistics import ALPHA, Summary, confidence_interval, unpaired_difference
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    UNTESTABLE,
    Verdict,
    nothing_ran,
    overall,
)


def diversity_lowers_error(
    results: Results,
    *,
    study: str,
    diverse: Sequence[str],
    equal: Sequence[str],
    least_angle: float,
    margin: float,
) -> Verdict:
    """Among optima of one problem, does the diverse one err less than the one of equal columns?

    Only trials count in which the diverse optimum stands at least `least_angle` degrees apart. It
    holds when the mean error is lower by `margin`, and fails when no trial differs by as much.
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
    if every.mean() <= -margin:
        verdict = HOLDS
    else:
        verdict = FAILS if largest < margin else INCONCLUSIVE
    reason = (
        f"in {len(every)} trials with an optimum at least {least_angle:g} degrees apart the test "
        f"error changes by at most {100 * largest:.2g} points against that of equal components"
    )
    return Verdict(verdict, reason, evidence)


def top_ranks(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    ours: Sequence[str],
    datasets: Sequence[str],
) -> Verdict:
    """Are four of the best five average ranks among `ours`?

    The ranks are descriptive; that they tell methods apart at all is Friedman's test at 5 %.
    """
    wide = results.trial_scores(study, "error")[list(methods)]
    means = wide.groupby(level="dataset", sort=False).mean()
    means = means.loc[[name for name in means.index if name in datasets]].dropna()
    if len(means) < len(datasets):
        why = f"needs all of {', '.join(datasets)}; this run has {len(means)} of them"
        return Verdict(UNTESTABLE, why)
    friedman = friedman_test(means.to_numpy(), lower_is_better=True)
    ranks = dict(zip(methods, friedman.average_ranks.tolist(), strict=True))
    best = sorted(ranks, key=lambda name: ranks[name])[:5]
    count = len(set(best) & set(ours))
    reason = f"{count} of the best five are ERM: " + ", ".join(f"{n} {ranks[n]:.1f}" for n in best)
    reason += f"; Friedman's test p = {friedman.f_p_value:.2g}"
    if friedman.f_p_value >= ALPHA:
        verdict = INCONCLUSIVE
    else:
        verdict = HOLDS if count >= 4 else FAILS
    return Verdict(verdict, reason, [{"method": n, "average_rank": r} for n, r in ranks.items()])


def seconds_grow_linearly(
    results: Results, *, study: str, methods: Sequence[str], at_most: float
) -> Verdict:
    """Is the exponent of the fit seconds in the number of rows at most `at_most`?

    The verdict on a (data set, method) is that of the 95 % interval over the trials, or of the
    value itself where there is one trial only.
    """
    evidence = [
        {**entry, "verdict": _below(entry["interval"], at_most)}
        for entry in _exponents(results, study, methods)
    ]
    if not evidence:
        return nothing_ran(study, None)
    seen = [entry["exponent"] for entry in evidence]
    verdict = overall([entry["verdict"] for entry in evidence], 1.0)
    reason = (
        f"seconds grow like N^{min(seen):.2f} to N^{max(seen):.2f}, at most N^{at_most:g} asked"
    )
    each = [entry["exponent_of_an_iteration"] for entry in evidence]
    reason += f"; those of one iteration like N^{min(each):.2f} to N^{max(each):.2f}"
    return Verdict(verdict, reason, evidence)


def seconds_grow_slower(
    results: Results, *, study: str, methods: Sequence[str], than: Sequence[str]
) -> Verdict:
    """Is every exponent of `methods` below every one of `than` on the same data set?"""
    evidence, words = [], []
    for slow in _exponents(results, study, than):
        for entry in _exponents(results, study, methods):
            if entry["dataset"] == slow["dataset"]:
                apart = entry["interval"][0] >= slow["interval"][1]
                below = entry["interval"][1] < slow["interval"][0]
                words.append(HOLDS if below else FAILS if apart else INCONCLUSIVE)
                evidence.append(
                    {"dataset": slow["dataset"], "method": entry["method"],
                     "than": slow["method"], "exponents": [entry["exponent"], slow["exponent"]],
                     "verdict": words[-1]}
                )  # fmt: skip
    if not evidence:
        return nothing_ran(study, None)
    reason = f"the exponent is lower in {words.count(HOLDS)}, higher in {words.count(FAILS)}"
    return Verdict(overall(words, 1.0), f"{reason} of {len(words)} comparisons", evidence)


def _exponents(results: Results, study: str, methods: Sequence[str]) -> list[dict[str, Any]]:
    """Slope of log seconds against log rows over the upper half of the sizes, one a trial."""
    runs = finished(results.runs(study))
    runs = runs[runs["method"].isin(methods)].astype({"dataset": str, "method": str})
    key = ["dataset", "method", "seed", "condition"]
    iterations = results.scores(study, "iterations").astype({"dataset": str, "method": str})
    runs = runs.merge(iterations[[*key, "value"]], on=key, how="left")
    runs["iteration_seconds"] = runs["fit_seconds"] / runs["value"].fillna(1.0)
    found = []
    for (dataset, method), group in runs.groupby(["dataset", "method"], sort=False):
        sizes = np.sort(group["n_train"].unique())
        upper = group[group["n_train"] >= sizes[(len(sizes) - 1) // 2]]
        slopes, of_iteration = (
            np.array(
                [
                    np.polyfit(np.log(trial["n_train"]), np.log(trial[seconds]), 1)[0]
                    for _, trial in upper.groupby("seed")
                ]
            )
            for seconds in ("fit_seconds", "iteration_seconds")
        )
        found.append(
            {"dataset": dataset, "method": method, "exponent": float(slopes.mean()),
             "interval": _interval(slopes), "rows": [int(sizes[0]), int(sizes[-1])],
             "exponent_of_an_iteration": float(of_iteration.mean())}
        )  # fmt: skip
    return found


def _below(interval: tuple[float, float], bound: float) -> str:
    low, high = interval
    return HOLDS if high <= bound else FAILS if low > bound else INCONCLUSIVE


def _interval(values: np.ndarray) -> tuple[float, float]:
    if len(values) < 2:
        return float(values.mean()), float(values.mean())
    zero = Summary(0.0, 0.0, len(values))
    summary = Summary(float(values.mean()), float(values.std(ddof=1)), len(values))
    return confidence_interval(unpaired_difference(summary, zero))
