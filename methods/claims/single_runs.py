"""Claims that our numbers are the printed ones of methods without randomness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from methods.bench.results import Results
from methods.claims.flips import one_by_one, smallest_shifts
from methods.claims.sentences import of_reproduction
from methods.claims.sentences.of_reproduction import in_unit
from methods.claims.sentences.words import flip, group, quantity, sentences, unit_of
from methods.claims.verdicts import FAILS, HOLDS, Verdict, decide, nothing_ran
from methods.schemas.option_kinds import (
    DatasetName,
    MethodName,
    Metric,
    PrintedMethod,
    Published,
    StudyName,
)

NAMED = 3  # of the means that are farthest from the printed ones


def single_runs_reproduce(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName | PrintedMethod],
    published: Published,
    margin: float,
    metric: Metric = "error",
    datasets: Sequence[DatasetName] | None = None,
    unit: float = 1.0,
    best_of: Mapping[PrintedMethod, Sequence[MethodName]] | None = None,
    need: float = 1.0,
) -> Verdict:
    """Do our means lie within `margin` of printed single runs in a share `need` of the cases?

    A mean that is printed without a deviation is that of one run: the method has no randomness and
    the split does not change. Ours has none either, so there is nothing to test, and each mean lies
    within the margin or not. Printed means with a deviation are left out. `unit` and `best_of` are
    as in `methods.claims.reproduction.reproduces`.
    """
    scores = results.trial_scores(study, metric, "", best_of)
    evidence: list[dict[str, Any]] = []
    for dataset in results.datasets(study, datasets):
        for method in methods:
            printed = results.printed_cell(published, dataset, method)
            ours = unit * scores.loc[dataset, method].mean()
            if printed is None or np.isfinite(printed.std) or not np.isfinite(ours):
                continue
            evidence.append(
                {"dataset": dataset, "method": method, "ours": float(ours),
                 "printed": printed.mean, "apart": float(ours - printed.mean)}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    apart = np.array([entry["apart"] for entry in evidence])

    def inside_at(shift: float) -> np.ndarray:
        return np.abs(apart + unit * shift) <= unit * margin

    def verdict_at(shift: float) -> str:
        holds = bool(inside_at(shift).mean() >= need)
        return decide(holds, not holds)

    inside = inside_at(0.0)
    evidence = [
        {**entry, "verdict": HOLDS if is_inside else FAILS}
        for entry, is_inside in zip(evidence, inside, strict=True)
    ]
    farthest = sorted(evidence, key=lambda entry: -abs(entry["apart"]))[:NAMED]
    reason = sentences(
        of_reproduction.single_runs(int(inside.sum()), len(evidence), unit_of(metric).step(margin)),
        of_reproduction.farthest(farthest, in_unit(metric, unit)),
    )
    flips = smallest_shifts(
        one_by_one(verdict_at), np.array([-margin - apart / unit, margin - apart / unit])
    )
    change = flip(flips, f"{quantity(metric)} of {group(methods)}", unit_of(metric))
    return Verdict(verdict_at(0.0), reason, evidence, flips, change)
