"""Errors that the user can correct, each with one line that says how."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(ValueError):
    """Bad input. It is printed as one line without a traceback, and the exit status is 1."""


def unknown(what: str, name: object, known: Iterable[str], where: str = "") -> UserError:
    """An error that names the unknown thing, its place, and the nearest valid choice or all."""
    choices = sorted(known)
    near = get_close_matches(str(name), choices, n=1, cutoff=0.4)
    hint = (
        f"did you mean {near[0]!r}?" if near else f"choose from: {', '.join(choices) or 'nothing'}"
    )
    message = f"{where}{': ' if where else ''}unknown {what} {str(name)!r}; {hint}"
    return UserError(" ".join(message.split()))  # names from a damaged file may hold line breaks
