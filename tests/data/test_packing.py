"""Unpacking: round trips, damaged bytes, paths outside the archive, bombs."""

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.data import packing
from methods.data.packing import decompress, unpack_archive
from methods.errors import UserError

COMPRESSORS = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def compress_lzw(data: bytes, widest: int = 16, clear_at: int | None = None) -> bytes:
    """A plain Unix compress encoder; a clear code is written before byte `clear_at`."""
    out, pending, n_pending = bytearray(b"\x1f\x9d" + bytes([0x80 | widest])), 0, 0
    width, free, in_group = 9, 257, 0
    table = {bytes([byte]): byte for byte in range(256)}

    def put(code: int, bits: int) -> None:
        nonlocal pending, n_pending
        pending |= code << n_pending
        n_pending += bits
        while n_pending >= 8:
            out.append(pending & 0xFF)
            pending >>= 8
            n_pending -= 8

    def emit(code: int) -> None:
        nonlocal in_group
        put(code, width)
        in_group = (in_group + 1) % 8

    def fill_group() -> None:
        while in_group:
            emit(0)

    word = b""
    for position in range(len(data)):
        if position == clear_at:
            emit(table[word])
            word = b""
            emit(256)
            fill_group()
            table = {bytes([byte]): byte for byte in range(256)}
            width, free = 9, 257
        longer = word + data[position : position + 1]
        if longer in table:
            word = longer
            continue
        emit(table[word])
        if free < 1 << widest:
            table[longer] = free
            free += 1
            # The decoder lags one entry behind.
            if free - 1 >= 1 << width and width < widest:
                fill_group()
                width += 1
        word = data[position : position + 1]
    if word:
        emit(table[word])
    put(0, -n_pending % 8)
    return bytes(out)


def make_tar(*members: tarfile.TarInfo, content: bytes = b"x") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for member in members:
            member.size = len(content) if member.isfile() else 0
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


@pytest.mark.parametrize("suffix", COMPRESSORS)
def test_compressed_bytes_come_back(suffix):
    data = b"some rows\n" * 1000
    assert decompress(COMPRESSORS[suffix](data), "rows" + suffix) == data


def test_other_suffixes_pass_through():
    assert decompress(b"1 2 3", "rows.data") == b"1 2 3"


def test_lzw_reads_codes_worked_out_by_hand():
    # 97, 98 and 257 (the pair "ab") in nine bits each, least significant bit first.
    assert decompress(bytes.fromhex("1f9d9061c40404"), "a.Z") == b"abab"


@pytest.mark.parametrize("widest", [10, 12, 16])
def test_lzw_survives_growing_codes_and_full_tables(widest):
    data = np.random.default_rng(0).integers(0, 40, 60_000, dtype=np.uint8).tobytes()
    assert decompress(compress_lzw(data, widest), "a.Z") == data


@pytest.mark.parametrize("clear_at", [1, 8, 1000])
def test_lzw_starts_afresh_after_a_clear_code(clear_at):
    data = b"abcabcabcabd" * 500
    assert decompress(compress_lzw(data, clear_at=clear_at), "a.Z") == data


def test_lzw_code_used_the_moment_it_is_defined():
    data = b"a" * 5000
    assert decompress(compress_lzw(data), "a.Z") == data


@settings(max_examples=200, deadline=2000)
@given(st.binary(max_size=300), st.sampled_from([".gz", ".bz2", ".xz", ".Z"]))
def test_damaged_packed_bytes_are_one_user_error(noise, suffix):
    start = {".Z": b"\x1f\x9d\x90", ".gz": b"\x1f\x8b\x08", ".bz2": b"BZh9", ".xz": b"\xfd7zXZ\0"}
    try:
        decompress(start[suffix] + noise, "noise" + suffix)
    except UserError as error:
        assert "noise" + suffix in str(error)
        assert "\n" not in str(error)


