"""MATLAB v5 files: the numeric arrays in them; what else they hold is passed over.

scipy.io reads the same, but dies of damaged bytes (a signal, not an exception). A file is a header
and elements; an element is a tag, its kind and its length, and padded bytes, which may be deflated
or elements themselves ("MAT-File Format", chapter 1).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import numpy as np

from methods.data.packing import MAX_UNPACKED_BYTES, check_size, translated

HEADER_BYTES = 128
MATRIX, DEFLATED = 14, 15
CLASSES = dict(enumerate(("f8", "f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"), start=6))
COMPLEX = 0x800
STORED = {
    1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8",
}  # fmt: skip


def read_matlab(data: bytes, name: str) -> dict[str, np.ndarray]:
    """Arrays of a MATLAB v5 file by name; vectors have two dimensions, as MATLAB sees them."""
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
    at = 0
    while at < len(data):
        kind, length = struct.unpack_from(f"{order}II", data, at)
        if kind >> 16:  # a small one has its length beside its kind, and its bytes in the tag
            yield kind & 0xFFFF, data[at + 4 : at + 4 + min(kind >> 16, 4)]
            at += 8
            continue
        if at + 8 + length > len(data):
            raise ValueError("ends early")
        yield kind, data[at + 8 : at + 8 + length]
        at += 8 + (length if kind == DEFLATED else -(-length // 8) * 8)


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
