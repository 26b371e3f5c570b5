"""Claims on average ranks over data sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from methods.bench.ranks import friedman_test, rank_methods
from methods.bench.results import Results
from methods.bench.statistics import ALPHA, FEWEST_TRIALS
from methods.claims.flips import one_by_one, smallest_shifts
from methods.claims.sentences import of_scores
from methods.claims.sentences.words import PERCENT, TOO_FEW, flip, group, sentences
from methods.claims.verdicts import INCONCLUSIVE, UNTESTABLE, Verdict, decide
from methods.schemas.option_kinds import DatasetName, MethodName, StudyName
from methods.seeds import stream

RESAMPLES = 2000  # so that a share of 5 % is known to half a per cent
GRID = 0.002  # of an error: between two such shifts an answer is not looked for
SMALLEST_SHIFT = 1e-6  # of an error, far below one error on any test set here

Array = NDArray[np.float64]


def best_ranks(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    ours: Sequence[MethodName],
    datasets: Sequence[DatasetName],
    places: int,
    needed: int,
    in_order: bool = False,
) -> Verdict:
    """Are at least `needed` of the best `places` average ranks among `ours`?

    Ranks are of mean errors over trials, so they depend on the splits that were drawn. The trials
    of each data set are therefore drawn again, with replacement. The claim holds if it is true in
    95 % of these resamples. It fails if so many rivals are shown to rank before so many of `ours`
    that the places are gone: each pair by the share of the resamples, with Bonferroni's correction.
    That it is seldom true would not do, since of methods that are all alike given ones seldom take
    several places at once. Equal ranks favour nobody. With `in_order` a place counts only if the
    one of `ours` at the same position has it. Flips are shifts of the errors of `ours`.
    """
    errors = results.trial_scores(study, "error")[list(methods)].dropna()
    trials = {
        str(name): of_one.to_numpy()
        for name, of_one in errors.groupby(level="dataset", sort=False)
        if name in datasets
    }
    if len(trials) < len(datasets):
        return Verdict(UNTESTABLE, of_scores.lacks_datasets(len(trials), len(datasets)))
    means = np.stack([of_one.mean(axis=0) for of_one in trials.values()])
    friedman = friedman_test(means, lower_is_better=True)
    ranks = dict(zip(methods, friedman.average_ranks.tolist(), strict=True))
    evidence = [{"method": name, "average_rank": rank} for name, rank in ranks.items()]
    # of equal ranks ours count as the worse
    best = sorted(ranks, key=lambda name: (ranks[name], name in ours))[:places]
    found = of_scores.ranks_told(ours, ranks, places, len(set(best) & set(ours)), len(means))
    if min(map(len, trials.values())) < FEWEST_TRIALS:
        return Verdict(INCONCLUSIVE, sentences(found, TOO_FEW), evidence)

    resampled = _resampled_means(list(trials.values()), stream("claim", "average ranks", study))
    mine = np.isin(methods, ours)
    positions = np.array([list(methods).index(name) for name in ours])

    def share(shift: float) -> float:
        """Of the resamples, in which enough of ours are among the best."""
        best = _best(resampled + shift * mine, positions, places)
        in_place = best[:, : len(positions)] == positions[:places]
        of_ours = (in_place if in_order else mine[best]).sum(axis=1)
        return float((of_ours >= needed).mean())

    def holds(shift: float) -> bool:
        return share(shift) >= 1 - ALPHA

    def may_hold(shift: float) -> bool:
        before, after = _shown(resampled + shift * mine, positions)
        if in_order:
            at = np.arange(min(places, len(ours)))
            last = len(methods) - 1 - at
            lost = (before.sum(axis=1)[at] > at) | (after.sum(axis=1)[at] > last)
        else:
            lost = before[:, ~mine].sum(axis=1) > places - needed
        return int((~lost).sum()) >= needed

    def verdict_at(shift: float) -> str:
        return decide(holds(shift), not may_hold(shift))

    span = float(np.ptp(resampled))  # beyond it ours are all better, or all worse
    # In order, lower errors may lose a place: the second of ours may pass the first.
    inner = np.arange(-span, span, GRID) if in_order else np.zeros(0)
    shifts = np.concatenate([[-span - 1], inner, [span + 1]])
    steps = [step for passes in (holds, may_hold) for step in _changes(passes, shifts)]
    flips = smallest_shifts(one_by_one(verdict_at), steps or [span])
    reason = sentences(found, of_scores.rank_resamples(share(0.0), RESAMPLES, friedman.f_p_value))
    change = flip(flips, f"the error of {group(ours)}", PERCENT)
    return Verdict(verdict_at(0.0), reason, evidence, flips, change)


def _resampled_means(trials: Sequence[Array], rng: np.random.Generator) -> Array:
    """Mean errors of trials drawn with replacement, of shape (resamples, data sets, methods)."""
    drawn = []
    for of_one in trials:
        n = len(of_one)
        drawn.append(rng.multinomial(n, np.full(n, 1 / n), size=RESAMPLES) @ of_one / n)
    return np.stack(drawn, axis=1)


def _shown(errors: Array, ours: NDArray[np.int_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which methods are shown to rank before each of ours, and which behind it."""
    ranks = rank_methods(errors, lower_is_better=True).mean(axis=1).round(9)
    level = ALPHA / 2 / (len(ours) * (ranks.shape[1] - 1))
    others, own = ranks[:, None, :], ranks[:, ours, None]
    before, after = (side.mean(axis=0) >= 1 - level for side in (others < own, others > own))
    return before, after


def _best(errors: Array, ours: NDArray[np.int_], places: int) -> NDArray[np.int_]:
    """The positions of the best average ranks, by resample.

    Of equal ranks those of rivals come first, and then the last of ours.
    """
    ranks = rank_methods(errors, lower_is_better=True).mean(axis=1)
    last = np.zeros(ranks.shape[1])
    last[ours] = len(ours) - np.arange(len(ours))
    return np.lexsort((np.broadcast_to(last, ranks.shape), ranks.round(9)))[:, :places]


def _changes(passes: Callable[[float], bool], shifts: Array) -> Iterator[float]:
    """Where the answer changes, once at most between two neighbours of ascending `shifts`."""
    answers = [passes(float(shift)) for shift in shifts]
    for at, (before, after) in enumerate(pairwise(answers)):
        if before != after:
            low, high = float(shifts[at]), float(shifts[at + 1])
            while high - low > SMALLEST_SHIFT:
                middle = (low + high) / 2
                low, high = (middle, high) if passes(middle) == before else (low, middle)
            yield low
