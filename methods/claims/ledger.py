"""The ledger of claims: each with its verdict, the reason and the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from methods.bench.construct import options_of
from methods.bench.results import Results
from methods.claims.verdicts import VERDICTS
from methods.sealed_files import read_sealed_json

SCHEMA_VERSION = 1
WORDS = ("where", "says")  # keys of a claim that its test does not take


def judge(results: Results, name: str) -> dict[str, Any]:
    """The ledger entry of one claim of the experiment, tested now on the stored results."""
    entry = results.experiment.claims[name]
    test, options = options_of(entry, WORDS)
    return {
        "name": f"{results.experiment.name}/{name}",
        "source": results.experiment.source,
        "where": entry["where"],
        "says": entry["says"],
        **asdict(test(results, **options)),
        "test": {"function": entry["function"], **options},
        "scale": results.plan.scale,
    }


def read_claims(path: str | Path) -> list[dict[str, Any]]:
    """The ledger entries in the file of one experiment."""
    return list(read_sealed_json(path)["claims"])


def ledger_of(files: Iterable[str | Path], scale: str, datasets: Any) -> dict[str, Any]:
    """The ledger of the verdicts in these files of several experiments."""
    claims = [claim for path in files for claim in read_claims(path)]
    return {
        "schema": SCHEMA_VERSION,
        "scale": scale,
        "datasets": datasets,
        "counts": {verdict: sum(c["verdict"] == verdict for c in claims) for verdict in VERDICTS},
        "claims": claims,
    }


def plain(value: Any) -> Any:
    """What JSON can say, also of numbers from NumPy. What is no finite number becomes None."""
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return round_significant(value)
    return value


def round_significant(value: float) -> float | None:
    """Ten significant digits, to hide the last bits of a sum. None if it is no finite number."""
    return float(f"{value:.10g}") if abs(value) < float("inf") else None
