"""Claims of the thesis's chapter 1, on contributions summed over all permutations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from sklearn.metrics import roc_auc_score

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval, paired_difference
from methods.claims.flips import in_words
from methods.claims.regions import Judged, Region, judge_differences
from methods.claims.shares import judge_shares
from methods.claims.verdicts import INCONCLUSIVE, Verdict, nothing_ran, value_and_interval
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
    each_size: bool = False,
) -> Verdict:
    """Is the mean contribution of ``first`` larger than that of ``second`` by more than ``above``?

    With ``within`` the question is whether they agree to within that much. With ``each_size`` it
    must be so at each size, not on average over them; both sides then have the same sizes. Chunks
    of permutations are the trials. Flips are shifts of the contributions of ``first``.
    """
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    pairs = [(first, second)]
    if each_size:
        sizes = range(first[1], first[2])
        pairs = [((first[0], n, n + 1), (second[0], n, n + 1)) for n in sizes]
    region = Region(least=above) if within is None else Region(-within, within)
    differences, evidence = _differences(chunks, dataset, pairs)
    judged = judge_differences(differences, region)
    return _verdict(judged, evidence, chunks)


def ends_bend(
    results: Results,
    *,
    study: StudyName,
    dataset: DatasetName,
    end: tuple[int, int],
    before: tuple[int, int],
    differ: float,
) -> Verdict:
    """Do both curves, of noisy and of clean examples, leave their course at the right end?

    The mean contribution at the sizes ``end`` must be shown to differ by more than ``differ``, up
    or down, from that at the sizes ``before``. It fails if one is shown to differ by less.
    """
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    kinds: tuple[Literal["noisy", "clean"], ...] = ("noisy", "clean")
    differences, evidence = _differences(
        chunks, dataset, [((which, *end), (which, *before)) for which in kinds]
    )
    judged = judge_differences(differences, Region(-differ, differ, outside=True))
    return _verdict(judged, evidence, chunks)


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
    if not chunks:
        return nothing_ran(study, [dataset])
    means = _means(chunks, dataset, of)
    difference = paired_difference(means, [value] * len(means))
    judged = judge_differences([difference], Region(-within, within))
    shown = value_and_interval(difference.value, confidence_interval(difference), "+.3f")
    reason = (
        f"{np.mean(means):.3f} {_for_the(of)}, against {value:g} within {within:g}; the difference "
        f"is {shown}"
    )
    return Verdict(judged.verdict, reason + _end_of(judged), flips=judged.flips)


def detects(
    results: Results, *, study: StudyName, dataset: DatasetName, at_least: float
) -> Verdict:
    """Is the area under the ROC curve of both estimators at least so large?

    The flipped examples are one draw. The error of an area is that of Hanley and McNeil (1982).
    """
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
    flipped, others = int(noisy.sum()), int((~noisy).sum())
    judged = judge_differences(
        [
            Difference(area, _error_of_area(area, flipped, others), np.inf, flipped)
            for area in areas.values()
        ],
        Region(least=at_least),
    )
    listed = ", ".join(f"{name} {area:.4f}" for name, area in areas.items())
    reason = (
        f"area {listed} for {flipped} flipped examples among {len(noisy)}, after "
        f"{sums.n_permutations} permutations"
    )
    return Verdict(judged.verdict, reason + _end_of(judged), [areas], judged.flips)


def outliers_categorised(
    results: Results, *, study: StudyName, dataset: DatasetName, need: float
) -> Verdict:
    """Has more than a share ``need`` of the flipped examples a contribution beyond theta_2?

    By the binomial test. Flips are shifts of the contributions.
    """
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    _, noisy = flipped_examples(dataset)
    contributions = average_contributions(combine(chunks))[0]
    beyond = contributions > NOISY_ABOVE
    above = float(np.nextafter(NOISY_ABOVE, np.inf))
    judged = judge_shares([contributions[noisy]], above, np.inf, need, 1.0)
    reason = (
        f"{int(beyond[noisy].sum())} of {int(noisy.sum())} flipped examples lie beyond "
        f"{NOISY_ABOVE:g}, and {int(beyond[~noisy].sum())} of the {int((~noisy).sum())} others"
    )
    return Verdict(judged.verdict, reason + _end_of(judged), flips=judged.flips)


def printed_in_range(
    results: Results, *, study: StudyName, dataset: DatasetName, metrics: Mapping[Metric, float]
) -> Verdict:
    """Could one draw of ours give the printed counts?

    A printed count fails if it lies outside of the prediction interval for one more draw (Student's
    t), by Holm over the counts. The claim holds if none does: one printed draw can show no more.
    """
    evidence: list[dict[str, Any]] = []
    apart: list[Difference] = []
    for metric, printed in metrics.items():
        scores = results.scores(study, metric)
        values = scores[scores["dataset"] == dataset]["value"].dropna()
        n = len(values)
        if not n:
            return nothing_ran(study, [dataset])
        spread = float(values.std(ddof=1)) if n > 1 else np.nan
        error = spread * float(np.sqrt(1 + 1 / n))
        apart.append(Difference(float(values.mean()) - printed, error, n - 1, n))
        evidence.append(
            {"metric": metric, "printed": printed, "least": float(values.min()),
             "median": float(values.median()), "largest": float(values.max()), "draws": n}
        )  # fmt: skip
    # Only that a printed count is unlike ours can be shown, so what is not refuted holds.
    judged = judge_differences(apart, Region(-np.inf, np.inf, kept=(0.0, 0.0)))
    reason = "; ".join(
        f"{e['metric']} {e['printed']:g} printed, ours {e['least']:g} to {e['largest']:g}, median "
        f"{e['median']:g}, over {e['draws']} draws"
        for e in evidence
    )
    return Verdict(judged.verdict, reason + _end_of(judged), evidence, judged.flips)


def _differences(
    chunks: Sequence[ContributionSums], dataset: str, pairs: Sequence[tuple[Examples, Examples]]
) -> tuple[list[Difference], list[dict[str, Any]]]:
    """First minus second of each pair, over the chunks, and what is known of it."""
    differences, evidence = [], []
    for first, second in pairs:
        means = [_means(chunks, dataset, examples) for examples in (first, second)]
        difference = paired_difference(*means)
        differences.append(difference)
        evidence.append(
            {"first": _for_the(first), "second": _for_the(second),
             "means": [float(np.mean(values)) for values in means],
             "difference": difference.value, "interval": list(confidence_interval(difference))}
        )  # fmt: skip
    return differences, evidence


def _verdict(
    judged: Judged, evidence: list[dict[str, Any]], chunks: Sequence[ContributionSums]
) -> Verdict:
    for entry, p_values, verdict in zip(evidence, judged.p_values, judged.cases, strict=True):
        entry.update(**p_values, verdict=verdict)
    reason = "; ".join(
        f"{e['means'][0]:.3f} {e['first']} against {e['means'][1]:.3f} {e['second']}: difference "
        f"{value_and_interval(e['difference'], e['interval'], '.3f')}"
        for e in evidence
    )
    reason += f", over {len(chunks)} chunks of {chunks[0].n_permutations} permutations"
    return Verdict(judged.verdict, reason + _end_of(judged), evidence, judged.flips)


def _end_of(judged: Judged) -> str:
    return judged.reason() or in_words(judged.flips)


def _error_of_area(area: float, positives: int, negatives: int) -> float:
    """Standard error of the area under a ROC curve, after Hanley and McNeil."""
    both_positive, both_negative = area / (2 - area), 2 * area**2 / (1 + area)
    variance = area * (1 - area)
    variance += (positives - 1) * (both_positive - area**2)
    variance += (negatives - 1) * (both_negative - area**2)
    return float(np.sqrt(variance / (positives * negatives)))


def _means(chunks: Sequence[ContributionSums], dataset: str, examples: Examples) -> list[float]:
    """The mean contribution of some examples, by chunk."""
    which, start, end = examples
    _, noisy = flipped_examples(dataset)
    chosen = noisy if which == "noisy" else ~noisy
    return [float(contributions_by_size(sums, chosen, [start, end])[0]) for sums in chunks]


def _for_the(examples: Examples) -> str:
    which, start, end = examples
    return f"for the {which} at sizes {start} to {end - 1}"
