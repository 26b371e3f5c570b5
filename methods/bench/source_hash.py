"""When does a method have to be fitted again? When its source_hash changes.

The source_hash of a class of ours, or of the user's own in plugins/, is a hash over the source of
its module and of every module of methods/ and plugins/ that it imports, directly or not. Imports
are read from the syntax tree, so that nothing is executed. The source_hash of a class of the
libraries beneath is their version; that of any other class, which may be under development, is the
source of its whole package. All carry the versions of the libraries beneath.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any

from methods import HOMES
from methods.errors import UserError, unknown

COMPILED_SUFFIX = "_kernels"  # how the name of a module of compiled code ends
PACKAGE = Path(__file__).resolve().parents[1]
PLUGINS = PACKAGE.parent / "plugins"  # modules of the user's own, importable in every step
BENEATH = ("numpy", "scipy", "scikit-learn", "numba")
DISTRIBUTIONS = {"sklearn": "scikit-learn"}  # where the import name is not the distribution's


@cache
def source_hash(path: str) -> str:
    """A hash that changes when the behaviour of the class or function at dotted `path` may."""
    module = home(path)
    if source_file(module) is not None:
        parts = [module_hash(name) for name in sorted(imported_modules(module))]
    elif module.split(".")[0] == "methods":
        raise UserError(f"cannot import {path!r}: no module {module!r}")
    else:
        parts = [module, *_outside(module)]
    parts += [f"{name} {version(name)}" for name in BENEATH]
    return combined(parts)


def combined(parts: Iterable[str]) -> str:
    """One short hash over the parts in order."""
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def code_paths(spec: Any) -> Iterator[str]:
    """Every dotted path of a class or function in a nested method specification."""
    if isinstance(spec, Mapping):
        for key, value in spec.items():
            if key in ("class", "function"):
                yield str(value)
            else:
                yield from code_paths(value)
    elif isinstance(spec, list):
        for value in spec:
            yield from code_paths(value)


def home(path: str) -> str:
    """The module that defines a dotted path, also for the public names of ``methods``."""
    module, _, name = path.rpartition(".")
    if not module:
        raise UserError(f"{path!r} is not a dotted path such as sklearn.svm.SVC")
    if module != "methods":
        return module
    if name not in HOMES:
        raise unknown("public name", name, HOMES, "methods")
    return HOMES[name]


def imported_modules(module: str) -> set[str]:
    """`module` and all of methods/ and plugins/ that it imports, directly or through others."""
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in seen and source_file(name) is not None:
            seen.add(name)
            waiting += _imports(name)
    return seen


@cache
def module_hash(module: str) -> str:
    file = source_file(module)
    if file is None:
        raise UserError(f"no module {module!r} under methods/ or plugins/")
    return sha256(file.read_bytes()).hexdigest()


def source_file(module: str) -> Path | None:
    """The file of a module under methods/ or plugins/, or None for anything else."""
    first, *rest = module.split(".")
    if first == "methods":
        base = PACKAGE.joinpath(*rest) if rest else None
    else:
        base = PLUGINS.joinpath(first, *rest)
    for file in (base.with_suffix(".py"), base / "__init__.py") if base else ():
        if file.is_file():
            return file
    return None


@cache
def _imports(module: str) -> list[str]:
    file = source_file(module)
    assert file is not None
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    # the packages of a plugin run when it is imported; ours are empty
    found = [package] if package and not package.startswith("methods") else []
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                source = resolve_name("." * node.level + source, package)
            for alias in node.names:
                if source == "methods":
                    found.append(HOMES.get(alias.name, f"methods.{alias.name}"))
                else:
                    found += [source, f"{source}.{alias.name}"]
    return found


def _outside(module: str) -> list[str]:
    top = module.split(".")[0]
    if DISTRIBUTIONS.get(top, top) in BENEATH:
        return []
    spec = find_spec(top)
    if spec is None:
        raise UserError(f"cannot import {module!r}: no module {top!r} is installed or in plugins/")
    folders = spec.submodule_search_locations
    if folders:
        files = [file for folder in folders for file in sorted(Path(folder).rglob("*.py"))]
    else:
        files = [Path(spec.origin)] if spec.origin and Path(spec.origin).is_file() else []
    return [sha256(file.read_bytes()).hexdigest() for file in files]
