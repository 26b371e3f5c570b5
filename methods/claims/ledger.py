"""The ledger of claims: each with its verdict, the reason and the numbers behind it.

Claims of the source and claims of ours are counted apart. A verdict that no number could change is
counted as derived, and not among those that hold or fail.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from methods.bench.construct import options_of
from methods.bench.results import Results
from methods.claims.basis import basis_of
from methods.claims.question import question
from methods.claims.verdicts import FAILS, HOLDS, VERDICTS
from methods.schemas.experiment import CLAIM_WORDS

SCHEMA_VERSION = 2
DERIVED = "derived"
COUNTED = (*VERDICTS, DERIVED)  # the words of the counts


def judge(results: Results, name: str) -> dict[str, Any]:
    """The ledger entry of one claim of the experiment, tested now on the stored results."""
    entry = results.experiment.claims[name]
    test, options = options_of(entry, CLAIM_WORDS)
    basis = basis_of(results.experiment, results.plan.catalogue, entry)
    view = results.seen_by_claims(basis.allowed)
    used = [d for study in basis.studies for d in basis.datasets(view.datasets(study))]
    return {
        **specification(results, name),
        "datasets": list(dict.fromkeys(used)),
        **asdict(test(view, **options)),
        "scale": results.plan.scale,
    }


def specification(results: Results, name: str) -> dict[str, Any]:
    """What a claim says and how it is tested, without its verdict."""
    entry = results.experiment.claims[name]
    test, options = options_of(entry, CLAIM_WORDS)
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
    }


def counted_as(claim: Mapping[str, Any]) -> str:
    """The word of `COUNTED` under which a claim is counted."""
    return DERIVED if claim.get("derived") and claim["verdict"] in (HOLDS, FAILS) else (
        str(claim["verdict"])
    )  # fmt: skip


def counts(claims: Iterable[Mapping[str, Any]], *, beyond: bool) -> dict[str, int]:
    """How many claims of the source, or beyond it, are counted under each word."""
    words = [counted_as(claim) for claim in claims if claim.get("beyond", False) == beyond]
    return {word: words.count(word) for word in COUNTED}


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
