"""Tests of claims on stored curves, for any paper: what a trace is at some x.

Cases and their intervals are those of `methods.claims.scores`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, Difference, confidence_interval, paired_difference
from methods.claims.cases import Case, judge_cases
from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    Verdict,
    nothing_ran,
    overall,
    pairs_of,
)


def lower_at(
    results: Results,
    *,
    study: str,
    curve: str,
    methods: Sequence[str],
    than: Sequence[str],
    at: float,
    than_at: float | None = None,
    datasets: Sequence[str] | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Are the curves of `methods` at x = `at` below those of `than`, there or at `than_at`?

    Of a curve the recorded point nearest to x counts. Pairs are made as in `comparisons.lower`.
    """
    other = at if than_at is None else than_at
    cases = []
    for dataset in results.datasets(study, datasets):
        curves = _curves(results, study, curve, dataset)
        ratio = results.test_train_ratio(study, dataset)
        for a, b in pairs_of(methods, than, pairwise):
            if a in curves and b in curves:
                values = _value_at(curves[a], at), _value_at(curves[b], other)
                x, y = (v.to_numpy() for v in values[0].align(values[1], join="inner"))
                corrected = paired_difference(x, y, test_train_ratio=ratio)
                cases.append(Case(dataset, a, b, paired_difference(x, y), corrected))
    if not any(case.difference.n for case in cases):
        return nothing_ran(study, datasets)

    def of(difference: Difference, level: float) -> str:
        low, high = confidence_interval(difference, level)
        return HOLDS if high < 0 else FAILS if low >= 0 else INCONCLUSIVE

    where = f"at {at:g}" if than_at is None else f"at {at:g} than at {than_at:g}"
    return judge_cases(cases, of, need, f"lower {curve} {where}")


def lower_early(
    results: Results,
    *,
    study: str,
    curve: str,
    method: str,
    than: str,
    early: float,
    datasets: Sequence[str] | None = None,
) -> Verdict:
    """Is the method's curve lower at x = `early`, and by more than it is at the end?

    Both by paired intervals, widened for the number of data sets; of the recorded points the one
    nearest to `early` counts.
    """
    chosen = results.datasets(study, datasets)
    evidence: list[dict[str, Any]] = []
    for dataset in chosen:
        curves = _curves(results, study, curve, dataset)
        if not {method, than} <= set(curves):
            continue
        ends = [max(c.index.get_level_values("x").max() for c in curves.values()), early]
        late, soon = (_value_at(curves[method], x) - _value_at(curves[than], x) for x in ends)
        level = 1 - ALPHA / len(chosen)
        difference = paired_difference(soon.to_numpy(), np.zeros(len(soon)))
        low, high = confidence_interval(difference, level)
        change = paired_difference(soon.to_numpy(), late.to_numpy())
        least, most = confidence_interval(change, level)
        if high < 0 and most < 0:
            verdict = HOLDS
        else:
            verdict = FAILS if low > 0 or least > 0 else INCONCLUSIVE
        evidence.append(
            {"dataset": dataset, "at": early, "difference": difference.value,
             "interval": [low, high], "difference_at_the_end": float(late.mean()),
             "verdict": verdict}
        )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    said = "; ".join(
        f"{e['dataset']} {100 * e['difference']:+.2f} points at {early:g} and "
        f"{100 * e['difference_at_the_end']:+.2f} at the end"
        for e in evidence
    )
    return Verdict(overall([e["verdict"] for e in evidence], 1.0), said, evidence)


def _curves(results: Results, study: str, curve: str, dataset: str) -> dict[str, pd.Series]:
    """The values of a curve by (seed, x), for each method that recorded it."""
    frame = results.traces(study, curve)
    frame = frame[frame["dataset"] == dataset]
    return {
        str(method): part.set_index(["seed", "x"])["value"]
        for method, part in frame.groupby("method", observed=True)
    }


def _value_at(curve: pd.Series, x: float) -> pd.Series:
    """By seed, the value at the recorded x nearest to `x`."""
    points = curve.index.get_level_values("x").unique()
    return curve.xs(points[np.argmin(np.abs(points - x))], level="x")
