"""Faults planted one by one, to see whether the mirrored tests fail (`make mutants`).

A mutant is a module with one small change: another comparison, another number, a condition turned
round, a statement left out. It is killed if a fast test of its mirrored files fails. Libraries are
imported once; each mutant is a forked process in which the changed module is imported in place of
that on disk, so no file is written. mutmut and cosmic-ray start an interpreter for each mutant,
which takes longer than most of our tests, and both copy the project.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# what decides verdicts, what is shown, and what is stale
TARGETS = (
    "claims", "tables", "data", "bench/plan.py", "bench/dependencies.py", "bench/source_hash.py",
    "bench/scoring.py", "bench/statistics.py", "bench/ranks.py", "bench/results.py",
)  # fmt: skip
# tests of modules that have them in a file of another name, or in several
TESTS = {
    "bench/blocks.py": ["tests/bench/test_blocks.py", "tests/bench/test_fit.py"],
    "bench/metrics.py": ["tests/bench/test_metrics.py", "tests/bench/test_scorers.py"],
    "bench/recording.py": ["tests/bench/test_recording.py", "tests/bench/test_fit.py"],
    "bench/scoring.py": ["tests/bench/test_scoring.py", "tests/bench/test_scorers.py"],
    "data/parsed.py": ["tests/data/test_prepare.py"],
    "data/download.py": ["tests/data/test_fetch.py"],
    "data/frames.py": ["tests/data/test_typed_table.py"],
    "data/formats/csv_.py": ["tests/data/formats/test_formats.py"],
    "data/formats/excel.py": ["tests/data/test_typed_table.py"],
    "data/formats/parquet.py": ["tests/data/test_typed_table.py"],
    "claims/printed_differences.py": ["tests/claims/test_printed.py"],
}
SEED = 23  # of the sample; any number does
SHARE = 0.9  # of the mutants that must be killed
TIMES = 10  # as long as the unchanged module, a mutant may run
LEAST_SECONDS = 10
NO_TESTS = 5  # the exit code of pytest when it finds none
PRELOADED = (
    "numpy", "pandas", "pyarrow.parquet", "scipy.stats", "scipy.optimize", "sklearn.svm",
    "sklearn.model_selection", "sklearn.ensemble", "sklearn.datasets", "matplotlib.pyplot", "yaml",
    "msgspec", "hypothesis", "pytest", "PIL.Image", "numba",
)  # fmt: skip

SWAPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div,
    ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
RENAMED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """A module with one change."""

    module: str  # its path below methods/
    number: int  # among those of the module
    line: int
    change: str

    def tree(self) -> ast.Module:
        return next(tree for other, tree in changed_trees(self.module) if other == self)

    @property
    def folder(self) -> str:
        first, *_ = Path(self.module).parts
        return self.module if first == "bench" else first


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """The node with one change, for each change that we know."""
    new = copy.deepcopy(node)
    match new:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            new.ops = [SWAPPED[type(op)]()]
            yield new
            if isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                other = copy.deepcopy(node)
                other.left, other.comparators = other.comparators[0], [other.left]
                yield other
        case ast.BoolOp() | ast.BinOp() if type(new.op) in SWAPPED:
            new.op = SWAPPED[type(new.op)]()
            yield new
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield new.operand
        case ast.Constant(value=bool()):
            new.value = not new.value
            yield new
        case ast.Constant(value=int() | float()):
            new.value = new.value + 1
            yield new
        case ast.Call(func=ast.Name(id=name)) if name in RENAMED:
            new.func.id = RENAMED[name]
            yield new
        case ast.Call(func=ast.Name(id="sorted" | "abs"), args=[inner]):
            yield inner
        case ast.If() | ast.IfExp() | ast.While():
            new.test = ast.UnaryOp(ast.Not(), new.test)
            yield new
        case ast.comprehension(ifs=[_, *_]):
            new.ifs = new.ifs[1:]
            yield new
        case ast.Return(value=ast.expr()) if not isinstance(new.value, ast.Constant):
            new.value = ast.Constant(None)
            yield new
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()


def skipped(node: ast.AST) -> bool:
    """Whether a fault in the node would change words or types alone, or a check of our own code."""
    if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":  # of zip
        return True
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or (isinstance(node, ast.AnnAssign) and node.value is None)


def mutants_of(module: str) -> list[Mutant]:
    """All mutants of a module, in the order of its lines."""
    return [mutant for mutant, _ in changed_trees(module)]


def changed_trees(module: str) -> Iterator[tuple[Mutant, ast.Module]]:
    """Each mutant of a module with its tree, which is the mutant only until the next is asked for.

    A module has hundreds of them, too many to keep all trees.
    """
    tree = ast.parse((ROOT / "methods" / module).read_text(encoding="utf-8"))
    numbers = count()

    def walk(node: ast.AST) -> Iterator[tuple[Mutant, ast.Module]]:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "bases"):
                continue
            children = list(value) if isinstance(value, list) else [value]
            for place, child in enumerate(children):
                if not isinstance(child, ast.AST):
                    continue
                for variant in variants(child):
                    line = getattr(child, "lineno", getattr(node, "lineno", 0))
                    change = f"{shown(child)}  ->  {shown(variant)}"
                    put(node, name, place, variant)
                    yield Mutant(module, next(numbers), line, change), tree
                    put(node, name, place, child)
                if not skipped(child):
                    yield from walk(child)

    yield from walk(tree)


def put(node: ast.AST, name: str, place: int, child: ast.AST) -> None:
    value = getattr(node, name)
    if isinstance(value, list):
        value[place] = child
    else:
        setattr(node, name, child)


def shown(node: ast.AST) -> str:
    text = ast.unparse(node).strip().splitlines()[0]
    return text if len(text) < 60 else f"{text[:57]}..."


def tests_of(module: str) -> list[str]:
    """The mirrored test files of a module; without one, those of its room that import it.

    If none does, those of its folder, or of the modules that import it.
    """
    if module in TESTS:
        return TESTS[module]
    path = Path(module)
    folder, stem = ROOT / "tests" / path.parent, path.stem.strip("_")
    named = [folder / f"test_{stem}.py", *sorted(folder.glob(f"test_{stem}_*.py"))]
    files = [file for file in named if file.exists()]
    if not files:
        dotted = f"methods.{'.'.join(path.with_suffix('').parts)}"
        package, _, name = dotted.removesuffix(".__init__").rpartition(".")
        words = (f"from {package}.{name} import", f"from {package} import {name}")
        room = sorted((ROOT / "tests" / path.parts[0]).rglob("test_*.py"))
        files = [file for file in room if any(word in file.read_text() for word in words)]
        parent = ROOT / "tests" / path.parent.parent / f"test_{path.parent.name}.py"
        if not files and parent.exists():
            files = [parent]
        users = [] if files else sorted((ROOT / "methods" / path.parts[0]).rglob("*.py"))
        for user in users:
            if any(word in user.read_text() for word in words):
                mirrored = [file for file in room if file.stem == f"test_{user.stem}"]
                files += [file for file in mirrored if file not in files]
    return [str(file.relative_to(ROOT)) for file in files]


class InPlace(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a syntax tree in place of its file."""

    def __init__(self, name: str, file: Path, tree: ast.Module) -> None:
        self.name, self.file, self.tree = name, file, tree

    def find_spec(self, name, path=None, target=None):
        if name == self.name:
            return importlib.util.spec_from_file_location(name, self.file, loader=self)
        return None

    def exec_module(self, module) -> None:
        exec(compile(ast.fix_missing_locations(self.tree), str(self.file), "exec"), module.__dict__)


