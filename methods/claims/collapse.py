"""Is an ensemble anything but the one SVM that its objective has inside (ERM and DRM)?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from methods.bench.results import Results
from methods.bench.verdicts import FAILS, HOLDS, Verdict, nothing_ran


def differs(
    results: Results,
    *,
    study: str,
    methods: Sequence[str],
    than: Sequence[str],
    margin: float,
    metric: str = "error",
) -> Verdict:
    """Does any trial's score differ by more than `margin` between a method and its own rival?"""
    scores = results.trial_scores(study, metric)
    evidence, changes = [], []
    for a, b in zip(methods, than, strict=True):
        change = (scores[a] - scores[b]).abs().dropna()
        changes.append(change.to_numpy())
        if len(change):
            evidence.append(
                {"method": a, "than": b, "trials": len(change), "largest_change": change.max()}
            )
    every = np.concatenate(changes)
    if not len(every):
        return nothing_ran(study, None)
    above = int((every > margin).sum())
    reason = (
        f"the {metric} of each and of its rival differ by more than {margin:g} in {above} of "
        f"{len(every)} trials, at most by {every.max():.2g}"
    )
    return Verdict(HOLDS if above else FAILS, reason, evidence)
