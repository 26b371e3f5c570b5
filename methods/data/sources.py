"""Sources: from the files, loader or generator of a source to numbers and label texts.

The files of a source are read by their format (`methods.data.formats`) and joined. Then the
options that serve every source are applied. `methods.data.prepare` checks the result.

Descriptor options
    corrections    known wrong cells, each [row, column, value], after encoding
    test_rows      first row of the given test part, and the row after its last
    unit_interval  map each feature onto [0, 1] over all rows
    drop_labels    rows with these labels are left out
    labels         name of a label for its text in the source
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import issparse, vstack

from methods.data.catalogue import Descriptor, Source
from methods.data.formats import read_format
from methods.data.frames import read_frame
from methods.data.parsed import Parsed, label_texts
from methods.errors import UserError, unknown


def parse_source(descriptor: Descriptor, source: Source, raw_folder: Path) -> Parsed:
    """Features, label names, given test part and extras of one source.

    Parameters
    ----------
    descriptor : the data set, for the number of features of sparse files.
    source : one of its sources.
    raw_folder : folder with the files of the source.
    """
    if source.bundled:
        parsed = _from_scikit_learn(source.bundled)
    elif source.generator:
        parsed = _from_generator(source)
    elif source.frame:
        parsed = read_frame(source.frame, source.options)
    elif source.of_openml:
        from methods.data.openml_table import read_openml  # needs a package that others do not

        parsed = read_openml(source, raw_folder)
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
    return Parsed(X, label_texts(y), extra.pop("test", None), extra)


def _from_files(descriptor: Descriptor, source: Source, raw_folder: Path) -> Parsed:
    options = {
        **source.options, "n_features": descriptor.shape[-1], "matrix": descriptor.shape[1:],
    }  # fmt: skip
    parts = [
        read_format(
            str(source.format),
            raw_folder / file.local_name,
            file.local_name,
            options,
        )
        for file in source.files
    ]
    named = {
        part.names: file.local_name
        for file, part in zip(source.files, parts, strict=True)
        if part.names
    }
    if len(named) > 1:
        first, other, *_ = named.values()
        raise UserError(
            f"{descriptor.name}: {first} and {other} have other columns, or in another order; write"
            " them alike"
        )
    in_test = [file.test for file in source.files]
    is_test = np.repeat(in_test, [len(part.labels) for part in parts])
    of_features = np.repeat(in_test, [part.X.shape[0] for part in parts])
    features = [part.X for part in parts if part.X.shape[0]]
    labels = [label for part in parts for label in part.labels]
    n_rows = sum(X.shape[0] for X in features)
    if not n_rows or n_rows != len(labels):
        raise UserError(
            f"{descriptor.name}: the files hold {n_rows} rows of features and {len(labels)} labels"
        )
    if not np.array_equal(is_test, of_features):
        raise UserError(
            f"{descriptor.name}: the files of the test part hold {of_features.sum()} rows of"
            f" features and {is_test.sum()} labels, in the order of the files; write test: true for"
            " both, and name labels in the order of their features"
        )
    X = vstack(features, format="csr") if source.sparse else np.concatenate(features)
    given = [
        {**part.extras, **({} if part.test is None else {"test": part.test})} for part in parts
    ]
    arrays = {
        key: _of_all_files(key, [of_part.get(key) for of_part in given], parts, descriptor.name)
        for key in dict.fromkeys(key for of_part in given for key in of_part)
    }
    test = arrays.pop("test", None)
    if any(file.test for file in source.files):
        test = is_test
    notes = tuple(note for part in parts for note in part.notes)
    return Parsed(X, labels, test, arrays, notes, parts[0].columns)


def _of_all_files(
    key: str, arrays: Sequence[np.ndarray | None], parts: Sequence[Parsed], name: str
) -> np.ndarray:
    """What belongs to the rows, file after file; of anything else, what all files have alike."""
    present = [array for array in arrays if array is not None]
    if len(present) == len(parts):
        of_rows = (len(array) == len(p.labels) for array, p in zip(present, parts, strict=True))
        if all(of_rows):
            return np.concatenate(present)
        if all(np.array_equal(array, present[0]) for array in present):
            return present[0]
    raise UserError(f"{name}: the files do not agree on {key!r}; join them")


def _with_options(parsed: Parsed, options: Mapping[str, Any], name: str) -> Parsed:
    X, test = parsed.X, parsed.test
    if not issparse(X):
        X = np.array(X, dtype=np.float64)
    for row, column, value in options.get("corrections", ()):
        X[row, column] = value
    if "test_rows" in options:
        start, stop = options["test_rows"]
        if test is not None or not 0 <= start < stop <= X.shape[0]:
            why = "the files say it too" if test is not None else f"there are {X.shape[0]} rows"
            raise UserError(f"{name}: test_rows: [{start}, {stop}], but {why}")
        test = np.zeros(X.shape[0], dtype=bool)
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
    return Parsed(X, labels, test, extras, parsed.notes, parsed.columns)
