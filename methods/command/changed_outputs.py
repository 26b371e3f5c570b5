"""Tables, figures and the report that a run makes again, since they carry no seal.

Snakemake's note on a file has the time at which it was made. A file without a note was copied from
elsewhere: it gets a time before those of all inputs, so that Snakemake makes it again. One with
another time was changed since, and a run removes it. Its age would not do, because Snakemake makes
nothing again from inputs whose bytes are those of its note.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from methods.bench import paths
from methods.bench.plan import Plan
from methods.command import records

LONG_AGO = 10**9  # a time before those of all inputs (ns since 1970)
SLACK = 1.0  # seconds by which a file system may round a time


def changed_outputs(plan: Plan) -> list[str]:
    """The outputs that were changed since they were made. Those that were copied look old now."""
    changed = []
    for path in unsealed(plan):
        if not os.path.exists(path):
            continue
        ended = (records.made(path) or {}).get("endtime")
        if ended is None:
            os.utime(path, ns=(LONG_AGO, LONG_AGO))
        elif abs(os.path.getmtime(path) - ended) > SLACK:
            changed.append(path)
    return changed


def unsealed(plan: Plan) -> Iterator[str]:
    """Every file of a run that Snakemake knows and that has no seal."""
    for name in plan.running():
        yield from plan.tables(name)
        yield from plan.figures(name)
    yield paths.REPORT
