"""Claims that only the ERM paper makes, on stored runs: diversity, and growth of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results, finished
from methods.bench.statistics import confidence_interval, paired_difference
from methods.claims.cases import judge_cases, judgeable, paired_case
from methods.claims.conditions import mean_scores, run_at_scale
from methods.claims.regions import Region, judge_differences
from methods.claims.sentences import of_erm
from methods.claims.sentences.words import PERCENT, group
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE, Verdict, nothing_ran
from methods.schemas.option_kinds import Conditions, DatasetName, MethodName, StudyName


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
    degrees apart. The claim holds if the mean error is shown to be lower by more than `margin`, and
    fails if it is shown not to be. Methods share the splits of a trial, so they are averaged first.
    """
    error = results.trial_scores(study, "error")
    angle = results.trial_scores(study, "mean_angle")
    evidence: list[dict[str, Any]] = []
    changes = []
    fits = 0
    for a, b in zip(diverse, equal, strict=True):
        apart = angle[a] >= least_angle
        change = (error[a] - error[b])[apart].dropna()
        changes.append(change)
        fits += int(angle[a].notna().sum())
        if len(change):
            evidence.append(
                {"method": a, "than": b, "trials": len(change), "mean_change": change.mean(),
                 "largest_change": change.abs().max(), "mean_angle": angle[a][apart].mean()}
            )  # fmt: skip
    if not evidence:
        return Verdict(UNTESTABLE, of_erm.no_diverse_optimum(least_angle, study))
    by_trial = pd.concat(changes).groupby(level=["dataset", "seed"]).mean().to_numpy()
    change = paired_difference(by_trial, np.zeros(len(by_trial)))
    judged = judge_differences([change], Region(largest=-margin))
    reason = of_erm.change_with_diversity(
        sum(entry["trials"] for entry in evidence), fits, len(by_trial), least_angle,
        change.value, confidence_interval(change),
        max(entry["largest_change"] for entry in evidence),
    )  # fmt: skip
    return judged.told(reason, evidence, "the error of the diverse optima", PERCENT)


def seconds_grow_linearly(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    at_most: float,
    per_iteration: bool = False,
) -> Verdict:
    """Is the exponent of the fit seconds in the number of rows at most `at_most`?

    With `per_iteration` it is that of the seconds over the iterations. A case is a data set and
    method, with its exponents by trial. Flips are shifts of the exponent.
    """
    evidence = _exponents(results, study, methods)
    if not evidence:
        return nothing_ran(study)
    of_fit, of_iteration = (
        [entry.pop(key) for entry in evidence] for key in ("slopes", "slopes_of_an_iteration")
    )
    slopes = of_iteration if per_iteration else of_fit
    growth = [paired_difference(of_case, np.zeros(len(of_case))) for of_case in slopes]
    judged = judge_differences(growth, Region(largest=at_most))
    for entry, of_case in zip(evidence, growth, strict=True):
        entry["interval"] = list(confidence_interval(of_case))
    reason = of_erm.exponents(
        [entry["exponent"] for entry in evidence],
        [entry["exponent_of_an_iteration"] for entry in evidence],
        at_most, per_iteration,
    )  # fmt: skip
    return judged.told(reason, judged.marked(evidence), "the exponents")


def seconds_grow_slower(
    results: Results, *, study: StudyName, methods: Sequence[MethodName], than: Sequence[MethodName]
) -> Verdict:
    """Is every exponent of `methods` below every one of `than` on the same data set?

    Exponents are paired by trial, whose fits share a split. Flips are shifts of the exponents of
    `methods`.
    """
    pairs = [
        (ours, theirs)
        for theirs in _exponents(results, study, than)
        for ours in _exponents(results, study, methods)
        if ours["dataset"] == theirs["dataset"]
    ]
    if not pairs:
        return nothing_ran(study)
    differences = []
    for ours, theirs in pairs:
        x, y = ours["slopes"].align(theirs["slopes"], join="inner")
        differences.append(paired_difference(x.to_numpy(), y.to_numpy()))
    judged = judge_differences(differences, Region(largest=0.0))
    evidence = [
        {"dataset": ours["dataset"], "method": ours["method"], "than": theirs["method"],
         "exponents": [ours["exponent"], theirs["exponent"]], "rows": ours["rows"],
         "ratios": [a / b for a, b in zip(ours["seconds"], theirs["seconds"], strict=True)],
         "interval": list(confidence_interval(difference)), **p_values, "verdict": verdict}
        for (ours, theirs), difference, p_values, verdict in zip(
            pairs, differences, judged.p_values, judged.cases, strict=True
        )
    ]  # fmt: skip
    lower, higher = judged.cases.count(HOLDS), judged.cases.count(FAILS)
    reason = of_erm.exponents_compared(lower, higher, evidence)
    return judged.told(reason, evidence, f"the exponents of {group(methods)}")


