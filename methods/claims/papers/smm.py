"""Tests of the SMM paper's own claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from methods.bench.results import Results, finished
from methods.claims.verdicts import FAILS, HOLDS, Verdict, nothing_ran
from methods.tables.papers.smm import block_variance_ratio, coefficients

ROUNDING = 1e-9  # of a squared distance, relative to the largest


def within_bound(results: Results, *, study: str, curve: str, methods: Sequence[str]) -> Verdict:
    """Does every pair of columns of every fit keep to theorem 2's bound?"""
    frame = results.traces(study, curve)
    frame = frame[frame["method"].isin(methods)]
    if frame.empty:
        return nothing_ran(study, None)
    over = frame["value"] - frame["x"] > ROUNDING * frame["value"].max()
    share = float((frame["value"] / frame["x"].where(frame["x"] > 0)).max())
    reason = (
        f"{int(over.sum())} of {len(frame)} pairs of columns are farther apart than the bound; the "
        f"nearest to it reaches {share:.2g} of it"
    )
    return Verdict(FAILS if over.any() else HOLDS, reason)


def clearer_groups(
    results: Results, *, study: str, blocks: Mapping[str, int], method: str, than: Sequence[str]
) -> Verdict:
    """Does the method's matrix vary least within blocks, relative to between, on each data set?"""
    evidence = []
    for dataset in results.datasets(study):
        found = coefficients(results, study, dataset)
        if method not in found:
            continue
        ratios = {
            name: block_variance_ratio(found[name], blocks[dataset])
            for name in [method, *than]
            if name in found
        }
        best = min(ratios, key=lambda name: ratios[name])
        evidence.append({"dataset": dataset, "least": best, **ratios})
    if not evidence or not any(len(entry) > 3 for entry in evidence):
        return nothing_ran(study, None)
    said = "; ".join(
        f"{e['dataset']}: "
        + ", ".join(f"{k} {v:.2g}" for k, v in e.items() if k not in ("dataset", "least"))
        for e in evidence
    )
    wins = sum(entry["least"] == method for entry in evidence)
    reason = f"least within-block over between-block variance on {wins} of {len(evidence)} ({said})"
    return Verdict(HOLDS if wins == len(evidence) else FAILS, reason, evidence)


def varies_more(
    results: Results, *, study: str, method: str, than: str, need: float = 0.5
) -> Verdict:
    """Do the method's training seconds deviate more than those of `than` on most data sets?

    Seconds are of the fit at the chosen setting, and the deviation that over the trials.
    """
    runs = finished(results.runs(study))
    spread = runs.groupby(["dataset", "method"], observed=True)["fit_seconds"].std().unstack()
    if method not in spread or than not in spread:
        return nothing_ran(study, None)
    spread = spread[[method, than]].dropna()
    if spread.empty:
        return nothing_ran(study, None)
    more = spread[method] > spread[than]
    evidence = [
        {"dataset": str(dataset), method: float(row[method]), than: float(row[than])}
        for dataset, row in spread.iterrows()
    ]
    reason = f"larger standard deviation of seconds on {int(more.sum())} of {len(more)} data sets"
    return Verdict(HOLDS if more.mean() > need else FAILS, reason, evidence)
