"""What a verdict rests on: an argument, our run, that run against print, or print alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from methods.claims.verdicts import UNTESTABLE

THEORY, EXPERIMENT, REPRINT, ARITHMETIC = KINDS = (
    "theory", "experiment", "ours against print", "arithmetic of print",
)  # fmt: skip
OF_RUN = {"study", "studies"}  # options of a test that reads results
OF_PRINT = {"published", "printed"}  # options of a test that reads printed numbers beside them


def kind_of(entry: Mapping[str, Any]) -> str:
    """One of `KINDS` for an entry of the ledger; empty for a claim that is not tested."""
    if entry.get("derived"):
        return THEORY
    if entry["verdict"] == UNTESTABLE:
        return ""
    test = entry["test"]
    if not OF_RUN & test.keys() and _name(test["function"]).startswith("printed_"):
        return ARITHMETIC
    return REPRINT if OF_PRINT & test.keys() else EXPERIMENT


def _name(function: str) -> str:
    return function.rpartition(".")[2]
