"""MATLAB files: what scipy.io writes comes back, and what kills it gives one line."""

import io
import struct
import zlib

import numpy as np
import pytest
import scipy.io

from methods.data import packing
from methods.data.formats.matlab import read, read_matlab
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


def element(order, kind, content):
    padding = bytes(-len(content) % 8)
    return struct.pack(f"{order}II", kind, len(content)) + content + padding


def matrix(order, name, values, kind=6, flag=0, stored=None):
    """An uncompressed matrix; `stored` is the kind of number and the letter that struct has."""
    code, letter = stored or (9, "d")
    shape = (len(values), 1)
    return element(order, 14, b"".join([
        element(order, 6, struct.pack(f"{order}II", kind | flag, 0)),
        element(order, 5, struct.pack(f"{order}2i", *shape)),
        element(order, 1, name.encode()),
        element(order, code, struct.pack(f"{order}{len(values)}{letter}", *values)),
    ]))  # fmt: skip


BIG = HEADER[:126] + b"MI"


@pytest.mark.parametrize(("order", "start"), [("<", HEADER), (">", BIG)])
@pytest.mark.parametrize("name", ["X", "features", "featuresX"])
def test_both_orders_of_bytes_and_names_of_any_length_are_read(order, start, name):
    values = [1.5, -2.0, 3.0]
    arrays = read_matlab(start + matrix(order, name, values) + matrix(order, "y", [7]), "a.mat")
    assert list(arrays) == [name, "y"]
    np.testing.assert_array_equal(arrays[name], [[1.5], [-2], [3]])
    assert arrays["y"].tolist() == [[7]]


def test_numbers_may_be_stored_in_fewer_bytes_than_their_kind():
    arrays = read_matlab(HEADER + matrix("<", "X", [1, 255, 3], stored=(2, "B")), "a.mat")
    assert arrays["X"].tolist() == [[1], [255], [3]] and arrays["X"].dtype == np.float64


@pytest.mark.parametrize(("kind", "flag"), [(4, 0), (5, 0), (16, 0), (6, 0x800)])
def test_text_and_complex_numbers_are_passed_over(kind, flag):
    data = HEADER + matrix("<", "t", [1], kind, flag) + matrix("<", "X", [2], flag=0x400)
    assert list(read_matlab(data, "a.mat")) == ["X"]


def test_elements_that_are_no_matrix_are_passed_over():
    data = HEADER + element("<", 1, b"notes") + matrix("<", "X", [2])
    assert list(read_matlab(data, "a.mat")) == ["X"]
    assert read_matlab(HEADER, "a.mat") == {}


def test_a_packed_element_ends_without_padding():
    packed = [zlib.compress(matrix("<", name, [1, 2])) for name in ("X", "y")]
    data = HEADER + b"".join(struct.pack("<II", 15, len(part)) + part for part in packed)
    assert list(read_matlab(data, "a.mat")) == ["X", "y"] and len(packed[0]) % 8


def test_packed_elements_together_stop_at_the_cap(monkeypatch):
    part = zlib.compress(matrix("<", "X", [0.0] * 500))
    one = struct.pack("<II", 15, len(part)) + part
    size = len(HEADER) + 2 * len(one) + 2 * len(matrix("<", "X", [0.0] * 500))
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", size)
    assert list(read_matlab(HEADER + 2 * one, "a.mat")) == ["X"]
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", size - 1)
    with pytest.raises(UserError, match="unpacks to more than"):
        read_matlab(HEADER + 2 * one, "a.mat")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no header of version 5"),
        (HEADER[:126] + b"XX", "no header of version 5"),
        ((HEADER + matrix("<", "X", [1, 2]))[:-1], "ends early"),
        (HEADER + struct.pack("<II", 14, 8), "ends early"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(data, reason):
    with pytest.raises(UserError) as refused:
        read_matlab(data, "a.mat")
    assert str(refused.value) == f"a.mat: not a readable MATLAB v5 file ({reason})"


def test_features_and_labels_are_the_arrays_x_and_y():
    parsed = read(written(True, X=np.eye(2), y=np.array([[3, 4]])), "a.mat", {})
    np.testing.assert_array_equal(parsed.X, np.eye(2))
    assert list(parsed.labels) == ["3", "4"]
