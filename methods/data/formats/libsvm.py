"""LIBSVM text: a label, then ``index:value`` pairs with indices from 1; absent indices are 0.

Descriptor options: none. The number of features is that of the descriptor's ``shape``, because
the last features of a file may all be 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from methods.data.parsed import Parsed
from methods.data.text_cells import number, text_lines
from methods.errors import UserError


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Dense features and labels."""
    n_features = options["n_features"]
    if n_features is None:
        raise UserError(f"{name}: the descriptor's shape must state the number of features")
    rows: list[np.ndarray] = []
    labels = []
    for line, text in text_lines(data, name):
        label, *pairs = text.split()
        rows.append(_dense_row(pairs, n_features, f"{name}:{line}"))
        labels.append(label)
    return Parsed(np.array(rows).reshape(len(rows), n_features), labels)


def _dense_row(pairs: list[str], n_features: int, where: str) -> np.ndarray:
    row = np.zeros(n_features)
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
