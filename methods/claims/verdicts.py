"""What a test of a claim returns, and when a claim of several cases holds.

A claim is an entry of an experiment file. It says where the paper claims it, what it says in our
words, and which function tests it. The function takes results and options and returns a `Verdict`.
`methods.claims.regions` has the rule by which cases are judged, and `methods.claims.flips` finds
how far the scores would have to move for another verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from methods.claims.sentences import of_cases

HOLDS, FAILS, INCONCLUSIVE, UNTESTABLE = VERDICTS = (
    "holds", "fails", "inconclusive", "cannot be tested here",
)  # fmt: skip


@dataclass(frozen=True)
class Verdict:
    """One of `VERDICTS`, the reason in a few sentences, and the numbers behind it.

    `flips` gives the smallest shift of the methods' scores that leads to each other verdict, in
    units of the metric. A negative shift is toward lower scores. `flip` says it in a sentence.
    """

    verdict: str
    reason: str
    evidence: Sequence[Mapping[str, Any]] = field(default_factory=list)
    flips: Mapping[str, float] = field(default_factory=dict)
    flip: str = ""

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


def with_absent(verdict: Verdict, absent: Sequence[str], need: float | None) -> Verdict:
    """The verdict on all data sets of a claim, from the one on the cases that have results.

    It stands if no outcome on the `absent` data sets could change it. Else the claim is
    inconclusive. `need` is the share of cases that the claim needs, or None if its test has no such
    option.
    """
    if not absent or verdict.verdict in (INCONCLUSIVE, UNTESTABLE, _shown(verdict, absent, need)):
        return verdict
    reason = of_cases.absent(verdict.verdict, absent, verdict.reason)
    return Verdict(INCONCLUSIVE, reason, verdict.evidence)


def _shown(verdict: Verdict, absent: Sequence[str], need: float | None) -> str:
    """What the evidence shows under every outcome on the absent data sets.

    Rows of evidence may be

    - a case each, with its ``dataset`` and ``verdict``;
    - trials of a ``dataset``, with how many of them are ``as_claimed``;
    - counts over data sets, each with its ``verdict`` and the fewest further data sets by which it
      could be ``changed_by``; the claim is about all of them.

    An absent data set has as many cases, or trials, as the others. Claims of "most" differ in
    whether exactly a share `need` is enough, so here it is not. Of other evidence, only the
    counter-example to a claim on all is sure to remain one.
    """
    rows = verdict.evidence
    if rows and all("changed_by" in row for row in rows):
        sure = [row["verdict"] for row in rows if row["changed_by"] > len(absent)]
        return decide(sure.count(HOLDS) == len(rows), FAILS in sure)
    counts = [counted for row in rows if (counted := _counted(row)) is not None]
    if not counts:
        return FAILS if (verdict.verdict, need) == (FAILS, 1) else INCONCLUSIVE
    came: Counter[str] = Counter()
    holding = failing = 0
    for dataset, of_row_hold, of_row_fail, cases in counts:
        came[dataset] += cases
        holding, failing = holding + of_row_hold, failing + of_row_fail
    full = max(came.values())
    n = came.total() + sum(full - came[dataset] for dataset in absent)
    share = 1.0 if need is None else need
    enough = holding >= n if share == 1 else holding > share * n
    return decide(enough, n - failing < share * n)


def _counted(row: Mapping[str, Any]) -> tuple[str, int, int, int] | None:
    """The data set of a row, and how many cases hold, fail and are there; None if it has none."""
    if {"dataset", "verdict"} <= row.keys():
        return row["dataset"], row["verdict"] == HOLDS, row["verdict"] == FAILS, 1
    if {"dataset", "as_claimed", "trials"} <= row.keys():
        as_claimed, trials = int(row["as_claimed"]), int(row["trials"])
        return row["dataset"], as_claimed, trials - as_claimed, trials
    return None


def pairs_of(methods: Sequence[str], than: Sequence[str], pairwise: bool) -> list[tuple[str, str]]:
    """Each method with its own rival, or every method with every rival."""
    return list(zip(methods, than, strict=True) if pairwise else product(methods, than))


def nothing_ran(study: str | Sequence[str], datasets: Sequence[str] | None = None) -> Verdict:
    """The verdict if a study, or several, has no finished trials."""
    studies = [study] if isinstance(study, str) else study
    return Verdict(UNTESTABLE, of_cases.no_trials(studies, datasets))
