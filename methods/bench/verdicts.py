"""Verdicts: what a paper claims, tested on stored scores with a margin stated beforehand.

A claim is an entry of an experiment file: where it stands, what it says in our words, and a test,
which is a function from results and options to a `Verdict`. Tests that serve any paper are in
`methods.bench`: `comparisons`, `best`, `ratios`, `curve_comparisons`, `hindsight` (stored scores),
`timings` (stored seconds), `audits` (printed tables); those of one paper are in `methods.claims`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from methods.bench.construct import options_of
from methods.bench.results import Results

HOLDS, FAILS, INCONCLUSIVE, UNTESTABLE = VERDICTS = (
    "holds", "fails", "inconclusive", "cannot be tested here",
)  # fmt: skip
SCHEMA_VERSION = 1
ALPHA = 0.05
WORDS = ("where", "says")


@dataclass(frozen=True)
class Verdict:
    """One of `VERDICTS`, the reason in a line, and the numbers behind it."""

    verdict: str
    reason: str
    evidence: Sequence[Mapping[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"{self.verdict!r} is not a verdict")


def judge(results: Results, name: str) -> dict[str, Any]:
    """The ledger entry of one claim of the experiment, tested now on the stored results."""
    entry = results.experiment.claims[name]
    test, options = options_of(entry, WORDS)
    verdict = test(results, **options)
    return {
        "name": f"{results.experiment.name}/{name}",
        "source": results.experiment.source,
        "where": entry["where"],
        "says": entry["says"],
        **asdict(verdict),
        "test": {"function": entry["function"], **options},
        "scale": results.plan.scale,
    }


def ledger_text(files: Iterable[str | Path], scale: str, datasets: Any) -> str:
    """The ledger of the verdicts in these files of several experiments, as JSON."""
    claims = [
        claim for path in files for claim in json.loads(Path(path).read_text(encoding="utf-8"))
    ]
    ledger = {
        "schema": SCHEMA_VERSION,
        "scale": scale,
        "datasets": datasets,
        "counts": {word: sum(c["verdict"] == word for c in claims) for word in VERDICTS},
        "claims": claims,
    }
    return json.dumps(ledger, indent=1, ensure_ascii=False) + "\n"


def cannot(results: Results, *, why: str) -> Verdict:
    """A claim that no number here can test, with the reason."""
    return Verdict(UNTESTABLE, why)


def derived(results: Results, *, verdict: str, why: str, test: str) -> Verdict:
    """A claim settled by an argument; `test` names the tests or table that show it."""
    return Verdict(verdict, why, [{"test": test}])


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
