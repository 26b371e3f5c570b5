"""Claims of the thesis's chapter 2, on perceptrons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf, sqrt
from typing import Any

from methods.bench.results import Results
from methods.bench.statistics import (
    Difference,
    Summary,
    confidence_interval,
    paired_difference,
)
from methods.claims.regions import Region, judge_differences
from methods.claims.sentences import of_thesis
from methods.claims.sentences.of_reproduction import in_unit
from methods.claims.sentences.words import PERCENT, group, quantity, unit_of
from methods.claims.verdicts import FAILS, HOLDS, Verdict, nothing_ran
from methods.schemas.option_kinds import (
    DatasetName,
    MethodName,
    Metric,
    Published,
    StudyName,
)


def mean_is(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    methods: Sequence[MethodName],
    dataset: DatasetName,
    printed: float,
    trials: int,
) -> Verdict:
    """Could a printed mean over `trials` trials, without a deviation, be that of such trials?

    The printed trials are taken to spread as ours do. Several `methods` are readings of what was
    run. The claim fails if the mean of each is significantly different, after Holm's correction,
    and holds if that of one is not: one printed mean can show no more.
    """
    if dataset not in results.datasets(study):
        return nothing_ran(study, [dataset])
    ours = [results.summary(study, metric, dataset, method) for method in methods]
    if not all(mean.n for mean in ours):
        return nothing_ran(study, [dataset])
    apart = [
        Difference(
            mean.mean - printed, mean.standard_error * sqrt(1 + mean.n / trials), mean.n - 1, mean.n
        )
        for mean in ours
    ]
    one = 0.5 / len(methods)  # of them
    judged = judge_differences(apart, Region(-inf, inf, kept=(0.0, 0.0)), one)
    k = min(range(len(apart)), key=lambda k: abs(apart[k].value))
    nearest = methods[k], ours[k].mean, ours[k].n, confidence_interval(apart[k])
    differing = judged.cases.count(FAILS)
    reason = of_thesis.means_beside(metric, nearest, printed, differing, len(methods))
    return judged.told(reason, [], "our mean", unit_of(metric))


def does_not_gain(
    results: Results,
    *,
    studies: Sequence[StudyName],
    methods: Sequence[MethodName],
    boosted: Sequence[MethodName],
    margin: float,
    need: float = 1.0,
) -> Verdict:
    """Is the error with boosting less than `margin` below that without, in a share `need` of cases?

    It is the test error, and a case is a method on a data set. `studies` name that of the methods
    alone and that of boosting; trials of one seed share a split. Flips are shifts of the errors
    with boosting.
    """
    errors_alone, errors_boosted = (results.trial_scores(study, "error") for study in studies)
    evidence: list[dict[str, Any]] = []
    gains: list[Difference] = []
    for dataset in results.datasets(studies[1]):
        if dataset not in errors_alone.index.get_level_values("dataset"):
            continue
        alone, together = errors_alone.loc[dataset], errors_boosted.loc[dataset]
        for a, b in zip(methods, boosted, strict=True):
            pairs = alone[[a]].join(together[[b]], how="inner")
            gain = paired_difference(pairs[a].to_numpy(), pairs[b].to_numpy())
            if not gain.n:
                continue
            gains.append(gain)
            evidence.append(
                {"dataset": dataset, "method": a, "gain": gain.value,
                 "interval": list(confidence_interval(gain)), "trials": gain.n}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(studies[1])
    judged = judge_differences(gains, Region(largest=margin), need)
    evidence = judged.marked(evidence)
    gaining = [(e["method"], e["dataset"]) for e in evidence if e["verdict"] == FAILS]
    holding = judged.cases.count(HOLDS)
    reason = of_thesis.without_gain(margin, holding, len(evidence), gaining)
    judged = replace(judged, flips={verdict: -shift for verdict, shift in judged.flips.items()})
    return judged.told(reason, evidence, f"the error of {group(boosted)}", PERCENT)


def boosting_divides(
    results: Results,
    *,
    studies: Sequence[StudyName],
    methods: Sequence[MethodName],
    boosted: Sequence[MethodName],
    datasets: Sequence[DatasetName],
    times: float,
) -> Verdict:
    """Is the test error with boosting less than that without divided by `times`?

    `studies` name that of the methods alone and that of boosting; trials of one seed share a split.
    Flips are shifts of the errors with boosting.
    """
    errors_alone, errors_boosted = (results.trial_scores(study, "error") for study in studies)
    evidence: list[dict[str, Any]] = []
    differences: list[Difference] = []
    in_both = set(results.datasets(studies[0]))
    for dataset in results.datasets(studies[1], datasets):
        for a, b in zip(methods, boosted, strict=True) if dataset in in_both else ():
            alone, together = errors_alone.loc[dataset, a], errors_boosted.loc[dataset, b]
            alone, together = alone.align(together, join="inner")
            difference = paired_difference(together.to_numpy(), alone.to_numpy() / times)
            differences.append(difference)
            evidence.append(
                {"dataset": dataset, "method": a, "alone": float(alone.mean()),
                 "boosted": float(together.mean()), "trials": difference.n}
            )  # fmt: skip
    if not any(difference.n for difference in differences):
        return nothing_ran(studies[1], datasets)
    judged = judge_differences(differences, Region(largest=0.0))
    evidence = judged.marked(evidence)
    failing = [entry["dataset"] for entry in evidence if entry["verdict"] == FAILS]
    reason = of_thesis.divided(evidence, times, judged.cases.count(HOLDS), failing)
    return judged.told(reason, evidence, f"the error of {group(boosted)}", PERCENT)


def one_pool_reproduces(
    results: Results,
    *,
    study: StudyName,
    pools: StudyName,
    methods: Sequence[MethodName],
    datasets: Sequence[DatasetName],
    published: Published,
    metric: Metric = "error",
    unit: float = 1.0,
    share: float | None = None,
) -> Verdict:
    """Could the printed means over splits of one pool of examples be those of a pool of ours?

    `pools` draws a pool for each trial, so its variance is that between pools and that of a split.
    Of a mean over a random `share` of a pool, the former is that share of the whole. Without a
    `share` the latter is taken from `study`, which splits one pool. A mean fails if it lies outside
    of what one more pool may have, by Holm. The claim holds if none does: one printed pool shows no
    more.
    """
    evidence: list[dict[str, Any]] = []
    differences: list[Difference] = []
    for dataset in results.datasets(pools, datasets):
        for method in methods:
            printed = results.printed_cell(published, dataset, method)
            of_pools = results.summary(pools, metric, dataset, method)
            of_splits = results.summary(study, metric, dataset, method)
            if printed is None or not of_pools.n or (share is None and not of_splits.n):
                continue
            between = (
                _between_pools(of_pools, of_splits) if share is None else share * of_pools.std**2
            )
            variance = unit**2 * (between + of_pools.standard_error**2)
            error = sqrt(variance + printed.standard_error**2)
            apart = unit * of_pools.mean - printed.mean
            differences.append(Difference(apart, error, of_pools.n - 1, of_pools.n))
            evidence.append(
                {"dataset": dataset, "method": method, "ours": unit * of_pools.mean,
                 "printed": printed.mean, "between_pools": unit * sqrt(between),
                 "pools": of_pools.n}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(pools, datasets)
    return _of_one_more_pool(differences, evidence, metric, methods, unit)


def other_pool_reproduces(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    studies: Sequence[StudyName],
    alone: Sequence[MethodName],
    datasets: Sequence[DatasetName],
    published: Published,
    metric: Metric = "error",
    unit: float = 1.0,
) -> Verdict:
    """Could the printed means over splits of one pool be those of another pool than ours?

    `study` splits one pool, and so do the printed trials, so the variance between pools counts
    twice. It is not known of the `methods`, which ran on one pool. That of the perceptron of each
    alone stands for it, and is taken from `studies`: the first splits one pool, and the second
    draws a pool for each trial. A mean fails if it lies outside of what another pool may have, by
    Holm. The claim holds if none does: one printed pool shows no more.
    """
    evidence: list[dict[str, Any]] = []
    differences: list[Difference] = []
    for dataset in results.datasets(study, datasets):
        for method, perceptron in zip(methods, alone, strict=True):
            printed = results.printed_cell(published, dataset, method)
            ours = results.summary(study, metric, dataset, method)
            of_splits, of_pools = (
                results.summary(name, metric, dataset, perceptron) for name in studies
            )
            if printed is None or not (ours.n and of_splits.n and of_pools.n):
                continue
            between = _between_pools(of_pools, of_splits)
            variance = unit**2 * (2 * between + ours.standard_error**2)
            error = sqrt(variance + printed.standard_error**2)
            apart = unit * ours.mean - printed.mean
            differences.append(Difference(apart, error, ours.n - 1, ours.n))
            evidence.append(
                {"dataset": dataset, "method": method, "ours": unit * ours.mean,
                 "printed": printed.mean, "between_pools": unit * sqrt(between), "trials": ours.n}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    return _of_one_more_pool(differences, evidence, metric, methods, unit)


def _between_pools(of_pools: Summary, of_splits: Summary) -> float:
    """The variance between pools: what splits of one pool do not explain."""
    return max(of_pools.std**2 - of_splits.std**2, 0.0)


def _of_one_more_pool(
    differences: Sequence[Difference],
    evidence: Sequence[dict[str, Any]],
    metric: str,
    methods: Sequence[str],
    unit: float,
) -> Verdict:
    """The verdict on differences from print whose errors have the variance between pools."""
    judged = judge_differences(differences, Region(-inf, inf, kept=(0.0, 0.0)))
    evidence = judged.marked(evidence)
    outside = [entry for entry in evidence if entry["verdict"] == FAILS]
    reason = of_thesis.of_one_more_pool(len(evidence), outside, in_unit(metric, unit))
    judged = replace(judged, flips={v: shift / unit for v, shift in judged.flips.items()})
    moved = f"{quantity(metric)} of {group(methods)}"
    return judged.told(reason, evidence, moved, unit_of(metric))
