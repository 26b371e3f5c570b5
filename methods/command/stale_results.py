"""Whether the results here are of the files that are here, before they leave the project."""

from __future__ import annotations

from pathlib import Path

from methods.bench import paths
from methods.bench.dependencies import stored_files
from methods.bench.plan import Plan
from methods.command.stored_files import verify
from methods.errors import UserError


def refuse_stale(plan: Plan) -> None:
    """Raise a `UserError` that names a stored file which a run would make again, and why.

    Else results would be kept or shown beside entries and code that have not made them. Compiled
    code does not leave the project.
    """
    stored = (file for file in stored_files(plan) if Path(file.path).parent != Path(paths.COMPILED))
    unusable = verify(stored, {}).unusable
    for path, reason in unusable.items():
        more = f", and {len(unusable) - 1:,} more are stale" if len(unusable) > 1 else ""
        raise UserError(f"{path} {reason}{more}; start the run again, which makes these again")
