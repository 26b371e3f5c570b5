"""Claims of the thesis's chapter 4, on multiclass problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import confidence_interval, paired_difference
from methods.claims.regions import Region, judge_differences
from methods.claims.sentences import of_thesis
from methods.claims.sentences.words import PERCENT, words
from methods.claims.verdicts import HOLDS, Verdict, nothing_ran
from methods.schemas.option_kinds import MethodName, StudyName


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


def _gains(
    results: Results, study: str, methods: Sequence[str], than: Sequence[str]
) -> dict[str, float]:
    """The share of the best rival's mean error that the best method saves, by data set."""
    errors = results.trial_scores(study, "error").groupby(level="dataset", sort=False).mean()
    best, rival = errors[list(methods)].min(axis=1), errors[list(than)].min(axis=1)
    shares = ((rival - best) / rival.where(rival > 0)).dropna()
    return {str(name): float(share) for name, share in shares.items()}
