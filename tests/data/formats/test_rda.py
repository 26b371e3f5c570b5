"""R data: matrices as R means them, and damage that would not end."""

import numpy as np
import pytest

from methods.data.formats.rda import read_rda
from methods.errors import UserError
from tests.data.file_bytes import NUL, r_integer, r_matrix, rda_bytes


def test_r_matrices_keep_their_orientation():
    values = np.arange(6.0).reshape(2, 3)
    np.testing.assert_array_equal(read_rda(rda_bytes("m", r_matrix(values)), "m.rda")["m"], values)


def test_deeply_nested_r_data_is_refused():
    nested = b"".join(r_integer(19) + r_integer(1) for _ in range(5000))
    with pytest.raises(UserError, match="nested too deeply"):
        read_rda(rda_bytes("m", nested + NUL), "m.rda")
