"""Every reader refuses small files that claim to hold 100 GB, and does not allocate the memory."""

import io
import struct
import tarfile
import zipfile
import zlib

import numpy as np
import pytest

from methods.bench.guard import ERROR, guarded
from methods.data.formats import read_format
from methods.data.formats.faces import read_pgm
from methods.data.formats.idx import read_idx
from methods.data.formats.matlab import read_matlab
from methods.data.formats.npz import read_npz
from methods.data.formats.rda import read_rda
from methods.data.packing import unpack_archive
from tests.data.eeg_archives import tar_of
from tests.data.file_bytes import npz_bytes, r_integer, rda_bytes
from tests.data.formats.test_matlab import HEADER


def png(width: int, height: int) -> bytes:
    """The start of an image in colour, with a checksum that is right."""
    about = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = b"IDAT" + zlib.compress(bytes(1000))
    chunks = [
        struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c))
        for c in (about, pixels, b"IEND")
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


CLAIMED = 100 * 2**30
MEGABYTES = 500  # beyond what the test holds; the caps on what is unpacked are below that


def zipped(name: str = "a.pgm") -> bytes:
    """A member whose size in the central directory is false."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, bytes(2**20))
        archive.filelist[0].file_size = CLAIMED
    return buffer.getvalue()


def tarred(name: str = "a.pgm") -> bytes:
    member = tarfile.TarInfo(name)
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


def stream(kind: str):
    """Read an archive in the format `kind`, which takes one member at a time."""
    return lambda data, name: read_format(kind, data, name, {"matrix": (160, 96)})


def packed_zeros() -> bytes:
    """One member of a few MB that unpacks to 1 GB."""
    packer = zlib.compressobj(level=1, wbits=31)  # gzip
    zeros = bytes(2**20)
    packed = b"".join([*(packer.compress(zeros) for _ in range(2**10)), packer.flush()])
    return tar_of([("co2a0000364.tar.gz", packed)])


def index() -> bytes:
    return b"\x00\x00\x08\x02" + struct.pack(">2I", 2**18, 2**18)


# Each is made when its test needs it: a packer takes seconds for a gigabyte.
BOMBS = {
    "a.zip": (unpack_archive, zipped),
    "a.tar": (unpack_archive, tarred),
    "a.npz": (read_npz, numpy_header),
    "a.mat": (read_matlab, matlab),
    "a.idx": (read_idx, index),
    "numbers.rda": (read_rda, lambda: rda_bytes("X", r_integer(14) + r_integer(2**31 - 1))),
    "lists.rda": (read_rda, lambda: rda_bytes("X", r_integer(19) + r_integer(2**31 - 1))),
    "eeg.tar": (stream("eeg_archive"), lambda: tarred("co2a0000364.tar.gz")),
    "zeros.tar": (stream("eeg_archive"), packed_zeros),
    "images.tar": (stream("image_folders"), lambda: tarred("a/b.png")),
    "images.zip": (stream("image_folders"), lambda: zipped("a/b.png")),
    "large.tar": (stream("image_folders"), lambda: tar_of([("a/b.png", png(50_000, 50_000))])),
    "seed.tar": (stream("seed_features"), lambda: tarred("label.mat")),
    "a.pgm": (read_pgm, lambda: b"P5 99999 99999 255\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_a_file_that_claims_100_gb_is_refused(name):
    read, made = BOMBS[name]
    data = made()
    (outcome,) = guarded([name], lambda task: read(data, task), lambda: None, 20, MEGABYTES)
    assert outcome.status == ERROR and outcome.message.startswith(f"UserError: {name}: ")
