"""Claims on printed tables: do the words and ranks of a paper follow from its own numbers?

These tests read the published numbers only, so they need no run. A flip is how far the printed
numbers would have to move, in standard errors of what is compared where deviations are printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from methods.bench.results import Results
from methods.bench.statistics import t_test
from methods.claims.flips import as_factors, one_by_one, smallest_shifts
from methods.claims.printed_differences import (
    in_errors,
    printed_difference,
    sides_of,
    steps_of,
)
from methods.claims.sentences import of_print
from methods.claims.sentences.words import (
    FACTOR,
    OF_ITS_STANDARD_ERRORS,
    STANDARD_ERRORS,
    flip,
    group,
    quantity,
    sentences,
    unit_of,
    words,
)
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE, Verdict, decide
from methods.forensics.majority import majority_bar
from methods.forensics.printed_cells import worse_side
from methods.forensics.rankings import ranks_that_do_not_follow
from methods.schemas.option_kinds import (
    PrintedDataset,
    PrintedMethod,
    PrintedMetric,
    PrintedTable,
    Published,
)

NOTHING_PRINTED = Verdict(UNTESTABLE, of_print.NOTHING)
HALF_A_DIGIT = 0.05  # of an average rank, which is printed with one decimal
ROUNDING = 1e-9


def printed_ranks(results: Results, *, table: PrintedTable, metric: PrintedMetric) -> Verdict:
    """Does every printed rank follow from the printed means?

    Equal printed means may differ in digits that are not printed, so they may have any of the ranks
    that they share. There are no flips, since a rank does not follow a mean that moves a little.
    """
    rows = results.printed(table, metric)
    wrong = ranks_that_do_not_follow(metric, rows)
    ranked = int(rows["rank"].notna().sum())
    if not ranked:
        return NOTHING_PRINTED
    examples = [f"{entry['method']} on {words(entry['dataset'])}" for entry in wrong]
    reason = of_print.follow("ranks", "means", ranked, examples)
    return Verdict(FAILS if wrong else HOLDS, reason, wrong)


def printed_average_ranks(
    results: Results, *, table: PrintedTable, metric: PrintedMetric
) -> Verdict:
    """Is every printed average rank the mean of that method's printed ranks, as rounded?

    Flips are shifts of the printed averages.
    """
    averages = results.printed(table, metric).groupby("method")["rank"].mean()
    evidence, wrong = [], []
    for row in results.printed(table, "average_rank").itertuples():
        mean = averages[row.method]
        evidence.append({"method": row.method, "printed": row.value, "mean_rank": mean})
        if abs(row.value - mean) > HALF_A_DIGIT + ROUNDING:
            wrong.append(row.method)
    if not evidence:
        return NOTHING_PRINTED
    apart = np.array([entry["printed"] - entry["mean_rank"] for entry in evidence])

    def verdict_at(shift: float) -> str:
        return HOLDS if (np.abs(apart + shift) <= HALF_A_DIGIT + ROUNDING).all() else FAILS

    flips = smallest_shifts(one_by_one(verdict_at), [HALF_A_DIGIT - apart, -HALF_A_DIGIT - apart])
    reason = of_print.follow("average ranks", "ranks", len(evidence), wrong)
    change = flip(flips, "the printed averages")
    return Verdict(verdict_at(0.0), reason, evidence, flips, change)


def printed_better(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    datasets: Sequence[PrintedDataset],
    methods: Sequence[PrintedMethod],
    than: Sequence[PrintedMethod],
    trials: int,
) -> Verdict:
    """Do the printed means and deviations make the best of `methods` significantly better?

    On each data set the best printed of `methods` is compared with each rival, by Welch's t-test at
    5 % without correction for many comparisons: the reading most favourable to the paper. Of two
    accuracies the higher one is better, and of other numbers the lower one. Where a deviation is
    not printed, the comparison is open.
    """
    worse = worse_side(metric)
    rows = results.printed(table, metric).set_index(["dataset", "method"])
    evidence: list[dict[str, Any]] = []
    differences = []
    for dataset in datasets:
        best = min(methods, key=lambda name: worse * rows.loc[(dataset, name), "value"])
        for rival in than:
            difference = printed_difference(rows, dataset, best, rival, trials)
            differences.append(difference)
            evidence.append(
                {"dataset": dataset, "method": best, "than": rival, "difference": difference.value,
                 "p_value": t_test(difference).p_value,
                 "significant": bool(sides_of([difference])[0, 0] == -worse)}
            )  # fmt: skip

    known = ~np.isnan([difference.standard_error for difference in differences])

    def verdicts_at(shifts: ArrayLike) -> list[str]:
        better = sides_of(differences, shifts) == -worse
        lost = (~better[:, known]).any(axis=1)
        return [decide(bool(known.all()) and not fails, bool(fails)) for fails in lost]

    flips = smallest_shifts(verdicts_at, steps_of(differences))
    lacking = [entry for entry in evidence if not entry["significant"]]
    reason = of_print.significant(len(evidence), lacking)
    change = flip(flips, f"the printed means of {group(methods)}", STANDARD_ERRORS)
    return Verdict(verdicts_at(0.0)[0], reason, evidence, flips, change)


def printed_ratio(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    slow: Sequence[PrintedMethod],
    fast: Sequence[PrintedMethod],
    says_about: float,
) -> Verdict:
    """Is the mean of `slow` about `says_about` times that of `fast`, to one significant digit?"""
    values = results.printed(table, metric).set_index("method")["value"]
    evidence: list[dict[str, Any]] = [
        {"slow": a, "fast": b, "ratio": float(values[a] / values[b])}
        for a, b in zip(slow, fast, strict=True)
    ]
    ratio = float(values[list(slow)].mean() / values[list(fast)].mean())

    def verdict_at(shift: float) -> str:
        return HOLDS if f"{ratio * np.exp(shift):.1g}" == f"{says_about:.1g}" else FAILS

    # between these one digit rounds to what is said; below 1, 10, 100 ... the steps are shorter
    said = float(f"{says_about:.1g}")
    half = 10.0 ** np.floor(np.log10(said)) / 2
    least = said - (half / 10 if said == 2 * half else half)
    flips = smallest_shifts(one_by_one(verdict_at), np.log(np.array([least, said + half]) / ratio))
    reason = of_print.ratio(ratio, [entry["ratio"] for entry in evidence], says_about)
    change = flip(flips, "the ratio", FACTOR)
    return Verdict(verdict_at(0.0), reason, evidence, as_factors(flips), change)


def printed_beats_majority(
    results: Results,
    *,
    published: Published,
    methods: Sequence[PrintedMethod],
    unit: float = 1.0,
) -> Verdict:
    """Is no printed error significantly above that of always answering the larger class?

    The share of the smaller class comes from the descriptors. If several data sets have one printed
    name, the largest of their shares counts. A printed error is worse if it exceeds the share by
    more than two printed standard errors. One of the metric is `unit` in print, 100 for percent.
    Accuracies need the ``complement`` of `published`.
    """
    evidence: list[dict[str, Any]] = []
    bars, errors = [], []
    for printed_name, names in _binary_data_sets(results).items():
        share = unit * max(_smaller_share(results.plan.catalogue[name].classes) for name in names)
        for method in methods if share else ():
            printed = results.printed_cell(published, names[0], method)
            if printed is not None and not np.isnan(printed.standard_error):
                error, excess = printed.standard_error, printed.mean - share
                bar = majority_bar(share, error)
                bars.append(bar)
                errors.append(error)
                evidence.append(
                    {"dataset": printed_name, "method": method, "printed": printed.mean,
                     "smaller_class": share, "worse": printed.mean > bar,
                     "standard_errors_above": excess / error if error else 0.0}
                )  # fmt: skip
    if not evidence:
        return NOTHING_PRINTED
    room = np.array(bars) - [entry["printed"] for entry in evidence]

    def verdict_at(shift: float) -> str:
        return HOLDS if (shift * np.array(errors) <= room).all() else FAILS

    flips = smallest_shifts(one_by_one(verdict_at), in_errors(room, errors))
    worse = [entry for entry in evidence if entry["worse"]]
    above = [entry for entry in evidence if entry["printed"] > entry["smaller_class"]]
    reason = of_print.no_worse(len(evidence), above, worse, 100.0 / unit)
    change = flip(flips, "each printed error", OF_ITS_STANDARD_ERRORS, of_print.WITHOUT_SPREAD)
    return Verdict(verdict_at(0.0), reason, evidence, flips, change)


def printed_lower(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    datasets: Sequence[PrintedDataset],
    methods: Sequence[PrintedMethod],
    than: Sequence[PrintedMethod],
    need: float,
) -> Verdict:
    """Are the printed means of `methods` lower in more than a share `need` of the comparisons?

    Each method is compared with its own rival on each data set. Nothing is tested: this is what a
    reader of the table sees. Flips are shifts of the printed means of `methods`.
    """
    values = results.printed(table, metric).set_index(["dataset", "method"])["value"]
    evidence = [
        {"dataset": dataset, "method": ours, "than": theirs,
         "difference": float(values[dataset, ours] - values[dataset, theirs])}
        for dataset in datasets
        for ours, theirs in zip(methods, than, strict=True)
    ]  # fmt: skip
    differences = np.array([entry["difference"] for entry in evidence])

    def verdict_at(shift: float) -> str:
        return HOLDS if (differences + shift < 0).mean() > need else FAILS

    flips = smallest_shifts(one_by_one(verdict_at), -differences)
    reason = of_print.lower_in(int((differences < 0).sum()), len(differences))
    change = flip(flips, f"the printed means of {group(methods)}", unit_of(metric))
    return Verdict(verdict_at(0.0), reason, evidence, flips, change)


def printed_bounded(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    methods: Sequence[PrintedMethod],
    below: float,
    others_above: bool = False,
) -> Verdict:
    """Are the printed numbers of these methods, and with `others_above` of no others, below?

    Flips are shifts of the printed numbers of these methods.
    """
    values = results.printed(table, metric).set_index("method")["value"]
    evidence = [{"method": name, "printed": float(value)} for name, value in values.items()]
    ours, others = values[list(methods)].to_numpy(), values.drop(list(methods)).to_numpy()

    def verdict_at(shift: float) -> str:
        alone = not (others_above and (others < below).any())
        return HOLDS if alone and (ours + shift < below).all() else FAILS

    flips = smallest_shifts(one_by_one(verdict_at), below - ours)
    unit = unit_of(metric)
    reason = of_print.bounded(quantity(metric), values[list(methods)].to_dict(), below, unit)
    if others_above:
        reason = sentences(reason, of_print.others(int((others < below).sum()), len(others)))
    change = flip(flips, f"the printed numbers of {group(methods)}", unit)
    return Verdict(verdict_at(0.0), reason, evidence, flips, change)


def _binary_data_sets(results: Results) -> dict[str, list[str]]:
    """Our data sets of two classes, without stand-ins, by the name that the paper prints."""
    names: dict[str, list[str]] = {}
    for name, descriptor in results.plan.catalogue.items():
        is_own = name == descriptor.name and not descriptor.stands_in_for
        if is_own and len(descriptor.classes) == 2:
            for printed_name in results.printed_names(name) or [name]:
                names.setdefault(printed_name, []).append(name)
    return names


def _smaller_share(counts: Mapping[str, int | None]) -> float:
    """Share of the smaller of two classes, 0 if the counts are unknown."""
    known = [*filter(None, counts.values())]
    return min(known) / sum(known) if len(known) == 2 else 0.0
