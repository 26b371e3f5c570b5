"""npz archives."""

import numpy as np
import pytest

from methods.data import packing
from methods.data.formats.npz import read, read_npz
from methods.errors import UserError
from tests.data.file_bytes import npz_bytes


def test_npz_refuses_pickled_objects():
    with pytest.raises(UserError, match="not a readable npz"):
        read_npz(npz_bytes(X=np.array([{}], dtype=object)), "own.npz")


def test_features_and_labels_are_the_arrays_x_and_y():
    parsed = read(npz_bytes(X=np.eye(2), y=np.array([1.0, 2.0]), z=np.ones(1)), "own.npz", {})
    np.testing.assert_array_equal(parsed.X, np.eye(2))
    assert list(parsed.labels) == ["1", "2"]


def test_all_arrays_together_stop_at_the_cap(monkeypatch):
    data = npz_bytes(X=np.zeros(100), y=np.zeros(100))  # with a header of 128 bytes each
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", 2 * (800 + 128))
    assert sorted(read_npz(data, "own.npz")) == ["X", "y"]
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", 2 * (800 + 128) - 1)
    with pytest.raises(UserError, match=r"^own\.npz: unpacks to more than 1855 bytes; refused$"):
        read_npz(data, "own.npz")
