"""File formats of the data sets: from bytes in memory to cells or arrays.

Text       LIBSVM, comma or blank separated, ARFF
Arrays     npz, idx, PGM images in an archive (MATLAB and R data stand in modules of their own)

Every reader takes the bytes and the file's name. Whatever is wrong with the bytes is a UserError
that names the file and, in text, the line.
"""

from __future__ import annotations

import csv
import io
import math
import re
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np

from methods.data.packing import check_size, translated, unpack_archive
from methods.errors import UserError

# One trial-channel of the EEG npz is offset + step * k thousandths of a microvolt.
EEG_STEP, EEG_DIVISOR = 488.28125, 1000.0


@dataclass(frozen=True)
class Table:
    """Cells of a text file, row by row, with the line each row stands on."""

    name: str
    lines: list[int]
    cells: list[list[str]]


def number(text: str, where: str) -> float:
    """`text` as a float; Python's own digit grouping (1_000) is no number in a data file."""
    try:
        if "_" in text:
            raise ValueError
        return float(text)
    except ValueError:
        raise UserError(f"{where}: {text[:40]!r} is not a number") from None


# Text


def read_delimited(data: bytes, name: str, delimiter: str) -> Table:
    """Rows of a comma separated (",") or blank separated ("blank") file, all equally long."""
    lines: list[int] = []
    cells: list[list[str]] = []
    for line, text in _lines(data, name):
        row = text.split() if delimiter == "blank" else [c.strip() for c in text.split(delimiter)]
        if cells and len(row) != len(cells[0]):
            raise UserError(
                f"{name}:{line}: {len(row)} columns where the first row has {len(cells[0])}"
            )
        lines.append(line)
        cells.append(row)
    return Table(name, lines, cells)


def read_arff(data: bytes, name: str) -> Table:
    """Rows of the data part of a dense ARFF file; attribute names and types are not kept."""
    lines: list[int] = []
    cells: list[list[str]] = []
    n_attributes, in_data = 0, False
    for line, text in _lines(data, name):
        keyword = text.split(maxsplit=1)[0].lower()
        if keyword.startswith("%"):
            continue
        if not in_data:
            n_attributes += keyword == "@attribute"
            in_data = keyword == "@data"
            continue
        if text.startswith("{"):
            raise UserError(f"{name}:{line}: sparse ARFF rows are not read; give a dense file")
        try:
            row = next(csv.reader([text], quotechar="'", skipinitialspace=True))
        except csv.Error as error:
            raise UserError(f"{name}:{line}: {error}") from None
        if len(row) != n_attributes:
            raise UserError(f"{name}:{line}: {len(row)} values for {n_attributes} attributes")
        lines.append(line)
        cells.append([cell.strip() for cell in row])
    if not in_data:
        raise UserError(f"{name}: no @data line")
    return Table(name, lines, cells)


def read_libsvm(data: bytes, name: str, n_features: int) -> tuple[np.ndarray, list[str]]:
    """Dense (n, `n_features`) matrix and label texts of a LIBSVM file (indices from 1)."""
    rows: list[np.ndarray] = []
    labels = []
    for line, text in _lines(data, name):
        label, *pairs = text.split()
        row = np.zeros(n_features)
        last = 0
        for pair in pairs:
            index_text, colon, value = pair.partition(":")
            index = int(index_text) if colon and index_text.isdecimal() else 0
            if not last < index <= n_features:
                raise UserError(
                    f"{name}:{line}: {pair[:40]!r} is not index:value with an index "
                    f"in {last + 1}..{n_features}"
                )
            row[index - 1] = number(value, f"{name}:{line}")
            last = index
        rows.append(row)
        labels.append(label)
    return np.array(rows).reshape(len(rows), n_features), labels


