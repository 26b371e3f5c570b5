"""Do the words and ranks of a printed table follow from its own numbers?

These tests read the published numbers only: they need no run, and hold for ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, Summary, t_test, unpaired_difference
from methods.claims.verdicts import FAILS, HOLDS, Verdict


def printed_ranks(results: Results, *, table: str, metric: str) -> Verdict:
    """Does every printed rank follow from the printed means?

    Equal printed means may hide different digits, so any rank among theirs will do.
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
    if wrong:
        places = ", ".join(f"{w['method']} on {w['dataset']}" for w in wrong[:6])
        reason += f"; not: {places}"
    return Verdict(FAILS if wrong else HOLDS, reason, wrong)


def printed_average_ranks(results: Results, *, table: str, metric: str) -> Verdict:
    """Is every printed average rank the mean of that method's printed ranks, as rounded?"""
    rows = results.printed(table, metric)
    averages = rows.groupby("method")["rank"].mean()
    evidence, wrong = [], []
    for row in results.printed(table, "average_rank").itertuples():
        entry = {"method": row.method, "printed": row.value, "mean_rank": averages[row.method]}
        evidence.append(entry)
        if abs(row.value - averages[row.method]) > 0.05 + 1e-9:
            wrong.append(row.method)
    reason = f"{len(evidence) - len(wrong)} of {len(evidence)} printed averages follow"
    return Verdict(
        FAILS if wrong else HOLDS, reason + (f"; not: {wrong}" if wrong else ""), evidence
    )


def printed_better(
    results: Results,
    *,
    table: str,
    metric: str,
    datasets: Sequence[str],
    methods: Sequence[str],
    than: Sequence[str],
    trials: int,
) -> Verdict:
    """Do the printed means and deviations make the best of `methods` significantly lower?

    On each data set the best printed of `methods` stands against each rival, by Welch's t-test at
    5 % without correction for many comparisons: the reading most favourable to the paper.
    """
    rows = results.printed(table, metric).set_index(["dataset", "method"])
    evidence = []
    for dataset in datasets:
        best = min(methods, key=lambda name: rows.loc[(dataset, name), "value"])
        for rival in than:
            a, b = (
                Summary(row["value"], row["spread"], trials)
                for row in (rows.loc[(dataset, best)], rows.loc[(dataset, rival)])
            )
            test = t_test(unpaired_difference(a, b))
            evidence.append(
                {"dataset": dataset, "method": best, "than": rival,
                 "difference": test.difference, "p_value": test.p_value,
                 "significant": test.difference < 0 and test.p_value < ALPHA}
            )  # fmt: skip
    lacking = [e for e in evidence if not e["significant"]]
    reason = (
        f"{len(evidence) - len(lacking)} of {len(evidence)} printed comparisons are significant"
    )
    if lacking:
        reason += "; not: " + ", ".join(
            f"{e['method']} against {e['than']} on {e['dataset']} (p={e['p_value']:.2g})"
            for e in lacking[:5]
        )
    return Verdict(FAILS if lacking else HOLDS, reason, evidence)


def printed_ratio(
    results: Results,
    *,
    table: str,
    metric: str,
    slow: Sequence[str],
    fast: Sequence[str],
    says_about: float,
    within: float,
) -> Verdict:
    """Is each printed `slow` number about `says_about` times its `fast` one, to a factor?"""
    rows = results.printed(table, metric).set_index("method")["value"]
    ratios = [float(rows[a] / rows[b]) for a, b in zip(slow, fast, strict=True)]
    evidence = [
        {"slow": a, "fast": b, "ratio": ratio}
        for a, b, ratio in zip(slow, fast, ratios, strict=True)
    ]
    inside = all(says_about / within <= ratio <= says_about * within for ratio in ratios)
    listed = ", ".join(f"{ratio:.0f}" for ratio in ratios)
    reason = f"printed ratios {listed}; the text says about {says_about:g}"
    return Verdict(HOLDS if inside else FAILS, reason, evidence)


