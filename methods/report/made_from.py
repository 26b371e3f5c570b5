"""Which results a report is made from, and by which revision of the code."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

from methods.provenance import provenance


@cache
def made_from(kept: bool) -> str:
    """In two sentences. The date is that of the commit, so that a report stays the same."""
    results = "the kept results in results/reference" if kept else "the results of a run"
    revision, date = provenance()["revision"], _date()
    by = f" by revision {revision}" if revision != "unknown" else ""
    on = f" of {date}" if by and date else ""
    return (
        f"Made from {results}{by}{on}. The page of each experiment names the revisions that its"
        " fits were made by."
    )


def _date() -> str:
    """The day of the commit of this code; empty without git."""
    try:
        shown = subprocess.run(
            ["git", "show", "--no-patch", "--format=%cs", "HEAD"],
            cwd=Path(__file__).parent, check=True, timeout=10, capture_output=True, text=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return shown.stdout.strip()
