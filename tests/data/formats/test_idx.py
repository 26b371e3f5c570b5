"""idx files: the array, and which of the two files it is."""

import gzip
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


def idx(*shape, start=b"\x00\x00\x08", values=b""):
    return start + bytes([len(shape)]) + struct.pack(f">{len(shape)}I", *shape) + values


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not an idx file of unsigned bytes"),
        (b"\x00\x00\x08", "not an idx file of unsigned bytes"),
        (idx(1, start=b"\x00\x00\x0d", values=b"\x01"), "not an idx file of unsigned bytes"),
        (idx(2, 3)[:-1], "not an idx file of unsigned bytes"),
        (idx(), "header says shape (), 0 values follow"),
        (idx(values=b"\x01"), "header says shape (), 1 values follow"),
        (idx(2, values=b"\x01"), "header says shape (2,), 1 values follow"),
        (idx(2, values=bytes(3)), "header says shape (2,), 3 values follow"),
    ],
)
def test_a_wrong_header_or_size_is_one_line(data, reason):
    with pytest.raises(UserError) as refused:
        read(data, "a.idx", {})
    assert str(refused.value) == f"a.idx: {reason}"


def test_sizes_of_nothing_and_packed_files_are_read():
    assert read_idx(idx(0), "a.idx").shape == (0,)
    assert read_idx(idx(2, 0, 3), "a.idx").shape == (2, 0, 3)
    packed = gzip.compress(idx(1, 2, 2, values=bytes(range(4))))
    np.testing.assert_array_equal(read(packed, "a.gz", {}).X, [[[0, 1], [2, 3]]])
