"""Compile a module with numba, and remove code that was compiled before the last edit.

numba stores compiled code beside a module and compiles again when the file of that module changes.
A compiled function contains the code of the functions that it calls. If these are in another
module, numba does not notice an edit of that module. Nor does it notice a damaged file. So the
report on a module holds the hash of each file of its compiled code.

To compile takes a minute. So a copy of the code is kept for the user, under a hash of all that it
was compiled from and for, and another checkout of the same source takes it from there.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha1, sha256
from importlib import import_module
from pathlib import Path

from methods.bench.source_hash import (
    COMPILED_SUFFIX,
    combined,
    imported_modules,
    installed_version,
    module_sources,
    source_file,
)
from methods.errors import UserError
from methods.files import write_atomically
from methods.provenance import provenance
from methods.sealed_files import Damaged, read_sealed_json, write_sealed_json

NUMBA_SUFFIXES = ("nbi", "nbc")
COMPILERS = ("numba", "llvmlite", "numpy")
REPORT = "report.json"
MOST_KEPT = 100  # versions of modules; a module has up to 2 MB of code


def compile_kernels(module: str) -> None:
    """Import a compiled module, without the code that numba stored before the last edit."""
    file = source_file(module)
    if file is None or not module.endswith(COMPILED_SUFFIX):
        raise UserError(f"{module} is no compiled module, methods.<...>{COMPILED_SUFFIX}")
    for stale in stale_code(file, last_edit(module)):
        stale.unlink(missing_ok=True)
    for name in imported_modules(module):
        if name.endswith(COMPILED_SUFFIX):
            with suppress(OSError, Damaged):  # without a copy it is compiled
                take_kept_code(name)
    import_module(module)
    with suppress(OSError):  # a full or read-only disk
        keep_code(module)


def kept_code(module: str) -> Path:
    """The folder of the user with the code of a module, by all that it depends on."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    sources = (f"{name} {hashed}" for name, hashed in sorted(module_sources(module).items()))
    compilers = (f"{name} {installed_version(name)}" for name in COMPILERS)
    key = combined([module, sys.version, provenance()["cpu"], *compilers, *sources])
    return Path(caches, "marginbench", "compiled", key)


def take_kept_code(module: str) -> None:
    """Copy the kept code of a module to where numba looks for it, unless there is some."""
    file, kept = source_file(module), kept_code(module)
    if file is None or code_files(file) or not (kept / REPORT).exists():
        return
    code: dict[str, str] = read_sealed_json(kept / REPORT)["code"]
    there = {path.name: _sha256(path) for path in kept.iterdir()}
    if any(there.get(name) != hashed for name, hashed in code.items()):
        shutil.rmtree(kept)  # damaged
        return
    for name in code:
        write_atomically(code_folder(file) / name, partial(shutil.copyfile, kept / name))


def keep_code(module: str) -> None:
    """Keep a copy of the code of a compiled module, and forget the oldest copies."""
    file, kept = source_file(module), kept_code(module)
    if file is None or not code_files(file) or (kept / REPORT).exists():
        return
    for code in code_files(file):
        write_atomically(kept / code.name, partial(shutil.copyfile, code))
    write_report(module, kept / REPORT, {})
    by_age = sorted(kept.parent.iterdir(), key=lambda folder: folder.stat().st_mtime_ns)
    for old in by_age[:-MOST_KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def write_report(module: str, report: Path, made_from: Mapping[str, str]) -> None:
    """Report that a module is compiled, with the hash of each file of its code."""
    file = source_file(module)
    assert file is not None
    code = {path.name: _sha256(path) for path in sorted(code_files(file))}
    write_sealed_json(report, {"module": module, "code": code}, made_from)


def damaged_code(report: Path) -> Iterator[Damaged]:
    """The files of compiled code that do not hold what the report on their module says."""
    file = source_file(report.stem)
    if file is None or report.stat().st_mtime_ns < last_edit(report.stem):
        return  # compiled again anyway
    code: dict[str, str] = read_sealed_json(report)["code"]
    for path in code_files(file):
        if _sha256(path) != code.get(path.name, _sha256(path)):
            yield Damaged(path, f"its bytes do not have the hash that {report} states")


def is_compiled(report: Path) -> bool:
    """Whether all code that the report on a module names is there, and no edit is later."""
    file = source_file(report.stem)
    if file is None or report.stat().st_mtime_ns < last_edit(report.stem):
        return False
    there = {path.name for path in code_files(file)}
    return set(read_sealed_json(report)["code"]) <= there


def code_folder(file: Path) -> Path:
    """Where numba stores the code of the module in `file`."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        folder = file.absolute().parent
        return Path(chosen, f"{folder.name}_{sha1(str(folder).encode()).hexdigest()}")
    return file.parent / "__pycache__"


def code_files(file: Path) -> list[Path]:
    """What numba has stored for the module in `file`."""
    folder = code_folder(file)
    return [code for suffix in NUMBA_SUFFIXES for code in folder.glob(f"{file.stem}.*.{suffix}")]


def stale_code(file: Path, edited: int) -> list[Path]:
    """Compiled code of the module in `file` that is older than the time `edited` (ns)."""
    return [code for code in code_files(file) if code.stat().st_mtime_ns < edited]


def compiled_modules(folder: Path) -> set[str]:
    """Modules with a report in `folder` that they are compiled, and no edit since."""
    modules = set()
    for report in folder.glob("[!.]*.json"):
        with suppress(FileNotFoundError):  # removed by a job that makes it again
            if source_file(report.stem) and report.stat().st_mtime_ns >= last_edit(report.stem):
                modules.add(report.stem)
    return modules


def last_edit(module: str) -> int:
    """When a module, or one that it imports from here, was last written (ns)."""
    sources = map(source_file, imported_modules(module))
    return max(source.stat().st_mtime_ns for source in sources if source is not None)


def _sha256(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
