"""The smallest shift of the methods' scores that would change a verdict.

A verdict is a step function of a number that is added to all scores of the methods that the claim
is about. It can only step at known places, such as where the end of an interval meets a bound. So
the verdict is taken between these places, from zero outward. Hundreds of cases have hundreds of
thousands of such places, so they are taken by blocks, until each verdict is found. Most blocks are
passed over, as bounds of the p-values in a block tell which verdicts it may have.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE

Flips = dict[str, float]  # from the verdict that would be reached to the signed shift
BLOCK = 1024  # shifts; some hundred cases of so many have megabytes of p-values
SAME_PLACE = 1e-12  # relative to the largest; places that differ by less differ by rounding
Step = TypeVar("Step")
Reached = Callable[[float, float], set[str]]


def smallest_shifts(
    verdicts_at: Callable[[NDArray[np.float64]], Sequence[str]],
    places: ArrayLike,
    is_monotone: bool = False,
    reached_between: Reached | None = None,
) -> Flips:
    """For each other verdict that some shift reaches, the shift nearest to zero.

    A shift of 0 is that of any amount, on the side of its sign. `verdicts_at` gives the verdict for
    each of several shifts, and `places` is where it can step. If it is monotone, no verdict is
    reached again once it is left, so a few of the places tell. `reached_between` gives the verdicts
    of the shifts between two, and perhaps others.
    """
    steps = _distinct(places)
    reach = 1.0 + np.abs(steps).max()
    ends = np.concatenate([[-reach], steps, [reach]])
    between = (ends[1:] + ends[:-1]) / 2
    # of each stretch between two places, the end that is nearer to zero
    nearest = np.copysign(np.where(between > 0, ends[:-1], ends[1:]), between)
    outward = np.argsort(np.abs(nearest), kind="stable")
    (now,) = verdicts_at(np.zeros(1))
    if is_monotone:
        above = between[outward] > 0
        sides = (outward[above], outward[~above])
        found = [pair for side in sides for pair in _bisected(verdicts_at, between, side, now)]
    else:
        found = list(_in_order(verdicts_at, between, outward, now, reached_between))
    shifts = [(float(nearest[place]), verdict) for place, verdict in found]
    return {verdict: shift for shift, verdict in sorted(shifts, key=lambda pair: abs(pair[0]))}


def _in_order(
    verdicts_at: Callable[[NDArray[np.float64]], Sequence[str]],
    between: NDArray[np.float64],
    outward: NDArray[np.intp],
    now: str,
    reached_between: Reached | None,
) -> Iterator[tuple[int, str]]:
    """The first place of each other verdict."""
    seen = {now, UNTESTABLE}
    for start in range(0, len(outward), BLOCK):
        block = outward[start : start + BLOCK]
        if reached_between is not None:
            above = between[block] > 0
            sides = (between[block[above]], between[block[~above]])
            if all(reached_between(side.min(), side.max()) <= seen for side in sides if side.size):
                continue
        for place, verdict in zip(block, verdicts_at(between[block]), strict=True):
            if verdict not in seen:
                seen.add(verdict)
                yield place, verdict
        if seen >= {HOLDS, FAILS, INCONCLUSIVE}:
            return


def _bisected(
    verdicts_at: Callable[[NDArray[np.float64]], Sequence[str]],
    between: NDArray[np.float64],
    side: NDArray[np.intp],
    now: str,
) -> Iterator[tuple[int, str]]:
    """The first place of each other verdict on one side of zero, each left but once."""
    seen = {now}

    def verdict_at(place: int) -> str:
        return verdicts_at(between[[place]])[0]

    first = 0
    while True:
        first = bisect_left(side, True, lo=first, key=lambda place: verdict_at(place) not in seen)
        if first == len(side):
            return
        verdict = verdict_at(side[first])
        seen.add(verdict)
        yield side[first], verdict


def one_by_one(verdict_at: Callable[[float], str]) -> Callable[[NDArray[np.float64]], list[str]]:
    """`verdict_at` for many shifts."""
    return lambda shifts: [verdict_at(float(shift)) for shift in shifts]


def as_factors(flips: Mapping[str, float]) -> Flips:
    """Flips of the logarithm as factors of the number itself."""
    return {verdict: float(np.exp(shift)) for verdict, shift in flips.items()}


def _distinct(places: ArrayLike) -> NDArray[np.float64]:
    """Zero and the places, in order, without those that differ by rounding alone."""
    known = np.asarray(places, dtype=float).ravel()
    ordered = np.unique(np.append(known[np.isfinite(known)], 0.0))
    apart = np.diff(ordered) > SAME_PLACE * np.abs(ordered).max()
    kept = ordered[np.append(True, apart)]
    # a place at zero up to rounding is zero
    return np.unique(np.where(np.abs(kept) <= SAME_PLACE * np.abs(kept).max(), 0.0, kept))
