"""Files that are dropped into datasets/local, and tables there that need no descriptor.

Such a table has one row per example. Its last column is the class, all others are numbers. Cells
may be quoted. The catalogue counts the classes of such a file each time the workflow builds its
graph, so nothing heavy is imported here.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from hashlib import sha256
from pathlib import Path, PurePosixPath

from msgspec.structs import asdict

from methods.errors import UserError
from methods.schemas.dataset import LOCAL, Descriptor, Source, SourceFile
from methods.schemas.model import NAME_PATTERN


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
        stated["sha256"] = sha256(path.read_bytes()).hexdigest()
    return LocalFile(**stated, folder=folder)


def describe_table(path: Path) -> Descriptor:
    """The descriptor that a table in datasets/local gives by itself."""
    if not re.fullmatch(NAME_PATTERN, path.stem):
        raise UserError(f"{path}: {path.stem!r} must be of a-z, 0-9 and _; rename the file")
    _, rows = read_csv(path.read_bytes(), str(path))
    counts = Counter(row[-1] for row in rows)
    if not 1 < len(counts) <= len(rows) / 2:
        raise UserError(
            f"{path}: {len(counts)} classes in {len(rows)} rows; the last column must be the class"
        )
    file = located(SourceFile(f"{LOCAL}/{path.name}"), path.parents[1])
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


def read_csv(data: bytes, name: str) -> tuple[list[int], list[list[str]]]:
    """The line and the cells of each row, all equally long and without the header."""
    try:
        text = data.decode("utf-8-sig")  # spreadsheets put a mark of three bytes first
        reader = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True)
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{name}: not a CSV file in UTF-8: {error}") from None
    rows = [(line, row) for line, row in rows if any(row)]
    if len(rows) > 1 and is_header(rows[0][1], rows[1][1]):
        del rows[0]
    if not rows:
        raise UserError(f"{name}: holds no rows")
    width = len(rows[0][1])
    if width < 2:
        raise UserError(
            f"{name}: one column; columns are separated by commas, the last is the class"
        )
    for line, row in rows:
        if len(row) != width:
            raise UserError(f"{name}:{line}: {len(row)} columns where the first row has {width}")
    return [line for line, _ in rows], [row for _, row in rows]


def is_header(first: list[str], second: list[str]) -> bool:
    """Whether the first row has a word above a number of the second."""
    pairs = zip(first[:-1], second[:-1], strict=False)
    return any(_is_number(below) and not _is_number(above) for above, below in pairs)


def class_order(labels: set[str]) -> list[str]:
    """Labels in the order of their codes: by size if all are numbers, else by the alphabet."""
    if all(map(_is_number, labels)):
        return sorted(labels, key=lambda label: (float(label), label))
    return sorted(labels)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
