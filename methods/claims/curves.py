"""Claims on stored curves: which method's curve is lower at some x.

`methods.claims.cases` says how the cases of `lower_at` are judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, confidence_interval, paired_difference
from methods.claims.cases import judge_cases, paired_case
from methods.claims.verdicts import (
    Verdict,
    decide,
    lies_below,
    nothing_ran,
    overall,
    pairs_of,
    verdicts_of,
)
from methods.schemas.option_kinds import Curve, DatasetName, MethodName, StudyName


def lower_at(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    at: float,
    than_at: float | None = None,
    datasets: Sequence[DatasetName] | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Are the curves of `methods` at x = `at` below those of `than`, there or at `than_at`?

    The value of a curve at x is that of the nearest recorded point. Pairs are made as in
    `methods.claims.scores.lower`.
    """
    other = at if than_at is None else than_at
    cases = []
    for dataset in results.datasets(study, datasets):
        curves = _curves(results, study, curve, dataset)
        ratio = results.test_train_ratio(study, dataset)
        for a, b in pairs_of(methods, than, pairwise):
            if a in curves and b in curves:
                x, y = _value_at(curves[a], at).align(_value_at(curves[b], other), join="inner")
                cases.append(paired_case(dataset, a, b, x.to_numpy(), y.to_numpy(), ratio))
    if not any(case.difference.n for case in cases):
        return nothing_ran(study, datasets)
    place = f"at {at:g}" if than_at is None else f"at {at:g} than at {than_at:g}"
    return judge_cases(
        cases, lambda interval: lies_below(interval, 0.0), need, f"lower {curve} {place}"
    )


def lower_early(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    method: MethodName,
    than: MethodName,
    early: float,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Is the method's curve lower at x = `early`, and by more than it is at the end?

    Both by paired intervals, widened for the number of data sets. The value at `early` is that of
    the nearest recorded point.
    """
    chosen = results.datasets(study, datasets)
    level = 1 - ALPHA / max(len(chosen), 1)
    evidence: list[dict[str, Any]] = []
    for dataset in chosen:
        curves = _curves(results, study, curve, dataset)
        if not {method, than} <= set(curves):
            continue
        end = max(points.index.get_level_values("x").max() for points in curves.values())
        at_end, at_early = (
            _value_at(curves[method], x) - _value_at(curves[than], x) for x in (end, early)
        )
        difference = paired_difference(at_early.to_numpy(), np.zeros(len(at_early)))
        change = paired_difference(at_early.to_numpy(), at_end.to_numpy())
        low, high = confidence_interval(difference, level)
        least_change, largest_change = confidence_interval(change, level)
        verdict = decide(high < 0 and largest_change < 0, low > 0 or least_change > 0)
        evidence.append(
            {"dataset": dataset, "at": early, "difference": difference.value,
             "interval": [low, high], "difference_at_the_end": float(at_end.mean()),
             "verdict": verdict}
        )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    reason = "; ".join(
        f"{e['dataset']} {100 * e['difference']:+.2f} points at {early:g} and "
        f"{100 * e['difference_at_the_end']:+.2f} at the end"
        for e in evidence
    )
    return Verdict(overall(verdicts_of(evidence), 1.0), reason, evidence)


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
