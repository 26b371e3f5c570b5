"""What a test of a claim returns, and when a claim of several cases holds.

A claim is an entry of an experiment file. It says where the paper claims it, what it says in our
words, and which function tests it. The function takes results and options and returns a `Verdict`.
`methods.claims.regions` has the rule by which cases are judged, and `methods.claims.flips` finds
how far the scores would have to move for another verdict.
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
    """One of `VERDICTS`, the reason in a line, and the numbers behind it.

    `flips` gives the smallest shift of the methods' scores that leads to each other verdict, in
    units of the metric. A negative shift is toward lower scores.
    """

    verdict: str
    reason: str
    evidence: Sequence[Mapping[str, Any]] = field(default_factory=list)
    flips: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if unknown := {self.verdict, *self.flips} - set(VERDICTS):
            raise ValueError(f"{min(unknown)!r} is not a verdict")


def decide(holds: bool, fails: bool) -> str:
    """The verdict from what was shown: that the claim holds, that it fails, or neither."""
    if holds:
        return HOLDS
    return FAILS if fails else INCONCLUSIVE


def overall(holding: int, failing: int, cases: int, need: float) -> str:
    """The verdict on a claim that must hold in a share `need` of its cases.

    It fails if it cannot hold in so many, even if all inconclusive cases were to hold.
    """
    return decide(holding / cases >= need, (cases - failing) / cases < need)


def with_absent(verdict: Verdict, absent: Sequence[str], need: float) -> Verdict:
    """The verdict on all data sets of a claim, from the one on those that have results.

    It stands if it would stand whatever came out on the `absent` data sets. Else the claim is
    inconclusive. Claims of "most" differ in whether exactly a share `need` is enough, so here it is
    not.
    """
    cases = [row for row in verdict.evidence if {"dataset", "verdict"} <= row.keys()]
    words = [row["verdict"] for row in cases]
    n_came = len({row["dataset"] for row in cases})
    n = len(cases) + len(absent) * (len(cases) / n_came if n_came else 1)
    holding, open_ = words.count(HOLDS), n - words.count(FAILS)
    enough = holding >= n if need == 1 else holding > need * n
    shown = decide(enough, bool(cases) and open_ < need * n)
    if not absent or verdict.verdict in (INCONCLUSIVE, UNTESTABLE, shown):
        return verdict
    missing = f"no fit on {', '.join(absent)} ended well; it {verdict.verdict} on the others"
    return Verdict(INCONCLUSIVE, f"{missing}: {verdict.reason}", verdict.evidence)


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