@pytest.mark.parametrize("suffix", [*COMPRESSORS, ".Z"])
def test_bombs_stop_at_the_cap(monkeypatch, suffix):
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", 10_000)
    pack = COMPRESSORS.get(suffix, compress_lzw)
    with pytest.raises(UserError, match="unpacks to more than 10000 bytes"):
        decompress(pack(bytes(20_000)), "bomb" + suffix)


def test_zip_bombs_stop_at_the_cap(monkeypatch):
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", 10_000)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", bytes(20_000))
    with pytest.raises(UserError, match="unpacks to more"):
        unpack_archive(buffer.getvalue(), "bomb.zip")


def test_archives_give_their_files():
    tar = make_tar(tarfile.TarInfo("folder/a.pgm"))
    assert unpack_archive(tar, "faces.tar") == {"folder/a.pgm": b"x"}
    assert unpack_archive(gzip.compress(tar), "faces.tar.gz") == {"folder/a.pgm": b"x"}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("folder/a.pgm", b"x")
    assert unpack_archive(buffer.getvalue(), "faces.zip") == {"folder/a.pgm": b"x"}


OUTSIDE = ["/etc/passwd", "../up", "a/../../up", "..\\up", "C:\\up", "\\up"]


@pytest.mark.parametrize("path", OUTSIDE)
def test_tar_members_outside_the_folder_are_refused(path):
    with pytest.raises(UserError, match="points outside the archive"):
        unpack_archive(make_tar(tarfile.TarInfo(path)), "evil.tar")


@pytest.mark.parametrize("path", OUTSIDE)
def test_zip_members_outside_the_folder_are_refused(path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(path, b"x")
    with pytest.raises(UserError, match="points outside the archive"):
        unpack_archive(buffer.getvalue(), "evil.zip")


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_tar_links_and_devices_are_refused(kind):
    member = tarfile.TarInfo("link")
    member.type, member.linkname = kind, "/etc/passwd"
    with pytest.raises(UserError, match="is a link, a device or sparse"):
        unpack_archive(make_tar(member), "evil.tar")


def test_zip_links_are_refused():
    member = zipfile.ZipInfo("link")
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(member, "/etc/passwd")
    with pytest.raises(UserError, match="is a link"):
        unpack_archive(buffer.getvalue(), "evil.zip")


@settings(max_examples=100, deadline=2000)
@given(st.binary(max_size=600), st.sampled_from(["a.tar", "a.tar.gz", "a.zip"]))
def test_damaged_archives_are_one_user_error(noise, name):
    try:
        unpack_archive(noise, name)
    except UserError as error:
        assert name in str(error)


def tar_of_two() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in ("first", "second"):
            member = tarfile.TarInfo(name)
            member.size = 600
            archive.addfile(member, io.BytesIO(bytes(600)))
    return buffer.getvalue()


@pytest.mark.parametrize("length", [0, 512 + 1024, 512 + 1024 + 100, 2 * (512 + 1024)])
def test_a_tar_that_is_cut_between_two_members_is_refused(length):
    """The reader of the standard library takes the cut for the end."""
    whole = tar_of_two()
    assert set(unpack_archive(whole, "a.tar")) == {"first", "second"}
    with pytest.raises(UserError, match=r"^a\.tar: "):
        unpack_archive(whole[:length], "a.tar")


def test_a_tar_with_a_damaged_header_in_its_middle_is_refused():
    whole = tar_of_two()
    with pytest.raises(UserError, match=r"^a\.tar: damaged or cut short at byte 1536$"):
        unpack_archive(whole.replace(b"second", b"secund"), "a.tar")


def test_members_that_are_not_wanted_are_not_read():
    class Counting(io.BytesIO):
        n_bytes = 0

        def read(self, size=-1):
            data = super().read(size)
            self.n_bytes += len(data)
            return data

    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        member = tarfile.TarInfo("large")
        member.size = 10**7
        archive.addfile(member, io.BytesIO(bytes(10**7)))
    file = Counting(buffer.getvalue())
    assert list(packing.members_of(file, "a.tar", lambda member: member == "x")) == []
    assert file.n_bytes < 10**5
