"""How different the components of an ensemble are, in their decisions and in their weights.

Decisions: for a pair of components, count the examples that both get right (n11), only the first
(n10), only the second (n01) and neither (n00). Kuncheva and Whitaker (2003) define

    Q statistic     (n11 n00 - n01 n10) / (n11 n00 + n01 n10)
    correlation     (n11 n00 - n01 n10) / sqrt((n11+n10) (n01+n00) (n11+n01) (n10+n00))
    disagreement    (n01 + n10) / n
    double fault    n00 / n

and kappa = (agreement - chance) / (1 - chance) of the two components' labels (Dietterich 2000).
Q, correlation, kappa and double fault are low, disagreement is high, for a diverse ensemble.

Weights: the angle between two linear components, DRM's div = 1 - cos(angle), and ERM's
exclusivity ||u * v||_0 and relaxed exclusivity ||u * v||_1.

The measure of an ensemble is the mean over its unordered pairs, or NaN for a single component.
Arrays of pairs have length C (C-1) / 2, in the order of ``np.triu_indices(C, 1)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from methods.angles import mean_pairwise_angle, pairwise_angles, pairwise_chords

Pairs = NDArray[np.float64]

# A weight counts as zero below this share of the largest one: solvers stop near zero, not at it.
ZERO_WEIGHT = 1e-6


@dataclass(frozen=True)
class PairCounts:
    """The 2x2 table of right and wrong decisions of each pair of components."""

    both_right: Pairs
    first_right: Pairs
    second_right: Pairs
    both_wrong: Pairs

    @property
    def n_examples(self) -> Pairs:
        return self.both_right + self.first_right + self.second_right + self.both_wrong


def count_pairs(component_predictions: ArrayLike, y: ArrayLike) -> PairCounts:
    """Count right and wrong decisions of all pairs.

    Parameters
    ----------
    component_predictions : array-like of shape (n_components, n_examples)
        Labels of any kind that can be compared with `y`.
    y : array-like of shape (n_examples,)
        True labels.
    """
    predictions, y = np.asarray(component_predictions), np.asarray(y)
    if predictions.ndim != 2 or predictions.shape[1:] != y.shape or not y.size:
        raise ValueError(
            f"component predictions must have shape (n_components, {y.size}) as y has "
            f"{y.size} examples (one or more), got {predictions.shape}"
        )
    right = (predictions == y).astype(float)
    wrong = 1 - right
    first_right = right @ wrong.T
    return PairCounts(
        both_right=_upper(right @ right.T),
        first_right=_upper(first_right),
        second_right=_upper(first_right.T),
        both_wrong=_upper(wrong @ wrong.T),
    )


def q_statistic(counts: PairCounts) -> Pairs:
    """Yule's Q of each pair, in [-1, 1]; 0 for components that err independently."""
    same = counts.both_right * counts.both_wrong
    different = counts.first_right * counts.second_right
    return _divide_or_limit(same - different, same + different, counts)


def correlation(counts: PairCounts) -> Pairs:
    """Correlation of being right, of each pair, in [-1, 1]."""
    first = counts.both_right + counts.first_right
    second = counts.both_right + counts.second_right
    variances = first * (counts.n_examples - first) * second * (counts.n_examples - second)
    same = counts.both_right * counts.both_wrong
    different = counts.first_right * counts.second_right
    return _divide_or_limit(same - different, np.sqrt(variances), counts)


def disagreement(counts: PairCounts) -> Pairs:
    """Share of the examples that exactly one of the two gets right."""
    return (counts.first_right + counts.second_right) / counts.n_examples


def double_fault(counts: PairCounts) -> Pairs:
    """Share of the examples that both get wrong."""
    return counts.both_wrong / counts.n_examples


def kappa(component_predictions: ArrayLike) -> Pairs:
    """Cohen's kappa between the labels of each pair; 1 if both give one and the same label only."""
    predictions = np.asarray(component_predictions)
    n_components, n_examples = predictions.shape
    agreement = np.zeros((n_components, n_components))
    chance = np.zeros((n_components, n_components))
    for label in np.unique(predictions):
        chosen = (predictions == label).astype(float)
        share = chosen.mean(axis=1)
        agreement += chosen @ chosen.T / n_examples
        chance += np.outer(share, share)
    agreement, chance = _upper(agreement), _upper(chance)
    certain = chance == 1
    return np.where(certain, 1.0, (agreement - chance) / np.where(certain, 1.0, 1 - chance))


