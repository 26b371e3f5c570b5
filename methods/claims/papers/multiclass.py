"""Claims of the thesis's chapter 4, on multiclass problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from methods.bench.ranks import means_to_rank
from methods.bench.results import Results
from methods.bench.statistics import (
    confidence_interval,
    paired_difference,
    summarise,
    unpaired_difference,
)
from methods.claims.regions import Region, better, judge_differences
from methods.claims.sentences import of_thesis
from methods.claims.sentences.words import PERCENT, group, quantity, unit_of, words
from methods.claims.verdicts import HOLDS, Verdict, nothing_ran, pairs_of
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName
from methods.tables.papers.multiclass import partition_sums

DOMINATING = 2  # partitions of each method, as in Figure 4.3


def gains_more(
    results: Results,
    *,
    study: StudyName,
    rivals: Sequence[StudyName],
    methods: Mapping[StudyName, Sequence[MethodName]],
    than: Mapping[StudyName, Sequence[MethodName]],
) -> Verdict:
    """Do `methods` save a larger share of the error of `than` in `study` than in each of `rivals`?

    On each data set the best of `methods` is compared with the best of `than`, by their mean
    errors. Data sets are the trials of the test, and a rival shares some with the study. Flips are
    shifts of the shares that the study saves.
    """
    gains = {name: _gains(results, name, methods[name], than[name]) for name in [study, *rivals]}
    evidence: list[dict[str, Any]] = []
    differences = []
    for rival in rivals:
        shared = [name for name in gains[study] if name in gains[rival]]
        if len(shared) < 2:
            return nothing_ran(rival)
        ours, theirs = (np.array([gains[of][name] for name in shared]) for of in (study, rival))
        difference = paired_difference(ours, theirs)
        differences.append(difference)
        interval = confidence_interval(difference)
        evidence.append(
            {"study": study, "than": rival, "saves": float(ours.mean()),
             "rival_saves": float(theirs.mean()), "difference": difference.value,
             "interval": list(interval), "datasets": len(shared)}
        )  # fmt: skip
    judged = judge_differences(differences, Region(least=0.0))
    reason = of_thesis.saved_shares(study, evidence, judged.cases.count(HOLDS))
    moved = f"the share that is saved with {words(study)}"
    return judged.told(reason, judged.marked(evidence), moved, PERCENT)


def improves_more(
    results: Results,
    *,
    study: StudyName,
    rival: StudyName,
    methods: Mapping[StudyName, Sequence[MethodName]],
    than: Mapping[StudyName, Sequence[MethodName]],
    dataset: DatasetName,
    metric: Metric = "error",
    on_average: bool = False,
) -> Verdict:
    """Are `methods` below `than` by more in `study` than in `rival`, on one data set?

    Every method is paired with every one of `than`, and the pairs of both studies have one order.
    Every pair is a case. With `on_average` the mean over the pairs of a trial is the only case.
    The studies have trials of their own, so Welch's test compares what a pair differs by. Flips are
    shifts of what it differs by in the study. Of a metric whose high values are good, `methods` are
    to be above `than` by more.
    """
    both = (study, rival)
    scores = {name: results.trial_scores(name, metric) for name in both}
    if any(dataset not in of_study.index for of_study in scores.values()):
        return nothing_ran(both, [dataset])
    evidence: list[dict[str, Any]] = []
    differences = []
    ordered = [pairs_of(methods[name], than[name], False) for name in both]
    cases = [ordered] if on_average else [[[a], [b]] for a, b in zip(*ordered, strict=True)]
    for case in cases:
        gains = (
            [scores[name].loc[dataset, b] - scores[name].loc[dataset, a] for a, b in pairs]
            for name, pairs in zip(both, case, strict=True)
        )
        ours, theirs = (summarise(sum(gain) / len(gain)) for gain in gains)
        if not (ours.n and theirs.n):
            continue
        # as many trials as the smaller side has, so that a few on one side stay few
        difference = replace(unpaired_difference(ours, theirs), n=min(ours.n, theirs.n))
        differences.append(difference)
        (a, b), (other, of_other) = (
            [group(list(dict.fromkeys(side))) for side in zip(*pairs, strict=True)]
            for pairs in case
        )
        evidence.append(
            {"dataset": dataset, "method": a, "than": b, "lower_by": ours.mean, "other": other,
             "than_other": of_other, "other_lower_by": theirs.mean, "difference": difference.value,
             "interval": list(confidence_interval(difference)), "trials": [ours.n, theirs.n]}
        )  # fmt: skip
    if not evidence:
        return nothing_ran(both, [dataset])
    lower_is_better = results.lower_is_better(study, metric)
    judged = judge_differences(differences, better(0.0, not lower_is_better))
    reason = of_thesis.better_by_more(
        study, rival, metric, lower_is_better, evidence, judged.cases.count(HOLDS)
    )
    moved = f"what {quantity(metric)} differs by in {words(study)}"
    return judged.told(reason, judged.marked(evidence), moved, unit_of(metric))


def dominated_by_harder(
    results: Results, *, study: StudyName, method: MethodName, than: MethodName, times: float = 1.0
) -> Verdict:
    """Are the partitions that dominate `method` `times` harder than those that dominate `than`?

    The two partitions with the largest sums of coefficients dominate a trial. Their problems are
    hard if the mean coefficient of the rounds that chose them is small, and `times` harder if it is
    smaller than that share of the other. Flips are shifts of the mean coefficient of `method`.
    """
    ours, theirs = (_dominating(results, study, name) for name in (method, than))
    seeds = sorted(set(ours) & set(theirs))
    if not seeds:
        return nothing_ran(study)
    x, y = (np.array([side[seed] for seed in seeds]) for side in (ours, theirs))
    difference = paired_difference(x, y / times)
    evidence = [
        {"method": method, "than": than, "mean_coefficient": float(x.mean()),
         "than_mean_coefficient": float(y.mean()), "apart": difference.value,
         "apart_interval": list(confidence_interval(difference)), "trials": len(seeds)}
    ]  # fmt: skip
    judged = judge_differences([difference], Region(largest=0.0))
    reason = of_thesis.dominating_coefficients(evidence[0], DOMINATING, times)
    moved = f"the mean coefficient of {method}"
    return judged.told(reason, judged.marked(evidence), moved)


def _dominating(results: Results, study: str, method: str) -> dict[int, float]:
    """The mean coefficient of the rounds that chose a dominating partition, by trial."""
    of_trials = partition_sums(results, study, method).groupby("seed").head(DOMINATING)
    sums = of_trials.groupby("seed")[["sum", "rounds"]].sum()
    return (sums["sum"] / sums["rounds"]).to_dict()


def _gains(
    results: Results, study: str, methods: Sequence[str], than: Sequence[str]
) -> dict[str, float]:
    """The share of the best rival's mean error that the best method saves, by data set.

    A data set does not count if a rival has fewer trials there, since it may be the best.
    """
    errors = means_to_rank(results.trial_scores(study, "error")[[*methods, *than]])
    best = errors[list(methods)].min(axis=1)
    rival = errors[list(than)].min(axis=1, skipna=False)
    shares = ((rival - best) / rival.where(rival > 0)).dropna()
    return {str(name): float(share) for name, share in shares.items()}
