"""`export`: write all scores as one table, and a research crate of the run."""

from __future__ import annotations

import argparse

from methods.bench.plan import read_plan
from methods.command.stale_results import refuse_stale
from methods.sharing.all_scores import all_scores, write_table


def run(options: argparse.Namespace) -> None:
    """Export the selected experiments."""
    plan = read_plan(options.root, options.config)
    if options.crate is not None:
        refuse_stale(plan)
    table = all_scores(plan)
    write_table(table, options.file)
    print(f"{options.file}: {len(table):,} rows")
    if options.crate is not None:
        from methods.sharing.research_crate import write_crate  # few exports need it

        count = write_crate(plan, options.root, options.crate, [options.file], options.by)
        print(f"{options.crate}: {count:,} files, described in ro-crate-metadata.json")
