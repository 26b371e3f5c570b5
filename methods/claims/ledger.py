"""The ledger of claims: each with its verdict, the reason and the numbers behind it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from methods.bench.construct import options_of
from methods.bench.results import Results
from methods.claims.verdicts import VERDICTS

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


def ledger_text(files: Iterable[str | Path], scale: str, datasets: Any) -> str:
    """The ledger of the verdicts in these files of several experiments, as JSON."""
    claims = [
        claim for path in files for claim in json.loads(Path(path).read_text(encoding="utf-8"))
    ]
    ledger = {
        "schema": SCHEMA_VERSION,
        "scale": scale,
        "datasets": datasets,
        "counts": {verdict: sum(c["verdict"] == verdict for c in claims) for verdict in VERDICTS},
        "claims": claims,
    }
    return json.dumps(ledger, indent=1, ensure_ascii=False) + "\n"
