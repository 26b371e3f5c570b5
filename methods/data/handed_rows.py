"""Rows that are handed to a method, and made anew once it has written into them.

A pipeline of scikit-learn with ``copy=False`` scales its input in place, and scales it again when
the same rows are predicted. A user would hand it fresh rows. To copy all rows for each call would
take memory that counts as that of the fit, so a checksum tells whether they are as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar
from zlib import crc32

import numpy as np
from scipy.sparse import issparse

T = TypeVar("T")


class HandedRows(Generic[T]):
    """What `make` returns, which makes the same each time.

    Attributes
    ----------
    written : whether a method has written into the rows.
    """

    def __init__(self, make: Callable[[], T], arrays: Callable[[T], tuple[Any, ...]]) -> None:
        self._make, self._arrays = make, arrays
        self._rows = make()
        self._sums = self._checksums()
        self.written = False

    def __call__(self) -> T:
        """The rows as they were made."""
        if self._checksums() != self._sums:
            self.written = True
            self._rows = self._make()
        return self._rows

    def _checksums(self) -> list[int]:
        return [checksum(array) for array in self._arrays(self._rows)]


def checksum(rows: Any) -> int:
    """Of the numbers of dense or sparse rows. Data frames copy what is written to them."""
    if issparse(rows):
        return crc32(bytes(str([checksum(rows.data), checksum(rows.indices)]), "ascii"))
    if not isinstance(rows, np.ndarray) or rows.dtype.hasobject:
        return 0
    in_memory = rows if rows.flags.c_contiguous else rows.T
    return crc32(np.ascontiguousarray(in_memory).view(np.uint8).reshape(-1).data)
