"""Tables, figures and the report that a run makes again, since they carry no seal.

Snakemake's note on a file has the time at which it was made. A file without a note was copied from
elsewhere: it gets a time before those of all inputs, so that Snakemake makes it again. One with
another time was changed since, and a run removes it. Its age would not do, because Snakemake makes
nothing again from inputs whose bytes are those of its note.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from methods.bench import paths
from methods.bench.plan import Plan
from methods.command import records

LONG_AGO = 10**9  # a time before those of all inputs (ns since 1970)
SLACK = 1.0  # seconds by which a file system may round a time


def changed_outputs(plan: Plan) -> dict[str, str]:
    """The outputs that are not as they were made, each with what is wrong with it.

    Those that were copied look old now.
    """
    changed = {}
    for path in unsealed(plan):
        if not os.path.exists(path):
            continue
        ended = (records.made(path) or {}).get("endtime")
        if ended is None:
            os.utime(path, ns=(LONG_AGO, LONG_AGO))
        elif abs(os.path.getmtime(path) - ended) > SLACK:
            changed[path] = "was changed after it was made"
        elif path == paths.REPORT and (page := _lost_or_changed_page(Path(path).parent)):
            changed[path] = f"does not hold: {page} was removed or changed after it was made"
    return changed


def _lost_or_changed_page(site: Path) -> Path | None:
    """The first file of a site that is gone, or newer than their list, which was written last.

    The front page does not count. Snakemake gives it the time at which the job ended, and on a busy
    machine that is seconds after the list.
    """
    listed = site / paths.SITE_FILES
    if not listed.exists():
        return listed
    written = listed.stat().st_mtime
    pages = (site / name for name in listed.read_text(encoding="utf-8").splitlines())
    for page in pages:
        if page == Path(paths.REPORT):
            continue
        if not page.exists() or page.stat().st_mtime > written + SLACK:
            return page
    return None


def unsealed(plan: Plan) -> Iterator[str]:
    """Every file of a run that Snakemake knows and that has no seal."""
    for name in plan.running():
        yield from plan.tables(name)
        yield from plan.figures(name)
    yield paths.REPORT
