"""R data files (.rda): numeric arrays, strings, lists and S4 slots in R's XDR serialisation.

Descriptor options: those of `methods.data.arrays`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from methods.data.arrays import parse_arrays
from methods.data.packing import decompress, translated
from methods.data.parsed import Parsed

MAX_NESTING = 50

# Type codes of R's serialisation format ("R Internals", section 1.8).
R_SYMBOL, R_PAIRLIST, R_CHAR, R_LOGICAL, R_INTEGER, R_REAL, R_STRING, R_LIST, R_S4 = (
    1, 2, 9, 10, 13, 14, 16, 19, 25,
)  # fmt: skip
R_GLOBAL_ENVIRONMENT, R_NULL, R_REFERENCE = 253, 254, 255
R_HAS_ATTRIBUTES, R_HAS_TAG = 0x200, 0x400
R_MISSING = -(2**31)  # NA of integers and logicals


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Features and labels among the objects."""
    return parse_arrays(read_rda(data, name), name, options)


def read_rda(data: bytes, name: str) -> dict[str, Any]:
    """Objects by name: arrays, lists of strings, and dictionaries for what has names."""
    return translated(lambda: _objects(data, name), name, "R data")


def _objects(data: bytes, name: str) -> dict[str, Any]:
    packing = {b"\x1f\x8b": ".gz", b"BZ": ".bz2", b"\xfd7": ".xz"}.get(data[:2], "")
    cursor = _Cursor(decompress(data, name + packing))
    if not re.fullmatch(rb"RDX[23]\nX\n", cursor.take(7)):
        raise ValueError("no RDX2 or RDX3 header")
    version = cursor.integer()
    cursor.take(8)
    if version == 3:
        cursor.take(cursor.integer())
    return cursor.item()


class _Cursor:
    """A position in R's XDR serialisation; `item` reads the object there."""

    def __init__(self, data: bytes) -> None:
        self.data, self.position, self.symbols = data, 0, list[str]()

    def take(self, n_bytes: int) -> bytes:
        if not 0 <= n_bytes <= len(self.data) - self.position:
            raise ValueError("ends early")
        self.position += n_bytes
        return self.data[self.position - n_bytes : self.position]

    def integer(self) -> int:
        return int.from_bytes(self.take(4), "big", signed=True)

    def array(self, dtype: str) -> np.ndarray:
        n_bytes = self.integer() * np.dtype(dtype).itemsize
        return np.frombuffer(self.take(n_bytes), dtype=dtype).astype(dtype[1:])

    def item(self, depth: int = 0) -> Any:
        if depth > MAX_NESTING:
            raise ValueError("nested too deeply")
        flags = self.integer()
        kind, has_attributes, has_tag = flags & 0xFF, flags & R_HAS_ATTRIBUTES, flags & R_HAS_TAG
        value: Any
        if kind in (R_NULL, R_GLOBAL_ENVIRONMENT):
            return None
        if kind == R_REFERENCE:
            return self.symbols[(flags >> 8) - 1]
        if kind == R_SYMBOL:
            self.symbols.append(self.item(depth + 1))
            return self.symbols[-1]
        if kind == R_CHAR:
            length = self.integer()
            return None if length == -1 else self.take(length).decode("utf-8")
        if kind == R_PAIRLIST:
            return self.pairs(flags, depth)
        if has_tag:
            raise ValueError(f"tag on an object of type {kind}")
        if kind in (R_LOGICAL, R_INTEGER):
            value = self.array(">i4")
            if (is_missing := value == R_MISSING).any():
                value = np.where(is_missing, np.nan, value)
        elif kind == R_REAL:
            value = self.array(">f8")
        elif kind in (R_STRING, R_LIST):
            value = [self.item(depth + 1) for _ in range(self.integer())]
        elif kind == R_S4:
            # The slots of an S4 object are its attributes.
            return self.item(depth + 1)
        else:
            raise ValueError(f"object of type {kind} is not read")
        attributes = self.item(depth + 1) if has_attributes else {}
        if "names" in attributes and isinstance(value, list):
            return dict(zip(attributes["names"], value, strict=True))
        # R stores arrays by columns.
        return value.reshape(attributes["dim"], order="F") if "dim" in attributes else value

    def pairs(self, flags: int, depth: int) -> dict[str, Any]:
        items: dict[str, Any] = {}
        while flags & 0xFF == R_PAIRLIST:
            if flags & R_HAS_ATTRIBUTES:
                self.item(depth + 1)
            tag = self.item(depth + 1) if flags & R_HAS_TAG else str(len(items))
            items[tag] = self.item(depth + 1)
            flags = self.integer()
        return items
