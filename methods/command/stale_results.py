"""Whether the results here are of the files that are here, before they leave the project."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
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
    if line := _in_a_line(stale_files(plan)):
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
    of_one = replace(plan, experiments={experiment: plan.experiments[experiment]})
    verdicts = (paths.claims(experiment), paths.LEDGER)
    of_scores = {path: why for path, why in stale_files(of_one).items() if path not in verdicts}
    line = _in_a_line(of_scores)
    return f"warning: {line}; the verdict is that of the stored results" if line else ""


def stale_files(plan: Plan) -> dict[str, str]:
    """The stored files that are damaged or of something else, with the reason.

    Compiled code is left out: the source hash of a fit says which code has made it.
    """
    stored = (file for file in stored_files(plan) if Path(file.path).parent != Path(paths.COMPILED))
    return verify(stored, {}).unusable


def _in_a_line(stale: Mapping[str, str]) -> str:
    """The first of them with the reason, and how many more there are; empty without any."""
    if not stale:
        return ""
    path, why = next(iter(stale.items()))
    more = f", and {len(stale) - 1:,} more are stale" if len(stale) > 1 else ""
    return f"{path} {why}{more}"
