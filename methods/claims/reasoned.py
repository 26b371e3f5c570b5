"""Claims that need no run: settled by an argument, or not testable here."""

from __future__ import annotations

from typing import Literal

from methods.bench.results import Results
from methods.claims.verdicts import UNTESTABLE, Verdict


def cannot(results: Results, *, why: str) -> Verdict:
    """A claim that no number here can test, with the reason."""
    return Verdict(UNTESTABLE, why)


def derived(
    results: Results,
    *,
    verdict: Literal["holds", "fails", "inconclusive", "cannot be tested here"],
    why: str,
    test: str,
) -> Verdict:
    """A claim settled by an argument; `test` names the tests or the table that show it."""
    return Verdict(verdict, why, [{"test": test}])
