"""Compile a module of kernels, and keep numba from calling what it compiled before an edit.

numba keeps compiled code beside a module and compiles again when the module's own file changes. A
kernel that calls one of another module has that one's code inside, and would keep it.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from pathlib import Path

from methods.bench.source_hash import COMPILED_SUFFIX, imported_modules, source_file
from methods.errors import UserError

COMPILED_CODE = ("nbi", "nbc")  # ends of the names of numba's files


def compile_kernels(module: str) -> None:
    """Import a module of kernels without what numba has kept from before the last edit."""
    file = source_file(module)
    if file is None or not module.endswith(COMPILED_SUFFIX):
        raise UserError(f"{module} is no module of compiled code, methods.<...>{COMPILED_SUFFIX}")
    for stale in stale_code(file, last_edit(module)):
        stale.unlink(missing_ok=True)
    import_module(module)


def stale_code(file: Path, edited: int) -> list[Path]:
    """Files of compiled code of the module in `file` that are older than the last edit (ns)."""
    return [
        kept
        for end in COMPILED_CODE
        for kept in file.parent.glob(f"__pycache__/{file.stem}.*.{end}")
        if kept.stat().st_mtime_ns < edited
    ]


def compiled_modules(folder: Path) -> set[str]:
    """The modules that reports in `folder` say are compiled, but for those edited since."""
    found = set()
    for report in folder.glob("[!.]*.json"):
        with suppress(FileNotFoundError):  # removed meanwhile, to be made again
            if source_file(report.stem) and report.stat().st_mtime_ns >= last_edit(report.stem):
                found.add(report.stem)
    return found


def last_edit(module: str) -> int:
    """When a module, or one of ours that it imports, was last written (ns)."""
    sources = map(source_file, imported_modules(module))
    return max(source.stat().st_mtime_ns for source in sources if source is not None)
