"""Claims on stored curves: which method's curve is lower at some x.

`methods.claims.cases` says how the cases of `lower_at` are judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import Difference, confidence_interval, paired_difference
from methods.claims.cases import judge_cases, judgeable, paired_case
from methods.claims.copies import rows_behind
from methods.claims.regions import (
    Array,
    Judged,
    PValues,
    Region,
    better,
    judge_p_values,
)
from methods.claims.sentences.of_scores import (
    KEEPS_ITS_COURSE,
    curve_asked,
    early_and_late,
    ends_asked,
    flat_after,
    no_ratio,
)
from methods.claims.sentences.words import listed, unit_of
from methods.claims.verdicts import HOLDS, UNTESTABLE, Verdict, nothing_ran, pairs_of
from methods.schemas.option_kinds import Curve, DatasetName, MethodName, StudyName


def lower_at(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    at: float | Sequence[float],
    at_by_dataset: Mapping[DatasetName, Sequence[float]] | None = None,
    than_at: float | None = None,
    factor: float = 1.0,
    datasets: Sequence[DatasetName] | None = None,
    pairwise: bool = False,
    need: float = 1.0,
) -> Verdict:
    """Are the curves of `methods` below those of `than` at x = `at`?

    The value of a curve at x is that of the nearest point that its trial recorded. Those of `than`
    may be taken at `than_at`. With several `at`, each is a case of its own; `at_by_dataset` gives
    data sets their own. With a `factor` the logarithms are compared, and those of `methods` must be
    lower by more than its own. Pairs are made as in `methods.claims.scores.lower`.
    """
    places = [at] if isinstance(at, int | float) else list(at)
    cases = []
    for dataset in results.datasets(study, datasets):
        curves = _curves(results, study, curve, dataset)
        ratio = results.test_train_ratio(study, dataset)
        rows = rows_behind(results, study, dataset, curve)
        for a, b in pairs_of(methods, than, pairwise):
            if not {a, b} <= set(curves):
                cases.append(paired_case(dataset, a, b, [], [], ratio))
                continue
            for place in (at_by_dataset or {}).get(dataset, places):
                ours = _value_at(curves[a], place)
                theirs = _value_at(curves[b], place if than_at is None else than_at)
                x, y = (values.to_numpy() for values in ours.align(theirs, join="inner"))
                if factor != 1:
                    if (x <= 0).any() or (y <= 0).any():
                        return Verdict(UNTESTABLE, no_ratio(curve))
                    x, y = np.log(x), np.log(y)
                cases.append(paired_case(dataset, a, b, x, y, ratio, rows))
    if not judgeable(cases)[0]:
        return nothing_ran(study, datasets)
    asked = curve_asked(curve, places, than_at, factor, bool(at_by_dataset))
    return judge_cases(cases, better(log(factor), True), need, asked)


def ends_at(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    at: float,
    margin: float,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Is the curve of each of `methods` at x = `at` within `margin` of its end?

    The value at `at` is that of the nearest point that a trial recorded, and its end is that of the
    trial. The reason tells the median of these points.
    """
    cases, read = [], []
    for dataset in results.datasets(study, datasets):
        curves = _curves(results, study, curve, dataset)
        for method in methods:
            if method not in curves:
                cases.append(paired_case(dataset, method, method, [], [], 0.0))
                continue
            early, last = (_points_at(curves[method], x) for x in (at, np.inf))
            read.extend(early["x"])
            cases.append(paired_case(dataset, method, method, early["value"], last["value"], 0.0))
    if not judgeable(cases)[0]:
        return nothing_ran(study, datasets)
    return judge_cases(
        cases, Region(-margin, margin), 1.0, ends_asked(curve, float(np.median(read)), margin)
    )


