"""Claims that are settled without a run: by an argument, or not at all."""

from __future__ import annotations

from methods.bench.results import Results
from methods.claims.verdicts import UNTESTABLE, Verdict


def cannot(results: Results, *, why: str) -> Verdict:
    """A claim that no number here can test, with the reason."""
    return Verdict(UNTESTABLE, why)


def derived(results: Results, *, verdict: str, why: str, test: str) -> Verdict:
    """A claim settled by an argument; `test` names the tests or table that show it."""
    return Verdict(verdict, why, [{"test": test}])
