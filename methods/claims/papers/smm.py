"""Claims that only the SMM paper makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from methods.bench.results import Results, finished
from methods.bench.statistics import (
    Difference,
    Summary,
    holm_correction,
    unpaired_difference,
)
from methods.claims.cases import judge_cases, judgeable, paired_case
from methods.claims.flips import as_factors, one_by_one, smallest_shifts
from methods.claims.printed import NOTHING_PRINTED
from methods.claims.regions import Array, Region
from methods.claims.sentences import of_smm
from methods.claims.sentences.of_trials import bounds, in_most_trials
from methods.claims.sentences.words import FACTOR, PLAIN, flip, group, quantity, sentences, unit_of
from methods.claims.shares import judge_shares
from methods.claims.verdicts import FAILS, HOLDS, Verdict, decide, nothing_ran, pairs_of
from methods.schemas.option_kinds import (
    Curve,
    DatasetName,
    MethodName,
    Metric,
    PrintedDataset,
    PrintedMethod,
    PrintedMetric,
    PrintedTable,
    StudyName,
)
from methods.tables.papers.smm import settings_of_like_error


def purer_at_like_error(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    within: float,
    margin: float = 0.0,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Are the purest blocks of `methods` purer than those of `than` by more than `margin`?

    Purest among the settings whose error in cross-validation is at most `within` above the least
    of the method. So no penalty that happens to be chosen decides. The purity is a log10, and so is
    the margin.
    """
    purest = settings_of_like_error(results, study, curve, within)["min"].unstack("method")
    cases = []
    for dataset in results.datasets(study, datasets):
        if dataset not in purest.index.get_level_values("dataset"):
            continue
        of_draws = purest.loc[dataset]
        ratio = results.test_train_ratio(study, dataset)
        for a, b in pairs_of(methods, than, False):
            if {a, b} <= set(of_draws):
                x, y = of_draws[a].to_numpy(), of_draws[b].to_numpy()
                cases.append(paired_case(dataset, a, b, x, y, ratio))
    if not judgeable(cases)[0]:
        return nothing_ran(study, datasets)
    return judge_cases(cases, Region(largest=-margin), 1.0, of_smm.purer(margin))