def lower_early(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    than: MethodName,
    early: float,
    datasets: Sequence[DatasetName] | None = None,
    need: float = 1.0,
) -> Verdict:
    """Is a method's curve lower at x = `early`, and by more than it is at the end?

    A case is one of `methods` on a data set. It holds if both are shown, and fails if either is
    shown to be the other way round. The value at `early` is that of the nearest point that each
    trial recorded, and its end is that of the trial. The evidence has the median of these points.
    """
    evidence: list[dict[str, Any]] = []
    early_gaps: list[Difference] = []
    changes: list[Difference] = []
    for dataset in results.datasets(study, datasets):
        curves = _curves(results, study, curve, dataset)
        for method in methods:
            if not {method, than} <= set(curves):
                continue
            at_early, at_end = (
                _value_at(curves[method], x) - _value_at(curves[than], x) for x in (early, np.inf)
            )
            gap = paired_difference(at_early.to_numpy(), np.zeros(len(at_early)))
            if not gap.n:
                continue
            early_gaps.append(gap)
            read = _points_at(curves[method], early)["x"].median()
            changes.append(paired_difference(at_early.to_numpy(), at_end.to_numpy()))
            evidence.append(
                {"dataset": dataset, "method": method, "at": float(read), "difference": gap.value,
                 "interval": list(confidence_interval(gap)),
                 "difference_at_the_end": float(at_end.mean())}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    judged = _judge_both(early_gaps, changes, need)
    reason = early_and_late(curve, than, evidence, judged.cases.count(HOLDS))
    moved = f"the whole curve of {listed(methods)}"
    return judged.told(reason, judged.marked(evidence), moved, unit_of(curve), KEEPS_ITS_COURSE)


def settles(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    methods: Sequence[MethodName],
    at_most: float,
    at_least: float = 0.0,
    share: float | Sequence[float] = 0.001,
    datasets: Sequence[DatasetName] | None = None,
    first: int = 0,
) -> Verdict:
    """Is the curve, drawn from 1 at its start to 0 at its end, flat after `at_most` steps?

    A trial settles at the first recorded x after which the curve stays below `share`. `first` is
    added to every x: a curve stored without x counts from 0, and iterations from 1. A case is a
    method on one data set, and its mean x must be shown to be no later than `at_most`, and no
    earlier than `at_least`. Where a source does not say what flat is, several shares may be given.
    Then a case is shown, or shown to be wrong, if it is with each of them.
    """
    shares = [share] if isinstance(share, int | float) else list(share)
    evidence: list[dict[str, Any]] = []
    settled: list[list[Difference]] = []
    for dataset in results.datasets(study, datasets):
        curves = _curves(results, study, curve, dataset)
        for method in (name for name in methods if name in curves):
            of_shares = [_steps_of_settling(curves[method], least, first) for least in shares]
            if not of_shares[0].n:
                continue
            settled.append(of_shares)
            evidence.append(
                {"dataset": dataset, "method": method,
                 "settles_at": [steps.value for steps in of_shares],
                 "interval": [list(confidence_interval(steps)) for steps in of_shares],
                 "trials": of_shares[0].n}
            )  # fmt: skip
    if not evidence:
        return nothing_ran(study, datasets)
    region = Region(at_least if at_least > 0 else -np.inf, at_most)
    judged = _judge_each([list(cases) for cases in zip(*settled, strict=True)], region)
    steps = [[entry["settles_at"][i] for entry in evidence] for i in range(len(shares))]
    reason = flat_after(curve, shares, steps, at_least, at_most)
    return judged.told(reason, judged.marked(evidence), "the step of settling")


def _steps_of_settling(curve: pd.Series, share: float, first: int) -> Difference:
    by_trial = curve.groupby(level="seed")
    ends = first + np.array([_settled(points.droplevel("seed"), share) for _, points in by_trial])
    return paired_difference(ends, np.zeros(len(ends)))


def _judge_each(readings: Sequence[Sequence[Difference]], region: Region) -> Judged:
    """The verdict if a case counts as it does in all of several readings, and else for neither."""
    values = [np.array([difference.value for difference in cases]) for cases in readings]

    def p_values_at(shifts: Array) -> PValues:
        p_values = [
            region.p_values(of_cases + shifts[:, None], cases)
            for of_cases, cases in zip(values, readings, strict=True)
        ]
        against_failing, against_holding = zip(*p_values, strict=True)
        return np.max(against_failing, axis=0), np.max(against_holding, axis=0)

    places = np.concatenate([region.places(cases) for cases in readings])
    return judge_p_values(p_values_at, places, 1.0, region.alpha)


def _settled(points: pd.Series, share: float) -> float:
    """The x from which on a curve stays within `share` of its range above its end.

    NaN if the curve has no start or no end. A gap between them may be far from the end.
    """
    points = points.sort_index()
    if points.iloc[[0, -1]].isna().any():
        return float("nan")
    height = points - points.iloc[-1]
    far = ~(height.abs() <= share * abs(height.iloc[0]))
    after = points.index[far.to_numpy()[::-1].cumsum()[::-1] == 0]
    return float(after[0])  # the end itself is within any share


def _judge_both(gaps: Sequence[Difference], changes: Sequence[Difference], need: float) -> Judged:
    """The verdict if gaps and their changes must lie below zero in a share `need` of the cases.

    A shift of a whole curve moves its gap and not the change, so the change alone may refuse.
    """
    below = Region(largest=0.0)
    values, change = (np.array([d.value for d in of_all]) for of_all in (gaps, changes))

    def p_values_at(shifts: Array) -> PValues:
        gap_not, gap_holds = below.p_values(values + shifts[:, None], gaps)
        change_not, change_holds = below.p_values(change + 0 * shifts[:, None], changes)
        either = np.minimum(2 * np.minimum(gap_holds, change_holds), 1.0)
        return np.maximum(gap_not, change_not), either

    return judge_p_values(p_values_at, below.places(gaps), need, below.alpha)


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
    return _points_at(curve, x)["value"]


def _points_at(curve: pd.Series, x: float) -> pd.DataFrame:
    """By seed, the recorded x nearest to `x`, or the last of an infinite one, and the value there.

    Trials may stop at different steps, so each has a nearest point of its own.
    """
    points = curve.rename("value").reset_index("x")
    away = -points["x"] if x == np.inf else (points["x"] - x).abs()
    return points.iloc[np.lexsort((points["x"], away))].groupby(level="seed").head(1).sort_index()
