"""The whole report: front page, a page per experiment, method and data set, and one on speed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from methods.bench import paths
from methods.bench.plan import Plan
from methods.bench.results import RESULTS, Results
from methods.claims.ledger import ledger_of
from methods.performance.stored import KINDS, stored
from methods.report.dataset_pages import write_dataset_pages
from methods.report.experiment_page import write_experiment_page
from methods.report.found import link_to_claims, read_found
from methods.report.front_page import write_front_page
from methods.report.method_pages import files_of_methods, write_method_pages
from methods.report.paper_pages import write_paper_pages
from methods.report.shown_tables import shown_tables
from methods.report.site_folder import SiteFolder, experiment_address
from methods.report.speed_page import write_speed_page
from methods.report.text_pages import write_text_pages
from methods.report.two_verdicts import TwoVerdicts
from methods.report.winner_page import winners_shown
from methods.schemas.paper import load_papers
from methods.sealed_files import write_sealed_json

HEADLINES = Path("workflow", "report", "headlines.yaml")


def in_order_of_papers(plan: Plan, papers: Iterable[str]) -> list[str]:
    """The experiments that run: those on each of the `papers`, then those on none."""
    places = {key: place for place, key in enumerate(papers)}
    sources = {name: plan.experiments[name].source for name in plan.running()}
    return sorted(sources, key=lambda name: places.get(sources[name], len(places)))


def write_report(plan: Plan, root: Path, made_from: Mapping[str, str], here: Path = Path()) -> None:
    """Collect the verdicts of all experiments into the ledger, and write the site.

    The stored results are below the current folder, and the report is written below `here`.
    """
    content = ledger_of(map(paths.claims, plan.running()), plan.scale, plan.config["datasets"])
    ledger = here / paths.LEDGER
    write_sealed_json(ledger, content, {**made_from, "file": paths.LEDGER})
    site = SiteFolder((here / paths.REPORT).parent)
    if here.resolve() != Path.cwd():
        site.results = None
    write_site(site, plan, root, content, RESULTS, here / RESULTS)


def write_site(
    site: SiteFolder,
    plan: Plan,
    root: Path,
    ledger: Mapping[str, Any],
    folder: Path,
    measured: Path,
    lacks: Sequence[str] = (),
) -> None:
    """Write the pages of the results below `folder`, and of the speed `measured`.

    `lacks` says what of the plan is not shown.
    """
    known = load_papers(root)
    names = in_order_of_papers(plan, known)
    experiments = [Results.load(plan, name, root, folder) for name in names]
    tables = {results.experiment.name: shown_tables(results) for results in experiments}
    method_files = files_of_methods(experiments)
    speed = {kind: entries for kind in KINDS if (entries := stored(kind, measured))}

    winners = winners_shown(experiments, tables)
    # a comparison on a table of the user's has no claims to speak of
    site.has_claims = not winners or any(results.experiment.claims for results in experiments)
    site.has_speed = bool(speed)
    two = TwoVerdicts.of(plan, root, site.kept)
    site.assets()
    papers = {
        key: paper
        for key, paper in known.items()
        if any(results.experiment.source == key for results in experiments)
    }
    site.has_papers = bool(papers)
    site.text("claims.json", json.dumps(ledger, indent=1))
    for results in experiments:
        shown = tables[results.experiment.name]
        write_experiment_page(site, results, shown, method_files, two, papers)
    write_method_pages(site, experiments, tables, method_files, papers, two)
    write_dataset_pages(site, experiments, tables)
    if speed:
        write_speed_page(site, speed)
    verdicts = {claim["name"]: two.shown(claim) for claim in ledger["claims"]}
    found = read_found(root)
    rows = write_paper_pages(site, plan, papers, verdicts, folder, linked=names, found=found)
    headlines = root / HEADLINES
    of_claims = link_to_claims(verdicts, {name: experiment_address(name) for name in names})
    texts = write_text_pages(site, root / "docs", of_claims) if site.has_claims else {}
    write_front_page(
        site, experiments, winners, ledger, headlines, method_files, rows, two, texts, lacks
    )
    site.sweep()
