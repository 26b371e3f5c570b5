"""`pages`: the whole report as pages made from the kept results, without a run."""

from __future__ import annotations

import argparse
from pathlib import Path

from methods.bench import paths
from methods.claims.ledger import ledger_of
from methods.command.judge import plan_of_kept
from methods.command.try_ import refuse_foreign
from methods.report.kept_plan import only_kept
from methods.report.site import write_site
from methods.report.site_folder import SiteFolder

MARKER = ".site"  # of a folder whose other files may go


def run(options: argparse.Namespace) -> None:
    """Write the site into the folder. What needs the files of a run is left out.

    The files of an earlier site go. A folder that the user names must have none of anything else.
    """
    out = options.out or Path(paths.KEPT_REPORT)
    if options.out:
        refuse_foreign(out, MARKER)
    reference = options.root / paths.REFERENCE
    plan, lacks = only_kept(plan_of_kept(options.root), reference)
    site = SiteFolder(out, results=None, kept=True)
    site.text(MARKER, "python -m methods pages removes what it has not written here.\n")
    kept = sorted(reference.glob("*/claims.json"))
    ledger = ledger_of(kept, plan.scale, plan.config["datasets"])
    write_site(site, plan, options.root, ledger, reference, reference, lacks)
    print(f"report: {out / 'index.html'}")
