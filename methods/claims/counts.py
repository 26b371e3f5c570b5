"""Counts: in how many trials, or cells, does a number lie within bounds?

A claim on every trial fails by one counter-example. Else the fewest trials for a verdict are
`FEWEST_TRIALS`, as in `methods.claims.regions`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from methods.bench.statistics import FEWEST_TRIALS
from methods.claims.flips import Flips, smallest_shifts
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE


def inside_counts(
    values: ArrayLike, least: float, largest: float, shifts: NDArray[np.float64]
) -> NDArray[np.int64]:
    """How many of the values lie between the bounds, ends included, when shifted."""
    ordered = np.sort(np.asarray(values, dtype=float))
    upper = np.searchsorted(ordered, largest - shifts, side="right")
    return np.maximum(upper - np.searchsorted(ordered, least - shifts, side="left"), 0)


def judge_share(
    values: ArrayLike, least: float, largest: float, need: float
) -> tuple[str, Flips]:
    """Does a share `need` of the values lie between the bounds? And the flips of the verdict."""
    numbers = np.asarray(values, dtype=float)
    few = len(numbers) < FEWEST_TRIALS

    def verdict(inside: int) -> str:
        enough = inside / len(numbers) >= need
        refuted = not enough and need == 1  # by one value
        return INCONCLUSIVE if few and not refuted else HOLDS if enough else FAILS

    def verdicts_at(shifts: NDArray[np.float64]) -> Sequence[str]:
        return [verdict(int(n)) for n in inside_counts(numbers, least, largest, shifts)]

    places = np.unique(np.concatenate([least - numbers, largest - numbers]))
    return verdicts_at(np.zeros(1))[0], smallest_shifts(verdicts_at, places)
