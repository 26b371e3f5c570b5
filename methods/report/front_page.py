"""The front page: the headline findings, the ledger of claims, and what ran."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from methods.bench.results import Results
from methods.claims.verdicts import FAILS, HOLDS
from methods.report.experiment_page import claim_id, claims_of, page_of
from methods.report.folder import Site
from methods.report.runs import holes, totals
from methods.yaml_files import read_yaml


def write_front_page(
    site: Site, experiments: Sequence[Results], ledger: Mapping[str, Any], headlines: Path
) -> None:
    """`headlines` lists the claims, as ``experiment/claim``, that stand above all others."""
    shown = []
    by_name: dict[str, dict[str, Any]] = {}
    for results in experiments:
        name, title = results.experiment.name, results.experiment.title
        claims = [
            claim | {"href": f"{page_of(name)}#{claim_id(claim)}", "title": title}
            for claim in claims_of(name)
        ]
        by_name |= {claim["name"]: claim for claim in claims}
        shown.append(
            {"title": title, "href": page_of(name), "claims": claims, "ran": totals(results)}
        )
    chosen = read_yaml(headlines) if headlines.exists() else []
    site.page(
        "index.html",
        "front.html",
        sentence=summary(ledger["counts"]),
        counts=ledger["counts"],
        scale=ledger["scale"],
        datasets=ledger["datasets"],
        headlines=[by_name[name] for name in chosen if name in by_name],
        experiments=shown,
        holes=[hole for results in experiments for hole in holes(results)],
    )


def summary(counts: Mapping[str, int]) -> str:
    """The ledger in a sentence."""
    total = sum(counts.values())
    if not total:
        return "No claim has been tested in this run"
    holds = f"{counts[HOLDS]} hold{'s' if counts[HOLDS] == 1 else ''}"
    fails = f"{counts[FAILS]} fail{'s' if counts[FAILS] == 1 else ''}"
    return f"Of {total} claim{'s' if total > 1 else ''}, {holds} and {fails}"
