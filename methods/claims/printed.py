"""Claims on printed tables: do the words and ranks of a paper follow from its own numbers?

These tests read the published numbers only, so they need no run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    STANDARD_ERRORS,
    Summary,
    TestResult,
    t_test,
    unpaired_difference,
)
from methods.claims.verdicts import FAILS, HOLDS, Verdict
from methods.schemas.option_kinds import (
    PrintedDataset,
    PrintedMethod,
    PrintedMetric,
    PrintedTable,
    Published,
)

HALF_A_DIGIT = 0.05 + 1e-9  # of an average rank, which is printed with one decimal
DATA_SETS_APART = 2  # that our count of wins may be from a printed one


def printed_ranks(results: Results, *, table: PrintedTable, metric: PrintedMetric) -> Verdict:
    """Does every printed rank follow from the printed means?

    Equal printed means may differ in digits that are not printed, so they may have any of the ranks
    that they share.
    """
    rows = results.printed(table, metric)
    wrong = []
    for dataset, group in rows.groupby("dataset", sort=False):
        values = group["value"].to_numpy()
        for row in group.itertuples():
            first, last = 1 + (values < row.value).sum(), (values <= row.value).sum()
            if not np.isnan(row.rank) and not first <= row.rank <= last:
                wrong.append(
                    {"dataset": dataset, "method": row.method, "value": row.value,
                     "printed_rank": row.rank, "rank": int(first)}
                )  # fmt: skip
    ranked = int(rows["rank"].notna().sum())
    reason = f"{ranked - len(wrong)} of {ranked} printed ranks follow from the printed means"
    reason += _not(", ", [f"{entry['method']} on {entry['dataset']}" for entry in wrong[:6]])
    return Verdict(FAILS if wrong else HOLDS, reason, wrong)


def printed_average_ranks(
    results: Results, *, table: PrintedTable, metric: PrintedMetric
) -> Verdict:
    """Is every printed average rank the mean of that method's printed ranks, as rounded?"""
    averages = results.printed(table, metric).groupby("method")["rank"].mean()
    evidence, wrong = [], []
    for row in results.printed(table, "average_rank").itertuples():
        mean = averages[row.method]
        evidence.append({"method": row.method, "printed": row.value, "mean_rank": mean})
        if abs(row.value - mean) > HALF_A_DIGIT:
            wrong.append(row.method)
    reason = f"{len(evidence) - len(wrong)} of {len(evidence)} printed averages follow"
    reason += f"; not: {wrong}" if wrong else ""
    return Verdict(FAILS if wrong else HOLDS, reason, evidence)


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
    """Do the printed means and deviations make the best of `methods` significantly lower?

    On each data set the best printed of `methods` is compared with each rival, by Welch's t-test at
    5 % without correction for many comparisons: the reading most favourable to the paper.
    """
    rows = results.printed(table, metric).set_index(["dataset", "method"])
    evidence = []
    for dataset in datasets:
        best = min(methods, key=lambda name: rows.loc[(dataset, name), "value"])
        for rival in than:
            test = _welch_test(rows, dataset, best, rival, trials)
            evidence.append(
                {"dataset": dataset, "method": best, "than": rival,
                 "difference": test.difference, "p_value": test.p_value,
                 "significant": test.difference < 0 and test.p_value < ALPHA}
            )  # fmt: skip
    lacking = [entry for entry in evidence if not entry["significant"]]
    reason = (
        f"{len(evidence) - len(lacking)} of {len(evidence)} printed comparisons are significant"
    )
    reason += _not(
        ", ",
        [
            f"{e['method']} against {e['than']} on {e['dataset']} (p={e['p_value']:.2g})"
            for e in lacking[:5]
        ],
    )
    return Verdict(FAILS if lacking else HOLDS, reason, evidence)


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
    ratios = [float(values[a] / values[b]) for a, b in zip(slow, fast, strict=True)]
    evidence = [
        {"slow": a, "fast": b, "ratio": ratio}
        for a, b, ratio in zip(slow, fast, ratios, strict=True)
    ]
    ratio = float(values[list(slow)].mean() / values[list(fast)].mean())
    rounded_alike = f"{ratio:.1g}" == f"{says_about:.1g}"
    listed = ", ".join(f"{ratio:.0f}" for ratio in ratios)
    reason = f"printed ratio of the means {ratio:.0f}, of pairs {listed}; about {says_about:g} said"
    return Verdict(HOLDS if rounded_alike else FAILS, reason, evidence)


