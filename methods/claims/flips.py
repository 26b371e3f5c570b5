"""The smallest shift of the methods' scores that would change a verdict.

A verdict is a step function of a number that is added to all scores of the methods that the claim
is about. It can only step at known places, such as where the end of an interval meets a bound. So
the verdict is taken between these places, from zero outward.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from methods.claims.verdicts import UNTESTABLE

Flips = dict[str, float]  # from the verdict that would be reached to the signed shift
SAME_PLACE = 1e-12  # relative to the largest; places that differ by less differ by rounding
Step = TypeVar("Step")


def smallest_shifts(
    verdicts_at: Callable[[NDArray[np.float64]], Sequence[str]], places: ArrayLike
) -> Flips:
    """For each other verdict that some shift reaches, the shift nearest to zero.

    A shift of 0 is that of any amount, on the side of its sign. `verdicts_at` gives the verdict for
    each of several shifts, and `places` is where it can step.
    """
    steps = _distinct(places)
    reach = 1.0 + np.abs(steps).max()
    ends = np.concatenate([[-reach], steps, [reach]])
    between = (ends[1:] + ends[:-1]) / 2
    now, *others = verdicts_at(np.concatenate([[0.0], between]))
    # of each stretch between two places, the end that is nearer to zero
    nearest = np.copysign(np.where(between > 0, ends[:-1], ends[1:]), between)
    flips: Flips = {}
    for place in np.argsort(np.abs(nearest), kind="stable"):
        if others[place] not in (now, UNTESTABLE):
            flips.setdefault(others[place], float(nearest[place]))
    return flips


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
