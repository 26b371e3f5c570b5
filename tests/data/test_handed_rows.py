"""Rows that are made anew once they have been written to."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from methods.data.handed_rows import HandedRows, checksum

DENSE = np.arange(6.0).reshape(3, 2)


@pytest.mark.parametrize("kind", [np.array, np.asfortranarray, csr_array])
def test_written_rows_are_made_anew_and_others_stay(kind):
    rows = HandedRows(lambda: kind(DENSE.copy()), lambda made: (made,))
    first = rows()
    assert rows() is first and not rows.written
    (first.data if kind is csr_array else first)[0] = 9
    again = rows()
    assert again is not first and rows.written and checksum(again) == checksum(kind(DENSE))


def test_what_has_no_numbers_in_memory_has_one_checksum():
    assert checksum(np.array([{}, None])) == checksum("rows") == 0
    assert checksum(np.empty((2, 0))) == checksum(np.empty((0, 2))) == 0
