"""Claims on average ranks over data sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from methods.bench.ranks import friedman_test
from methods.bench.results import Results
from methods.bench.statistics import ALPHA, FEWEST_TRIALS
from methods.claims.flips import one_by_one, smallest_shifts
from methods.claims.sentences import of_scores
from methods.claims.sentences.words import PERCENT, TOO_FEW, flip, group, sentences
from methods.claims.verdicts import INCONCLUSIVE, UNTESTABLE, Verdict, decide
from methods.schemas.option_kinds import DatasetName, MethodName, StudyName


def best_ranks(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    ours: Sequence[MethodName],
    datasets: Sequence[DatasetName],
    places: int,
    needed: int,
) -> Verdict:
    """Are at least `needed` of the best `places` average ranks among `ours`?

    The claim holds if they are however equal ranks are ordered, and fails if they are in no order.
    The verdict is inconclusive if Friedman's test at 5 % does not tell the methods apart. Flips are
    shifts of the errors of `ours`.
    """
    errors = results.trial_scores(study, "error")[list(methods)]
    means = errors.groupby(level="dataset", sort=False).mean()
    means = means.loc[[name for name in means.index if name in datasets]].dropna()
    if len(means) < len(datasets):
        return Verdict(UNTESTABLE, of_scores.lacks_datasets(len(means), len(datasets)))
    mine = np.isin(means.columns, ours)

    def ranked(shift: float) -> tuple[str, dict[str, float], float]:
        friedman = friedman_test(means.to_numpy() + shift * mine, lower_is_better=True)
        ranks = dict(zip(methods, friedman.average_ranks.tolist(), strict=True))
        told_apart = friedman.f_p_value < ALPHA
        fewest, most = (_of_ours(best(ranks, first), ours) for first in (False, True))
        holds, fails = fewest >= needed, most < needed
        return decide(told_apart and holds, told_apart and fails), ranks, friedman.f_p_value

    def best(ranks: dict[str, float], ours_first: bool) -> list[str]:
        """The methods of the best places, with `ours` first or last among equal ranks."""
        order = sorted(ranks, key=lambda name: (ranks[name], (name in ours) != ours_first))
        return order[:places]

    verdict, ranks, p_value = ranked(0.0)
    first = best(ranks, ours_first=False)
    evidence = [{"method": name, "average_rank": rank} for name, rank in ranks.items()]
    reason = of_scores.ranks_told(ours, ranks, places, _of_ours(first, ours), len(means), p_value)
    if len(means) < FEWEST_TRIALS:
        return Verdict(INCONCLUSIVE, sentences(reason, TOO_FEW), evidence)
    # ranks change where an error of ours meets one of the others
    values = means.to_numpy()
    steps = values[:, ~mine][:, :, None] - values[:, mine][:, None, :]
    flips = smallest_shifts(one_by_one(lambda shift: ranked(shift)[0]), steps)
    change = flip(flips, f"the error of {group(ours)}", PERCENT)
    return Verdict(verdict, reason, evidence, flips, change)


def _of_ours(best: Sequence[str], ours: Sequence[str]) -> int:
    return len(set(best) & set(ours))
