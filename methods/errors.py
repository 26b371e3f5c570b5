"""The error that a user caused, and the sentence that helps her."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(ValueError):
    """Bad input: printed as one line without a traceback, exit status 1."""


def unknown(what: str, name: object, known: Iterable[str], where: str = "") -> UserError:
    """One line that names the unknown thing, where it stands, and the nearest valid choices."""
    choices = sorted(known)
    near = get_close_matches(str(name), choices, n=1, cutoff=0.4)
    hint = (
        f"did you mean {near[0]!r}?" if near else f"choose from: {', '.join(choices) or 'nothing'}"
    )
    said = f"{where}{': ' if where else ''}unknown {what} {str(name)!r}; {hint}"
    return UserError(" ".join(said.split()))  # a damaged file may name anything
