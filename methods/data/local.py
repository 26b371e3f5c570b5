"""Files that are dropped into datasets/local, and tables there that need no descriptor.

Such a table has one row per example, and its last column is the class. If all others are numbers in
a plain CSV file, they are the features. Any other table is read with named columns, each of a kind
(`methods.data.columns`). A file ``<name>.yaml`` beside the table may state what is not as inferred.
The catalogue counts the classes of such a file each time the workflow builds its graph, so nothing
heavy is imported here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec.structs import asdict

from methods.data.text_table import (
    check_widths,
    class_order,
    counts_columns,
    decoded,
    is_gap,
    is_number,
    read_text_table,
    rows_of,
)
from methods.errors import UserError, unknown
from methods.schemas.dataset import LOCAL, MAX_BYTES, Descriptor, Source, SourceFile
from methods.schemas.model import NAME_PATTERN
from methods.schemas.named_columns import TYPED, TableNotes
from methods.schemas.reading import read
from methods.yaml_files import read_yaml

# Suffix of a table that needs no descriptor to its format.
TABLES = {".csv": "csv", ".tsv": "csv", ".arff": "arff", ".parquet": "parquet", ".xlsx": "excel"}
FEWEST_COUNTED = 20  # rows; fewer numbers in a row may be measurements


class LocalFile(SourceFile, frozen=True, kw_only=True):
    """A file of datasets/local. No result may depend on where that folder is."""

    folder: Path

    @property
    def local_path(self) -> Path:
        return self.folder / self.path

    def __repr__(self) -> str:
        return repr(SourceFile(*(getattr(self, key) for key in SourceFile.__struct_fields__)))


def located(file: SourceFile, folder: Path) -> SourceFile:
    """A file of datasets/local with its folder and its present hash; any other as it is."""
    if PurePosixPath(file.path).parts[:1] != (LOCAL,):
        return file
    path = folder / file.path
    stated = asdict(file)
    if path.is_file() and not file.sha256:
        check_size(path, file.max_bytes or MAX_BYTES)
        stated["sha256"] = sha256(path.read_bytes()).hexdigest()
    return LocalFile(**stated, folder=folder)


def check_size(path: Path, cap: int) -> None:
    """Refuse a file beyond its cap before it is read."""
    if (size := path.stat().st_size) > cap:
        raise UserError(
            f"{path}: {size} bytes, the cap is {cap}; write max_bytes: {size} in"
            f" {path.with_suffix('.yaml').name} beside it, or for the file in its descriptor"
        )


def is_table(path: Path) -> bool:
    """Whether its ending says so. A spreadsheet may write it in capitals."""
    return path.suffix.lower() in TABLES


def tables_in(folder: Path) -> list[Path]:
    """The tables of a folder that need no descriptor, by name."""
    hidden = (".", "~$")  # such as the lock of an open workbook
    return sorted(
        path
        for path in folder.glob("*")
        if is_table(path) and path.is_file() and not path.name.startswith(hidden)
    )


def describe_table(path: Path) -> Descriptor:
    """The descriptor that a table in datasets/local gives by itself, and by its notes."""
    if not re.fullmatch(NAME_PATTERN, path.stem):
        raise UserError(f"{path}: {path.stem!r} must be of a-z, 0-9 and _; rename the file")
    beside, suffix = path.with_suffix(".yaml"), path.suffix.lower()
    notes = read_notes(beside) if beside.exists() else TableNotes()
    options = {key: value for key in TYPED if (value := getattr(notes, key)) is not None}
    entry = SourceFile(f"{LOCAL}/{path.name}", max_bytes=notes.max_bytes)
    file = located(entry, path.parents[1])
    width: int | None = None
    remark = ""
    plain = _plain_rows(path) if suffix == ".csv" and not options else None
    if plain is not None:
        labels, width = [row[-1] for row in plain], len(plain[0]) - 1
        remark = _doubt(path, plain)
    else:
        options.setdefault("columns", {})
        labels = _labels(path, options)
    counts = Counter(labels)
    target = options.get("target")
    if not 1 < len(counts) <= len(labels) / 2:
        classes = "1 class" if len(counts) == 1 else f"{len(counts)} classes"
        column = f"column {target!r}" if target else "the last column"
        raise UserError(
            f"{path}: {classes} in {len(labels)} rows; {column} must be the class, or write"
            f" target: <its name> in {beside.name} beside it"
        )
    return Descriptor(
        name=path.stem,
        title=notes.title or path.stem,
        task="binary" if len(counts) == 2 else "multiclass",
        shape=(len(labels), width),
        classes={label: counts[label] for label in class_order(set(counts))},
        licence=notes.licence,
        origin=notes.origin or f"datasets/{entry.path}",
        citation=notes.citation,
        notes=remark,
        printed=(),
        sources=(Source(files=(file,), format=TABLES[suffix], **options),),
    )


def read_notes(file: Path) -> TableNotes:
    """The notes in a file. One of comments alone says nothing, as it may."""
    content = read_yaml(file)
    return read(TableNotes, {} if content is None else content, str(file))


def _plain_rows(path: Path) -> list[list[str]] | None:
    """The rows of a plain table of numbers, or None if the table is another one."""
    try:
        *_, rows = read_csv(path.read_bytes(), str(path))
    except UserError:
        return None
    is_plain = all(not is_gap(row[-1]) and all(map(is_number, row[:-1])) for row in rows)
    return rows if is_plain else None


def _doubt(path: Path, rows: list[list[str]]) -> str:
    """A warning of a plain table whose first column counts the rows."""
    first = [float(row[0]) for row in rows]
    if len(first) < FEWEST_COUNTED or [n - first[0] for n in first] != list(range(len(first))):
        return ""
    return (
        "The first column counts the rows, and is a feature all the same. To leave it out, write"
        f" columns: {{<its name>: identifier}} in {path.with_suffix('.yaml').name} beside it."
    )


def stated_names(options: Mapping[str, Any]) -> list[str]:
    """The names of columns that the options state, which the header of the table must have."""
    single = [str(options[key]) for key in TYPED if key != "columns" and key in options]
    return [*single, *options.get("columns", ())]


def _labels(path: Path, options: Mapping[str, Any]) -> list[str]:
    """The label of each row."""
    name, target = str(path), options.get("target")
    kind = TABLES[path.suffix.lower()]
    if kind != "csv":
        from methods.data.formats import read_format  # heavy, and only for such files

        return list(read_format(kind, path, name, options).labels)
    text = read_text_table(path.read_bytes(), name, stated_names(options))
    if target is not None and target not in text.names:
        raise unknown("column", target, text.names, name)
    at = len(text.names) - 1 if target is None else text.names.index(target)
    for line, row in zip(text.lines, text.rows, strict=True):
        if is_gap(row[at]):
            raise UserError(
                f"{name}:{line}: column {text.names[at]!r}: a gap in the target; fill it or delete"
                " the row"
            )
    return [row[at] for row in text.rows]


def read_csv(data: bytes, name: str) -> tuple[tuple[str, ...], list[int], list[list[str]]]:
    """The header of a plain table, if it has one, and the line and the cells of each row."""
    text, remarks = decoded(data, name)
    if remarks:
        raise UserError(f"{name}: not a CSV file in UTF-8: {remarks[0]}")
    rows = rows_of(text, ",", name)
    check_widths(rows, name)
    first, *others = [row for _, row in rows]
    if others and (
        is_header(first, others[0])
        or (counts_columns(first) and first[-1] not in [row[-1] for row in others])
    ):
        del rows[0]
    else:
        first = []
    return tuple(first), [line for line, _ in rows], [row for _, row in rows]


def is_header(first: list[str], second: list[str]) -> bool:
    """Whether the first row has a word above a number of the second, or gaps above all of them."""
    pairs = zip(first[:-1], second[:-1], strict=False)
    above = [cell for cell, below in pairs if is_number(below)]
    has_word = any(not is_gap(cell) and not is_number(cell) for cell in above)
    return has_word or (bool(above) and all(map(is_gap, above)))