def printed_beats_majority(
    results: Results, *, published: Published, methods: Sequence[PrintedMethod]
) -> Verdict:
    """Does every printed error lie below that of always answering the larger class?

    The share of the smaller class comes from the descriptors. If several data sets have one printed
    name, the largest of their shares counts. A printed error is worse if it exceeds the share by
    more than two printed standard errors.
    """
    evidence: list[dict[str, Any]] = []
    for printed_name, names in _binary_data_sets(results).items():
        share = max(_smaller_share(results.plan.catalogue[name].classes) for name in names)
        for method in methods if share else ():
            printed = results.printed_cell(published, names[0], method)
            if printed is not None and not np.isnan(printed.standard_error):
                worse = printed.mean > share + STANDARD_ERRORS * printed.standard_error
                evidence.append(
                    {"dataset": printed_name, "method": method, "printed": printed.mean,
                     "smaller_class": share, "worse": worse}
                )  # fmt: skip
    worse_cells = [entry for entry in evidence if entry["worse"]]
    reason = f"{len(evidence) - len(worse_cells)} of {len(evidence)} printed errors are no worse"
    if worse_cells:
        reason += "; worse: " + ", ".join(
            f"{e['method']} on {e['dataset']} "
            f"({e['printed']:.3f}, majority {e['smaller_class']:.3f})"
            for e in worse_cells[:4]
        )
    return Verdict(FAILS if worse_cells else HOLDS, reason, evidence)


def printed_win_tie_loss(
    results: Results,
    *,
    scores: PrintedTable,
    metric: PrintedMetric,
    counts: PrintedTable,
    trials: int,
) -> Verdict:
    """Do the printed win/tie/loss counts follow from the printed means and deviations?

    We count again by Welch's t-test at 5 % over the data sets that print both methods. The paper's
    test is paired and may find more, so our counts may be two data sets away from the printed ones.
    """
    rows = results.printed(scores, metric).set_index(["dataset", "method"])
    evidence, wrong = [], []
    for row in results.published[results.published["table"] == counts].itertuples():
        method, _, rival = str(row.dataset).partition(" vs ")
        printed = [int(number) for number in str(row.text).split("/")]
        again = _win_tie_loss(rows, method, rival, trials)
        evidence.append({"pair": row.dataset, "printed": printed, "again": again})
        wins_apart, _, losses_apart = (abs(a - b) for a, b in zip(printed, again, strict=True))
        if max(wins_apart, losses_apart) > DATA_SETS_APART:
            as_text = ["/".join(map(str, numbers)) for numbers in (printed, again)]
            wrong.append(f"{row.dataset} {as_text[0]} against {as_text[1]}")
    reason = (
        f"{len(evidence) - len(wrong)} of {len(evidence)} printed counts are within two data sets"
    )
    return Verdict(FAILS if wrong else HOLDS, reason + _not("; ", wrong[:4]), evidence)


def printed_bounded(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    methods: Sequence[PrintedMethod],
    below: float,
    others_above: bool = False,
) -> Verdict:
    """Are the printed numbers of these methods, and with `others_above` of no others, below?"""
    values = results.printed(table, metric).set_index("method")["value"]
    evidence = [{"method": name, "printed": float(value)} for name, value in values.items()]
    wrong = [name for name in methods if values[name] >= below]
    if others_above:
        wrong += [name for name in values.index if name not in methods and values[name] < below]
    listed = ", ".join(f"{name} {values[name]:g}" for name in methods)
    return Verdict(FAILS if wrong else HOLDS, f"printed {listed}; below {below:g} said", evidence)


def _not(separator: str, examples: Sequence[str]) -> str:
    """The end of a reason that lists what does not follow."""
    return f"; not: {separator.join(examples)}" if examples else ""


def _welch_test(
    rows: pd.DataFrame, dataset: str, method: str, rival: str, trials: int
) -> TestResult:
    """Welch's t-test of two printed means with their deviations over `trials` trials."""
    ours, theirs = (
        Summary(rows.loc[(dataset, name), "value"], rows.loc[(dataset, name), "spread"], trials)
        for name in (method, rival)
    )
    return t_test(unpaired_difference(ours, theirs))


def _win_tie_loss(rows: pd.DataFrame, method: str, rival: str, trials: int) -> list[int]:
    """On how many data sets that print both the method is significantly lower, alike, higher."""
    wins = ties = losses = 0
    for dataset in rows.index.get_level_values("dataset").unique():
        if {(dataset, method), (dataset, rival)} <= set(rows.index):
            test = _welch_test(rows, dataset, method, rival, trials)
            if not test.p_value < ALPHA:
                ties += 1
            else:
                wins += test.difference < 0
                losses += test.difference > 0
    return [int(wins), ties, int(losses)]


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
    known = [count for count in counts.values() if count]
    return min(known) / sum(known) if len(known) == 2 else 0.0
