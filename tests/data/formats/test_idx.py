"""idx files: the array, and which of the two files it is."""

import struct

import numpy as np
import pytest

from methods.data.formats.idx import read, read_idx
from methods.errors import UserError


def test_idx_array_comes_back_and_a_wrong_size_is_named():
    data = b"\x00\x00\x08\x02" + struct.pack(">2I", 2, 3) + bytes(range(6))
    np.testing.assert_array_equal(read_idx(data, "a.idx"), [[0, 1, 2], [3, 4, 5]])
    with pytest.raises(UserError, match="5 values follow"):
        read_idx(data[:-1], "a.idx")


def test_one_dimension_holds_labels_and_more_hold_features():
    labels = read(b"\x00\x00\x08\x01" + struct.pack(">I", 2) + bytes([7, 1]), "a.idx", {})
    assert list(labels.labels) == ["7", "1"] and not len(labels.X)
    images = read(b"\x00\x00\x08\x02" + struct.pack(">2I", 1, 2) + bytes([7, 1]), "b.idx", {})
    assert images.X.shape == (1, 2) and not images.labels