def started(module: str, tree: ast.Module | None, seconds: float, folder: Path) -> int:
    """A forked process that runs the mirrored tests, with `tree` in place of the module."""
    if process := os.fork():
        return process
    os.setsid()
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    signal.alarm(int(20 * seconds))  # for one that waits; a loaded machine is slow
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
    code = 1
    try:
        import pytest

        if tree is not None:
            file = ROOT / "methods" / module
            dotted = ".".join(("methods", *Path(module).with_suffix("").parts))
            sys.meta_path.insert(0, InPlace(dotted.removesuffix(".__init__"), file, tree))
        base = folder / str(os.getpid())
        options = ["-qq", "-x", "-m", "not slow", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        code = int(pytest.main([*options, f"--basetemp={base}", *tests_of(module)]))
        shutil.rmtree(base, ignore_errors=True)
    finally:
        os._exit(code)


def finished(running: dict[int, object]) -> tuple[object, int, float]:
    """What ended first of the processes, the exit code of its tests, and its processor seconds."""
    process, status, usage = os.wait4(-1, 0)
    code = os.waitstatus_to_exitcode(status)
    return running.pop(process), code, usage.ru_utime + usage.ru_stime


def survivors(mutants: list[Mutant], jobs: int) -> list[Mutant]:
    """The mutants whose mirrored tests pass, in the order of the list."""
    for name in PRELOADED:
        importlib.import_module(name)
    folder = Path(tempfile.mkdtemp(prefix="mutants"))
    seconds, alive, running = {}, [], {}
    try:
        for module in dict.fromkeys(mutant.module for mutant in mutants):
            if not tests_of(module):
                seconds[module] = None
                continue
            running[started(module, None, 600, folder)] = module
            _, code, seconds[module] = finished(running)
            if code == NO_TESTS:  # all of them are slow ones
                seconds[module] = None
            elif code:
                raise SystemExit(f"error: {' '.join(tests_of(module))} fail without a fault")
        waiting = [m for m in reversed(mutants) if seconds[m.module] is not None]
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop()
                limit = max(LEAST_SECONDS, TIMES * seconds[mutant.module])
                running[started(mutant.module, mutant.tree(), limit, folder)] = mutant
            mutant, code, _ = finished(running)
            if code == 0:
                alive.append(mutant)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    untested = [m for m in mutants if seconds[m.module] is None]
    return [m for m in mutants if m in alive or m in untested]


def targets(chosen: list[str]) -> list[str]:
    """The modules below methods/ that are named, or are in a folder that is named."""
    modules: list[str] = []
    for name in chosen:
        path = ROOT / "methods" / name.removeprefix("methods/").rstrip("/")
        if not path.exists():
            raise SystemExit(f"error: no module or folder {name} below methods/")
        files = [path] if path.is_file() else sorted(path.rglob("*.py"))
        modules += [str(file.relative_to(ROOT / "methods")) for file in files]
    return modules


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("targets", nargs="*", default=TARGETS, help="folders and modules")
    parser.add_argument("--sample", type=int, default=60, help="mutants of each folder; 0 is all")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    by_folder: dict[str, list[Mutant]] = defaultdict(list)
    for module in targets(options.targets):
        for mutant in mutants_of(module):
            by_folder[mutant.folder].append(mutant)
    draw = random.Random(options.seed)
    chosen = [
        mutant
        for those in by_folder.values()
        for mutant in (
            draw.sample(those, min(options.sample, len(those))) if options.sample else those
        )
    ]
    begun = time.monotonic()
    alive = survivors(chosen, options.jobs)
    for mutant in alive:
        print(f"methods/{mutant.module}:{mutant.line}: {mutant.change}")
    for folder, those in by_folder.items():
        tried = [m for m in chosen if m.folder == folder]
        killed = len(tried) - sum(m.folder == folder for m in alive)
        if tried:
            share = 100 * killed / len(tried)
            print(f"{folder}: {killed} of {len(tried)} killed, {share:.0f} % ({len(those)} in all)")
    share = 1 - len(alive) / max(1, len(chosen))
    print(f"{100 * share:.1f} % of {len(chosen)} killed in {time.monotonic() - begun:.0f} s")
    return 0 if share >= SHARE else 1


if __name__ == "__main__":
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