def cosine_distance(components: ArrayLike) -> Pairs:
    """DRM's div(u, v) = 1 - u.v / (||u|| ||v||) of each pair of rows; NaN where a row is zero."""
    return pairwise_chords(components) ** 2 / 2


def exclusivity(components: ArrayLike, tolerance: float = ZERO_WEIGHT) -> Pairs:
    """Number of features that both rows of each pair use, ||u * v||_0.

    An entry at or below `tolerance` times the largest of all components counts as zero.
    """
    sizes = np.abs(np.asarray(components, dtype=float))
    used = (sizes > tolerance * sizes.max()).astype(float)
    return _upper(used @ used.T)


def relaxed_exclusivity(components: ArrayLike) -> Pairs:
    """||u * v||_1 of each pair of rows."""
    sizes = np.abs(np.asarray(components, dtype=float))
    return _upper(sizes @ sizes.T)


def smallest_pairwise_angle(components: ArrayLike) -> float:
    """Smallest angle in degrees over the pairs that have one; NaN without any."""
    angles = pairwise_angles(components)
    known = angles[~np.isnan(angles)]
    return float(known.min()) if known.size else np.nan


def _mean(pairs: Pairs) -> float:
    known = pairs[~np.isnan(pairs)]
    return float(known.mean()) if known.size else np.nan


OF_DECISIONS: Mapping[str, Callable[[ArrayLike, PairCounts], Pairs]] = {
    "q_statistic": lambda _, counts: q_statistic(counts),
    "correlation": lambda _, counts: correlation(counts),
    "disagreement": lambda _, counts: disagreement(counts),
    "double_fault": lambda _, counts: double_fault(counts),
    "kappa": lambda predictions, _: kappa(predictions),
}
OF_WEIGHTS: Mapping[str, Callable[[ArrayLike], float]] = {
    "mean_angle": mean_pairwise_angle,
    "smallest_angle": smallest_pairwise_angle,
    "cosine_distance": lambda components: _mean(cosine_distance(components)),
    "exclusivity": lambda components: _mean(exclusivity(components)),
    "relaxed_exclusivity": lambda components: _mean(relaxed_exclusivity(components)),
}
DIVERSITY_MEASURES = (*OF_DECISIONS, *OF_WEIGHTS)


def diversity_measures(
    component_predictions: ArrayLike, y: ArrayLike, components: ArrayLike | None = None
) -> dict[str, float]:
    """All measures of an ensemble, means over its unordered pairs; NaN for one component.

    Parameters
    ----------
    component_predictions : array-like of shape (n_components, n_examples)
        Labels that the components predict.
    y : array-like of shape (n_examples,)
        True labels.
    components : array-like of shape (n_components, n_features), default=None
        Weight vectors of linear components. Without them the measures of weights are left out.

    Returns
    -------
    measures : dict of str to float
        The mean of each measure, by its name.
    """
    counts = count_pairs(component_predictions, y)
    measures = {
        name: _mean(measure(component_predictions, counts))
        for name, measure in OF_DECISIONS.items()
    }
    if components is not None:
        measures |= {name: measure(components) for name, measure in OF_WEIGHTS.items()}
    return measures


def _divide_or_limit(numerator: Pairs, denominator: Pairs, counts: PairCounts) -> Pairs:
    """The quotient, or its limit where a component is always right or always wrong, which is 0/0.

    The limit is 1 if the two are right on the same examples, -1 if they never are, and else 0,
    because a constant is independent of anything.
    """
    never_apart = counts.first_right + counts.second_right == 0
    never_together = counts.both_right + counts.both_wrong == 0
    limit = never_apart.astype(float) - never_together
    undefined = denominator == 0
    return np.where(undefined, limit, numerator / np.where(undefined, 1.0, denominator))


def _upper(square: NDArray[np.float64]) -> Pairs:
    return square[np.triu_indices(len(square), 1)]