def _lines(data: bytes, name: str) -> Iterator[tuple[int, str]]:
    """Lines that are not blank, with their numbers; any of the three line ends will do."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{name}: byte {error.start} is not text") from None
    for line, content in enumerate(re.split("\r\n?|\n", text), start=1):
        if content.strip():
            yield line, content.strip()


# Arrays


def read_npz(data: bytes, name: str) -> dict[str, np.ndarray]:
    """Arrays of an npz file; pickled objects are refused."""

    def read() -> dict[str, np.ndarray]:
        with zipfile.ZipFile(io.BytesIO(data)) as members:
            check_size(sum(member.file_size for member in members.infolist()), name)
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return {key: arrays[key] for key in arrays.files}

    return translated(read, name, "npz")


def read_idx(data: bytes, name: str) -> np.ndarray:
    """The array of an idx file of unsigned bytes, as MNIST comes."""
    if len(data) < 4 or data[:3] != b"\x00\x00\x08" or len(data) < 4 + 4 * data[3]:
        raise UserError(f"{name}: not an idx file of unsigned bytes")
    shape = struct.unpack_from(f">{data[3]}I", data, 4)
    values = np.frombuffer(data, dtype=np.uint8, offset=4 + 4 * data[3])
    if not shape or math.prod(shape) != len(values):
        raise UserError(f"{name}: header says shape {shape}, {len(values)} values follow")
    return values.reshape(shape)


def read_faces(data: bytes, name: str) -> tuple[np.ndarray, list[str]]:
    """Images (n, rows, columns) of an archive ``<person>/<number>.pgm`` and the person of each."""
    images, people = [], []
    members = unpack_archive(data, name)
    portraits = [member for member in members if member.endswith(".pgm")]
    for member in sorted(portraits, key=_natural_order):
        images.append(_read_pgm(members[member], f"{name}: {member}"))
        people.append(PurePosixPath(member).parent.name)
    if len({image.shape for image in images}) != 1:
        raise UserError(f"{name}: expected images of one size, found {len(images)} images")
    return np.array(images), people


def _natural_order(path: str) -> list[tuple[int, str]]:
    return [(int(digits or 0), text) for text, digits in re.findall(r"(\D+|^)(\d*)", path)]


def _read_pgm(data: bytes, where: str) -> np.ndarray:
    header = re.match(rb"P5(?:\s|#[^\n]*\n)+(\d{1,5})\s+(\d{1,5})\s+(\d{1,5})\s", data)
    if not header or int(header[3]) > 255:
        raise UserError(f"{where}: not an 8-bit binary PGM image")
    n_columns, n_rows = int(header[1]), int(header[2])
    pixels = np.frombuffer(data, dtype=np.uint8, offset=header.end())
    if len(pixels) != n_rows * n_columns:
        raise UserError(f"{where}: {len(pixels)} pixels for {n_rows} x {n_columns}")
    return pixels.reshape(n_rows, n_columns)


def read_eeg_trials(
    data: bytes, name: str
) -> tuple[np.ndarray, list[str], np.ndarray, dict[str, np.ndarray]]:
    """Microvolts (n, channels, times), groups, test mask and subjects of the packed EEG trials.

    A test trial with the subject and trial number of a training trial is that same trial again
    and is left out.
    """
    arrays = read_npz(data, name)

    def unpack() -> tuple[np.ndarray, list[str], np.ndarray, dict[str, np.ndarray]]:
        test = arrays["split"] == "test"
        trials = list(zip(arrays["subject"].tolist(), arrays["trial"].tolist(), strict=True))
        in_train = {trial for trial, is_test in zip(trials, test, strict=True) if not is_test}
        kept = np.array(
            [not (is_test and t in in_train) for t, is_test in zip(trials, test, strict=True)]
        )
        thousandths = arrays["offset"][kept, :, None] + EEG_STEP * arrays["k"][kept]
        X = np.round(thousandths) / EEG_DIVISOR
        return X, arrays["group"][kept].tolist(), test[kept], {"group": arrays["subject"][kept]}

    return translated(unpack, name, "EEG trials")
