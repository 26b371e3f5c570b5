"""The ledger of claims: each with its verdict, the reason and the numbers behind it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from methods.bench.construct import options_of
from methods.bench.results import Results
from methods.claims.basis import basis_of
from methods.claims.counts import counts
from methods.claims.question import question
from methods.schemas.outputs import CLAIM_WORDS

SCHEMA_VERSION = 2


def judge(results: Results, name: str) -> dict[str, Any]:
    """The ledger entry of one claim of the experiment, tested now on the stored results."""
    entry = results.experiment.claims[name]
    test, options = options_of(entry, CLAIM_WORDS)
    allowed = basis_of(results.experiment, results.plan.catalogue, entry).allowed
    verdict = test(results.seen_by_claims(allowed), **options)
    return {**specification(results, name), **asdict(verdict), "scale": results.plan.scale}


def specification(results: Results, name: str) -> dict[str, Any]:
    """What a claim says, how it is tested and on which data sets, without its verdict."""
    entry = results.experiment.claims[name]
    test, options = options_of(entry, CLAIM_WORDS)
    basis = basis_of(results.experiment, results.plan.catalogue, entry)
    view = results.seen_by_claims(basis.allowed)
    datasets = [d for study in basis.studies for d in basis.datasets(view.datasets(study))]
    return {
        "name": f"{results.experiment.name}/{name}",
        "source": results.experiment.source,
        "where": entry["where"],
        "says": entry["says"],
        "about": entry.get("about", ""),
        "beyond": entry.get("beyond", False),
        "derived": entry.get("derived", ""),
        "one_draw": entry.get("one_draw", ""),
        "tested": question(test, options),
        "test": {"function": entry["function"], **options},
        "datasets": list(dict.fromkeys(datasets)),
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
        "counts": counts(claims, beyond=False),
        "counts_beyond": counts(claims, beyond=True),
        "claims": claims,
    }
    return json.dumps(ledger, indent=1, ensure_ascii=False) + "\n"
