"""`keep`: copy the outcome of a run to results/reference, which is committed."""

from __future__ import annotations

import argparse
import shutil
from functools import partial
from pathlib import Path

from methods.bench import paths
from methods.bench.plan import Plan, read_plan
from methods.claims.ledger import read_claims
from methods.command.judge import write_ledger
from methods.files import write_atomically
from methods.sharing.kept_copies import copy_to_keep
from methods.sharing.split_hashes import keep_hashes, split_hashes

KEPT_FILES = ("*.csv", "*.md", "*.tex", "*.json", "*.png", "*/scores/*", "*/runs/*")

LARGEST_BYTES = 2**20  # larger files are skipped, such as the data of a map


def run(options: argparse.Namespace) -> None:
    """Keep the selected experiments."""
    keep(read_plan(options.root, options.config))


def keep(plan: Plan) -> None:
    """Replace the stored results of the selected experiments by those of this run.

    The ledger beside them covers all experiments with stored results. The hashes of the data and
    the rows of each trial are kept too, so that other methods can be paired with the scores.
    """
    results, reference = Path("results"), Path(paths.REFERENCE)
    names = plan.running()
    for name in names:
        # Without a run this fails, before anything is removed.
        read_claims(results / name / "claims.json")
    for name in names:
        shutil.rmtree(reference / name, ignore_errors=True)
        for pattern in KEPT_FILES:
            for source in (results / name).glob(pattern):
                if source.stat().st_size > LARGEST_BYTES:
                    continue
                copy = reference / source.relative_to(results)
                write_atomically(copy, partial(copy_to_keep, source))
        keep_hashes(split_hashes(plan, name), reference / name)
    write_ledger(plan, reference)
