"""Verdicts: what a paper claims, tested on stored scores with a margin stated beforehand.

A claim is an entry of an experiment file: where it stands, what it says in our words, and a test,
which is a function from results and options to a `Verdict`. Tests that serve any paper are in
`methods.bench`: `comparisons`, `best`, `ratios`, `curve_comparisons`, `hindsight` (stored scores),
`timings` (stored seconds), `audits` (printed tables); those of one paper are in `methods.claims`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

HOLDS, FAILS, INCONCLUSIVE, UNTESTABLE = VERDICTS = (
    "holds", "fails", "inconclusive", "cannot be tested here",
)  # fmt: skip


@dataclass(frozen=True)
class Verdict:
    """One of `VERDICTS`, the reason in a line, and the numbers behind it."""

    verdict: str
    reason: str
    evidence: Sequence[Mapping[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"{self.verdict!r} is not a verdict")


def overall(words: Sequence[str], need: float) -> str:
    """The verdict on a claim that a share `need` of its cases must bear out."""
    holding = sum(word == HOLDS for word in words) / len(words)
    failing = sum(word == FAILS for word in words) / len(words)
    if holding >= need:
        return HOLDS
    return FAILS if 1 - failing < need else INCONCLUSIVE


def pairs_of(methods: Sequence[str], than: Sequence[str], pairwise: bool) -> list[tuple[str, str]]:
    """Each method with its own rival, or every method with every rival."""
    return list(zip(methods, than, strict=True) if pairwise else product(methods, than))


def nothing_ran(study: str, datasets: Sequence[str] | None) -> Verdict:
    """The verdict where a study has no finished trials."""
    of = f" on {', '.join(datasets)}" if datasets else ""
    return Verdict(UNTESTABLE, f"study {study!r} has no finished trials{of} in this run")
