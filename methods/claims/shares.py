"""Shares: in how many trials, or cells, does a number lie within bounds?

A claim on every trial fails by one counter-example. Else the fewest trials for a verdict are
`FEWEST_TRIALS`, as in `methods.claims.regions`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binom

from methods.bench.statistics import ALPHA, FEWEST_TRIALS
from methods.claims.flips import Flips, smallest_shifts
from methods.claims.regions import Array, Judged, PValues, judge_p_values
from methods.claims.sentences.words import PLAIN, TOO_FEW, Unit, flip, sentences
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, Verdict


def inside_counts(
    values: ArrayLike, least: float, largest: float, shifts: Array
) -> NDArray[np.int64]:
    """How many of the values lie between the bounds, ends included, when shifted."""
    ordered = np.sort(np.asarray(values, dtype=float))
    upper = np.searchsorted(ordered, largest - shifts, side="right")
    return np.maximum(upper - np.searchsorted(ordered, least - shifts, side="left"), 0)


def judge_share(values: ArrayLike, least: float, largest: float, need: float) -> tuple[str, Flips]:
    """Does a share `need` of the values lie between the bounds? And the flips of the verdict."""
    numbers = np.asarray(values, dtype=float)
    few = len(numbers) < FEWEST_TRIALS

    def verdict(inside: int) -> str:
        enough = inside / len(numbers) >= need
        refuted = not enough and need == 1  # by one value
        return INCONCLUSIVE if few and not refuted else HOLDS if enough else FAILS

    def verdicts_at(shifts: Array) -> Sequence[str]:
        return [verdict(int(n)) for n in inside_counts(numbers, least, largest, shifts)]

    places = np.unique(np.concatenate([least - numbers, largest - numbers]))
    return verdicts_at(np.zeros(1))[0], smallest_shifts(verdicts_at, places)


def judge_shares(
    groups: Sequence[ArrayLike], least: float, largest: float, share: float, need: float
) -> Judged:
    """Is more than `share` of a group between the bounds, in a share `need` of the groups?"""
    sizes = np.array([len(np.asarray(group)) for group in groups])
    few = sizes < FEWEST_TRIALS

    def p_values_at(shifts: Array) -> PValues:
        counts = np.stack(
            [inside_counts(group, least, largest, shifts) for group in groups], axis=-1
        )
        more, fewer = binom.sf(counts - 1, sizes, share), binom.cdf(counts, sizes, share)
        return np.where(few, np.nan, more), np.where(few, np.nan, fewer)

    every = np.concatenate([np.asarray(group, dtype=float) for group in groups])
    places = np.unique(np.concatenate([least - every, largest - every]))
    return judge_p_values(p_values_at, places, need, ALPHA / 2)


def told(
    judged: tuple[str, Flips],
    reason: str,
    evidence: Sequence[Mapping[str, Any]],
    moved: str,
    unit: Unit = PLAIN,
) -> Verdict:
    """The verdict of a count and its flips, in words; the flips shift what is `moved`."""
    verdict, flips = judged
    if verdict == INCONCLUSIVE and not flips:
        return Verdict(verdict, sentences(reason, TOO_FEW), evidence)
    return Verdict(verdict, reason, evidence, flips, flip(flips, moved, unit))
