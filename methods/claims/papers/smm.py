"""Claims that only the SMM paper makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from methods.bench.results import Results, finished
from methods.claims.verdicts import FAILS, HOLDS, Verdict, nothing_ran
from methods.schemas.option_kinds import Curve, DatasetName, MethodName, StudyName
from methods.tables.papers.smm import block_variance_ratio, coefficients

ROUNDING = 1e-9  # of a squared distance, relative to the largest


def within_bound(
    results: Results, *, study: StudyName, curve: Curve, methods: Sequence[MethodName]
) -> Verdict:
    """Does every pair of columns of every fit keep to theorem 2's bound?"""
    frame = results.traces(study, curve)
    frame = frame[frame["method"].isin(methods)]
    if frame.empty:
        return nothing_ran(study)
    over = frame["value"] - frame["x"] > ROUNDING * frame["value"].max()
    share = float((frame["value"] / frame["x"].where(frame["x"] > 0)).max())
    reason = (
        f"{int(over.sum())} of {len(frame)} pairs of columns are farther apart than the bound; the "
        f"nearest to it reaches {share:.2g} of it"
    )
    return Verdict(FAILS if over.any() else HOLDS, reason)


def clearer_groups(
    results: Results,
    *,
    study: StudyName,
    blocks: Mapping[DatasetName, int],
    method: MethodName,
    than: Sequence[MethodName],
) -> Verdict:
    """Does the method's matrix vary least within blocks, relative to between, on each data set?"""
    evidence = []
    for dataset in results.datasets(study):
        matrices = coefficients(results, study, dataset)
        if method not in matrices:
            continue
        ratios = {
            name: block_variance_ratio(matrices[name], blocks[dataset])
            for name in [method, *than]
            if name in matrices
        }
        best = min(ratios, key=lambda name: ratios[name])
        evidence.append({"dataset": dataset, "least": best, **ratios})
    if not evidence or not any(len(entry) > 3 for entry in evidence):
        return nothing_ran(study)
    ratios_by_dataset = "; ".join(
        f"{e['dataset']}: "
        + ", ".join(f"{k} {v:.2g}" for k, v in e.items() if k not in ("dataset", "least"))
        for e in evidence
    )
    wins = sum(entry["least"] == method for entry in evidence)
    reason = (
        f"least within-block over between-block variance on {wins} of {len(evidence)} "
        f"({ratios_by_dataset})"
    )
    return Verdict(HOLDS if wins == len(evidence) else FAILS, reason, evidence)


def varies_more(
    results: Results, *, study: StudyName, method: MethodName, than: MethodName, need: float = 0.5
) -> Verdict:
    """Do the method's training seconds deviate more than those of `than` on most data sets?

    The seconds are those of the fit at the chosen setting. They deviate over the trials.
    """
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
    reason = f"larger standard deviation of seconds on {int(more.sum())} of {len(more)} data sets"
    return Verdict(HOLDS if more.mean() > need else FAILS, reason, evidence)
