"""Claims of the thesis's chapter 1, on contributions summed over all permutations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from sklearn.metrics import roc_auc_score

from methods.bench.results import Results
from methods.bench.statistics import confidence_interval, paired_difference
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    Interval,
    Verdict,
    decide,
    lies_above,
    lies_between,
    nothing_ran,
    value_and_interval,
)
from methods.complexity.complexity_contribution import NOISY_ABOVE
from methods.complexity.contribution_sums import (
    ContributionSums,
    average_contributions,
    combine,
    contributions_by_size,
    uniform_contributions,
)
from methods.schemas.option_kinds import DatasetName, Metric, StudyName
from methods.tables.papers.complexity import contribution_chunks, flipped_examples

# which examples, and the sizes of the subsets from the first to the second, which is excluded
Examples = tuple[Literal["noisy", "clean"], int, int]


def contributions_compared(
    results: Results,
    *,
    study: StudyName,
    dataset: DatasetName,
    first: Examples,
    second: Examples,
    above: float = 0.0,
    within: float | None = None,
    differ: bool = False,
) -> Verdict:
    """Is the mean contribution of ``first`` larger than that of ``second`` by more than ``above``?

    With ``within`` the question is whether they agree to within that much, and with ``differ``
    whether they differ at all. Chunks of permutations are the trials of the interval.
    """
    chunks = contribution_chunks(results, study, dataset)
    if len(chunks) < 2:
        return nothing_ran(study, [dataset])
    means = [_means(chunks, dataset, examples) for examples in (first, second)]
    difference = paired_difference(*means)
    interval = confidence_interval(difference)
    if differ:
        verdict = _differs_from_zero(interval)
    elif within is None:
        verdict = lies_above(interval, above)
    else:
        verdict = lies_between(interval, -within, within)
    sides = [
        f"{np.mean(values):.3f} {_for_the(examples)}"
        for values, examples in zip(means, (first, second), strict=True)
    ]
    reason = (
        f"{sides[0]} against {sides[1]}: difference "
        f"{value_and_interval(difference.value, interval, '.3f')} "
        f"over {len(chunks)} chunks of {chunks[0].n_permutations} permutations"
    )
    return Verdict(verdict, reason)


def contribution_near(
    results: Results,
    *,
    study: StudyName,
    dataset: DatasetName,
    of: Examples,
    value: float,
    within: float,
) -> Verdict:
    """Is the mean contribution of the examples ``of`` near a printed value?"""
    chunks = contribution_chunks(results, study, dataset)
    if len(chunks) < 2:
        return nothing_ran(study, [dataset])
    means = _means(chunks, dataset, of)
    difference = paired_difference(means, [value] * len(means))
    interval = confidence_interval(difference)
    low, high = interval
    reason = (
        f"{np.mean(means):.3f} {_for_the(of)}, against {value:g} "
        f"within {within:g}; the difference is {difference.value:+.3f} [{low:.3f}, {high:.3f}]"
    )
    return Verdict(lies_between(interval, -within, within), reason)


def detects(
    results: Results, *, study: StudyName, dataset: DatasetName, at_least: float
) -> Verdict:
    """Is the area under the ROC curve of both estimators at least so large?"""
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    _, noisy = flipped_examples(dataset)
    sums = combine(chunks)
    estimates = {
        "average": average_contributions(sums)[0], "uniform": uniform_contributions(sums)
    }  # fmt: skip
    if any(np.isnan(contributions).any() for contributions in estimates.values()):
        return Verdict(INCONCLUSIVE, "some examples have no contribution yet; more permutations")
    areas = {
        name: float(roc_auc_score(noisy, contributions))
        for name, contributions in estimates.items()
    }
    listed = ", ".join(f"{name} {area:.4f}" for name, area in areas.items())
    reason = f"area {listed} after {sums.n_permutations} permutations"
    return Verdict(HOLDS if min(areas.values()) >= at_least else FAILS, reason, [areas])


def outliers_categorised(
    results: Results, *, study: StudyName, dataset: DatasetName, need: float
) -> Verdict:
    """Does a share ``need`` of the flipped examples have an average contribution beyond theta_2?"""
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    _, noisy = flipped_examples(dataset)
    beyond = average_contributions(combine(chunks))[0] > NOISY_ABOVE
    rightly, wrongly = int(beyond[noisy].sum()), int(beyond[~noisy].sum())
    reason = (
        f"{rightly} of {int(noisy.sum())} flipped examples lie beyond {NOISY_ABOVE:g}, and "
        f"{wrongly} of the {int((~noisy).sum())} others"
    )
    return Verdict(HOLDS if rightly >= need * noisy.sum() else FAILS, reason)


def printed_in_range(
    results: Results, *, study: StudyName, dataset: DatasetName, metrics: Mapping[Metric, float]
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
    reason = "; ".join(
        f"{e['metric']} {e['printed']:g} printed, ours {e['least']:g} to {e['largest']:g}, median "
        f"{e['median']:g}, over {e['draws']} draws"
        for e in evidence
    )
    return Verdict(HOLDS if inside else FAILS, reason, evidence)


def _means(chunks: Sequence[ContributionSums], dataset: str, examples: Examples) -> list[float]:
    """The mean contribution of some examples, by chunk."""
    which, start, end = examples
    _, noisy = flipped_examples(dataset)
    chosen = noisy if which == "noisy" else ~noisy
    return [float(contributions_by_size(sums, chosen, [start, end])[0]) for sums in chunks]


def _for_the(examples: Examples) -> str:
    which, start, end = examples
    return f"for the {which} at sizes {start} to {end - 1}"


def _differs_from_zero(interval: Interval) -> str:
    low, high = interval
    return decide(high < 0 or low > 0, False)
