"""Files that appear completely or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from glob import escape
from pathlib import Path


def write_atomically(path: str | Path, write: Callable[[Path], object]) -> None:
    """Let `write` fill a temporary file beside `path`, flush it to disk and rename it to `path`.

    A process killed at any moment leaves either the old or the new file. The hidden temporary file
    that it may leave is removed by the next writer of `path`. The temporary file has the suffix of
    `path`, because ``numpy.savez`` and Matplotlib choose the format by it.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    for abandoned in path.parent.glob(f".{escape(path.stem)}.part-*{escape(path.suffix)}"):
        abandoned.unlink(missing_ok=True)
    temporary = path.with_name(f".{path.stem}.part-{os.getpid()}{path.suffix}")
    try:
        write(temporary)
        with open(temporary, "rb") as written:
            os.fsync(written.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if error.filename:
            raise
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: str | Path, text: str) -> None:
    """Write `text` as UTF-8, atomically."""
    write_atomically(path, lambda part: part.write_text(text, encoding="utf-8"))
