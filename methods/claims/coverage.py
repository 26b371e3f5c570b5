"""How much of a paper is served here: its printed tables, figures, equations and claims.

The paper file says what the paper prints and what serves it. The experiments on the paper have its
claims, and the ledger has their verdicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from methods.bench.experiments import Experiment
from methods.claims.counts import counted_as
from methods.claims.kinds import ARITHMETIC, kind_of
from methods.claims.sentences.words import OF_ITS_STANDARD_ERRORS, TOO_FEW
from methods.claims.verdicts import UNTESTABLE
from methods.schemas.paper import PaperFile

ONLY_PRINT = "Only other printed numbers would turn it."


@dataclass(frozen=True)
class Row:
    """A part of the paper, with what serves it, or with the reason why nothing does."""

    kind: str
    number: str
    shows: str
    served_by: Sequence[str]
    why: str


def experiments_on(key: str, experiments: Iterable[Experiment]) -> list[Experiment]:
    """The experiments on a paper."""
    return [experiment for experiment in experiments if experiment.source == key]


def rows_of(paper: PaperFile) -> list[Row]:
    """Every table, figure and equation, and the claims that no experiment tests."""
    rows = [
        Row(kind.removesuffix("s"), number, part.shows, part.served_by, part.why)
        for kind, number, part in paper.parts()
    ]
    return rows + [Row("claim", left.where, left.says, (), left.why) for left in paper.untested]


def counts_of(
    paper: PaperFile, experiments: Iterable[Experiment], verdicts: Mapping[str, Mapping[str, Any]]
) -> dict[str, str]:
    """By kind, how many are served of how many. `verdicts` has entries of the ledger by name.

    A claim is served if an experiment tests it, and if its verdict is known, if it could be tested.
    """
    counts = {}
    for kind in ("tables", "figures", "equations"):
        parts = getattr(paper, kind).values()
        counts[kind] = f"{sum(bool(part.served_by) for part in parts)} of {len(parts)}"
    names = [
        f"{experiment.name}/{name}"
        for experiment in experiments
        for name, claim in experiment.claims.items()
        if not claim.get("beyond")
    ]
    served = [name for name in names if name not in verdicts or _is_judged(verdicts[name])]
    counts["claims"] = f"{len(served)} of {len(names) + len(paper.untested)}"
    return counts


def _is_judged(entry: Mapping[str, Any]) -> bool:
    return counted_as(entry) != UNTESTABLE


def change_of(entry: Mapping[str, Any]) -> str:
    """What it takes to change a verdict, or why the claim is not tested."""
    if entry["verdict"] == UNTESTABLE:
        return str(entry["reason"])
    if OF_ITS_STANDARD_ERRORS.difference in entry["flip"]:  # each number by another amount
        return ONLY_PRINT
    if entry["flips"]:
        nearest, _, more = str(entry["flip"]).partition(", and ")
        return f"{nearest}." if more else nearest
    if entry.get("derived"):
        return "It stands or falls with its argument."
    if entry["flip"]:  # says whose shift changes nothing
        return str(entry["flip"])
    if TOO_FEW in entry["reason"]:
        return TOO_FEW
    if kind_of(entry) == ARITHMETIC:
        return ONLY_PRINT
    return "No change of the errors would turn it."
