"""results/reference: the committed outcome of the largest run so far of each experiment."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from methods.bench import paths
from methods.bench.plan import Plan
from methods.claims.ledger import ledger_text
from methods.files import write_atomically, write_text

KEPT = ("*.csv", "*.md", "*.tex", "*.png", "claims.json", "*/scores/*", "*/runs/*")

LARGEST_BYTES = 2**20  # of a file; the data of a map of thousands of numbers is not worth more


def keep(plan: Plan) -> None:
    """Copy the outcome of the selected experiments, in place of what was kept of each.

    The ledger beside them is of all that are kept, these and others.
    """
    results, reference = Path("results"), Path(paths.REFERENCE)
    names = sorted({study.experiment for study in plan.studies()})
    for name in names:
        (results / name / "claims.json").read_bytes()  # without a run nothing is removed
    for name in names:
        shutil.rmtree(reference / name, ignore_errors=True)
        for pattern in KEPT:
            for source in (results / name).glob(pattern):
                if source.stat().st_size > LARGEST_BYTES:
                    continue
                copy = reference / source.relative_to(results)
                write_atomically(copy, partial(shutil.copyfile, source))
    kept = sorted(reference.glob("*/claims.json"))
    text = ledger_text(kept, plan.scale, plan.config["datasets"])
    write_text(reference / "claims.json", text)
