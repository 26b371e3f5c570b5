"""Bytes of small sound files, for tests that damage them or read them back."""

import io
import struct

import numpy as np

NUL = b"\x00\x00\x00\xfe"


def npz_bytes(**arrays) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def r_integer(value: int) -> bytes:
    return struct.pack(">i", value)


def r_symbol(name: str) -> bytes:
    return r_integer(1) + r_integer(0x40009) + r_integer(len(name)) + name.encode()


def r_matrix(values: np.ndarray) -> bytes:
    """A real matrix with its dim attribute, by columns as R stores it."""
    flat = values.ravel(order="F").astype(">f8")
    dim = r_integer(13) + r_integer(2) + b"".join(r_integer(size) for size in values.shape)
    attributes = r_integer(0x402) + r_symbol("dim") + dim + NUL
    return r_integer(0x20E) + r_integer(len(flat)) + flat.tobytes() + attributes


def rda_bytes(name: str, item: bytes) -> bytes:
    body = r_integer(0x402) + r_symbol(name) + item + NUL
    return b"RDX2\nX\n" + r_integer(2) + r_integer(0x30400) + r_integer(0x20300) + body
