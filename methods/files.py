"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from glob import escape
from pathlib import Path


def write_atomically(path: str | Path, write: Callable[[Path], object]) -> None:
    """Let `write` fill a neighbour of `path`, flush it to disk and rename it into place.

    A kill at any moment leaves either the old file or the new one, and a hidden neighbour that the
    next writer of `path` removes. The neighbour keeps the suffix of `path`, because savers such as
    ``numpy.savez`` and matplotlib decide by it.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    for left in path.parent.glob(f".{escape(path.stem)}.part-*{escape(path.suffix)}"):
        left.unlink(missing_ok=True)
    neighbour = path.with_name(f".{path.stem}.part-{os.getpid()}{path.suffix}")
    try:
        write(neighbour)
        with open(neighbour, "rb") as written:
            os.fsync(written.fileno())
        os.replace(neighbour, path)
    except OSError as error:
        if error.filename:
            raise
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    finally:
        neighbour.unlink(missing_ok=True)


def write_text(path: str | Path, text: str) -> None:
    """Write `text` as UTF-8, atomically."""
    write_atomically(path, lambda part: part.write_text(text, encoding="utf-8"))
