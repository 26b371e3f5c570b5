"""What the DRM paper calls robust: how much worse than one SVM an ensemble gets at worst."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from methods.bench.results import Results
from methods.bench.statistics import (
    Difference,
    confidence_interval,
    paired_difference,
    summarise,
    unpaired_difference,
)
from methods.claims.best import Match, judge_matches
from methods.claims.regions import Array
from methods.claims.sentences import of_drm
from methods.claims.sentences.words import PERCENT, group
from methods.claims.verdicts import FAILS, HOLDS, Verdict, nothing_ran
from methods.schemas.option_kinds import DatasetName, MethodName, StudyName


def smaller_largest_loss(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    base: MethodName,
    than: Sequence[MethodName],
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Is the largest mean loss of each of `methods` against `base` smaller than that of its rival?

    A loss is the mean error on a data set above that of `base`. It holds of a method if a loss of
    its rival is shown to be above each loss of the method, and fails if a loss of the method is
    shown to be above each of the rival's. On which data set that is is not known before the trials,
    so the p-value is multiplied by their number. Losses on two data sets have separate trials, and
    those on one are paired. Flips are shifts of the errors of `methods`.
    """
    errors = results.trial_scores(study, "error")
    used = results.datasets(study, datasets)
    evidence: list[dict[str, Any]] = []
    matches = []
    for method, rival in zip(methods, than, strict=True):
        of_sets = {d: errors.loc[d, [method, rival, base]].dropna() for d in used}
        of_sets = {d: scores for d, scores in of_sets.items() if len(scores)}
        if not of_sets:
            continue
        ours, theirs = (
            [(scores[name] - scores[base]).to_numpy() for scores in of_sets.values()]
            for name in (method, rival)
        )
        match = _match(ours, theirs)
        at_rivals, at_ours = match.leaders
        matches.append(match)
        names = list(of_sets)
        evidence.append(
            {"method": method, "base": base, "largest_loss": float(ours[at_ours].mean()),
             "lost_on": names[at_ours], "than": rival,
             "largest_loss_of_rival": float(theirs[at_rivals].mean()),
             "rival_lost_on": names[at_rivals], "difference": match.of_leaders.value,
             "interval": list(confidence_interval(match.of_leaders)), "datasets": len(names)}
        )  # fmt: skip
    if not matches:
        return nothing_ran(study, datasets)
    judged = judge_matches(matches, 1.0, 1.0)
    counts = [judged.cases.count(verdict) for verdict in (HOLDS, FAILS)]
    reason = of_drm.largest_losses(base, evidence, *counts)
    return judged.told(reason, judged.marked(evidence), f"the error of {group(methods)}", PERCENT)


def _match(ours: Sequence[Array], theirs: Sequence[Array]) -> Match:
    """The losses of the rival against those of a method, by data set and trial.

    The rival is to have one that is above all of the method's, so its data sets are the rows.
    """
    differences = [
        [_difference(ours[i], theirs[j], paired=i == j) for i in range(len(ours))]
        for j in range(len(theirs))
    ]
    largest = [max(range(len(side)), key=lambda k: side[k].mean()) for side in (theirs, ours)]
    return Match(differences, (largest[0], largest[1]), copies=False)


def _difference(ours: Array, theirs: Array, *, paired: bool) -> Difference:
    if paired:
        return paired_difference(ours, theirs)
    return unpaired_difference(summarise(ours), summarise(theirs))