def purer_than_last_of_ties(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    methods: Sequence[MethodName],
    ties_of: StudyName,
    curve: Curve,
    than: Sequence[MethodName],
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Are the blocks of `methods` purer than those of `than`, if the last of tied settings counts?

    A search takes the first of the settings whose errors in cross-validation tie. A text may name
    no rule, and the last hardly regularises. The last counts for those of `than` that have a
    `curve` in study `ties_of`. All others have the `metric` of what they chose in `study`.
    """
    chosen = results.trial_scores(study, metric)
    last = settings_of_like_error(results, ties_of, curve, within=0.0)["last"].unstack("method")
    shown = [name for name in results.datasets(study, datasets) if name in last.index]
    cases = []
    for dataset in shown:
        ratio = results.test_train_ratio(study, dataset)
        ours = chosen.loc[dataset]
        tied = last.loc[dataset].reindex(ours.index)
        for a, b in pairs_of(methods, than, False):
            theirs = tied[b] if b in tied else ours[b]
            cases.append(paired_case(dataset, a, b, ours[a], theirs, ratio))
    if not judgeable(cases)[0]:
        return nothing_ran([study, ties_of], datasets)
    return judge_cases(cases, Region(largest=0.0), 1.0, of_smm.purer_than_last(quantity(metric)))


def bounded_at_like_error(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    within: float,
    setting: Literal["purest", "least pure"],
    at_most: float = np.inf,
    at_least: float = -np.inf,
    of_trials: float = 0.5,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Do the blocks of the `setting` setting of like error lie within bounds in most draws?

    The setting is the purest, or the least pure, of those whose error in cross-validation is at
    most `within` above the least of the method. The bounds are on the log10 of the ratio. Each
    method must have them on each data set in more than a share `of_trials` of the draws, by the
    binomial test and Holm's correction.
    """
    column = "min" if setting == "purest" else "max"
    ratios = settings_of_like_error(results, study, curve, within)[column]
    shown = results.datasets(study, datasets)
    groups = {
        (str(dataset), str(method)): group.to_numpy()
        for (dataset, method), group in ratios.groupby(level=["dataset", "method"])
        if dataset in shown and method in methods
    }
    if not groups:
        return nothing_ran(study, datasets)
    judged = judge_shares([*groups.values()], at_least, at_most, of_trials, 1.0)
    evidence = [
        {"dataset": dataset, "method": method, "least": values.min(),
         "median": float(np.median(values)), "largest": values.max(),
         "inside": int(((values >= at_least) & (values <= at_most)).sum()),
         "trials": len(values), "verdict": verdict}
        for ((dataset, method), values), verdict in zip(groups.items(), judged.cases, strict=True)
    ]  # fmt: skip
    shares = in_most_trials(
        of_trials, judged.cases.count(HOLDS), judged.cases.count(FAILS), len(evidence)
    )
    medians = [entry["median"] for entry in evidence]
    asked = bounds(at_least, at_most, PLAIN)
    reason = sentences(of_smm.blocks_of_setting(setting, asked, medians), shares)
    return judged.told(reason, evidence, of_smm.RATIO)


def printed_order(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    methods: Sequence[PrintedMethod],
    than: Sequence[PrintedMethod],
    datasets: Sequence[PrintedDataset] | None = None,
    number: Literal["value", "spread"] = "value",
    larger: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Is the printed `number` of `methods` lower than that of `than` in a share `need` of cases?

    With `larger` it must be larger. The number is the mean or the deviation, as it is printed; no
    test asks whether chance could make the difference. A number that is not printed leaves its
    case open. Flips are factors of the numbers of `methods`.
    """
    printed = results.printed(table, metric).set_index(["dataset", "method"])[number]
    sign = -1.0 if larger else 1.0
    evidence: list[dict[str, Any]] = []
    for dataset in datasets or printed.index.get_level_values("dataset").unique():
        for a, b in pairs_of(methods, than, False):
            one, other = (float(printed.get((dataset, name), np.nan)) for name in (a, b))
            known = not np.isnan(one - other)
            verdict = decide(sign * one < sign * other, known)
            evidence.append(
                {"dataset": dataset, "method": a, "than": b, "difference": one - other,
                 "ratio": one / other, "verdict": verdict}
            )  # fmt: skip
    logs = sign * np.log([entry["ratio"] for entry in evidence])

    def verdict_at(shift: float) -> str:
        moved = logs + sign * shift
        return decide(bool(np.mean(moved < 0) >= need), bool(np.mean(~(moved >= 0)) < need))

    flips = smallest_shifts(one_by_one(verdict_at), -sign * logs[~np.isnan(logs)])
    holding = sum(entry["verdict"] == HOLDS for entry in evidence)
    reason = of_smm.in_order("are in this order", holding, evidence)
    change = flip(flips, f"the printed numbers of {group(methods)}", FACTOR)
    if missing := int(np.isnan(logs).sum()):
        reason, change = sentences(reason, of_smm.not_printed(missing)), change if flips else ""
    return Verdict(verdict_at(0.0), reason, evidence, as_factors(flips), change)


def printed_order_beyond_chance(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    methods: Sequence[PrintedMethod],
    than: Sequence[PrintedMethod],
    trials: int,
    larger: bool = False,
) -> Verdict:
    """Do printed means and deviations show that `methods` are lower than `than`, in all cases?

    With `larger` they must be larger. Each case is judged by Welch's t-test with the printed
    deviations, as if the trials were independent and unpaired. What a print shows is a fact, so the
    claim fails if one case is not shown. It is inconclusive only if the cases that lack a printed
    deviation decide. Flips are shifts of the printed means of `methods`.
    """
    rows = results.printed(table, metric).set_index(["dataset", "method"])
    evidence: list[dict[str, Any]] = []
    differences: list[Difference] = []
    for dataset in rows.index.get_level_values("dataset").unique():
        for a, b in pairs_of(methods, than, False):
            one, other = (
                Summary(rows.loc[(dataset, m), "value"], rows.loc[(dataset, m), "spread"], trials)
                for m in (a, b)
            )
            differences.append(unpaired_difference(one, other))
            difference = differences[-1].value
            evidence.append({"dataset": dataset, "method": a, "than": b, "difference": difference})
    if not evidence:
        return NOTHING_PRINTED
    region = Region(least=0.0) if larger else Region(largest=0.0)
    values = np.array([difference.value for difference in differences])

    def p_values_at(shifts: Array) -> Array:
        return holm_correction(region.p_values(values + shifts[:, None], differences)[0])

    def verdicts_at(shifts: Array) -> list[str]:
        p_values = p_values_at(shifts)
        shown = p_values <= region.alpha
        could_be = shown | np.isnan(p_values)
        return [decide(all(a), not all(b)) for a, b in zip(shown, could_be, strict=True)]

    now = np.zeros(1)
    p_values = p_values_at(now)[0]
    marked = [
        {**entry, "p_not": float(p),
         "verdict": decide(bool(p <= region.alpha), not np.isnan(p))}
        for entry, p in zip(evidence, p_values, strict=True)
    ]  # fmt: skip
    holding = sum(entry["verdict"] == HOLDS for entry in marked)
    reason = sentences(
        of_smm.in_order("differ beyond chance", holding, marked),
        of_smm.without_deviation(int(np.isnan(p_values).sum())),
    )
    flips = smallest_shifts(verdicts_at, region.places(differences))
    change = flip(flips, f"the printed means of {group(methods)}", unit_of(metric))
    return Verdict(verdicts_at(now)[0], reason, marked, flips, change)


def varies_more(
    results: Results,
    *,
    study: StudyName,
    method: MethodName,
    than: MethodName,
    need: float = 0.5,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Do the method's training seconds deviate more than those of `than` on most data sets?

    The seconds are those of the fit at the chosen setting. They deviate over the trials. More than
    a share `need` of the data sets must be shown, by the binomial test. Flips are factors of the
    method's deviations.
    """
    runs = finished(results.runs(study))
    if datasets is not None:
        runs = runs[runs["dataset"].isin(datasets)]
    deviations = runs.groupby(["dataset", "method"], observed=True)["fit_seconds"].std().unstack()
    if method not in deviations or than not in deviations:
        return nothing_ran(study, datasets)
    deviations = deviations[[method, than]].dropna()
    if deviations.empty:
        return nothing_ran(study, datasets)
    ratios = np.log(deviations[method] / deviations[than]).to_numpy()
    evidence = [
        {"dataset": str(dataset), method: float(row[method]), than: float(row[than])}
        for dataset, row in deviations.iterrows()
    ]
    larger = float(np.nextafter(0.0, 1.0))  # equal deviations are none that is larger
    judged = judge_shares([ratios], larger, np.inf, need, 1.0)
    reason = of_smm.varying_seconds(method, than, int((ratios > 0).sum()), len(ratios))
    told = judged.told(reason, evidence, f"the deviations of {method}", FACTOR)
    return replace(told, flips=as_factors(told.flips))
