"""Tests of the claims of the thesis's chapter 1, on contributions summed over all permutations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.metrics import roc_auc_score

from methods.bench import paths
from methods.bench.results import Results
from methods.bench.statistics import ALPHA, confidence_interval, paired_difference
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict, nothing_ran
from methods.complexity.complexity_contribution import NOISY_ABOVE
from methods.complexity.contribution_sums import (
    ContributionSums,
    average_contributions,
    combine,
    contributions_by_size,
    uniform_contributions,
)
from methods.data.prepare import Dataset, load_dataset


def contribution_chunks(results: Results, study: str, dataset: str) -> list[ContributionSums]:
    """The sums that each fit has kept, in order of the seeds."""
    if dataset not in results.datasets(study):
        return []
    return [
        ContributionSums(
            int(kept["min_size"]), int(kept["max_size"]), int(kept["n_permutations"]),
            kept["times"], kept["increases"], kept["squares"], kept["gram"], kept["moments"],
        )
        for kept in results.kept_by_fit(study, dataset).values()
    ]  # fmt: skip


def flipped_examples(dataset: str) -> tuple[Dataset, np.ndarray]:
    """The prepared data set, and which of its labels are flipped."""
    data = load_dataset(paths.prepared(dataset))
    return data, data.extras["noisy"].astype(bool)


def contributions_compared(
    results: Results,
    *,
    study: str,
    dataset: str,
    first: Sequence[Any],
    second: Sequence[Any],
    above: float = 0.0,
    within: float | None = None,
    differ: bool = False,
) -> Verdict:
    """Is the mean contribution of ``first`` larger than that of ``second`` by more than ``above``?

    Each of the two is [noisy or clean, from, to]: examples, and sizes of the subsets, the last
    excluded. With ``within`` the question is whether they agree to within that much, and with
    ``differ`` whether they differ at all. Chunks of permutations are the trials of the interval.
    """
    chunks = contribution_chunks(results, study, dataset)
    if len(chunks) < 2:
        return nothing_ran(study, [dataset])
    _, noisy = flipped_examples(dataset)
    means = [
        [_mean(chunk, noisy if who == "noisy" else ~noisy, low, high) for chunk in chunks]
        for who, low, high in (first, second)
    ]
    difference = paired_difference(*means)
    low, high = confidence_interval(difference, 1 - ALPHA)
    if differ:
        verdict = INCONCLUSIVE if low <= 0 <= high else HOLDS
    elif within is None:
        verdict = HOLDS if low > above else FAILS if high <= above else INCONCLUSIVE
    elif -within < low and high < within:
        verdict = HOLDS
    else:
        verdict = FAILS if low >= within or high <= -within else INCONCLUSIVE
    said = [
        f"{np.mean(values):.3f} for the {who} at sizes {start} to {end - 1}"
        for values, (who, start, end) in zip(means, (first, second), strict=True)
    ]
    reason = (
        f"{said[0]} against {said[1]}: difference {difference.value:.3f} [{low:.3f}, {high:.3f}] "
        f"over {len(chunks)} chunks of {chunks[0].n_permutations} permutations"
    )
    return Verdict(verdict, reason)


def contribution_near(
    results: Results,
    *,
    study: str,
    dataset: str,
    of: Sequence[Any],
    value: float,
    within: float,
) -> Verdict:
    """Is the mean contribution of ``of`` ([noisy or clean, from, to]) near a printed value?"""
    chunks = contribution_chunks(results, study, dataset)
    if len(chunks) < 2:
        return nothing_ran(study, [dataset])
    _, noisy = flipped_examples(dataset)
    who, start, end = of
    means = [_mean(chunk, noisy if who == "noisy" else ~noisy, start, end) for chunk in chunks]
    difference = paired_difference(means, [value] * len(means))
    low, high = confidence_interval(difference, 1 - ALPHA)
    if -within < low and high < within:
        verdict = HOLDS
    else:
        verdict = FAILS if low >= within or high <= -within else INCONCLUSIVE
    reason = (
        f"{np.mean(means):.3f} for the {who} at sizes {start} to {end - 1}, against {value:g} "
        f"within {within:g}; the difference is {difference.value:+.3f} [{low:.3f}, {high:.3f}]"
    )
    return Verdict(verdict, reason)


def detects(results: Results, *, study: str, dataset: str, at_least: float) -> Verdict:
    """Is the area under the ROC curve of both estimators at least so large?"""
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    _, noisy = flipped_examples(dataset)
    sums = combine(chunks)
    estimates = {
        "average": average_contributions(sums)[0], "uniform": uniform_contributions(sums)
    }  # fmt: skip
    if any(np.isnan(found).any() for found in estimates.values()):
        return Verdict(INCONCLUSIVE, "some examples have no contribution yet; more permutations")
    areas = {name: float(roc_auc_score(noisy, found)) for name, found in estimates.items()}
    said = ", ".join(f"{name} {area:.4f}" for name, area in areas.items())
    reason = f"area {said} after {sums.n_permutations} permutations"
    return Verdict(HOLDS if min(areas.values()) >= at_least else FAILS, reason, [areas])


def outliers_categorised(results: Results, *, study: str, dataset: str, need: float) -> Verdict:
    """Does a share ``need`` of the flipped examples have an average contribution beyond theta_2?"""
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    _, noisy = flipped_examples(dataset)
    beyond = average_contributions(combine(chunks))[0] > NOISY_ABOVE
    found, wrongly = int(beyond[noisy].sum()), int(beyond[~noisy].sum())
    reason = (
        f"{found} of {int(noisy.sum())} flipped examples lie beyond {NOISY_ABOVE:g}, and {wrongly} "
        f"of the {int((~noisy).sum())} others"
    )
    return Verdict(HOLDS if found >= need * noisy.sum() else FAILS, reason)


def printed_in_range(
    results: Results, *, study: str, dataset: str, metrics: dict[str, float]
) -> Verdict:
    """Does each printed count of one draw lie within the range of ours?"""
    evidence: list[dict[str, Any]] = []
    for metric, printed in metrics.items():
        scores = results.scores(study, metric)
        values = scores[scores["dataset"] == dataset]["value"].dropna()
        if len(values) < 2:
            return nothing_ran(study, [dataset])
        evidence.append(
            {"metric": metric, "printed": printed, "least": float(values.min()),
             "median": float(values.median()), "largest": float(values.max()),
             "draws": len(values)}
        )  # fmt: skip
    inside = all(e["least"] <= e["printed"] <= e["largest"] for e in evidence)
    said = "; ".join(
        f"{e['metric']} {e['printed']:g} printed, ours {e['least']:g} to {e['largest']:g}, median "
        f"{e['median']:g}, over {e['draws']} draws"
        for e in evidence
    )
    return Verdict(HOLDS if inside else FAILS, said, evidence)


def _mean(sums: ContributionSums, examples: np.ndarray, start: int, end: int) -> float:
    return float(contributions_by_size(sums, examples, [start, end])[0])
