"""Compile a module with numba, and remove code that was compiled before the last edit.

numba stores compiled code beside a module and compiles again when the file of that module changes.
A compiled function contains the code of the functions that it calls. If these are in another
module, numba does not notice an edit of that module.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from pathlib import Path

from methods.bench.source_hash import COMPILED_SUFFIX, imported_modules, source_file
from methods.errors import UserError

NUMBA_SUFFIXES = ("nbi", "nbc")


def compile_kernels(module: str) -> None:
    """Import a compiled module, without the code that numba stored before the last edit."""
    file = source_file(module)
    if file is None or not module.endswith(COMPILED_SUFFIX):
        raise UserError(f"{module} is no compiled module, methods.<...>{COMPILED_SUFFIX}")
    for stale in stale_code(file, last_edit(module)):
        stale.unlink(missing_ok=True)
    import_module(module)


def stale_code(file: Path, edited: int) -> list[Path]:
    """Compiled code of the module in `file` that is older than the time `edited` (ns)."""
    return [
        code
        for suffix in NUMBA_SUFFIXES
        for code in file.parent.glob(f"__pycache__/{file.stem}.*.{suffix}")
        if code.stat().st_mtime_ns < edited
    ]


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
