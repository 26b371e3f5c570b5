"""What was looked at before and found without fault, so that it need not be imported again.

To import all code that the experiments name takes seconds, and `check`, `status` and each start of
a run ask whether it can be imported. So each answer without a fault leaves an empty file. Its name
is a hash over the question, Python, the installed packages and the source of this package. After a
change of any of them the question is asked again.

Only code of this package and of installed packages is taken on trust. What a plugin does when it is
imported may depend on anything, so it is imported each time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from types import ModuleType
from typing import Any

from methods.bench.source_hash import (
    DISTRIBUTIONS,
    LIBRARIES,
    PACKAGE,
    combined,
    folders_of_packages,
    is_installed,
)
from methods.command.records import NOTES

SOUND = NOTES / "sound"
MOST = 2000  # files; most of them are of code that has changed since
LONGEST = 60.0  # seconds


def faults_unless_known(
    question: str, code: Iterable[str], look: Callable[[], Iterable[str]]
) -> Iterator[str]:
    """What `look` finds; nothing if it has found nothing for the same question before.

    Parameters
    ----------
    question : all that the answer depends on, beside the environment.
    code : dotted paths of the code that the question is about.
    look : yields a line for each fault.
    """
    known = Path(SOUND, combined([question, environment()]))
    trusted = all(map(is_trusted, code))
    if trusted and known.exists():
        return
    faults = list(look())
    yield from faults
    if trusted and not faults:
        with suppress(OSError):  # a full or read-only disk: the question is asked again
            _remember(known)


def look_without_compiling(what: str, look: Callable[[], Iterable[str]]) -> None:
    """Look for faults in `what`, once, in a child process in which numba compiles nothing.

    An import of a machine compiles it, if nothing has on this computer. All machines take half a
    minute, one after the other, and the jobs of a run compile several at a time. What is sound in
    the child is known then. The caller looks again, and imports only what may have a fault.
    """
    known = Path(SOUND, combined([f"{what} without compiling", environment()]))
    if known.exists() or "numba" in sys.modules or "fork" not in get_all_start_methods():
        return
    child = get_context("fork").Process(target=_look_quietly, args=(look,))
    child.start()
    child.join(LONGEST)
    child.kill()
    with suppress(OSError):
        _remember(known)


def _look_quietly(look: Callable[[], Iterable[str]]) -> None:
    sys.modules["numba"] = _NoCompiler("numba")
    with (
        open(os.devnull, "w", encoding="utf-8") as nowhere,
        redirect_stdout(nowhere),
        redirect_stderr(nowhere),
    ):
        for descriptor in (1, 2):  # of libraries, and of the trace of an exception
            os.dup2(nowhere.fileno(), descriptor)
        for _ in look():
            pass


class _NoCompiler(ModuleType):
    """Stands in for numba; its decorators return the function as it is."""

    __spec__ = find_spec("numba")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *signatures, **options: lambda function: function


def is_trusted(path: str) -> bool:
    """Whether a path is of this package or of an installed one, which `environment` hashes."""
    top = path.partition(".")[0]
    return top == PACKAGE.name or DISTRIBUTIONS.get(top, top) in LIBRARIES or is_installed(top)


@cache
def environment() -> str:
    """A hash over Python, the folders of installed packages, and the source of this package.

    A folder of packages has another time after each installation and removal.
    """
    folders = [folder for folder in folders_of_packages() if folder.is_dir()]
    installed = [f"{folder} {folder.stat().st_mtime_ns}" for folder in folders]
    sources = [
        f"{file.relative_to(PACKAGE)} {sha256(file.read_bytes()).hexdigest()}"
        for file in sorted(PACKAGE.rglob("*.py"))
    ]
    return combined([sys.version, os.environ.get("PYTHONPATH", ""), *installed, *sources])


def _remember(known: Path) -> None:
    known.parent.mkdir(parents=True, exist_ok=True)
    before = list(known.parent.iterdir())
    for old in before if len(before) >= MOST else ():
        old.unlink(missing_ok=True)
    known.touch()
