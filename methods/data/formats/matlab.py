"""MATLAB v5 files: their numeric arrays; text, cells and complex numbers are skipped.

scipy.io reads the same files, but damaged bytes kill the process (a signal, not an exception). A
file is a header and elements. An element is a tag with its kind and length, then padded bytes;
these may be compressed, or elements in turn ("MAT-File Format", chapter 1).

Descriptor options: those of `methods.data.arrays`.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from methods.data.arrays import parse_arrays
from methods.data.packing import MAX_UNPACKED_BYTES, check_size, translated
from methods.data.parsed import Parsed

HEADER_BYTES = 128
MATRIX, DEFLATED = 14, 15
CLASSES = dict(enumerate(("f8", "f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"), start=6))
COMPLEX = 0x800
STORED = {
    1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8",
}  # fmt: skip


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels among the arrays."""
    return parse_arrays(read_matlab(data, name), name, options)


def read_matlab(data: bytes, name: str) -> dict[str, np.ndarray]:
    """Arrays by name; vectors have two dimensions, as in MATLAB."""
    return translated(lambda: dict(_arrays(data, name)), name, "MATLAB v5")


def _arrays(data: bytes, name: str) -> Iterator[tuple[str, np.ndarray]]:
    order = {b"IM": "<", b"MI": ">"}.get(data[126:HEADER_BYTES])
    if order is None:
        raise ValueError("no header of version 5")
    total = len(data)
    for kind, content in _elements(data[HEADER_BYTES:], order):
        if kind == DEFLATED:
            unpacked = zlib.decompressobj().decompress(content, MAX_UNPACKED_BYTES + 1)
            total += len(unpacked)
            check_size(total, name)
            ((kind, content), *_) = _elements(unpacked, order)
        if kind == MATRIX:
            yield from _numeric(content, order)


def _elements(data: bytes, order: str) -> Iterator[tuple[int, bytes]]:
    start = 0
    while start < len(data):
        kind, length = struct.unpack_from(f"{order}II", data, start)
        if kind >> 16:  # a small element: its length beside its kind, its bytes in the tag
            yield kind & 0xFFFF, data[start + 4 : start + 4 + min(kind >> 16, 4)]
            start += 8
            continue
        if start + 8 + length > len(data):
            raise ValueError("ends early")
        yield kind, data[start + 8 : start + 8 + length]
        start += 8 + (length if kind == DEFLATED else -(-length // 8) * 8)


def _numeric(content: bytes, order: str) -> Iterator[tuple[str, np.ndarray]]:
    (_, flags), (_, shape), (_, name), *parts = _elements(content, order)
    (word,) = struct.unpack_from(f"{order}I", flags)
    kind = CLASSES.get(word & 0xFF)
    if kind is None or word & COMPLEX:
        return
    ((stored, values), *_) = parts
    array = np.frombuffer(values, dtype=order + STORED[stored])
    sizes = np.frombuffer(shape, dtype=f"{order}i4").tolist()
    yield name.decode("ascii"), array.astype(kind).reshape(sizes, order="F")
