"""`summary`: the summaries of papers as pages of their own, made from the kept results."""

from __future__ import annotations

import argparse
from pathlib import Path

from methods.bench import paths
from methods.command.judge import plan_of_kept, read_ledger
from methods.errors import unknown
from methods.report.found import read_found
from methods.report.paper_pages import write_paper_pages
from methods.report.site_folder import SiteFolder
from methods.report.two_verdicts import TwoVerdicts
from methods.schemas.paper import load_papers


def run(options: argparse.Namespace) -> None:
    """Write the page of each paper into the folder, as HTML and as Markdown."""
    papers = load_papers(options.root)
    for key in options.papers:
        if key not in papers:
            raise unknown("paper", key, papers)
    chosen = {key: papers[key] for key in options.papers or papers}
    reference = options.root / paths.REFERENCE
    two = TwoVerdicts(shows_kept=True)
    verdicts = {claim["name"]: two.shown(claim) for claim in read_ledger(reference)["claims"]}
    out = options.out or Path("results", "summaries")
    site = SiteFolder(out, home=None, results=None)
    site.assets()
    for row in write_paper_pages(
        site, plan_of_kept(options.root), chosen, verdicts, reference, folder="",
        found=read_found(options.root),
    ):  # fmt: skip
        print(out / row["href"])
