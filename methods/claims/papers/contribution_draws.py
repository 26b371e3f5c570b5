"""Claims of the thesis's chapter 1 on examples by their contributions, over draws of a data set.

A draw is a trial, or a small set that the claim draws itself. Each has a number that is computed
from the contributions of its examples, and the mean over the draws is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice

import numpy as np
from sklearn.metrics import roc_auc_score

from methods.bench.results import Results
from methods.bench.statistics import confidence_interval, paired_difference
from methods.claims.regions import Region, judge_differences
from methods.claims.sentences import of_thesis
from methods.claims.verdicts import Verdict, nothing_ran
from methods.complexity.complexity_contribution import NOISY_ABOVE, categories
from methods.complexity.contribution_sums import (
    average_contributions,
    contribution_sums,
    uniform_contributions,
)
from methods.complexity.gram_matrix import gram_matrix
from methods.data.generators.shapes import EYE_RADIUS, PLATE_RADIUS, yin_yang
from methods.schemas.option_kinds import DatasetName, StudyName
from methods.seeds import stream
from methods.tables.papers.complexity import (
    SIGNED_DISTANCES,
    DrawnContributions,
    contributions_by_draw,
)

DRAWS, PERMUTATIONS = 30, 200  # of the small sets that a claim draws itself
SEVERAL = 2  # examples
NEARER = "probability that a critical example lies nearer than a typical one"


def detects(
    results: Results, *, study: StudyName, dataset: DatasetName, at_least: float
) -> Verdict:
    """Is the area under the ROC curve of both estimators at least so large?"""

    def area(contributions: np.ndarray, noisy: np.ndarray) -> float:
        known = not np.isnan(contributions).any()
        return float(roc_auc_score(noisy, contributions)) if known else np.nan

    numbers = {
        "area under the ROC curve by the average": lambda draw: area(
            average_contributions(draw.sums)[0], draw.noisy
        ),
        "area under the ROC curve by uniform weights": lambda draw: area(
            uniform_contributions(draw.sums), draw.noisy
        ),
    }
    return _judge_stored(results, study, dataset, numbers, at_least)


def outliers_categorised(
    results: Results, *, study: StudyName, dataset: DatasetName, need: float
) -> Verdict:
    """Has more than a share ``need`` of the flipped examples a contribution beyond theta_2?"""

    def share(draw: DrawnContributions) -> float:
        return float(np.mean(average_contributions(draw.sums)[0][draw.noisy] > NOISY_ABOVE))

    return _judge_stored(
        results, study, dataset, {f"share of flipped examples beyond {NOISY_ABOVE:g}": share}, need
    )


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

    return _judge_stored(results, study, dataset, {NEARER: nearer}, 0.5)


def eye_contributes(
    results: Results, *, examples: int, sizes: tuple[int, int], at_least: float
) -> Verdict:
    """Do noiseless examples in the small grey disk of Yin-Yang contribute `at_least` or more?

    They are examples of sets of so many ``examples`` that have several in the disk. Contributions
    are to subsets of ``sizes`` from the first to the second. The sets are drawn here, without a
    run. Flips are shifts of the mean contribution.
    """

    def mean(draw: DrawnContributions) -> float:
        return float(average_contributions(draw.sums)[0][_in_the_eye(draw.X)].mean())

    numbers = {"mean contribution in the disk": mean}
    return _judge(
        list(islice(_with_several_in_the_eye(examples, *sizes), DRAWS)), numbers, at_least
    )


def _in_the_eye(X: np.ndarray) -> np.ndarray:
    return np.hypot(X[:, 0] + PLATE_RADIUS / 2, X[:, 1]) <= EYE_RADIUS


def _with_several_in_the_eye(
    examples: int, smallest: int, largest: int
) -> Iterator[DrawnContributions]:
    for number in count():
        rng = stream("claim", "complexity", "small disk", number)
        X, y, extras = yin_yang(examples, rng)
        if _in_the_eye(X).sum() < SEVERAL:
            continue
        orders = [rng.permutation(examples) for _ in range(PERMUTATIONS)]
        sums = contribution_sums(gram_matrix(X, X, "perceptron"), y, orders, smallest, largest)
        yield DrawnContributions(sums, X, extras["noisy"])


def _judge_stored(
    results: Results,
    study: str,
    dataset: str,
    numbers: Mapping[str, Callable[[DrawnContributions], float]],
    least: float,
) -> Verdict:
    draws = contributions_by_draw(results, study, dataset)
    return _judge(draws, numbers, least) if draws else nothing_ran(study, [dataset])


def _judge(
    draws: Sequence[DrawnContributions],
    numbers: Mapping[str, Callable[[DrawnContributions], float]],
    least: float,
) -> Verdict:
    """Is the mean of each number over the draws above `least`?"""
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
