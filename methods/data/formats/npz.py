"""NumPy's npz archives of named arrays; pickled objects are refused.

Descriptor options: those of `methods.data.arrays`.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np

from methods.data.arrays import parse_arrays
from methods.data.packing import check_size, translated
from methods.data.parsed import Parsed


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels among the arrays."""
    return parse_arrays(read_npz(data, name), name, options)


def read_npz(data: bytes, name: str) -> dict[str, np.ndarray]:
    """Arrays by name."""

    def load_arrays() -> dict[str, np.ndarray]:
        with zipfile.ZipFile(io.BytesIO(data)) as members:
            check_size(sum(member.file_size for member in members.infolist()), name)
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return {key: arrays[key] for key in arrays.files}

    return translated(load_arrays, name, "npz")
