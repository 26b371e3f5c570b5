"""The front page: the headline findings, all claims, and what ran."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from methods.bench.results import Results
from methods.claims.coverage import change_of
from methods.claims.kept import outdated_of
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE
from methods.report.made_from import made_from
from methods.report.shown_claims import claim_id, stored_claims
from methods.report.site_folder import SiteFolder, experiment_address
from methods.report.tallies import argued, decided, tallied_as, tally
from methods.report.two_verdicts import TwoVerdicts, sentence
from methods.report.what_ran import gaps, totals
from methods.yaml_files import read_yaml


def write_front_page(
    site: SiteFolder,
    experiments: Sequence[Results],
    winners: Sequence[Mapping[str, Any]],
    ledger: Mapping[str, Any],
    headlines: Path,
    method_files: Mapping[str, str],
    papers: Sequence[Mapping[str, Any]],
    two: TwoVerdicts,
    texts: Mapping[str, str],
    lacks: Sequence[str] = (),
) -> None:
    """Write the page, with `winners` first. `papers` has a row for each with what is served.

    `headlines` lists further claims near its top, as ``experiment/claim``. Those that are told of a
    paper are left out, and those that cannot be tested stand last. `texts` has the titles of the
    pages that are texts, by file. `lacks` says what of the plan is not shown.
    """
    shown = []
    claims_by_name: dict[str, dict[str, Any]] = {}
    for results in experiments:
        title = results.experiment.title
        address = experiment_address(results.experiment.name)
        claims = [
            shown_claim | {"href": f"{address}#{claim_id(claim)}", "title": title,
                           "change": change_of(shown_claim), "tallied_as": tallied_as(shown_claim)}
            for claim in stored_claims(results)
            for shown_claim in [two.shown(claim)]
        ]  # fmt: skip
        claims_by_name |= {claim["name"]: claim for claim in claims}
        shown.append({"title": title, "href": address, "claims": claims, "ran": totals(results),
                      "outdated": bool(outdated_of(results))})  # fmt: skip
    chosen = read_yaml(headlines) if headlines.exists() else []
    told = {claim["name"] for paper in papers for claim in [*paper["told"], *paper["ours"]]}
    found = [claims_by_name[name] for name in chosen if name in claims_by_name and name not in told]
    found.sort(key=lambda claim: claim["verdict"] == UNTESTABLE)
    theirs = tally(claims_by_name.values(), beyond=False)
    site.page(
        "index.html",
        "front.html",
        winners=winners,
        made_from=made_from(site.kept),
        links={name: f"methods/{file}" for name, file in method_files.items()},
        sentence=summary(theirs),
        counts=theirs,
        counts_beyond=tally(claims_by_name.values(), beyond=True),
        two=two,
        beside=sentence(claims_by_name.values()),
        scale=ledger["scale"],
        datasets=ledger["datasets"],
        headlines=found,
        experiments=shown,
        papers=papers,
        texts=texts,
        lacks=lacks,
        gaps=[gap for results in experiments for gap in gaps(results)],
    )


def summary(tally: Mapping[str, int]) -> str:
    """The headline: how many claims of the works hold and fail."""
    total = sum(tally.values())
    if not total:
        return "No claim of a work has been tested in this run"
    shown = "; ".join(filter(None, [decided(tally, (HOLDS, FAILS)), argued(tally)]))
    return f"Of {total} claim{'s' if total > 1 else ''} of the works, {shown or 'none is decided'}"
