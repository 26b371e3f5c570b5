"""npz archives."""

import numpy as np
import pytest

from methods.data.formats.npz import read_npz
from methods.errors import UserError
from tests.data.file_bytes import npz_bytes


def test_npz_refuses_pickled_objects():
    with pytest.raises(UserError, match="not a readable npz"):
        read_npz(npz_bytes(X=np.array([{}], dtype=object)), "own.npz")
