"""Claims of the thesis's chapter 1 on examples by their contributions, over draws of a data set.

A draw is a trial. Each has a number that is computed from the contributions of its examples, and
the mean over the draws is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from sklearn.metrics import roc_auc_score

from methods.bench.results import Results
from methods.bench.statistics import confidence_interval, paired_difference
from methods.claims.regions import Region, judge_differences
from methods.claims.sentences import of_thesis
from methods.claims.verdicts import Verdict, nothing_ran
from methods.complexity.complexity_contribution import NOISY_ABOVE, categories
from methods.complexity.contribution_sums import average_contributions, uniform_contributions
from methods.data.generators.shapes import EYE_RADIUS, PLATE_RADIUS
from methods.schemas.option_kinds import DatasetName, StudyName
from methods.tables.papers.complexity import (
    SIGNED_DISTANCES,
    DrawnContributions,
    contributions_by_draw,
)


def detects(
    results: Results, *, study: StudyName, dataset: DatasetName, at_least: float
) -> Verdict:
    """Is the area under the ROC curve of both estimators at least so large?"""

    def area(contributions: np.ndarray, noisy: np.ndarray) -> float:
        known = not np.isnan(contributions).any()
        return float(roc_auc_score(noisy, contributions)) if known else np.nan

    numbers = {
        "area by the average": lambda draw: area(average_contributions(draw.sums)[0], draw.noisy),
        "by uniform weights": lambda draw: area(uniform_contributions(draw.sums), draw.noisy),
    }
    return _judge(results, study, dataset, numbers, at_least)


def outliers_categorised(
    results: Results, *, study: StudyName, dataset: DatasetName, need: float
) -> Verdict:
    """Has more than a share ``need`` of the flipped examples a contribution beyond theta_2?"""

    def share(draw: DrawnContributions) -> float:
        return float(np.mean(average_contributions(draw.sums)[0][draw.noisy] > NOISY_ABOVE))

    return _judge(results, study, dataset, {f"share beyond {NOISY_ABOVE:g}": share}, need)


def critical_lie_near(results: Results, *, study: StudyName, dataset: DatasetName) -> Verdict:
    """Do the critical examples lie nearer to the boundary of the target than the typical ones?

    The probability that one of the critical examples lies nearer than one of the typical ones must
    be shown to be above a half.
    """

    def nearer(draw: DrawnContributions) -> float:
        category = categories(average_contributions(draw.sums)[0])
        compared = np.isin(category, ["critical", "typical"])
        is_critical = category[compared] == "critical"
        distances = np.abs(SIGNED_DISTANCES[dataset](draw.X[compared]))
        both = 0 < is_critical.sum() < len(is_critical)
        return float(roc_auc_score(is_critical, -distances)) if both else np.nan

    return _judge(results, study, dataset, {"probability of the nearer": nearer}, 0.5)


def eye_contributes(
    results: Results, *, study: StudyName, dataset: DatasetName, at_least: float
) -> Verdict:
    """Do the noiseless examples in the small grey disk of Yin-Yang contribute so much?"""

    def mean(draw: DrawnContributions) -> float:
        to_eye = np.hypot(draw.X[:, 0] + PLATE_RADIUS / 2, draw.X[:, 1])
        inside = (to_eye <= EYE_RADIUS) & ~draw.noisy
        contributions = average_contributions(draw.sums)[0][inside]
        return float(contributions.mean()) if len(contributions) else np.nan

    return _judge(results, study, dataset, {"mean contribution in the disk": mean}, at_least)


def _judge(
    results: Results,
    study: str,
    dataset: str,
    numbers: Mapping[str, Callable[[DrawnContributions], float]],
    least: float,
) -> Verdict:
    """Is the mean of each number over the draws above `least`?"""
    draws = contributions_by_draw(results, study, dataset)
    if not draws:
        return nothing_ran(study, [dataset])
    by_name = {name: np.array([number(draw) for draw in draws]) for name, number in numbers.items()}
    means = [paired_difference(values, np.zeros(len(values))) for values in by_name.values()]
    judged = judge_differences(means, Region(least=least))
    evidence = [
        {"number": name, "mean": mean.value, "interval": list(confidence_interval(mean)),
         "least": float(np.nanmin(by_name[name], initial=np.inf)),
         "largest": float(np.nanmax(by_name[name], initial=-np.inf)), "draws": mean.n,
         **p_values, "verdict": verdict}
        for name, mean, p_values, verdict in zip(
            by_name, means, judged.p_values, judged.cases, strict=True
        )
    ]  # fmt: skip
    means_with_intervals = [
        (name, mean.value, confidence_interval(mean))
        for name, mean in zip(by_name, means, strict=True)
    ]
    permutations = draws[0].sums.n_permutations
    reason = of_thesis.means_over_draws(means_with_intervals, least, len(draws), permutations)
    return judged.told(reason, evidence, f"the {' and the '.join(by_name)}")
