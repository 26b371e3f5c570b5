"""Every reader refuses small files that claim to hold 100 GB, and does not allocate the memory."""

import io
import struct
import tarfile
import zipfile

import numpy as np
import pytest

from methods.bench.guard import ERROR, guarded
from methods.data.formats.faces import read_pgm
from methods.data.formats.idx import read_idx
from methods.data.formats.matlab import read_matlab
from methods.data.formats.npz import read_npz
from methods.data.formats.rda import read_rda
from methods.data.packing import unpack_archive
from tests.data.file_bytes import npz_bytes, r_integer, rda_bytes
from tests.data.formats.test_matlab import HEADER

CLAIMED = 100 * 2**30
MEGABYTES = 500  # beyond what the test holds; the caps on what is unpacked are below that


def zipped() -> bytes:
    """A member whose size in the central directory is false."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.pgm", bytes(2**20))
        archive.filelist[0].file_size = CLAIMED
    return buffer.getvalue()


def tarred() -> bytes:
    member = tarfile.TarInfo("a.pgm")
    member.size = CLAIMED
    return member.tobuf() + bytes(2048)


def numpy_header() -> bytes:
    head = io.BytesIO()
    shape = {"descr": "<f8", "fortran_order": False, "shape": (CLAIMED // 8,)}
    np.lib.format.write_array_header_1_0(head, shape)
    buffer = io.BytesIO(npz_bytes())
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr("X.npy", head.getvalue() + bytes(8))
    return buffer.getvalue()


def matlab() -> bytes:
    flags = struct.pack("<IIII", 6, 8, 6, 0)
    shape = struct.pack("<IIii", 5, 8, 2**17, 2**17)
    named = struct.pack("<HH4s", 1, 1, b"X")
    body = flags + shape + named + struct.pack("<IId", 9, 8, 1.0)
    return HEADER + struct.pack("<II", 14, len(body)) + body


BOMBS = {
    "a.zip": (unpack_archive, zipped()),
    "a.tar": (unpack_archive, tarred()),
    "a.npz": (read_npz, numpy_header()),
    "a.mat": (read_matlab, matlab()),
    "a.idx": (read_idx, b"\x00\x00\x08\x02" + struct.pack(">2I", 2**18, 2**18)),
    "numbers.rda": (read_rda, rda_bytes("X", r_integer(14) + r_integer(2**31 - 1))),
    "lists.rda": (read_rda, rda_bytes("X", r_integer(19) + r_integer(2**31 - 1))),
    "a.pgm": (read_pgm, b"P5 99999 99999 255\n"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_file_that_claims_100_gb_is_refused(name):
    read, data = BOMBS[name]
    (outcome,) = guarded([name], lambda task: read(data, task), lambda: None, 20, MEGABYTES)
    assert outcome.status == ERROR and outcome.message.startswith(f"UserError: {name}: ")
