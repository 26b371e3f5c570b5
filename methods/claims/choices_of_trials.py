"""What fewer trials than ours would tell: over many choices of so many trials from ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, FEWEST_TRIALS
from methods.claims.cases import no_cases
from methods.claims.flips import smallest_shifts
from methods.claims.sentences import of_scores
from methods.claims.sentences.words import TOO_FEW, flip, group, quantity, sentences, unit_of
from methods.claims.verdicts import INCONCLUSIVE, Verdict, decide, pairs_of
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName
from methods.seeds import stream

CHOICES = 2000


def not_significant(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    trials: int,
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
    pairwise: bool = False,
    paired: bool = True,
) -> Verdict:
    """Can as few as `trials` trials tell no pair of methods apart?

    Pairs are made as in `lower`. A choice of so many of our trials tells a pair apart if its
    t-test is significant, corrected by Holm for all pairs. The claim holds if at most one choice in
    twenty tells any pair apart, and fails if at most one in twenty tells none, however large the
    differences may be. Without `paired` the test is that of two error bars, as if each method had
    trials of its own (Welch). Flips are shifts of the scores of `methods`.
    """
    scores = results.trial_scores(study, metric)
    cases: list[dict[str, Any]] = []
    lows, highs = [], []
    most = 0
    for dataset in results.datasets(study, datasets):
        for a, b in pairs_of(methods, than, pairwise):
            values = scores.loc[dataset, [a, b]].dropna().to_numpy()
            most = max(most, len(values))
            if len(values) >= trials >= FEWEST_TRIALS:
                cases.append({"dataset": dataset, "method": a, "than": b, "values": values})
    if not most:
        return no_cases(results, [study], metric, datasets)
    if not cases:
        few = of_scores.too_few_to_choose_from(trials, most, FEWEST_TRIALS)
        return Verdict(INCONCLUSIVE, sentences(few, TOO_FEW))
    for case in cases:
        low, high = _untold(case.pop("values"), trials, len(cases), paired)
        lows.append(low)
        highs.append(high)
        case["told_apart"] = float(np.mean((low > 0) | (high < 0)))
    # a choice tells no pair apart if it tells each of them not apart
    least, largest = np.max(lows, axis=0), np.min(highs, axis=0)

    def none_apart(shifts: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([np.mean((least <= s) & (s <= largest)) for s in shifts])

    def verdicts_at(shifts: NDArray[np.float64]) -> list[str]:
        return [decide(share >= 1 - ALPHA, share <= ALPHA) for share in none_apart(shifts)]

    (verdict,) = verdicts_at(np.zeros(1))
    flips = smallest_shifts(verdicts_at, np.concatenate([least, largest]))
    reason = of_scores.choices_of_trials(float(none_apart(np.zeros(1))[0]), trials, CHOICES, cases)
    moved = f"{quantity(metric)} of {group(list(dict.fromkeys(methods)))}"
    return Verdict(verdict, reason, cases, flips, flip(flips, moved, unit_of(metric)))


def _untold(
    values: NDArray[np.float64], trials: int, n_pairs: int, paired: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each choice of trials, between which shifts it does not tell two methods apart.

    `values` (trials, 2) are their scores. Every pair of methods has the same choices. That the
    smallest of all p-values is significant by Holm is that it is by Bonferroni.
    """
    rng = stream("claim", "choices of trials", len(values), trials)
    choices = rng.permuted(np.tile(np.arange(len(values)), (CHOICES, 1)), axis=1)[:, :trials]
    chosen = values[choices]
    means = (chosen[..., 0] - chosen[..., 1]).mean(axis=1)
    if paired:
        variances = (chosen[..., 0] - chosen[..., 1]).var(axis=1, ddof=1) / trials
        freedom = np.full(CHOICES, trials - 1.0)
    else:
        of_each = chosen.var(axis=1, ddof=1) / trials
        variances = of_each.sum(axis=1)
        squares = (of_each**2).sum(axis=1)
        known = squares > 0  # where no trial differs, the width is 0 whatever the freedom
        freedom = (trials - 1) * np.where(known, variances**2, 1) / np.where(known, squares, 1)
    width = t.ppf(1 - ALPHA / (2 * n_pairs), freedom) * variances**0.5
    return -means - width, -means + width