def printed_beats_majority(
    results: Results, *, published: Mapping[str, Any], methods: Sequence[str]
) -> Verdict:
    """Does every printed error lie below that of always answering the larger class?

    The share of the smaller class comes from the descriptors, the largest of those under which a
    printed data set is known; a printed error counts as worse when it exceeds the share by more
    than two printed standard errors.
    """
    versions: dict[str, list[str]] = {}
    for name, descriptor in results.plan.catalogue.items():
        if name == descriptor.name and len(descriptor.classes) == 2:
            for printed_name in results.printed_names(name) or [name]:
                versions.setdefault(printed_name, []).append(name)
    evidence: list[dict[str, Any]] = []
    for printed_name, names in versions.items():
        share = max(_smaller_share(results.plan.catalogue[name].classes) for name in names)
        for method in methods if share else ():
            printed = results.printed_cell(published, names[0], method)
            if printed is not None and not np.isnan(printed.standard_error):
                worse = printed.mean > share + 2 * printed.standard_error
                evidence.append(
                    {"dataset": printed_name, "method": method, "printed": printed.mean,
                     "smaller_class": share, "worse": worse}
                )  # fmt: skip
    worse_ones = [entry for entry in evidence if entry["worse"]]
    reason = f"{len(evidence) - len(worse_ones)} of {len(evidence)} printed errors are no worse"
    if worse_ones:
        reason += "; worse: " + ", ".join(
            f"{e['method']} on {e['dataset']} "
            f"({e['printed']:.3f}, majority {e['smaller_class']:.3f})"
            for e in worse_ones[:4]
        )
    return Verdict(FAILS if worse_ones else HOLDS, reason, evidence)


def _smaller_share(counts: Mapping[str, int | None]) -> float:
    """Share of the smaller of two classes, 0 where the counts are not known."""
    known = [count for count in counts.values() if count]
    return min(known) / sum(known) if len(known) == 2 else 0.0


def printed_win_tie_loss(
    results: Results, *, scores: str, metric: str, counts: str, trials: int
) -> Verdict:
    """Do the printed win/tie/loss counts follow from the printed means and deviations?

    Counted again by Welch's t-test at 5 % over the data sets that print both methods; the paper's
    test is paired and may find more, so counts within two data sets of the printed ones will do.
    """
    rows = results.printed(scores, metric).set_index(["dataset", "method"])
    evidence, off = [], []
    for row in results.published[results.published["table"] == counts].itertuples():
        a, _, b = str(row.dataset).partition(" vs ")
        printed = [int(number) for number in str(row.text).split("/")]
        wins = ties = losses = 0
        for dataset in rows.index.get_level_values("dataset").unique():
            if {(dataset, a), (dataset, b)} <= set(rows.index):
                summaries = [
                    Summary(
                        rows.loc[(dataset, m), "value"], rows.loc[(dataset, m), "spread"], trials
                    )
                    for m in (a, b)
                ]
                test = t_test(unpaired_difference(*summaries))
                significant = test.p_value < ALPHA
                wins += significant and test.difference < 0
                losses += significant and test.difference > 0
                ties += not significant
        again = [int(wins), int(ties), int(losses)]
        evidence.append({"pair": row.dataset, "printed": printed, "again": again})
        if abs(printed[0] - again[0]) > 2 or abs(printed[2] - again[2]) > 2:
            off.append(
                f"{row.dataset} {'/'.join(map(str, printed))} against {wins}/{ties}/{losses}"
            )
    reason = (
        f"{len(evidence) - len(off)} of {len(evidence)} printed counts are within two data sets"
    )
    return Verdict(
        FAILS if off else HOLDS, reason + (f"; not: {'; '.join(off[:4])}" if off else ""), evidence
    )


def printed_bounded(
    results: Results,
    *,
    table: str,
    metric: str,
    methods: Sequence[str],
    below: float,
    others_above: bool = False,
) -> Verdict:
    """Are the printed numbers of these methods, and with `others_above` of no others, below?"""
    rows = results.printed(table, metric).set_index("method")["value"]
    evidence = [{"method": name, "printed": float(value)} for name, value in rows.items()]
    wrong = [name for name in methods if rows[name] >= below]
    if others_above:
        wrong += [name for name in rows.index if name not in methods and rows[name] < below]
    listed = ", ".join(f"{name} {rows[name]:g}" for name in methods)
    return Verdict(FAILS if wrong else HOLDS, f"printed {listed}; below {below:g} said", evidence)
