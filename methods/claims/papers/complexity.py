"""Claims of the thesis's chapter 1 on principal points, and on examples by their contributions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.metrics import roc_auc_score

from methods.bench.results import Results
from methods.bench.statistics import Difference
from methods.claims.flips import in_words
from methods.claims.regions import Region, judge_differences
from methods.claims.shares import judge_shares
from methods.claims.verdicts import INCONCLUSIVE, Verdict, nothing_ran
from methods.complexity.complexity_contribution import NOISY_ABOVE, categories
from methods.complexity.contribution_sums import (
    average_contributions,
    combine,
    uniform_contributions,
)
from methods.schemas.option_kinds import DatasetName, Metric, StudyName
from methods.tables.papers.complexity import (
    SIGNED_DISTANCES,
    contribution_chunks,
    flipped_examples,
)


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
    reason += judged.reason() or in_words(judged.flips)
    return Verdict(judged.verdict, reason, [areas], judged.flips)


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
    reason += judged.reason() or in_words(judged.flips)
    return Verdict(judged.verdict, reason, flips=judged.flips)


def critical_lie_near(results: Results, *, study: StudyName, dataset: DatasetName) -> Verdict:
    """Do the critical examples lie nearer to the boundary of the target than the typical ones?

    The probability that one of the critical examples lies nearer than one of the typical ones must
    be shown to be above a half. It is an area under a ROC curve, with the error of `detects`.
    """
    chunks = contribution_chunks(results, study, dataset)
    if not chunks:
        return nothing_ran(study, [dataset])
    data, _ = flipped_examples(dataset)
    category = categories(average_contributions(combine(chunks))[0])
    distances = np.abs(SIGNED_DISTANCES[dataset](data.X))
    critical, typical = distances[category == "critical"], distances[category == "typical"]
    if not len(critical) or not len(typical):
        return Verdict(INCONCLUSIVE, "no example is critical, or none is typical")
    labels = np.repeat([1, 0], [len(critical), len(typical)])
    nearer = float(roc_auc_score(labels, -np.concatenate([critical, typical])))
    error = _error_of_area(nearer, len(critical), len(typical))
    judged = judge_differences(
        [Difference(nearer, error, np.inf, len(critical))], Region(least=0.5)
    )
    reason = (
        f"{len(critical)} critical examples lie at a median distance of {np.median(critical):.3f} "
        f"and {len(typical)} typical ones at {np.median(typical):.3f}; one of the first lies "
        f"nearer than one of the others with probability {nearer:.3f}"
    )
    reason += judged.reason() or in_words(judged.flips)
    return Verdict(judged.verdict, reason, flips=judged.flips)


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
    reason += judged.reason() or in_words(judged.flips)
    return Verdict(judged.verdict, reason, evidence, judged.flips)


def _error_of_area(area: float, positives: int, negatives: int) -> float:
    """Standard error of the area under a ROC curve, after Hanley and McNeil."""
    both_positive, both_negative = area / (2 - area), 2 * area**2 / (1 + area)
    variance = area * (1 - area)
    variance += (positives - 1) * (both_positive - area**2)
    variance += (negatives - 1) * (both_negative - area**2)
    return float(np.sqrt(variance / (positives * negatives)))
