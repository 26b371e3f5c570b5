"""An idx file of unsigned bytes, as MNIST comes: images in one file, their labels in another.

A file with one dimension holds labels, a file with more holds features.

Descriptor options: none.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

from methods.data.packing import decompress
from methods.data.parsed import Parsed, label_texts
from methods.errors import UserError

HEADER_BYTES = 4
UNSIGNED_BYTES = b"\x00\x00\x08"  # then one byte, the number of dimensions


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """The features or the labels."""
    values = read_idx(decompress(data, name), name)
    return Parsed(np.empty(0), label_texts(values)) if values.ndim == 1 else Parsed(values, ())


def read_idx(data: bytes, name: str) -> np.ndarray:
    """The array of the file."""
    start = HEADER_BYTES + 4 * data[3] if len(data) >= HEADER_BYTES else 0
    if data[:3] != UNSIGNED_BYTES or not HEADER_BYTES <= start <= len(data):
        raise UserError(f"{name}: not an idx file of unsigned bytes")
    shape = struct.unpack_from(f">{data[3]}I", data, HEADER_BYTES)
    values = np.frombuffer(data, dtype=np.uint8, offset=start)
    if not shape or math.prod(shape) != len(values):
        raise UserError(f"{name}: header says shape {shape}, {len(values)} values follow")
    return values.reshape(shape)
