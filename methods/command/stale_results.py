"""Whether the results here are of the files that are here, before they leave the project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

from methods.bench import paths
from methods.bench.dependencies import SETTINGS, settings, stored_files
from methods.bench.plan import Plan
from methods.command.stored_files import verify
from methods.errors import UserError
from methods.sealed_files import Damaged, read_sealed


def refuse_stale(plan: Plan) -> None:
    """Raise a `UserError` that names a stored file which a run would make again, and why.

    Else results would be kept or shown beside entries and code that have not made them.
    """
    for line in _first_of(stale_files(plan)):
        raise UserError(f"{line}; start the run again, which makes these again")


def warning_of_claims(plan: Plan, experiment: str) -> str:
    """Why claims judged now may not be those of the last run, in a line; empty if they are.

    The settings may be others, or the scores stale. An edit of the claims themselves is no matter,
    as they are judged anew.
    """
    with suppress(Damaged):  # it is not read
        if read_sealed(paths.claims(experiment)).made_from.get(SETTINGS) != settings(plan):
            return (
                f"warning: the results of {experiment} are of a run with other settings, and this"
                " verdict is on those of its trials and data sets that are selected now; name the"
                " settings of the run, such as --config scale=paper datasets=all"
            )
    judged = {name: plan.experiments[name] for name in plan.experiments if name == experiment}
    stale = stale_files(replace(plan, experiments=judged))
    of_scores = {
        path: why
        for path, why in stale.items()
        if path not in (paths.claims(experiment), paths.LEDGER)
    }
    return next(
        (
            f"warning: {line}; the verdict is that of the stored results"
            for line in _first_of(of_scores)
        ),
        "",
    )


def stale_files(plan: Plan) -> dict[str, str]:
    """The stored files that are damaged or of something else, with the reason.

    Compiled code is left out: the source hash of a fit says which code has made it.
    """
    stored = (file for file in stored_files(plan) if Path(file.path).parent != Path(paths.COMPILED))
    return verify(stored, {}).unusable


def _first_of(stale: Mapping[str, str]) -> Iterator[str]:
    """The first of them, and how many more there are."""
    more = f", and {len(stale) - 1:,} more are stale" if len(stale) > 1 else ""
    yield from (f"{path} {why}{more}" for path, why in islice(stale.items(), 1))
