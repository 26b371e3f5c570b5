"""A method is fitted again when its source hash changes.

The source hash covers, for a class

    of methods/ or plugins/   the source of its module and of all modules of these two folders that
                              it imports, directly or through others
    of NumPy, SciPy,          nothing more (see below)
    scikit-learn or numba
    of another package        the source of the whole package, which may be under development; then
                              it is not among the installed ones, and its compiled modules count

and always the versions of NumPy, SciPy, scikit-learn and numba. Imports are read from the syntax
tree, so nothing is executed.
"""

from __future__ import annotations

import ast
import site
import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from importlib.util import find_spec, resolve_name
from itertools import accumulate
from pathlib import Path
from typing import Any

from methods import HOMES
from methods.data.local import tables_in
from methods.errors import UserError, unknown
from methods.project import NAME, PACKAGE, find

COMPILED_SUFFIX = "_kernels"  # ends the name of a compiled module
PLUGINS = (find() or Path()) / "plugins"  # the user's own modules, importable in every step
LIBRARIES = ("numpy", "scipy", "scikit-learn", "numba")
DISTRIBUTIONS = {"sklearn": "scikit-learn"}  # distribution by import name, if they differ


def source_hash(path: str) -> str:
    """A hash that changes when the class or function at dotted `path` may behave differently."""
    return hash_of_sources(sources(path))


def hash_of_sources(sources: Mapping[str, str]) -> str:
    return combined(f"{name} {hashed}" for name, hashed in sorted(sources.items()))


@cache
def sources(path: str) -> Mapping[str, str]:
    """What the class or function at dotted `path` is made of.

    Hashes of files by their paths, a hash of a package, and versions of LIBRARIES by their names.
    """
    module = home(path)
    versions = {name: installed_version(name) for name in LIBRARIES}
    if source_file(module) is not None:
        return {**module_sources(module), **versions}
    if module.split(".")[0] == NAME:
        raise UserError(f"cannot import {path!r}: no module {module!r}")
    return versions | _package_source(module)


@cache
def installed_version(distribution: str) -> str:
    """The version of a distribution, whose metadata takes milliseconds to read."""
    return version(distribution)


@cache
def module_sources(module: str) -> Mapping[str, str]:
    """The hash of the file of `module`, and of each file of ours that it imports, by its path."""
    hashes = {}
    for name in imported_modules(module):
        file = source_file(name)
        assert file is not None
        folder = PLUGINS.parent if file.is_relative_to(PLUGINS) else PACKAGE.parent
        hashes[file.relative_to(folder).as_posix()] = module_hash(name)
    return hashes


def code_of(module: str) -> Mapping[str, str]:
    """`module_sources`, or of a module that is not ours a hash of its package."""
    return module_sources(module) or _package_source(module)


def _package_source(module: str) -> dict[str, str]:
    """A hash of the package of a module; nothing for one of LIBRARIES."""
    hashes = _package_hashes(module)
    return {f"package {module.split('.')[0]}": combined(hashes)} if hashes else {}


def combined(parts: Iterable[str]) -> str:
    """One short hash over the parts, in order."""
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def code_paths(spec: Any) -> Iterator[str]:
    """The dotted paths of all classes and functions in a nested method specification."""
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
    """The module that defines a dotted path; public names of the package are resolved."""
    module, _, name = path.rpartition(".")
    if not module:
        raise UserError(f"{path!r} is not a dotted path such as sklearn.svm.SVC")
    if module != NAME:
        return module
    if name not in HOMES:
        raise unknown("public name", name, HOMES, NAME)
    return HOMES[name]


@cache
def imported_modules(module: str) -> frozenset[str]:
    """`module`, and all modules of methods/ and plugins/ that it imports, directly or not."""
    seen: set[str] = set()
    waiting = [module] if source_file(module) is not None else []
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += _imports(name)
    return frozenset(seen)


@cache
def module_hash(module: str) -> str:
    """A hash over the source of one module."""
    file = source_file(module)
    if file is None:
        raise UserError(f"no module {module!r} under methods/ or plugins/")
    return sha256(file.read_bytes()).hexdigest()


