"""Sparse rows: what a file holds of them, and that they are scaled as dense ones would be."""

import numpy as np
import pytest
from scipy.sparse import csr_array, issparse

from methods.data import sparse_rows
from methods.data.scaling import fit_scaling
from methods.data.sparse_rows import (
    arrays_of,
    dense_chunks,
    fit_sparse_scaling,
    from_arrays,
    made_dense,
)
from methods.errors import UserError

DENSE = np.array([[3.0, 0, 4], [0, 0, 0], [0, 6, 8], [0, -2, 0], [5, 0, 12]])
SPARSE = csr_array(DENSE)
TRAIN = np.array([0, 2, 3])


def test_what_a_file_holds_of_rows_comes_back():
    stored = arrays_of(SPARSE)
    assert sorted(stored) == ["X_data", "X_indices", "X_indptr", "X_shape"]
    back = from_arrays({**stored, "y": np.zeros(5)})
    assert issparse(back) and back.format == "csr"
    np.testing.assert_array_equal(back.toarray(), DENSE)
    assert from_arrays(arrays_of(csr_array((2, 7)))).shape == (2, 7)
    assert list(arrays_of(DENSE)) == ["X"]
    np.testing.assert_array_equal(from_arrays(arrays_of(DENSE)), DENSE)


@pytest.mark.parametrize(
    ("cap", "lengths"),
    [(1, [1] * 5), (5, [1] * 5), (6, [2, 2, 1]), (9, [3, 2]), (15, [5]), (99, [5])],
)
def test_rows_become_dense_some_at_a_time(monkeypatch, cap, lengths):
    monkeypatch.setattr(sparse_rows, "CHUNK_NUMBERS", cap)
    chunks = list(dense_chunks(SPARSE))
    assert [len(chunk) for chunk in chunks] == lengths
    np.testing.assert_array_equal(np.vstack(chunks), DENSE)
    assert all(isinstance(chunk, np.ndarray) for chunk in chunks)
    assert len(next(dense_chunks(SPARSE[:, [0]]))) == min(cap, 5)


def test_dense_rows_are_one_chunk_and_rows_without_columns_are_read():
    (chunk,) = dense_chunks(DENSE)
    assert chunk is DENSE
    assert [chunk.shape for chunk in dense_chunks(csr_array((4, 0)))] == [(4, 0)]


@pytest.mark.parametrize("cap", [1, 5, 10, 2**20])
@pytest.mark.parametrize("rows", ["train", "all"])
@pytest.mark.parametrize("kind", [{"range": [0, 1]}, {"range": [-3, 1]}, {"variance": 1}])
def test_each_feature_is_scaled_by_the_factor_of_dense_rows_and_never_shifted(
    monkeypatch, cap, rows, kind
):
    sizes = []

    def fit(part, *arguments):
        sizes.append(part.size)
        return fit_scaling(part, *arguments)

    monkeypatch.setattr(sparse_rows, "CHUNK_NUMBERS", cap)
    monkeypatch.setattr(sparse_rows, "fit_scaling", fit)
    scaling = {**kind, "rows": rows}
    factor, shift = fit_sparse_scaling(SPARSE, TRAIN, scaling)
    assert max(sizes) == {1: 5, 5: 5, 10: 10}.get(cap, 15)  # dense at a time
    expected, _ = fit_scaling(DENSE, TRAIN, scaling)
    np.testing.assert_allclose(factor, expected)
    np.testing.assert_array_equal(shift, np.zeros(3))


@pytest.mark.parametrize(
    ("rows", "mean"), [("train", (5 + 10 + 2) / 3), ("all", (5 + 0 + 10 + 2 + 13) / 5)]
)
def test_one_factor_gives_the_rows_the_mean_norm(rows, mean):
    factor, shift = fit_sparse_scaling(SPARSE, TRAIN, {"norm": 4.0, "rows": rows})
    np.testing.assert_allclose(factor, [4 / mean] * 3)
    np.testing.assert_array_equal(shift, np.zeros(3))


def test_without_scaling_or_without_a_value_rows_stay_as_they_are():
    for X, scaling in ((SPARSE, None), (csr_array((5, 3)), {"norm": 4.0, "rows": "all"})):
        factor, shift = fit_sparse_scaling(X, TRAIN, scaling)
        np.testing.assert_array_equal([factor, shift], [[1.0] * 3, [0.0] * 3])
    zero = fit_sparse_scaling(SPARSE, np.array([1]), {"norm": 4.0, "rows": "train"})[0]
    np.testing.assert_array_equal(zero, [1.0] * 3)


def test_rows_become_dense_for_a_method_only_up_to_a_size(monkeypatch):
    monkeypatch.setattr(sparse_rows, "DENSE_BYTES", 8 * 15)
    np.testing.assert_array_equal(made_dense(SPARSE, "toy"), DENSE)
    monkeypatch.setattr(sparse_rows, "DENSE_BYTES", 8 * 15 - 1)
    with pytest.raises(
        UserError, match=r"^toy: the method takes no sparse rows, and 0 MB of dense"
    ):
        made_dense(SPARSE, "toy")
    monkeypatch.undo()
    with pytest.raises(UserError, match=r"and 400 MB of dense ones are more than 210$"):
        made_dense(csr_array((10_000, 5_000)), "toy")
