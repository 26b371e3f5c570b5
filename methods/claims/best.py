"""The test of a claim that some methods are the best on most data sets, for any paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, confidence_interval, paired_difference
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict, nothing_ran


def best_on_most(
    results: Results,
    *,
    study: str | Sequence[str],
    metric: str = "error",
    methods: Sequence[str],
    than: Sequence[str],
    datasets: Sequence[str] | None = None,
    need: float = 0.5,
) -> Verdict:
    """Is the best of `methods` significantly below all rivals on more than `need` of the sets?

    A data set counts for (against) when the paired interval to the best rival lies below (above)
    zero; intervals are widened for the number of data sets. Methods may be of several studies,
    whose trials of one seed share a split; the data sets are then those of all of them.
    """
    studies = [study] if isinstance(study, str) else list(study)
    chosen = [
        name
        for name in results.datasets(studies[0], datasets)
        if all(name in results.datasets(other) for other in studies)
    ]
    together = pd.concat([results.trial_scores(name, metric) for name in studies], axis=1)
    wide = together.loc[:, ~together.columns.duplicated()]
    evidence: list[dict[str, Any]] = []
    for dataset in chosen:
        scores = wide.loc[dataset]
        means = scores[[*methods, *than]].mean()
        if means.isna().any():
            continue
        ours, rival = means[list(methods)].idxmin(), means[list(than)].idxmin()
        difference = paired_difference(scores[ours].to_numpy(), scores[rival].to_numpy())
        low, high = confidence_interval(difference, 1 - ALPHA / len(chosen))
        verdict = HOLDS if high < 0 else FAILS if low > 0 else INCONCLUSIVE
        evidence.append(
            {"dataset": dataset, "method": ours, "than": rival, "difference": difference.value,
             "interval": [low, high], "verdict": verdict}
        )  # fmt: skip
    if not evidence:
        return nothing_ran(", ".join(studies), datasets)
    words = [entry["verdict"] for entry in evidence]
    lost = [entry["dataset"] for entry in evidence if entry["verdict"] == FAILS]
    reason = f"lowest {metric} on {words.count(HOLDS)} of {len(words)} data sets" + (
        f"; a rival is lower on {', '.join(lost)}" if lost else ""
    )
    needed = min(int(need * len(words)) + 1, len(words))
    if words.count(HOLDS) >= needed:
        verdict = HOLDS
    else:
        possible = len(words) - words.count(FAILS)
        verdict = FAILS if possible < needed else INCONCLUSIVE
    return Verdict(verdict, reason, evidence)
