"""Does an algorithm reach the optimum of the problem that it solves?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from methods.bench.results import Results
from methods.bench.verdicts import FAILS, HOLDS, Verdict, nothing_ran


def same_objective(
    results: Results, *, study: str, methods: Sequence[str], optimum: Sequence[str], margin: float
) -> Verdict:
    """Is each objective within `margin`, relative, of the exact one, in every trial?

    The two share the selection of their parameters, so that they solve the same problem.
    """
    wide = results.trial_scores(study, "objective")
    gaps = np.concatenate(
        [
            ((wide[a] - wide[b]).abs() / wide[b].abs()).dropna().to_numpy()
            for a, b in zip(methods, optimum, strict=True)
        ]
    )
    if not len(gaps):
        return nothing_ran(study, None)
    inside = int((gaps <= margin).sum())
    reason = (
        f"the objective is within {margin:g} of the optimum in {inside} of {len(gaps)} trials, "
        f"median {np.median(gaps):.2g}, largest {gaps.max():.2g}"
    )
    return Verdict(HOLDS if inside == len(gaps) else FAILS, reason)
