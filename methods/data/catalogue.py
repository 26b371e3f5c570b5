"""The catalogue of data sets: one YAML descriptor per data set, read and checked.

A descriptor says where the bytes come from, what they hash to, how they are read and what they must
give; `methods.schemas.dataset` describes every key. A table in datasets/local needs no descriptor,
because it says all of that itself. The workflow reads the catalogue each time it builds its graph,
so nothing heavy is imported here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from methods.data.local import describe_table, is_table, located, tables_in
from methods.errors import UserError, unknown
from methods.project import command
from methods.schemas.dataset import LOCAL, Descriptor, Source, SourceFile
from methods.schemas.reading import read
from methods.yaml_files import read_yaml, yaml_files_in

__all__ = [
    "Descriptor", "Source", "SourceFile", "counted_once", "descriptor_files", "load_catalogue",
    "load_descriptor",
]  # fmt: skip


OPENML = {"openml": "openml-dataset", "openml_task": "openml-task"}  # key to what `new` writes


def load_descriptor(path: str | Path) -> Descriptor:
    """Read one descriptor; anything wrong in it is a UserError of one line.

    Parameters
    ----------
    path : descriptor or table whose stem is the name of the data set.
    """
    path = Path(path)
    if is_table(path):
        return describe_table(path)
    descriptor = _read(path)
    return _with_files_of_another(descriptor, path) if descriptor.files_of else descriptor


def _read(path: Path) -> Descriptor:
    descriptor = _stated(path, path.read_bytes())
    sources = tuple(
        replace(source, files=tuple(located(file, path.parent) for file in source.files))
        for source in descriptor.sources
    )
    return replace(descriptor, sources=sources)


@cache
def _stated(path: Path, content: bytes) -> Descriptor:
    """What the descriptor states, without the hashes of local tables, which may change.

    `content` is what the file holds, so that an edited file is read again.
    """
    stated = read_yaml(path)
    for key, what in OPENML.items() if isinstance(stated, dict) else ():
        if key in stated:
            raise UserError(
                f"{path}: {key} is a key of a source; {command(f'new {what} {stated[key]}')}"
                " writes the whole descriptor"
            )
    descriptor = read(Descriptor, stated, str(path))
    if descriptor.name != path.stem:
        raise UserError(f"{path}: name: {descriptor.name!r} must be the stem of the file")
    return descriptor


def _with_files_of_another(descriptor: Descriptor, path: Path) -> Descriptor:
    where, name = f"{path}: files_of", descriptor.files_of
    known = [file.stem for file in yaml_files_in(path.parent)]
    if name not in known:
        raise unknown("data set", name, known, where)
    other = _read(path.with_stem(name))
    if not all(source.files for source in other.sources):
        raise UserError(f"{where}: {name} has no files of its own; name the data set that has")
    if any(source.origins for source in descriptor.sources):
        raise UserError(f"{where}: a source has its own origin too; leave one of them out")
    if len(descriptor.sources) != len(other.sources):
        raise UserError(f"{where}: {name} has {len(other.sources)} sources; give as many here")
    sources = tuple(
        replace(source, files=theirs.files)
        for source, theirs in zip(descriptor.sources, other.sources, strict=True)
    )
    return replace(descriptor, sources=sources)


def descriptor_files(folder: str | Path) -> dict[str, Path]:
    """Name to its descriptor in `folder`, else to its table in ``local`` beneath."""
    tables = tables_in(Path(folder, LOCAL))
    descriptors = yaml_files_in(Path(folder))
    return {path.stem: path for path in (*tables, *descriptors)}


def counted_once(names: Iterable[str], catalogue: Mapping[str, Descriptor]) -> list[str]:
    """Of versions of one data set only the first, which is the main one if that is among them."""
    names = list(names)
    chosen: dict[str, str] = {}
    for name in names:
        main = catalogue[name].version_of or name
        chosen.setdefault(main, main if main in names else name)
    return [name for name in names if name in chosen.values()]


def load_catalogue(folder: str | Path) -> dict[str, Descriptor]:
    """All descriptors of a folder by name, and once more by each alias.

    Parameters
    ----------
    folder : folder of ``<name>.yaml`` files, and of ``local/<name>.csv`` and other tables.
    """
    descriptors = [load_descriptor(path) for path in yaml_files_in(Path(folder))]
    catalogue = {descriptor.name: descriptor for descriptor in descriptors}
    for descriptor in descriptors:
        for alias in descriptor.aliases:
            if alias in catalogue:
                raise UserError(f"{folder}: alias {alias!r} of {descriptor.name} is taken")
            catalogue[alias] = descriptor
        if descriptor.version_of and descriptor.version_of not in {d.name for d in descriptors}:
            known = [other.name for other in descriptors]
            where = f"{folder}/{descriptor.name}.yaml: version_of"
            raise unknown("data set", descriptor.version_of, known, where)
        if descriptor.version_of and (main := catalogue[descriptor.version_of].version_of):
            raise UserError(
                f"{folder}/{descriptor.name}.yaml: version_of: {descriptor.version_of} is a version"
                f" of {main} itself; write {main}"
            )
    described = {f.local_path for d in descriptors for source in d.sources for f in source.files}
    for path in tables_in(Path(folder, LOCAL)):
        if path in described:
            continue
        if path.stem in catalogue:
            raise UserError(f"{path}: another data set is called {path.stem!r}; rename the file")
        catalogue[path.stem] = load_descriptor(path)
    return catalogue
