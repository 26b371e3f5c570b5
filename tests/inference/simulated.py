"""Made-up tables of scores of known truth, and how often each statistic errs on them.

A score is a mean for the method, a deviation of this method on this data set, and trials of which
every two share a part: under resampling in halves the mean of the trials keeps as much variance as
one trial has (Nadeau and Bengio 2003), however many trials there are.
"""

from itertools import combinations

import numpy as np

from methods.bench.ranks import friedman_test, nemenyi_critical_difference, rank_methods
from methods.bench.statistics import (
    ALPHA,
    confidence_interval,
    holm_correction,
    paired_difference,
    t_test,
)
from methods.inference.effects import mean_difference, rank_biserial, wilcoxon_p_value
from methods.inference.rank_stability import rank_intervals
from methods.inference.region import (
    ROPE,
    correlated_t_probabilities,
    signed_rank_probabilities,
)

METHODS, TRIALS, RATIO = 6, 30, 1.0
OF_DATASET, OF_TRIAL = 0.015, 0.02  # standard deviations, as those of the kept errors
SURE = 0.95


def trials(rng, means, spread=OF_DATASET):
    """Scores of shape (trials, methods) of one data set."""
    truth = means + spread * rng.standard_normal(len(means))
    shared = OF_TRIAL * RATIO**0.5 * rng.standard_normal(len(means))
    return truth, truth + shared + OF_TRIAL * rng.standard_normal((TRIALS, len(means)))


def on_one_dataset(rng, gap):
    """Of two methods that differ by `gap`: does the interval miss it, and who is said to win?"""
    _, scores = trials(rng, np.array([gap, 0.0]), spread=0.0)
    difference = paired_difference(*scores.T, test_train_ratio=RATIO)
    low, high = confidence_interval(difference)
    chances = correlated_t_probabilities(difference)
    return {
        "interval misses": not low <= gap <= high,
        "t-test rejects": t_test(difference).p_value < ALPHA,
        "uncorrected t-test rejects": t_test(paired_difference(*scores.T)).p_value < ALPHA,
        "sure of better": chances.better > SURE, "sure of equal": chances.equal > SURE,
        "sure of worse": chances.worse > SURE,
    }  # fmt: skip


def on_many_datasets(rng, n_datasets, gap, spread=OF_DATASET):
    """Of `METHODS` methods, of which the first is better by `gap` than all others.

    Tests are over all pairs. The others are on the pair of the first two methods.
    """
    means = np.zeros(METHODS)
    means[0] = -gap
    table = np.array([trials(rng, means, spread)[1].mean(axis=0) for _ in range(n_datasets)])
    pairs = list(combinations(range(METHODS), 2))
    adjusted = holm_correction([wilcoxon_p_value(table[:, a] - table[:, b]) for a, b in pairs])
    rejected = {pair for pair, p in zip(pairs, adjusted, strict=True) if p < ALPHA}
    friedman = friedman_test(table, lower_is_better=True)
    critical = nemenyi_critical_difference(METHODS, n_datasets)
    ranks = friedman.average_ranks
    apart = {pair for pair in pairs if abs(ranks[pair[0]] - ranks[pair[1]]) >= critical}
    is_false = (lambda pair: 0 not in pair) if gap else (lambda pair: True)
    of_rival = [wilcoxon_p_value(table[:, 0] - table[:, other]) for other in range(1, METHODS)]
    differences = table[:, 0] - table[:, 1]
    effect, biserial = mean_difference(differences), rank_biserial(differences)
    chances = signed_rank_probabilities(differences, ROPE)
    low, high = rank_intervals(rank_methods(table, lower_is_better=True))
    expected = (METHODS + 1) / 2
    return {
        "Wilcoxon, Holm over pairs: a false rejection": any(map(is_false, rejected)),
        "Wilcoxon, Holm against one: a rejection": bool((holm_correction(of_rival) < ALPHA).any()),
        "Nemenyi: a false rejection": any(map(is_false, apart)),
        "Wilcoxon, Holm over pairs: first pair found": (0, 1) in rejected,
        "Nemenyi: first pair found": (0, 1) in apart,
        "mean interval misses": not effect.low <= -gap <= effect.high,
        "rank-biserial interval misses 0": not biserial.low <= 0 <= biserial.high,
        "rank interval misses": not low[-1] <= expected <= high[-1],
        "sure of better": chances.better > SURE, "sure of equal": chances.equal > SURE,
        "sure of worse": chances.worse > SURE,
    }  # fmt: skip


def rates(make, n_tables, *arguments, **options):
    """The share of the tables with each outcome."""
    outcomes = [
        make(np.random.default_rng(seed), *arguments, **options) for seed in range(n_tables)
    ]
    return {name: float(np.mean([o[name] for o in outcomes])) for name in outcomes[0]}
