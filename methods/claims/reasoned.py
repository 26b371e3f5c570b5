"""Claims that need no run: settled by an argument, or not testable here."""

from __future__ import annotations

from typing import Literal

from methods.bench.results import Results
from methods.claims.sentences.words import sentence
from methods.claims.verdicts import UNTESTABLE, Verdict


def cannot(results: Results, *, why: str) -> Verdict:
    """Nothing here can test it."""
    return Verdict(UNTESTABLE, sentence(why))


def derived(results: Results, *, verdict: Literal["holds", "fails"], why: str) -> Verdict:
    """An argument settles it."""
    return Verdict(verdict, sentence(why))
