"""Compile a module with numba, and remove code that was compiled before the last edit.

numba stores compiled code beside a module and compiles again when the file of that module changes.
A compiled function contains the code of the functions that it calls. If these are in another
module, numba does not notice an edit of that module. Nor does it notice a damaged file. So the
report on a module holds the hash of each file of its compiled code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from methods.bench.source_hash import COMPILED_SUFFIX, imported_modules, source_file
from methods.errors import UserError
from methods.sealed_files import Damaged, read_sealed_json, write_sealed_json

NUMBA_SUFFIXES = ("nbi", "nbc")


def compile_kernels(module: str) -> None:
    """Import a compiled module, without the code that numba stored before the last edit."""
    file = source_file(module)
    if file is None or not module.endswith(COMPILED_SUFFIX):
        raise UserError(f"{module} is no compiled module, methods.<...>{COMPILED_SUFFIX}")
    for stale in stale_code(file, last_edit(module)):
        stale.unlink(missing_ok=True)
    import_module(module)


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


def code_files(file: Path) -> list[Path]:
    """What numba has stored for the module in `file`."""
    folder = file.parent / "__pycache__"
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