def seconds_grow_with_learners(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    learners: Sequence[int],
    at_most: float,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Is the exponent of the seconds of an iteration in the number of `learners` at most `at_most`?

    `methods` have so many learners. An exponent is that of a trial, at its most training rows. A
    case is a data set. Flips are shifts of the exponent.
    """
    runs = _with_iteration_seconds(results, study, methods)
    runs = runs[runs["dataset"].isin(results.datasets(study, datasets))]
    known = runs[runs["n_train"] == runs.groupby("dataset")["n_train"].transform("max")]
    counts = dict(zip(methods, learners, strict=True))
    evidence: list[dict[str, Any]] = []
    slopes = []
    for dataset, of_set in known.groupby("dataset", sort=False):
        by_trial = of_set.pivot_table(index="seed", columns="method", values="iteration_seconds")
        full = by_trial.reindex(columns=list(methods)).dropna()
        if full.empty:
            continue
        sizes = np.log([counts[name] for name in full.columns])
        slopes.append(np.polyfit(sizes, np.log(full.to_numpy()).T, 1)[0])
        evidence.append({"dataset": dataset, "exponent": slopes[-1].mean(), "trials": len(full)})
    if not evidence:
        return nothing_ran(study, datasets)
    growth = [paired_difference(of_case, np.zeros(len(of_case))) for of_case in slopes]
    judged = judge_differences(growth, Region(largest=at_most))
    for entry, of_case in zip(evidence, growth, strict=True):
        entry["interval"] = list(confidence_interval(of_case))
    reason = of_erm.exponents_of_learners(np.concatenate(slopes).tolist(), at_most)
    return judged.told(reason, judged.marked(evidence), "the exponents")


def gaps_shrink(
    results: Results,
    *,
    study: StudyName,
    gaps: Sequence[Sequence[MethodName]],
    than: Sequence[Sequence[MethodName]],
    condition: Conditions = "",
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Is the gap between the errors of two methods smaller than that of two others?

    Each of `gaps` is compared with its own of `than`. With several conditions, the error of a trial
    is the mean over those of them that the scale of the run has, and over a range of them that of
    the curve. A gap is the size of the mean difference, so the differences of all trials have the
    sign that makes their mean positive.
    """
    errors = mean_scores(results, study, "error", run_at_scale(results, study, condition))
    cases = []
    for dataset in results.datasets(study, datasets):
        of_set, ratio = errors.loc[dataset], results.test_train_ratio(study, dataset)
        for ours, theirs in zip(gaps, than, strict=True):
            x, y = (_gap_by_trial(of_set, *pair) for pair in (ours, theirs))
            names = " to ".join(ours), " to ".join(theirs)
            cases.append(paired_case(dataset, *names, x, y, ratio))
    if not judgeable(cases)[0]:
        return nothing_ran(study, datasets)
    return judge_cases(cases, Region(largest=0.0), 1.0, of_erm.gap_asked())


def _gap_by_trial(errors: pd.DataFrame, first: str, second: str) -> np.ndarray:
    difference = errors[first] - errors[second]
    return (difference * np.sign(difference.mean())).to_numpy()


def _exponents(results: Results, study: str, methods: Sequence[str]) -> list[dict[str, Any]]:
    """Exponents of the seconds in the rows, of each data set and method: by trial, and the mean.

    That of a trial is the slope of log seconds against log rows over the larger of the sizes,
    from the middle one on, or of six from the third.
    """
    runs = _with_iteration_seconds(results, study, methods)
    exponents = []
    for (dataset, method), of_method in runs.groupby(["dataset", "method"], sort=False):
        sizes = np.sort(of_method["n_train"].unique())
        upper = of_method[of_method["n_train"] >= sizes[(len(sizes) - 1) // 2]]
        slopes, of_iteration = (
            _slopes(upper, column) for column in ("fit_seconds", "iteration_seconds")
        )
        if slopes.empty:
            continue
        exponents.append(
            {"dataset": dataset, "method": method, "exponent": float(slopes.mean()),
             "slopes": slopes, "slopes_of_an_iteration": of_iteration,
             "rows": [int(sizes[0]), int(sizes[-1])],
             "seconds": [
                 float(of_method.loc[of_method["n_train"] == size, "fit_seconds"].median())
                 for size in (sizes[0], sizes[-1])
             ],
             "exponent_of_an_iteration": float(of_iteration.mean())}
        )  # fmt: skip
    return exponents


def _with_iteration_seconds(results: Results, study: str, methods: Sequence[str]) -> pd.DataFrame:
    """The finished runs, with the seconds of an iteration; of a fit without any, the whole fit."""
    runs = finished(results.runs(study))
    runs = runs[runs["method"].isin(methods)].astype({"dataset": str, "method": str})
    key = ["dataset", "method", "seed", "condition"]
    iterations = results.scores(study, "iterations").astype({"dataset": str, "method": str})
    runs = runs.merge(iterations[[*key, "value"]], on=key, how="left")
    runs["iteration_seconds"] = runs["fit_seconds"] / runs["value"].fillna(1.0)
    return runs


def _slopes(runs: pd.DataFrame, seconds: str) -> pd.Series:
    """By seed, the slope of the log of a column of seconds against log rows.

    A trial of which fits of one size alone have finished has none.
    """
    slopes = {
        seed: np.polyfit(np.log(trial["n_train"]), np.log(trial[seconds]), 1)[0]
        for seed, trial in runs.groupby("seed")
        if trial["n_train"].nunique() > 1
    }
    return pd.Series(slopes, dtype=float)
