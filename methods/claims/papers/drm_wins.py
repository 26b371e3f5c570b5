"""What the DRM paper reads off its Tables 1 and 2: counts of wins, and how far it improves."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Literal

import numpy as np

from methods.bench.results import Results
from methods.bench.statistics import confidence_interval
from methods.claims.cases import Case, judgeable, score_cases
from methods.claims.flips import smallest_shifts
from methods.claims.papers.drm import corrected_counts, values_and_bars
from methods.claims.regions import Array, PValues, Region, judge_p_values
from methods.claims.sentences import of_drm
from methods.claims.sentences.words import PERCENT, TOO_FEW, flip, group, sentences
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict, nothing_ran
from methods.schemas.option_kinds import DatasetName, MethodName, StudyName

Asked = Literal["more wins", "no losses", "some losses", "as many wins"]


def win_counts(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    than: Sequence[MethodName],
    asked: Asked,
    apart: int = 0,
    datasets: Sequence[DatasetName] | None = None,
) -> Verdict:
    """Has each method `asked` against its own rival, counted over data sets?

    A win or a loss is a significant difference by the two-tailed t-test that papers use, at 5 % on
    each data set, without correction. Then nothing but the counts is asked: "more wins" than
    losses, "no losses", or "as many wins" as losses, up to `apart`. "some losses" are asked of one
    of the methods only. The reason also has the counts that the correction for resampling leaves.
    Flips are shifts of the errors of `methods`.
    """
    pairs = list(zip(methods, than, strict=True))
    cases = score_cases(results, study, "error", methods, than, datasets, "", None, True)
    if not judgeable(cases)[0]:
        return nothing_ran(study, datasets)
    values, bars, left_out = values_and_bars(cases, pairs)

    def counts_at(shift: float) -> list[tuple[int, int]]:
        return [
            (int((v + shift < -bar).sum()), int((v + shift > bar).sum()))
            for v, bar in zip(values, bars, strict=True)
        ]

    def verdict_of(known: Array, counts: tuple[int, int]) -> str:
        if not len(known):
            return INCONCLUSIVE
        return HOLDS if _asked(asked, *counts, apart)[0] else FAILS

    together = _of_any if asked == "some losses" else _of_all

    def verdicts_at(shifts: Array) -> list[str]:
        return [
            together([verdict_of(*pair) for pair in zip(values, counts_at(shift), strict=True)])
            for shift in shifts.tolist()
        ]

    evidence: list[dict[str, Any]] = [
        {"method": a, "than": b, "wins": counts[0], "ties": len(known) - sum(counts),
         "losses": counts[1], "corrected_for_resampling": again,
         "verdict": verdict_of(known, counts), "changed_by": _asked(asked, *counts, apart)[1]}
        for (a, b), known, counts, again in zip(
            pairs, values, counts_at(0.0), corrected_counts(cases, pairs), strict=True
        )
    ]  # fmt: skip
    places = [side * bar - v for v, bar in zip(values, bars, strict=True) for side in (-1, 1)]
    now = verdicts_at(np.zeros(1))[0]
    reason = sentences(of_drm.wins(evidence, asked), left_out)
    if now == INCONCLUSIVE:
        return Verdict(now, sentences(reason, TOO_FEW), evidence)
    flips = smallest_shifts(verdicts_at, np.concatenate(places))
    change = flip(flips, f"the error of {group(methods)}", PERCENT)
    return Verdict(now, reason, evidence, flips, change)


def _asked(asked: Asked, wins: int, losses: int, apart: int) -> tuple[bool, float]:
    """Whether the counts are as asked, and the fewest further data sets that could change it."""
    lead = wins - losses
    if asked == "more wins":
        return (True, lead) if lead > 0 else (False, 1 - lead)
    if asked == "no losses":
        return (True, 1) if losses == 0 else (False, inf)
    if asked == "some losses":
        return (True, inf) if losses else (False, 1)
    return (True, apart + 1 - abs(lead)) if abs(lead) <= apart else (False, abs(lead) - apart)


def _of_all(verdicts: Sequence[str]) -> str:
    if FAILS in verdicts:
        return FAILS
    return INCONCLUSIVE if INCONCLUSIVE in verdicts else HOLDS


def _of_any(verdicts: Sequence[str]) -> str:
    if HOLDS in verdicts:
        return HOLDS
    return INCONCLUSIVE if INCONCLUSIVE in verdicts else FAILS


def improves_more(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    base: MethodName,
    than: Sequence[MethodName],
    margin: float,
    datasets: Sequence[DatasetName] | None = None,
    need: float = 1.0,
) -> Verdict:
    """Do `methods` improve on `base`, and on `than`, by `margin` in a share `need` of cases?

    A rival that is worse than `base` improves by nothing. So a method must have a lower error than
    `base` and than its own rival, each by more than `margin`. A case is a method on a data set. It
    holds if both are shown, and fails if one is shown to be wrong.
    """
    options = (datasets, "", None, True)
    lower_than_base = score_cases(results, study, "error", methods, [base] * len(methods), *options)
    lower_than_rival = score_cases(results, study, "error", methods, than, *options)
    both = [
        (first, second)
        for first, second in zip(lower_than_base, lower_than_rival, strict=True)
        if first.difference.n and second.difference.n
    ]
    if not both:
        return nothing_ran(study, datasets)
    regions = Region(largest=-margin)
    sides = [[pair[k].difference for pair in both] for k in (0, 1)]
    values = [np.array([difference.value for difference in side]) for side in sides]

    def p_values_at(shifts: Array) -> PValues:
        first, second = (
            regions.p_values(of_side + shifts[:, None], side)
            for of_side, side in zip(values, sides, strict=True)
        )
        either = np.minimum(2 * np.minimum(first[1], second[1]), 1.0)  # Bonferroni
        return np.maximum(first[0], second[0]), either

    places = np.concatenate([regions.places(side).ravel() for side in sides])
    judged = judge_p_values(p_values_at, places, need, regions.alpha)
    evidence = [
        {**_case("base", first), **_case("than", second), "dataset": first.dataset,
         "method": first.method, **p_values, "verdict": verdict}
        for (first, second), p_values, verdict in zip(
            both, judged.p_values, judged.cases, strict=True
        )
    ]  # fmt: skip
    counted = (judged.cases.count(HOLDS), judged.cases.count(FAILS), len(both))
    reason = of_drm.improvement(base, margin, *counted)
    return judged.told(reason, evidence, f"the error of {group(methods)}", PERCENT)


def _case(against: str, case: Case) -> dict[str, Any]:
    return {
        against: case.than, f"difference_from_{against}": case.difference.value,
        f"interval_from_{against}": list(confidence_interval(case.difference)),
        f"pairs_with_{against}": case.difference.n,
    }  # fmt: skip
