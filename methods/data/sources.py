"""Sources: from the files, loader or generator of a source to numbers and label texts.

Columns become numbers through the codes of the descriptor, as indicators (one-hot) or as they
stand; labels become the names of the catalogue. What comes out is checked in prepare.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from methods.data import formats
from methods.data.catalogue import Descriptor, Source
from methods.data.local import read_csv
from methods.data.matlab import read_matlab
from methods.data.packing import decompress
from methods.data.rdata import read_rda
from methods.errors import UserError, unknown


@dataclass(frozen=True)
class Parsed:
    """What a source gives: labels are still text, nothing is checked yet."""

    X: np.ndarray
    labels: Sequence[str]
    test: np.ndarray | None = None
    extras: Mapping[str, np.ndarray] = field(default_factory=dict)


def parse_source(descriptor: Descriptor, source: Source, raw_folder: Path) -> Parsed:
    """Features, label names, given test part and extras of one source.

    Parameters
    ----------
    descriptor : the data set, for the number of features of sparse files.
    source : one of its sources.
    raw_folder : where the files of the source lie.
    """
    if source.bundled:
        parsed = _from_scikit_learn(source.bundled)
    elif source.generator:
        parsed = _from_generator(source)
    else:
        parsed = _from_files(descriptor, source, raw_folder)
    return _with_options(parsed, source.options, descriptor.name)


def _from_scikit_learn(loader: str) -> Parsed:
    from sklearn import datasets

    bunch = getattr(datasets, loader)()
    return Parsed(bunch.data, [str(bunch.target_names[code]) for code in bunch.target])


def _from_generator(source: Source) -> Parsed:
    from methods.data import generators

    X, y, *extras = getattr(generators, str(source.generator))(**source.parameters)
    extra = dict(extras[0]) if extras else {}
    return Parsed(X, _as_text(y), extra.pop("test", None), extra)


def _from_files(descriptor: Descriptor, source: Source, raw_folder: Path) -> Parsed:
    content = {
        file.local_name: (raw_folder / file.local_name).read_bytes() for file in source.files
    }
    if source.format == "idx":
        images, labels = (formats.read_idx(decompress(content[n], n), n) for n in content)
        return Parsed(images, _as_text(labels))
    parts = [
        _from_file(descriptor, source, content[file.local_name], file.local_name)
        for file in source.files
    ]
    test = [
        np.full(len(part.labels), file.test) for part, file in zip(parts, source.files, strict=True)
    ]
    has_test_file = any(file.test for file in source.files)
    return Parsed(
        np.concatenate([part.X for part in parts]),
        [label for part in parts for label in part.labels],
        np.concatenate(test) if has_test_file else parts[0].test,
        parts[0].extras,
    )


def _from_file(descriptor: Descriptor, source: Source, data: bytes, name: str) -> Parsed:
    options = source.options
    if source.format == "faces":
        X, subjects = formats.read_faces(data, name)
        return Parsed(X, subjects, extras={"group": np.asarray(subjects)})
    if source.format == "eeg_trials":
        return Parsed(*formats.read_eeg_trials(data, name))
    if source.format in ("matlab", "npz", "rda"):
        return _from_arrays(source.format, data, name, options)
    data, name = decompress(data, name), name.removesuffix(".Z")
    if source.format == "libsvm":
        n_features = descriptor.shape[-1]
        assert n_features is not None
        return Parsed(*formats.read_libsvm(data, name, n_features))
    if source.format == "csv":
        return _from_table(formats.Table(name, *read_csv(data, name)), options)
    if source.format == "arff":
        return _from_table(formats.read_arff(data, name), options)
    return _from_table(formats.read_delimited(data, name, options["delimiter"]), options)


def _from_arrays(kind: str, data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    readers = {"matlab": read_matlab, "npz": formats.read_npz, "rda": read_rda}
    arrays = readers[kind](data, name)

    def find(path: str) -> np.ndarray:
        found: Any = arrays
        for key in PurePosixPath(path).parts:
            if not isinstance(found, dict) or key not in found:
                raise unknown("array", path, arrays, name)
            found = found[key]
        return np.asarray(found)

    X, targets = find(options.get("features", "X")), find(options.get("targets", "y")).ravel()
    if X.dtype.kind not in "buif" or X.ndim < 2:
        raise UserError(f"{name}: features are {X.dtype} of shape {X.shape}, not a numeric table")
    return Parsed(X.transpose(options["axes"]) if "axes" in options else X, _as_text(targets))


def _as_text(labels: np.ndarray) -> list[str]:
    return [f"{label:g}" if isinstance(label, float) else str(label) for label in labels.tolist()]


def _from_table(table: formats.Table, options: Mapping[str, Any]) -> Parsed:
    """Columns of numbers from cells: categories by their codes or as indicators."""
    if not table.cells:
        raise UserError(f"{table.name}: holds no rows")
    n_columns = len(table.cells[0])
    label = _label_column(options, n_columns)
    named = {key: options[key] for key in ("test_column", "group_column") if key in options}
    dropped = {label, *options.get("drop_columns", ()), *named.values()}
    outside = [column for column in dropped if not 0 <= column < n_columns]
    if outside:
        raise UserError(f"{table.name}: {n_columns} columns, the descriptor names {outside[0]}")
    marker = options.get("drop_rows_with")
    rows = [
        (line, row)
        for line, row in zip(table.lines, table.cells, strict=True)
        if marker not in [cell for column, cell in enumerate(row) if column not in dropped]
    ]
    if "letters_column" in options:
        return _from_letters(table.name, rows, label, options)
    codes = options.get("codes", {})
    columns: list[list[Any]] = []
    for column in (column for column in range(n_columns) if column not in dropped):
        if column in options.get("one_hot", ()):
            categories = sorted({row[column] for _, row in rows})
            columns += [[row[column] == category for _, row in rows] for category in categories]
        else:
            columns.append(
                [
                    codes[row[column]]
                    if row[column] in codes
                    else formats.number(row[column], f"{table.name}:{line}")
                    for line, row in rows
                ]
            )
    test = group = None
    if "test_column" in named:
        test = np.array([row[named["test_column"]] == "1" for _, row in rows])
    if "group_column" in named:
        group = np.array([row[named["group_column"]] for _, row in rows])
    return Parsed(
        np.array(columns, dtype=np.float64).T,
        [row[label] for _, row in rows],
        test,
        {} if group is None else {"group": group},
    )


def _label_column(options: Mapping[str, Any], n_columns: int) -> int:
    label = options.get("label", "last")
    return {"first": 0, "last": n_columns - 1}[label] if isinstance(label, str) else label


def _from_letters(
    name: str, rows: list[tuple[int, list[str]]], label: int, options: Mapping[str, Any]
) -> Parsed:
    """One column of words, a feature a letter; a row with a letter that has no code is dropped."""
    codes, column = options["codes"], options["letters_column"]
    coded = [(line, row) for line, row in rows if set(row[column]) <= set(codes)]
    widths = {len(row[column]) for _, row in coded}
    if len(widths) != 1:
        raise UserError(f"{name}: words of {sorted(widths)} letters, expected one length")
    X = np.array([[codes[letter] for letter in row[column]] for _, row in coded], dtype=float)
    return Parsed(X, [row[label] for _, row in coded])


def _with_options(parsed: Parsed, options: Mapping[str, Any], name: str) -> Parsed:
    X, test = np.array(parsed.X, dtype=np.float64), parsed.test
    for row, column, value in options.get("corrections", ()):
        X[row, column] = value
    if "test_rows" in options:
        start, stop = options["test_rows"]
        test = np.zeros(len(X), dtype=bool)
        test[start:stop] = True
    if options.get("unit_interval"):
        span = np.ptp(X, axis=0)
        X = (X - X.min(axis=0)) / np.where(span > 0, span, 1.0)
    kept = ~np.isin(parsed.labels, options.get("drop_labels", []))
    labels = [label for label, is_kept in zip(parsed.labels, kept, strict=True) if is_kept]
    renamed = options.get("labels")
    if renamed:
        strange = sorted(set(labels) - set(renamed))
        if strange:
            raise unknown("label", strange[0], renamed, name)
        labels = [renamed[label] for label in labels]
    extras = {key: np.asarray(value) for key, value in parsed.extras.items()}
    if not kept.all():
        X, test = X[kept], None if test is None else test[kept]
        extras = {
            key: value[kept] if len(value) == len(kept) else value for key, value in extras.items()
        }
    return Parsed(X, labels, test, extras)
