"""Claims that only the SMM paper makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results, finished
from methods.bench.statistics import Difference, Summary, unpaired_difference
from methods.claims.cases import judge_cases, paired_case
from methods.claims.flips import as_factors, in_words
from methods.claims.regions import Region, judge_differences
from methods.claims.shares import judge_shares
from methods.claims.verdicts import HOLDS, Verdict, nothing_ran, pairs_of
from methods.schemas.option_kinds import (
    Curve,
    DatasetName,
    MethodName,
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
    if not cases:
        return nothing_ran(study, datasets)
    what = f"purest blocks of settings of like error lower by more than {margin:g} in log10"
    return judge_cases(cases, Region(largest=-margin), 1.0, what, "")


def printed_order(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    methods: Sequence[PrintedMethod],
    than: Sequence[PrintedMethod],
    trials: int,
    larger: bool = False,
) -> Verdict:
    """Are the printed means of `methods` lower, or `larger`, than those of `than` on each data set?

    Each case is judged by Welch's t-test with the printed deviations. Flips are shifts of the
    printed means of `methods`.
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
    judged = judge_differences(differences, Region(least=0.0) if larger else Region(largest=0.0))
    for entry, p_values, verdict in zip(evidence, judged.p_values, judged.cases, strict=True):
        entry.update(**p_values, verdict=verdict)
    reason = f"{judged.cases.count(HOLDS)} of {len(evidence)} printed differences are shown"
    others = [e for e in evidence if e["verdict"] != HOLDS]
    named = [
        f"{e['method']} against {e['than']} on {e['dataset']} ({e['verdict']})" for e in others
    ]
    reason += f"; not shown: {', '.join(named)}" if named else ""
    reason += judged.reason() or in_words(judged.flips)
    return Verdict(judged.verdict, reason, evidence, judged.flips)


def varies_more(
    results: Results, *, study: StudyName, method: MethodName, than: MethodName, need: float = 0.5
) -> Verdict:
    """Do the method's training seconds deviate more than those of `than` on most data sets?

    The seconds are those of the fit at the chosen setting. They deviate over the trials. More than
    a share `need` of the data sets must be shown, by the binomial test. Flips are factors of the
    method's deviations.
    """
    runs = finished(results.runs(study))
    deviations = runs.groupby(["dataset", "method"], observed=True)["fit_seconds"].std().unstack()
    if method not in deviations or than not in deviations:
        return nothing_ran(study)
    deviations = deviations[[method, than]].dropna()
    if deviations.empty:
        return nothing_ran(study)
    ratios = np.log(deviations[method] / deviations[than]).to_numpy()
    evidence = [
        {"dataset": str(dataset), method: float(row[method]), than: float(row[than])}
        for dataset, row in deviations.iterrows()
    ]
    larger = float(np.nextafter(0.0, 1.0))  # equal deviations are none that is larger
    judged = judge_shares([ratios], larger, np.inf, need, 1.0)
    reason = (
        f"larger standard deviation of seconds on {int((ratios > 0).sum())} of {len(ratios)} data "
        "sets"
    )
    reason += judged.reason() or in_words(judged.flips, factors=True)
    return Verdict(judged.verdict, reason, evidence, as_factors(judged.flips))
