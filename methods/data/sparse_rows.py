"""Sparse rows: how they are stored, hashed, scaled and made dense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse

from methods.data.scaling import Affine, fit_scaling
from methods.errors import UserError

CHUNK_NUMBERS = 2**20  # that are dense at a time
DENSE_BYTES = 200 * 2**20  # of all rows of a data set, for a method that takes no sparse rows
STORED = ("data", "indices", "indptr", "shape")


def arrays_of(X: Any) -> dict[str, np.ndarray]:
    """The arrays that a file holds of `X`, dense or sparse, by name."""
    if not issparse(X):
        return {"X": X}
    return {f"X_{name}": np.asarray(getattr(X, name)) for name in STORED}


def from_arrays(arrays: Mapping[str, np.ndarray]) -> Any:
    if "X" in arrays:
        return arrays["X"]
    data, indices, indptr, shape = (arrays[f"X_{name}"] for name in STORED)
    return csr_array((data, indices, indptr), shape=tuple(shape.tolist()))


def dense_chunks(X: Any) -> Iterator[np.ndarray]:
    """The rows, some at a time, as dense as they would be without `sparse`."""
    if not issparse(X):
        yield X
        return
    step = max(1, CHUNK_NUMBERS // max(1, X.shape[1]))
    for start in range(0, X.shape[0], step):
        yield X[start : start + step].toarray()


def fit_sparse_scaling(
    X: csr_array, train: np.ndarray, scaling: Mapping[str, Any] | None
) -> Affine:
    """The factors of a scaling. Nothing is shifted, so that zeros stay zeros."""
    if scaling is None or "norm" in scaling:
        squares = X[train] if scaling and scaling["rows"] == "train" else X
        norms = np.sqrt(squares.power(2).sum(axis=1))
        factor = scaling["norm"] / norms.mean() if scaling and norms.any() else 1.0
        return np.full(X.shape[1], factor), np.zeros(X.shape[1])
    columns, factor = X.tocsc(), np.ones(X.shape[1])
    step = max(1, CHUNK_NUMBERS // max(1, X.shape[0]))
    for start in range(0, X.shape[1], step):
        part = columns[:, start : start + step].toarray()
        factor[start : start + step], _ = fit_scaling(part, train, scaling)
    return factor, np.zeros(X.shape[1])


def made_dense(X: Any, name: str) -> np.ndarray:
    """All rows for a method that takes no sparse ones, up to `DENSE_BYTES`."""
    n_bytes = 8 * X.shape[0] * X.shape[1]
    if n_bytes > DENSE_BYTES:
        raise UserError(
            f"{name}: the method takes no sparse rows, and {n_bytes / 1e6:.0f} MB of dense ones are"
            f" more than {DENSE_BYTES / 1e6:.0f}"
        )
    return X.toarray()
