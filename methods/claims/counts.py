"""How claims are counted: those of the source apart from ours, and derived ones by themselves.

A verdict that no number could change is counted as derived, and not among those that hold or fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from methods.claims.verdicts import FAILS, HOLDS, VERDICTS

DERIVED = "derived"
BY_ARGUMENT = "by argument"
COUNTED = (*VERDICTS, DERIVED)  # the words of the counts


def counted_as(claim: Mapping[str, Any]) -> str:
    """The word of `COUNTED` for an entry of the ledger."""
    settled = claim["verdict"] in (HOLDS, FAILS)
    return DERIVED if settled and claim.get("derived") else str(claim["verdict"])


def told_as(claim: Mapping[str, Any]) -> str:
    """The verdict as people read it; `derived` is a word of the files."""
    verdict = str(claim["verdict"])
    return f"{verdict} {BY_ARGUMENT}" if counted_as(claim) == DERIVED else verdict


def counts(claims: Iterable[Mapping[str, Any]], *, beyond: bool) -> dict[str, int]:
    """How many claims of the source, or of ours beyond it, are counted under each word."""
    words = [counted_as(claim) for claim in claims if claim.get("beyond", False) == beyond]
    return {word: words.count(word) for word in COUNTED}
