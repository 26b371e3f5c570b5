"""Preparation: from fetched bytes to one numeric array, integer codes and a canonical hash.

    raw folder -> parse the source that was fetched (sources.py) -> check -> npz

Each split scales the features; nothing is scaled here. The canonical hash covers what all sources
of a data set must agree on: shape, values to six significant digits, labels in row order, and the
test part.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np
from msgspec.structs import replace
from scipy.sparse import issparse

from methods.data.catalogue import Descriptor, Source
from methods.data.columns import NUMERIC, Column
from methods.data.fetch import damaged_files, missing_reason
from methods.data.formats.npz import read_npz
from methods.data.parsed import Parsed
from methods.data.sources import parse_source
from methods.data.sparse_rows import arrays_of, dense_chunks, from_arrays
from methods.errors import UserError, unknown
from methods.schemas.dataset import FETCHED
from methods.sealed_files import read_sealed, read_sealed_json, write_sealed

LONGEST_REASON = 120  # characters
HASH_DIGITS = 6
HASH_CHUNK = 2**20
# Decimal literals are rounded correctly on every platform, log10 and pow are not.
POWERS_OF_TEN = np.array([float(f"1e{exponent}") for exponent in range(-300, 301)])


class DataSetMissing(Exception):
    """The data set is unavailable; the text is the reason."""


@dataclass(frozen=True)
class Dataset:
    """A prepared data set.

    Attributes
    ----------
    X : float64, (n, d) or (n, p, q); sparse, (n, d), if the descriptor says so.
    y : int64 codes, positions in `classes`.
    classes : label names.
    test : mask of the given test part, or None if the data come in one part.
    extras : other arrays, such as the ``group`` of each row or the true coefficients.
    recipe : what makes other draws of generated data (`methods.data.draws`); else empty.
    notes : sentences on what was read and what was left out.
    columns : of a typed table, all its columns; `X` has those that are not left out, with NaN for a
        gap. Else empty, and all of `X` is finite.
    """

    name: str
    X: np.ndarray
    y: np.ndarray
    classes: tuple[str, ...]
    test: np.ndarray | None = None
    extras: Mapping[str, np.ndarray] = field(default_factory=dict)
    recipe: str = ""
    notes: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()


def prepare(descriptor: Descriptor, raw_folder: str | Path) -> Dataset:
    """Parse, encode and check the source that ``fetched.json`` in `raw_folder` names.

    Raises
    ------
    DataSetMissing : nothing could be fetched, according to the report.
    UserError : the data contradict the descriptor, or a file is damaged.
    """
    raw_folder = Path(raw_folder)
    report = read_sealed_json(raw_folder / FETCHED)
    for damage in damaged_files(raw_folder, report):
        raise damage
    if report["status"] != "ok":
        raise DataSetMissing(missing_reason(report))
    return prepare_source(descriptor, descriptor.sources[report["source"]], raw_folder)


def prepare_source(descriptor: Descriptor, source: Source, raw_folder: Path) -> Dataset:
    """The data set from one given source; all sources pass the same checks."""
    try:
        dataset = _checked(descriptor, parse_source(descriptor, source, raw_folder))
    except (UserError, OSError):
        raise
    except Exception as error:  # options that fit neither the file nor each other
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise UserError(
            f"{descriptor.name}: cannot be read as its descriptor says ({reason[:LONGEST_REASON]})"
        ) from None
    return dataclasses.replace(dataset, recipe=_recipe(descriptor, source))


def _recipe(descriptor: Descriptor, source: Source) -> str:
    """The descriptor of generated data as JSON, with this source alone and without its words."""
    if not source.generator:
        return ""
    wordless = replace(
        descriptor, title="", licence="", origin="", citation="", notes="", printed=()
    )
    return msgspec.json.encode(replace(wordless, sources=(source,)), order="sorted").decode()


def _checked(descriptor: Descriptor, parsed: Parsed) -> Dataset:
    name, X = descriptor.name, parsed.X
    if descriptor.task == "matrix" and X.ndim == 2:
        p, q = descriptor.shape[1:]
        if p is None or q is None or X.shape[1] != p * q:
            raise UserError(f"{name}: rows of {X.shape[1]} values do not make {p} x {q} matrices")
        X = X.reshape(len(X), p, q)
    agrees = len(X.shape) == len(descriptor.shape) and all(
        promised in (None, size) for promised, size in zip(descriptor.shape, X.shape, strict=True)
    )
    if not agrees:
        raise UserError(f"{name}: shape {X.shape}, expected {descriptor.shape}")
    if issparse(X):
        if not np.isfinite(X.data).all():
            raise UserError(f"{name}: a value is not finite")
    elif not parsed.columns and not np.isfinite(X).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(X))[0])
        raise UserError(f"{name}: feature value {X[place]} at {place}; values must be finite")
    if parsed.test is not None and not 0 < parsed.test.sum() < len(parsed.test):
        raise UserError(
            f"{name}: {parsed.test.sum()} of {len(parsed.test)} rows are in the given test part"
        )
    classes = tuple(descriptor.classes)
    strange = sorted(set(parsed.labels) - set(classes))
    if strange:
        raise unknown("label", strange[0], classes, name)
    code = {label: position for position, label in enumerate(classes)}
    y = np.array([code[label] for label in parsed.labels], dtype=np.int64)
    for label, count in zip(classes, np.bincount(y, minlength=len(classes)), strict=True):
        promised = descriptor.classes[label]
        if promised is not None and promised != count:
            raise UserError(f"{name}: {count} rows of class {label!r}, expected {promised}")
    if not issparse(X):
        X = np.ascontiguousarray(X)
    dataset = Dataset(
        name, X, y, classes, parsed.test, parsed.extras,
        notes=parsed.notes, columns=parsed.columns,
    )  # fmt: skip
    if descriptor.content_hash:
        got = content_hash(X, parsed.labels, parsed.test, parsed.columns)
        if got != descriptor.content_hash:
            raise UserError(
                f"{name}: content hash expected {descriptor.content_hash}, got {got}; "
                "the parsed values are not those of the catalogue"
            )
    return dataset


def content_hash(
    X: np.ndarray,
    labels: Iterable[str],
    test: np.ndarray | None = None,
    columns: tuple[Column, ...] = (),
) -> str:
    """SHA-256 of shape, values to six significant digits, labels in row order and test mask.

    That of a typed table also has its columns, gaps, and each date and code to the last digit.

    A value x is hashed as (m, e) with ``x ~ m 10^(e-5)``, ``10^5 <= abs(m) < 10^6``; scaling by
    one correctly rounded power of ten and rounding to an integer are the same on every platform.
    So 0.627 agrees with its single-precision neighbour 0.62700003, and -0.0 with 0.0.
    """
    digest = hashlib.sha256(json.dumps([int(size) for size in X.shape]).encode())
    if columns:
        exact = [column.kind != NUMERIC for column in columns if not column.left_out]
        digest.update(msgspec.json.encode(columns))
        digest.update(np.isnan(X).tobytes())
        X = np.nan_to_num(X)
        digest.update(X[:, exact].astype("<i8").tobytes())
    for rows in dense_chunks(X):
        values = np.ascontiguousarray(rows, dtype=np.float64).ravel()
        for start in range(0, len(values), HASH_CHUNK):
            mantissa, exponent = _six_digits(values[start : start + HASH_CHUNK])
            digest.update(mantissa.astype("<i4").tobytes())
            digest.update(exponent.astype("<i2").tobytes())
    digest.update("\n".join(labels).encode())
    if test is not None:
        digest.update(np.asarray(test, dtype=np.uint8).tobytes())
    return digest.hexdigest()


def _six_digits(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    magnitude = np.abs(values)
    # Tiny values such as denormals count as zero: no data set holds any on purpose.
    is_zero = magnitude < POWERS_OF_TEN[HASH_DIGITS]
    position = np.searchsorted(POWERS_OF_TEN, magnitude, side="right") - 1
    position = np.where(is_zero, HASH_DIGITS, position)
    zero_position = len(POWERS_OF_TEN) // 2
    shift = HASH_DIGITS - 1 - (position - zero_position)
    # Dividing by an exact power beats multiplying by an inexact reciprocal.
    up = POWERS_OF_TEN[zero_position + np.clip(shift, 0, 300)]
    down = POWERS_OF_TEN[zero_position + np.clip(-shift, 0, 300)]
    mantissa = np.rint(np.where(is_zero, 0.0, magnitude) * up / down)
    carried = mantissa >= 10**HASH_DIGITS
    mantissa = np.where(carried, 10 ** (HASH_DIGITS - 1), mantissa)
    exponent = np.where(is_zero, 0, position - zero_position + carried)
    return np.sign(values) * mantissa, exponent


# The prepared file


def save_dataset(path: str | Path, dataset: Dataset, made_from: Mapping[str, str]) -> None:
    """Write a sealed npz; equal data give equal bytes."""
    arrays = {
        "name": np.array(dataset.name),
        **arrays_of(dataset.X),
        "y": dataset.y,
        "classes": np.array(dataset.classes),
    }
    if dataset.test is not None:
        arrays["test"] = dataset.test
    if dataset.recipe:
        arrays["recipe"] = np.array(dataset.recipe)
    if dataset.notes:
        arrays["notes"] = np.array(dataset.notes)
    if dataset.columns:
        arrays["columns"] = np.array(msgspec.json.encode(dataset.columns).decode())
    extras = {f"extra_{key}": value for key, value in dataset.extras.items()}
    _save_arrays(path, arrays | extras, made_from)


def save_missing(path: str | Path, reason: str, made_from: Mapping[str, str]) -> None:
    """Write a sealed npz with only the reason why the data set is missing."""
    _save_arrays(path, {"missing": np.array(reason)}, made_from)


def load_dataset(path: str | Path) -> Dataset:
    """Read what `save_dataset` wrote; raise DataSetMissing if `save_missing` wrote the file."""
    arrays = read_npz(read_sealed(path).data, str(path))
    if "missing" in arrays:
        raise DataSetMissing(str(arrays["missing"]))
    return Dataset(
        name=str(arrays["name"]),
        X=from_arrays(arrays),
        y=arrays["y"],
        classes=tuple(arrays["classes"].tolist()),
        test=arrays.get("test"),
        extras={
            key.removeprefix("extra_"): value
            for key, value in arrays.items()
            if key.startswith("extra_")
        },
        recipe=str(arrays.get("recipe", "")),
        notes=tuple(arrays["notes"].tolist()) if "notes" in arrays else (),
        columns=_columns(arrays),
    )


def _columns(arrays: Mapping[str, np.ndarray]) -> tuple[Column, ...]:
    stored = str(arrays["columns"]) if "columns" in arrays else "[]"
    return msgspec.json.decode(stored, type=tuple[Column, ...])


def columns_in(path: str | Path) -> tuple[Column, ...]:
    """The columns of a prepared typed table, without reading the rest of it; else none."""
    if not Path(path).exists():
        return ()
    with np.load(path, allow_pickle=False) as arrays:
        return _columns(arrays)


def features_in(path: str | Path) -> tuple[Column, ...]:
    """Those of them that are features."""
    return tuple(column for column in columns_in(path) if not column.left_out)


def notes_in(path: str | Path) -> list[str]:
    """The notes of a prepared file, without reading the rest of it; none if there is no file."""
    if not Path(path).exists():
        return []
    with np.load(path, allow_pickle=False) as arrays:
        notes: list[str] = arrays["notes"].tolist() if "notes" in arrays else []
    return notes


def _save_arrays(
    path: str | Path, arrays: Mapping[str, np.ndarray], made_from: Mapping[str, str]
) -> None:
    # numpy stamps every member with the same date, so equal arrays give equal bytes.
    write_sealed(path, lambda part: np.savez(part, **arrays), made_from)  # type: ignore[arg-type]
