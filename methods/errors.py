"""Errors that the user can correct, each with one line that says how."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from traceback import extract_tb

ROOT = Path(__file__).absolute().parents[1]


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


def raised_at(error: BaseException, beside: str = "") -> str | None:
    """The ``file:line`` that caused an error; the last one of the project if there is any.

    Lines of the file `beside` do not count. None if no other line took part.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_shown(error.filename)}:{error.lineno}"
    places = [
        (frame.filename, frame.lineno)
        for frame in extract_tb(error.__traceback__)
        if frame.filename != beside and "importlib" not in frame.filename
    ]
    ours = [place for place in places if not _shown(place[0]).startswith((".", "/"))]
    if not places:
        return None
    file, line = (ours or places)[-1]
    return f"{_shown(file)}:{line}"


def _shown(file: str) -> str:
    """A file as messages name it: from the folder of the project if it is in there."""
    path = Path(file)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else file
