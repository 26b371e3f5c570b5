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
    evidence, gaps = [], []
    for name, best in zip(methods, optimum, strict=True):
        gap = ((wide[name] - wide[best]).abs() / wide[best].abs()).dropna()
        gaps.append(gap.to_numpy())
        for dataset, values in gap.groupby(level="dataset", sort=False):
            evidence.append(
                {"dataset": dataset, "method": name, "median": values.median(),
                 "largest": values.max(), "trials": len(values)}
            )  # fmt: skip
    every = np.concatenate(gaps)
    if not len(every):
        return nothing_ran(study, None)
    inside = int((every <= margin).sum())
    reason = (
        f"the objective is within {margin:g} of the optimum in {inside} of {len(every)} trials, "
        f"median {np.median(every):.2g}, largest {every.max():.2g}"
    )
    return Verdict(HOLDS if inside == len(every) else FAILS, reason, evidence)
