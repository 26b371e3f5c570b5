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
