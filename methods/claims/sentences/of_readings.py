"""By how many readings of a statement it has which verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from methods.claims.sentences.words import counted, listed, sentence, words


def of_each(verdicts: Sequence[str], printed: str | None = None) -> str:
    """By how many readings of a statement, or of a printed table, it has each verdict."""
    of_all = f" of {counted(len(verdicts), 'reading')}"
    of_all += f" of the printed {words(printed)}" if printed else ""
    told = []
    for verdict, n in Counter(verdicts).items():
        verb = f"is {verdict}" if verdict == "inconclusive" else verdict
        told.append(f"by {n}{of_all} it {verb}")
        of_all = ""
    return sentence(listed(told))
