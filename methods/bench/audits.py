"""Do the words and ranks of a printed table follow from its own numbers?

These tests read the published numbers only: they need no run, and hold for ever.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import Summary, t_test, unpaired_difference
from methods.bench.verdicts import FAILS, HOLDS, Verdict

ALPHA = 0.05


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
