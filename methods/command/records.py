"""What Snakemake has noted about files: how they were made, and which are being made now.

Its notes are JSON files in .snakemake. Each is named by the path of its file in base 64.
"""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from pathlib import Path
from typing import Any

NOTES = Path(".snakemake")


def locked_since() -> float | None:
    """When the run that holds the lock of this folder began. A killed run still holds it."""
    began = [_time(lock) for lock in (NOTES / "locks").glob("*.lock")]
    return min((time for time in began if time is not None), default=None)


def running() -> set[str]:
    """The files that the present run has begun and not finished, without those of earlier runs."""
    started = locked_since()
    if started is None:
        return set()
    folder = NOTES / "incomplete"
    notes = [Path(at, name) for at, _, names in os.walk(folder) for name in names]
    return {_decoded(n.relative_to(folder)) for n in notes if (_time(n) or 0.0) >= started}


def begun_at(path: str) -> float | None:
    """When a file was begun, as seconds since 1970."""
    return _time(_note("incomplete", path))


def made(path: str) -> dict[str, Any] | None:
    """The note on how a file was made, None if there is none."""
    try:
        with open(_note("metadata", path), "rb") as note:
            return dict(json.load(note))
    except (FileNotFoundError, ValueError):  # ValueError: it is being written
        return None


def seconds(note: dict[str, Any] | None) -> float | None:
    """How many seconds the job took that made a file."""
    start, end = (note.get(key) if note else None for key in ("starttime", "endtime"))
    return None if start is None or end is None else float(end - start)


def _time(file: str | Path) -> float | None:
    """When a file was last changed; None if it is gone, which a run may do at any moment."""
    try:
        return os.path.getmtime(file)
    except FileNotFoundError:
        return None


def _note(kind: str, path: str) -> str:
    # a large plan asks for tens of thousands of notes, and a Path takes longer than a string
    name = urlsafe_b64encode(path.encode()).decode()
    length = _longest_name() - 1  # a longer name is cut into folders
    parts = [name[at : at + length] for at in range(0, len(name), length)]
    return os.path.join(NOTES, kind, *("@" + part for part in parts[:-1]), parts[-1])


@cache
def _longest_name() -> int:
    return os.pathconf("/", "PC_NAME_MAX")


def _decoded(note: Path) -> str:
    return urlsafe_b64decode("".join(part.removeprefix("@") for part in note.parts)).decode()
