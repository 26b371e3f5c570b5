"""Claims that only the SMM paper makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from methods.bench.results import Results, finished
from methods.bench.statistics import ALPHA, Summary, t_test, unpaired_difference
from methods.claims.cases import judge_cases, paired_case
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    Verdict,
    decide,
    lies_below,
    nothing_ran,
    overall,
    pairs_of,
    verdicts_of,
)
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
    return judge_cases(cases, lambda interval: lies_below(interval, -margin), 1.0, what)


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

    The claim fails if some means are the other way round and Welch's t-test at 5 % with the printed
    deviations says so. It is inconclusive if none of those that are the other way round differ by
    this test.
    """
    rows = results.printed(table, metric).set_index(["dataset", "method"])
    evidence: list[dict[str, Any]] = []
    for dataset in rows.index.get_level_values("dataset").unique():
        for a, b in pairs_of(methods, than, False):
            one, other = (
                Summary(rows.loc[(dataset, m), "value"], rows.loc[(dataset, m), "spread"], trials)
                for m in (a, b)
            )
            test = t_test(unpaired_difference(one, other))
            as_said = test.difference > 0 if larger else test.difference < 0
            clearly_not = not as_said and test.p_value < ALPHA
            evidence.append(
                {"dataset": dataset, "method": a, "than": b, "difference": test.difference,
                 "p_value": test.p_value, "as_said": bool(as_said),
                 "verdict": FAILS if clearly_not else HOLDS if as_said else INCONCLUSIVE}
            )  # fmt: skip
    verdicts = verdicts_of(evidence)
    others = [
        f"{e['method']} against {e['than']} on {e['dataset']} (p={e['p_value']:.2g})"
        for e in evidence
        if not e["as_said"]
    ]
    reason = f"{verdicts.count(HOLDS)} of {len(verdicts)} printed differences are as said"
    reason += f"; not: {', '.join(others)}" if others else ""
    return Verdict(overall(verdicts, 1.0), reason, evidence)


def varies_more(
    results: Results, *, study: StudyName, method: MethodName, than: MethodName, need: float = 0.5
) -> Verdict:
    """Do the method's training seconds deviate more than those of `than` on most data sets?

    The seconds are those of the fit at the chosen setting. They deviate over the trials. A data set
    is a coin whose side has to be shown: the claim holds, or fails, if a binomial test at 5 % shows
    that the share of data sets is above, or below, `need`.
    """
    from scipy.stats import binomtest

    runs = finished(results.runs(study))
    deviations = runs.groupby(["dataset", "method"], observed=True)["fit_seconds"].std().unstack()
    if method not in deviations or than not in deviations:
        return nothing_ran(study)
    deviations = deviations[[method, than]].dropna()
    if deviations.empty:
        return nothing_ran(study)
    more = deviations[method] > deviations[than]
    evidence = [
        {"dataset": str(dataset), method: float(row[method]), than: float(row[than])}
        for dataset, row in deviations.iterrows()
    ]
    count = int(more.sum())
    low, high = binomtest(count, len(more)).proportion_ci(0.95)
    reason = (
        f"larger standard deviation of seconds on {count} of {len(more)} data sets; "
        f"the share lies in [{low:.2f}, {high:.2f}]"
    )
    return Verdict(decide(low > need, high < need), reason, evidence)
