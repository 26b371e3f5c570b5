"""What a test of a claim returns, and when a claim holds.

A claim is an entry of an experiment file. It says where the paper claims it, what it says in our
words, and which function tests it. The function takes results and options and returns a `Verdict`.

Most claims say that a number lies in a region, such as "below 0" or "between -0.01 and 0.01". The
test has an interval for the number. The claim holds if the whole interval lies in the region, fails
if no part of it does, and is inconclusive otherwise. The bounds are outside of the region, except
that of `lies_at_most`. An interval with NaN ends, as from fewer than two trials, is inconclusive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

HOLDS, FAILS, INCONCLUSIVE, UNTESTABLE = VERDICTS = (
    "holds", "fails", "inconclusive", "cannot be tested here",
)  # fmt: skip

Interval = tuple[float, float]  # its ends, the lower first


@dataclass(frozen=True)
class Verdict:
    """One of `VERDICTS`, the reason in a line, and the numbers behind it."""

    verdict: str
    reason: str
    evidence: Sequence[Mapping[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"{self.verdict!r} is not a verdict")


def decide(holds: bool, fails: bool) -> str:
    """The verdict from what was shown: that the claim holds, that it fails, or neither."""
    if holds:
        return HOLDS
    return FAILS if fails else INCONCLUSIVE


def lies_below(interval: Interval, bound: float) -> str:
    """Does the number lie below `bound`?"""
    low, high = interval
    return decide(high < bound, low >= bound)


def lies_above(interval: Interval, bound: float) -> str:
    """Does the number lie above `bound`?"""
    low, high = interval
    return decide(low > bound, high <= bound)


def lies_at_most(interval: Interval, bound: float) -> str:
    """Is the number `bound` or less?"""
    low, high = interval
    return decide(high <= bound, low > bound)


def lies_between(interval: Interval, least: float, largest: float) -> str:
    """Does the number lie between `least` and `largest`?"""
    low, high = interval
    return decide(least < low and high < largest, low >= largest or high <= least)


def negative_or_positive(interval: Interval) -> str:
    """Is the number negative, rather than positive? Zero is neither, and inconclusive."""
    low, high = interval
    return decide(high < 0, low > 0)


def overall(verdicts: Sequence[str], need: float) -> str:
    """The verdict on a claim that must hold in a share `need` of its cases.

    It fails if it cannot hold in so many, even if all inconclusive cases were to hold.
    """
    possible = len(verdicts) - verdicts.count(FAILS)
    return decide(verdicts.count(HOLDS) / len(verdicts) >= need, possible / len(verdicts) < need)


def verdicts_of(evidence: Sequence[Mapping[str, Any]]) -> list[str]:
    """The verdict of each case."""
    return [case["verdict"] for case in evidence]


def pairs_of(methods: Sequence[str], than: Sequence[str], pairwise: bool) -> list[tuple[str, str]]:
    """Each method with its own rival, or every method with every rival."""
    return list(zip(methods, than, strict=True) if pairwise else product(methods, than))


def value_and_interval(value: float, interval: Interval, form: str, scale: float = 1.0) -> str:
    """``0.12 [0.10, 0.14]`` for the format ``.2f``, all three times `scale`."""
    low, high = interval
    return f"{scale * value:{form}} [{scale * low:{form}}, {scale * high:{form}}]"


def nothing_ran(study: str, datasets: Sequence[str] | None = None) -> Verdict:
    """The verdict if a study has no finished trials."""
    on_datasets = f" on {', '.join(datasets)}" if datasets else ""
    return Verdict(UNTESTABLE, f"study {study!r} has no finished trials{on_datasets} in this run")
