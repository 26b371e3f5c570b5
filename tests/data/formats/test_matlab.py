"""MATLAB files: what scipy.io writes comes back, and what kills it gives one line."""

import io
import struct
import zlib

import numpy as np
import pytest
import scipy.io

from methods.data import packing
from methods.data.formats.matlab import read_matlab
from methods.errors import UserError

HEADER = b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM"


def written(compressed: bool, **arrays) -> bytes:
    buffer = io.BytesIO()
    scipy.io.savemat(buffer, arrays, do_compression=compressed)
    return buffer.getvalue()


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("kind", ["f8", "f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_arrays_of_every_kind_come_back(compressed, kind):
    arrays = {"X": np.arange(24).reshape(2, 3, 4).astype(kind), "y": np.ones((3, 1), dtype=kind)}
    arrays_read = read_matlab(written(compressed, **arrays), "a.mat")
    for name, array in arrays.items():
        np.testing.assert_array_equal(arrays_read[name], array)
        assert arrays_read[name].dtype == array.dtype


def test_all_but_numeric_arrays_is_skipped():
    data = written(True, text="words", cells=np.array([{}, 1], dtype=object), X=np.eye(2),
                   z=np.array([1j]))  # fmt: skip
    assert list(read_matlab(data, "a.mat")) == ["X"]


def test_a_bomb_stops_at_the_cap(monkeypatch):
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", 10_000)
    packed = zlib.compress(bytes(50_000))
    with pytest.raises(UserError, match="unpacks to more"):
        read_matlab(HEADER + struct.pack("<II", 15, len(packed)) + packed, "bomb.mat")


@pytest.mark.parametrize("length", [100, 130, 150, 200])
def test_a_file_that_is_cut_short_is_one_line(length):
    with pytest.raises(UserError, match=r"a\.mat: not a readable MATLAB v5 file"):
        read_matlab(written(False, X=np.eye(9))[:length], "a.mat")
