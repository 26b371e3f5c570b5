"""How the report counts verdicts: what holds or fails by argument alone has a part of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from methods.claims.counts import DERIVED, counted_as
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.figures.verdict_counts import ARGUED, PARTS

VERBS = {
    HOLDS: ("holds", "hold"), FAILS: ("fails", "fail"),
    INCONCLUSIVE: ("is inconclusive", "are inconclusive"),
}  # fmt: skip


def tallied_as(claim: Mapping[str, Any]) -> str:
    """The word of `PARTS` for an entry of the ledger."""
    verdict = str(claim["verdict"])
    return ARGUED[verdict] if counted_as(claim) == DERIVED else verdict


def tally(claims: Iterable[Mapping[str, Any]], *, beyond: bool) -> dict[str, int]:
    """How many claims of the works, or of ours beyond them, are in each part."""
    words = [tallied_as(claim) for claim in claims if claim.get("beyond", False) == beyond]
    return {word: words.count(word) for word in PARTS}


def in_words(tally: Mapping[str, int], whose: str) -> str:
    """A tally as a sentence on the claims "of the paper", or on those "of ours"."""
    total = sum(tally.values())
    shown = "; ".join(filter(None, [decided(tally), argued(tally)]))
    untested = f"{tally[UNTESTABLE]} {UNTESTABLE}" if tally[UNTESTABLE] else ""
    opening = f"Of {total} claim{'s' if total > 1 else ''} {whose}, {shown or untested}."
    return f"{opening} {untested}." if shown and untested else opening


def decided(tally: Mapping[str, int], verdicts: Iterable[str] = VERBS) -> str:
    """How many claims have each of the verdicts by trials or printed numbers."""
    return _listed([f"{n} {VERBS[word][n > 1]}" for word in verdicts if (n := tally[word])])


def argued(tally: Mapping[str, int]) -> str:
    """How many more hold, and how many fail, by argument alone."""
    counts = [(n, VERBS[word]) for word, part in ARGUED.items() if (n := tally[part])]
    if not counts:
        return ""
    more = " more" * any(tally[word] for word in VERBS)
    first, *rest = (f"{n}{{}} {verbs[n > 1]}" for n, verbs in counts)
    return _listed([first.format(more), *(each.format("") for each in rest)]) + " by argument alone"


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
