"""LIBSVM text: a label, then ``index:value`` pairs with indices from 1; absent indices are 0.

The number of features is that of the descriptor's ``shape``, because the last features of a file
may all be 0.

Descriptor options; features are counted from 0
    sparse   true keeps the rows sparse
    one_hot  features that become one indicator per value, values in ascending order. The number of
             features before that is the largest index of the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from methods.data.parsed import Parsed
from methods.data.text_cells import number, text_lines
from methods.errors import UserError


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels."""
    coded = options.get("one_hot", ())
    if options.get("sparse") and coded:
        raise UserError(f"{name}: one_hot makes dense features; leave out sparse")
    n_features = largest_index(data, name) if coded else options["n_features"]
    if n_features is None:
        raise UserError(f"{name}: the descriptor's shape must state the number of features")
    labels = []
    if options.get("sparse"):
        entries: list[dict[int, float]] = []
        for line, text in text_lines(data, name):
            label, *pairs = text.split()
            entries.append(_entries(pairs, n_features, f"{name}:{line}"))
            labels.append(label)
        return Parsed(_sparse(entries, n_features), labels)
    rows: list[np.ndarray] = []
    for line, text in text_lines(data, name):
        label, *pairs = text.split()
        row = np.zeros(n_features)
        for feature, value in _entries(pairs, n_features, f"{name}:{line}").items():
            row[feature] = value
        rows.append(row)
        labels.append(label)
    X = np.array(rows).reshape(len(rows), n_features)
    return Parsed(with_indicators(X, coded, name), labels)


def largest_index(data: bytes, name: str) -> int:
    """The largest index that a pair of the file has; pairs are checked later."""
    last_pairs = [text.split()[-1] for _, text in text_lines(data, name)]
    indices = [pair.partition(":")[0] for pair in last_pairs]
    return max((int(index) for index in indices if index.isdecimal()), default=0)


def with_indicators(X: np.ndarray, coded: Sequence[int], name: str) -> np.ndarray:
    """X with one indicator per value in place of each feature of `coded`."""
    outside = [column for column in coded if not 0 <= column < X.shape[1]]
    if outside:
        raise UserError(f"{name}: {X.shape[1]} features, one_hot names {outside[0]}")
    parts = [
        X[:, [column]] == np.unique(X[:, column]) if column in coded else X[:, [column]]
        for column in range(X.shape[1])
    ]
    return np.hstack(parts).astype(np.float64)


def _sparse(entries: list[dict[int, float]], n_features: int) -> csr_array:
    ends = np.cumsum([0, *map(len, entries)])
    features = [feature for row in entries for feature in row]
    values = [value for row in entries for value in row.values()]
    X = csr_array((values, features, ends), shape=(len(entries), n_features), dtype=np.float64)
    X.eliminate_zeros()
    return X


def _entries(pairs: list[str], n_features: int, where: str) -> dict[int, float]:
    """The values of a row by the number of the feature."""
    row: dict[int, float] = {}
    last = 0
    for pair in pairs:
        index_text, colon, value = pair.partition(":")
        index = int(index_text) if colon and index_text.isdecimal() else 0
        if not last < index <= n_features:
            raise UserError(
                f"{where}: {pair[:40]!r} is not index:value with an index "
                f"in {last + 1}..{n_features}"
            )
        row[index - 1] = number(value, where)
        last = index
    return row
