"""The catalogue of data sets: one YAML descriptor a data set, read and checked.

A descriptor says where the bytes come from, what they hash to, how they are read and what must
come out; workflow/schemas/dataset.schema.yaml describes every key. A table in datasets/local needs
no descriptor: what it would say is read off the file. Nothing heavier than PyYAML and jsonschema is
imported here, because the workflow reads the catalogue each time it builds its graph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from methods.data.local import class_order, read_csv
from methods.errors import UserError, unknown
from methods.yaml_files import held_to_schema, read_yaml

TASKS = ("binary", "multiclass", "matrix")
PAPERS = ("erm", "drm", "smm", "thesis")
FORMATS = (
    "delimited", "csv", "libsvm", "arff", "matlab", "npz", "rda", "idx", "faces", "eeg_trials",
)  # fmt: skip
LABEL_COLUMNS = ("first", "last")
LOCAL = "local"  # the folder of datasets/ with files that need no mirror
BUNDLED = ("load_breast_cancer", "load_digits", "load_iris", "load_wine")

NAME = re.compile(r"[a-z0-9_]+")
SHA256 = re.compile(r"[0-9a-f]{64}")

# Key -> accepted types; the meaning of each stands in dataset.schema.yaml.
DESCRIPTOR_KEYS: dict[str, type | tuple[type, ...]] = {
    "name": str, "aliases": list, "title": str, "task": str, "shape": list, "classes": dict,
    "licence": str, "origin": str, "citation": str, "notes": str, "printed": list,
    "content_hash": str, "unavailable": dict, "sources": list,
}  # fmt: skip
OPTIONAL_KEYS = ("aliases", "notes", "content_hash", "unavailable")
FILE_KEYS: dict[str, type | tuple[type, ...]] = {
    "path": str, "url": list, "sha256": str, "content_sha256": str, "max_bytes": int, "test": bool,
}  # fmt: skip
OPTION_KEYS: dict[str, type | tuple[type, ...]] = {
    "delimiter": str, "label": (int, str), "labels": dict, "drop_labels": list,
    "drop_columns": list, "drop_rows_with": str, "codes": dict, "one_hot": list,
    "letters_column": int, "test_column": int, "test_rows": list, "group_column": int,
    "corrections": list, "unit_interval": bool, "features": str, "targets": str, "axes": list,
}  # fmt: skip
SOURCE_KEYS: dict[str, type | tuple[type, ...]] = {
    "bundled": str, "generator": str, "parameters": dict, "files": list, "format": str,
    **OPTION_KEYS,
}  # fmt: skip
PRINTED_KEYS: dict[str, type | tuple[type, ...]] = {
    "source": str, "name": str, "shape": (list, type(None)), "meets": (bool, type(None)),
    "note": str,
}  # fmt: skip
UNAVAILABLE_KEYS: dict[str, type | tuple[type, ...]] = {"why": str, "how": str}


@dataclass(frozen=True)
class SourceFile:
    """One file of a source: its place in a mirror, its upstream addresses and its hashes.

    `sha256` is of the bytes as served, `content_sha256` of the decompressed bytes where the
    compressor's output varies; `test` marks the file that holds the given test part. `local_path` is
    where a file of datasets/local is on this machine, which no result may depend on.
    """

    path: str
    url: tuple[str, ...] = ()
    sha256: str | None = None
    content_sha256: str | None = None
    max_bytes: int | None = None
    test: bool = False
    local_path: Path | None = field(default=None, repr=False, compare=False)

    @property
    def local_name(self) -> str:
        """Name under which the fetched file is kept."""
        return PurePosixPath(self.path).name


@dataclass(frozen=True)
class Source:
    """One way to get a data set: a scikit-learn loader, a generator, or files of one format."""

    bundled: str | None = None
    generator: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    files: tuple[SourceFile, ...] = ()
    format: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Descriptor:
    """What the catalogue knows of one data set.

    `shape` may hold None where no source says the size, `classes` maps each label to its count
    (or None); the order of `classes` is the order of the integer codes.
    """

    name: str
    title: str
    task: str
    shape: tuple[int | None, ...]
    classes: Mapping[str, int | None]
    licence: str
    origin: str
    citation: str
    printed: tuple[Mapping[str, Any], ...]
    sources: tuple[Source, ...]
    aliases: tuple[str, ...] = ()
    notes: str = ""
    content_hash: str | None = None
    unavailable: Mapping[str, str] | None = None

    @property
    def embedded(self) -> bool:
        """Whether a source needs neither network nor mirror."""
        return any(all(file.local_path for file in source.files) for source in self.sources)


def load_descriptor(path: str | Path) -> Descriptor:
    """Read one descriptor; whatever is wrong in it is a UserError of one line.

    Parameters
    ----------
    path : descriptor or table whose stem is the name of the data set.
    """
    path = Path(path)
    if path.suffix == ".csv":
        return _described(path)
    content = read_yaml(path)
    with held_to_schema("dataset", content, str(path)):
        return _descriptor(path, content)


def _descriptor(path: Path, content: Any) -> Descriptor:
    required = [key for key in DESCRIPTOR_KEYS if key not in OPTIONAL_KEYS]
    _check_keys(content, DESCRIPTOR_KEYS, required, str(path))
    if content["name"] != path.stem or not NAME.fullmatch(content["name"]):
        raise UserError(
            f"{path}: name {content['name']!r} must be the file's stem, of a-z, 0-9 and _"
        )
    if content["task"] not in TASKS:
        raise unknown("task", content["task"], TASKS, str(path))
    if len(content["shape"]) != (3 if content["task"] == "matrix" else 2):
        raise UserError(f"{path}: shape must be [n, d], or [n, p, q] for matrices")
    _check_labels(content["classes"], f"{path}: classes")
    if "content_hash" in content and not SHA256.fullmatch(content["content_hash"]):
        raise UserError(f"{path}: content_hash is not 64 hexadecimal digits")
    for position, entry in enumerate(content["printed"]):
        where = f"{path}: printed[{position}]"
        _check_keys(entry, PRINTED_KEYS, ["source", "name", "shape", "meets"], where)
        if entry["source"] not in PAPERS:
            raise unknown("paper", entry["source"], PAPERS, where)
    if "unavailable" in content:
        where = f"{path}: unavailable"
        _check_keys(content["unavailable"], UNAVAILABLE_KEYS, list(UNAVAILABLE_KEYS), where)
    if not content["sources"]:
        raise UserError(f"{path}: sources is empty; give at least one")
    sources = [
        _load_source(source, path.parent, f"{path}: sources[{position}]")
        for position, source in enumerate(content["sources"])
    ]
    return Descriptor(
        **{
            **content,
            "shape": tuple(content["shape"]),
            "printed": tuple(content["printed"]),
            "sources": tuple(sources),
            "aliases": tuple(content.get("aliases", ())),
        }
    )


def descriptor_files(folder: str | Path) -> dict[str, Path]:
    """Name to its descriptor in `folder`, else to its table in ``local`` beneath."""
    tables = sorted(Path(folder, LOCAL).glob("*.csv"))
    descriptors = sorted(Path(folder).glob("*.yaml"))
    return {path.stem: path for path in (*tables, *descriptors)}


def load_catalogue(folder: str | Path) -> dict[str, Descriptor]:
    """All descriptors of a folder by name, and once more by each alias.

    Parameters
    ----------
    folder : folder of ``<name>.yaml`` files, and of ``local/<name>.csv``.
    """
    descriptors = [load_descriptor(path) for path in sorted(Path(folder).glob("*.yaml"))]
    catalogue = {descriptor.name: descriptor for descriptor in descriptors}
    for descriptor in descriptors:
        for alias in descriptor.aliases:
            if alias in catalogue:
                raise UserError(f"{folder}: alias {alias!r} of {descriptor.name} is taken")
            catalogue[alias] = descriptor
    read = {f.local_path for d in descriptors for source in d.sources for f in source.files}
    for path in sorted(Path(folder, LOCAL).glob("*.csv")):
        if path in read:  # a descriptor says how
            continue
        if path.stem in catalogue:
            raise UserError(f"{path}: another data set is called {path.stem!r}; rename the file")
        catalogue[path.stem] = load_descriptor(path)
    return catalogue


def _described(path: Path) -> Descriptor:
    """What a table without a descriptor says of itself; its hash makes an edit known."""
    if not NAME.fullmatch(path.stem):
        raise UserError(f"{path}: {path.stem!r} must be of a-z, 0-9 and _; rename the file")
    data = path.read_bytes()
    _, rows = read_csv(data, str(path))
    counts = Counter(row[-1] for row in rows)
    if not 1 < len(counts) <= len(rows) / 2:
        raise UserError(
            f"{path}: {len(counts)} classes in {len(rows)} rows; the last column must be the class"
        )
    file = SourceFile(f"{LOCAL}/{path.name}", sha256=sha256(data).hexdigest(), local_path=path)
    return Descriptor(
        name=path.stem,
        title=path.stem,
        task="binary" if len(counts) == 2 else "multiclass",
        shape=(len(rows), len(rows[0]) - 1),
        classes={label: counts[label] for label in class_order(set(counts))},
        licence="not stated",
        origin=f"datasets/{file.path}",
        citation="",
        printed=(),
        sources=(Source(files=(file,), format="csv"),),
    )


def _load_source(content: Any, folder: Path, where: str) -> Source:
    _check_keys(content, SOURCE_KEYS, [], where)
    origins = [key for key in ("bundled", "generator", "files") if key in content]
    if len(origins) != 1:
        raise UserError(f"{where}: needs exactly one of bundled, generator, files; has {origins}")
    if content.get("bundled", BUNDLED[0]) not in BUNDLED:
        raise unknown("loader", content["bundled"], BUNDLED, where)
    if "files" in content and content.get("format") not in FORMATS:
        raise unknown("format", content.get("format", ""), FORMATS, where)
    if "labels" in content:
        _check_labels(content["labels"], f"{where}: labels")
    label = content.get("label", "last")
    if isinstance(label, str) and label not in LABEL_COLUMNS:
        raise unknown("label column", label, LABEL_COLUMNS, where)
    files = tuple(
        _load_file(file, folder, f"{where}: files[{position}]")
        for position, file in enumerate(content.get("files", ()))
    )
    return Source(
        bundled=content.get("bundled"),
        generator=content.get("generator"),
        parameters=content.get("parameters", {}),
        files=files,
        format=content.get("format"),
        options={key: value for key, value in content.items() if key in OPTION_KEYS},
    )


def _load_file(content: Any, folder: Path, where: str) -> SourceFile:
    _check_keys(content, FILE_KEYS, ["path"], where)
    path = PurePosixPath(content["path"])
    if path.is_absolute() or ".." in path.parts:
        raise UserError(f"{where}: path {content['path']!r} leaves the mirror; make it relative")
    for key in ("sha256", "content_sha256"):
        if key in content and not SHA256.fullmatch(content[key]):
            raise UserError(f"{where}: {key} is not 64 hexadecimal digits")
    for address in content.get("url", ()):
        if not str(address).startswith(("https://", "http://")):
            raise UserError(f"{where}: address {address!r} must start with https:// or http://")
    known: dict[str, Any] = {}
    if path.parts[:1] == (LOCAL,):
        known["local_path"] = folder / path
        if known["local_path"].is_file():
            known["sha256"] = sha256(known["local_path"].read_bytes()).hexdigest()
    return SourceFile(**{**known, **content, "url": tuple(content.get("url", ()))})


def _check_keys(
    content: Any,
    types: Mapping[str, type | tuple[type, ...]],
    required: Iterable[str],
    where: str,
) -> None:
    if not isinstance(content, dict):
        raise UserError(f"{where}: expected key: value pairs, got {type(content).__name__}")
    for key, value in content.items():
        if key not in types:
            raise unknown("key", key, types, where)
        if not isinstance(value, types[key]):
            raise UserError(f"{where}: {key} has the wrong type ({type(value).__name__})")
    missing = [key for key in required if key not in content]
    if missing:
        raise UserError(f"{where}: {missing[0]} is missing")


def _check_labels(mapping: Mapping[Any, Any], where: str) -> None:
    # YAML reads a bare y, n, yes, no or 1 as something else than the text in the data file.
    wrong = [label for label in mapping if not isinstance(label, str)]
    if wrong:
        raise UserError(f"{where}: label {wrong[0]!r} is not text; put it in quotes")
