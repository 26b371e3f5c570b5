"""Whether results are of the settings that a plan states, which would be told of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from methods.bench import paths
from methods.bench.dependencies import SETTINGS, settings
from methods.bench.plan import Plan
from methods.claims.ledger import read_claims
from methods.errors import UserError
from methods.sealed_files import read_sealed


def refuse_other_settings(plan: Plan) -> None:
    """Refuse verdicts that a run with other settings has made."""
    expected = settings(plan)
    for name in plan.running():
        file = paths.claims(name)
        if read_sealed(file).made_from.get(SETTINGS) != expected:
            raise UserError(
                f"{file} is of a run with other settings; name those of that run, such as"
                " --config scale=paper datasets=all"
            )


def refuse_other_scale(scale: str, kept: Iterable[Path]) -> None:
    """Refuse kept verdicts of another scale, since one ledger with one scale has them all."""
    for file in kept:
        for claim in read_claims(file):
            if claim["scale"] != scale:
                raise UserError(
                    f"{file} is of scale {claim['scale']}, and these results are of scale {scale};"
                    " keep results of one scale"
                )