def source_file(module: str) -> Path | None:
    """The file of a module under methods/ or plugins/, or None for any other module."""
    first, *rest = module.split(".")
    if first == NAME:
        base = PACKAGE.joinpath(*rest) if rest else None
    else:
        base = PLUGINS.joinpath(first, *rest)
    if base is None:
        return None
    # as Python, which takes a package before a module of the same name, and a compiled one of these
    compiled = [base.with_name(base.name + suffix) for suffix in EXTENSION_SUFFIXES]
    candidates = (base / "__init__.py", *compiled, base.with_suffix(".py"))
    return next((file for file in candidates if file.is_file()), None)


@cache
def _imports(module: str) -> list[str]:
    """The modules of methods/ and plugins/ that the source of `module` imports."""
    file = source_file(module)
    assert file is not None
    if file.suffix != ".py":
        return []
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    # The __init__ of each folder around a plugin runs with it; those of methods/ do nothing.
    folders = module.split(".")[:-1] if module.split(".")[0] != NAME else []
    imported = list(accumulate(folders, "{}.{}".format))
    tree = ast.parse(file.read_bytes())
    names: set[str] = set()  # of the package in this module
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            imported += [alias.name for alias in node.names]
            names |= {a.asname or NAME for a in node.names if _binds_package(a)}
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                source = resolve_name("." * node.level + source, package)
            for alias in node.names:
                if source == NAME and alias.name == "*":
                    imported += HOMES.values()
                elif source == NAME:
                    imported.append(HOMES.get(alias.name, f"{NAME}.{alias.name}"))
                else:
                    imported += [source, f"{source}.{alias.name}"]
    if names:
        imported += _taken_from_package(tree, names)
    return [name for name in dict.fromkeys(imported) if source_file(name) is not None]


def _binds_package(alias: ast.alias) -> bool:
    """Whether ``import ...`` gives the name of the package itself to a module."""
    return alias.name == NAME or (alias.name.startswith(f"{NAME}.") and not alias.asname)


def _taken_from_package(tree: ast.AST, names: Container[str]) -> Iterator[str]:
    """The modules that a source may use as attributes of the package, which has these `names`.

    One that does anything else with the package, such as ``getattr``, may use all public names.
    """
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    for attribute in attributes:
        first, _, path = ast.unparse(attribute).partition(".")
        if first in names and path.replace(".", "").isidentifier():
            yield HOMES.get(path, f"{NAME}.{path}")
    followed = {id(node.value) for node in attributes}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names and id(node) not in followed:
            yield from HOMES.values()


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements inside `node`. Expressions are most of a tree, and import nothing."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, name, ()):
            yield inner
            yield from _statements(inner)


def _package_hashes(module: str) -> list[str]:
    """Hashes over the files of the package of `module`; none for one of the LIBRARIES."""
    top = module.split(".")[0]
    if DISTRIBUTIONS.get(top, top) in LIBRARIES:
        return []
    spec = find_spec(top)
    if spec is None:
        raise UserError(f"cannot import {module!r}: no module {top!r} is installed or in plugins/")
    folders = spec.submodule_search_locations
    if folders:
        suffixes = (".py",) if is_installed(top) else (".py", *EXTENSION_SUFFIXES)
        files = [
            file
            for folder in folders
            for file in sorted(Path(folder).rglob("*"))
            if file.name.endswith(suffixes) and file.is_file()
        ]
    else:
        files = [Path(spec.origin)] if spec.origin and Path(spec.origin).is_file() else []
    return [sha256(file.read_bytes()).hexdigest() for file in files]


@cache
def is_installed(top: str) -> bool:
    """Whether a package is in a folder of installed ones, and not under development elsewhere."""
    spec = find_spec(top)
    if spec is None:
        return False
    places = [spec.origin] if spec.origin else list(spec.submodule_search_locations or ())
    folders = folders_of_packages()
    return bool(places) and all(
        any(Path(place).is_relative_to(folder) for folder in folders) for place in places
    )


def folders_of_packages() -> list[Path]:
    folders = (*site.getsitepackages(), site.getusersitepackages())
    return [Path(folder) for folder in folders if Path(folder) != Path(sys.prefix)]


@cache
def tables_beside(module: str) -> Sequence[str]:
    """Hashes of the tables in the folder of a module, whose functions may read them."""
    file = source_file(module)
    tables = tables_in(file.parent) if file else []
    return [f"{table.name} {sha256(table.read_bytes()).hexdigest()}" for table in tables]
