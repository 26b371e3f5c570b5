"""LIBSVM text: absent indices, and pairs that cannot be."""

import numpy as np
import pytest
from scipy.sparse import issparse

from methods.data.formats.libsvm import read
from methods.errors import UserError

THREE = {"n_features": 3}


def test_libsvm_fills_absent_indices_with_zero():
    parsed = read(b"+1 1:0.5 3:-2\n-1 2:1e-3 \n", "rows", THREE)
    np.testing.assert_array_equal(parsed.X, [[0.5, 0, -2], [0, 1e-3, 0]])
    assert parsed.labels == ["+1", "-1"]


@pytest.mark.parametrize("pair", ["0:1", "4:1", "1", "x:1", "-1:1", "2:1 1:1", "2:1 2:1", "1:x"])
def test_libsvm_pairs_out_of_order_or_range_name_the_line(pair):
    with pytest.raises(UserError, match="rows:2: "):
        read(f"1 1:1\n1 {pair}\n".encode(), "rows", THREE)


def test_libsvm_needs_the_number_of_features():
    with pytest.raises(UserError, match="rows: the descriptor's shape must state the number"):
        read(b"1 1:1\n", "rows", {"n_features": None})


def test_libsvm_turns_codes_into_indicators():
    parsed = read(
        b"a 1:4 2:0.5 3:1\nb 1:2 2:1.5 3:1\nb 1:10 3:3\n",
        "rows",
        {"n_features": 6, "one_hot": (0, 2)},
    )
    np.testing.assert_array_equal(
        parsed.X, [[0, 1, 0, 0.5, 1, 0], [1, 0, 0, 1.5, 1, 0], [0, 0, 1, 0, 0, 1]]
    )


def test_libsvm_has_the_features_that_become_indicators():
    with pytest.raises(UserError, match="rows: 1 features, one_hot names 1"):
        read(b"a 1:4\nb 1:2\n", "rows", {"n_features": 2, "one_hot": (0, 1)})


TEXT = b"a 1:2 3:-1\n\nb 2:0 3:0.5\nc\n"
EXPECTED = [[2, 0, -1], [0, 0, 0.5], [0, 0, 0]]


def test_sparse_rows_are_the_same_and_hold_no_zeros():
    parsed = read(TEXT, "rows", {"n_features": 3, "sparse": True})
    assert issparse(parsed.X) and parsed.X.format == "csr" and parsed.X.nnz == 3
    np.testing.assert_array_equal(parsed.X.toarray(), EXPECTED)
    assert parsed.X.dtype == np.float64 and list(parsed.labels) == ["a", "b", "c"]
    dense = read(TEXT, "rows", {"n_features": 3, "sparse": False})
    np.testing.assert_array_equal(dense.X, EXPECTED)
    assert list(dense.labels) == ["a", "b", "c"] and dense.X.dtype == np.float64


def test_features_that_no_row_has_are_zeros():
    for sparse in (False, True):
        parsed = read(b"a 1:1\n", "rows", {"n_features": 5, "sparse": sparse})
        assert parsed.X.shape == (1, 5)
    assert read(b"", "rows", THREE).X.shape == (0, 3)


@pytest.mark.parametrize("sparse", [False, True])
def test_a_wrong_pair_says_which_indices_may_follow(sparse):
    with pytest.raises(UserError) as refused:
        read(b"a 1:1\n\nb 2:1 4:1\n", "rows", {"n_features": 3, "sparse": sparse})
    assert str(refused.value) == ("rows:3: '4:1' is not index:value with an index in 3..3")
    with pytest.raises(UserError, match=f"^rows:1: '{'x' * 40}' is not index:value .* in 1..3$"):
        read(b"a " + b"x" * 41, "rows", {"n_features": 3, "sparse": sparse})


def test_indicators_are_not_made_of_sparse_rows():
    with pytest.raises(UserError, match=r"^rows: one_hot makes dense features; leave out sparse$"):
        read(TEXT, "rows", {"n_features": 3, "sparse": True, "one_hot": (0,)})


@pytest.mark.parametrize(
    ("text", "coded", "n"), [(TEXT, (3,), 3), (TEXT, (-1,), 3), (b"a\nb\n", (0,), 0)]
)
def test_a_feature_that_the_file_does_not_have_gets_no_indicators(text, coded, n):
    with pytest.raises(UserError, match=f"^rows: {n} features, one_hot names {coded[0]}$"):
        read(text, "rows", {"n_features": 3, "one_hot": coded})


def test_the_largest_index_is_that_of_any_row():
    parsed = read(b"a 1:1 7:1\nb 2:1\nc\n", "rows", {"one_hot": (6,)})
    np.testing.assert_array_equal(
        parsed.X, [[1, 0, 0, 0, 0, 0, 0, 1], [0, 1, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 1, 0]]
    )
