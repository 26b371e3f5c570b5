"""LIBSVM text: absent indices, and pairs that cannot be."""

import numpy as np
import pytest

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
