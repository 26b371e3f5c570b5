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


@settings(max_examples=200)
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


@settings(max_examples=100)
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


def lzw_codes(codes, flags=0x90, width=9):
    """A .Z file of codes of one width."""
    bits = sum(code << (width * at) for at, code in enumerate(codes))
    return b"\x1f\x9d" + bytes([flags]) + bits.to_bytes(-(-width * len(codes) // 8), "little")


def test_lzw_without_clear_codes_numbers_its_strings_from_256():
    assert decompress(lzw_codes([97, 98, 256], flags=0x10), "a.Z") == b"abab"
    assert decompress(lzw_codes([97, 98, 257], flags=0x90), "a.Z") == b"abab"
    assert decompress(lzw_codes([97, 256], flags=0x10), "a.Z") == b"aaa"


def test_lzw_of_nothing_is_nothing():
    assert decompress(b"\x1f\x9d\x90", "a.Z") == b""
    assert decompress(lzw_codes([256]), "a.Z") == b""


@pytest.mark.parametrize("bits", range(8, 18))
@pytest.mark.parametrize("has_clear", [0, 0x80])
def test_lzw_files_have_from_10_to_16_bits(bits, has_clear):
    data = lzw_codes([97], flags=has_clear | bits)
    if 10 <= bits <= 16:
        assert decompress(data, "a.Z") == b"a"
    else:
        with pytest.raises(UserError, match=r"^a\.Z: not a \.Z file of 10 to 16 bits$"):
            decompress(data, "a.Z")


@pytest.mark.parametrize("data", [b"", b"\x1f\x9d", b"\x1f\x9e\x90", b"\x1e\x9d\x90abc"])
def test_other_bytes_are_no_lzw_file(data):
    with pytest.raises(UserError, match=r"not a .Z file"):
        decompress(data, "a.Z")


@pytest.mark.parametrize(
    ("codes", "flags", "wrong", "bit"),
    [
        ([257], 0x90, 257, 33),  # the first code is a byte
        ([256], 0x10, 256, 33),
        ([97, 258], 0x90, 258, 42),  # 257 would be the string that is about to be defined
        ([97, 257], 0x10, 257, 42),
        ([97, 98, 256, 0, 0, 0, 0, 0, 257], 0x90, 257, 24 + 81),
    ],
)
def test_lzw_codes_that_are_not_defined_are_damage(codes, flags, wrong, bit):
    with pytest.raises(UserError) as refused:
        decompress(lzw_codes(codes, flags), "a.Z")
    assert str(refused.value) == f"a.Z: damaged .Z file (code {wrong} at bit {bit})"


@pytest.mark.parametrize("n", [254, 255, 256, 257, 300])
def test_lzw_widens_its_codes_after_the_last_one_of_a_width(n):
    data = bytes(range(256)) + bytes(range(0, 256, 2)) + bytes(range(1, 256, 2))
    assert decompress(compress_lzw(data[:n]), "a.Z") == data[:n]
    assert decompress(compress_lzw(data[:n], clear_at=n - 3), "a.Z") == data[:n]


@pytest.mark.parametrize("suffix", [*COMPRESSORS, ".Z"])
def test_what_unpacks_to_the_cap_is_read_and_one_byte_more_refused(monkeypatch, suffix):
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", 1000)
    pack = COMPRESSORS.get(suffix, compress_lzw)
    assert decompress(pack(bytes(1000)), "a" + suffix) == bytes(1000)
    with pytest.raises(UserError, match=f"^a{suffix}: unpacks to more than 1000 bytes; refused$"):
        decompress(pack(bytes(1001)), "a" + suffix)


@pytest.mark.parametrize("suffix", COMPRESSORS)
def test_a_cap_may_be_stated(suffix):
    packed = COMPRESSORS[suffix](bytes(1000))
    assert len(decompress(packed, "a" + suffix, 1000)) == 1000
    with pytest.raises(UserError, match="unpacks to more than 999 bytes"):
        decompress(packed, "a" + suffix, 999)


def zip_of(*members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members:
            archive.writestr(name, content)
    return buffer.getvalue()


def tar_with(*members):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


ARCHIVES = {"a.tar": tar_with, "a.zip": zip_of}


@pytest.mark.parametrize("name", ARCHIVES)
def test_members_together_stop_at_the_cap(monkeypatch, name):
    data = ARCHIVES[name](("x", b"12345"), ("y", b"67890"))
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", 10)
    assert unpack_archive(data, name) == {"x": b"12345", "y": b"67890"}
    for cap in (9, 4):
        monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", cap)
        with pytest.raises(UserError, match=f"^{name}: unpacks to more than {cap} bytes; refused$"):
            unpack_archive(data, name)


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_member_beyond_the_cap_is_refused_before_it_is_read(monkeypatch, name):
    data = ARCHIVES[name](("x", b"12345"), ("y", b"67"))
    monkeypatch.setattr(packing, "MAX_UNPACKED_BYTES", 4)
    members = packing.members_of(io.BytesIO(data), name)
    with pytest.raises(UserError, match="unpacks to more than 4 bytes"):
        next(members)
    small = packing.members_of(io.BytesIO(data), name, lambda member: member == "y")
    assert list(small) == [("y", b"67")]


@pytest.mark.parametrize("name", ARCHIVES)
def test_members_come_one_at_a_time_in_the_order_of_the_archive(name):
    members = [("b/1", b"one"), ("a", b""), ("c/d:e..f", b"two")]
    assert list(packing.members_of(io.BytesIO(ARCHIVES[name](*members)), name)) == members


def test_folders_of_an_archive_are_passed_over():
    folder = tarfile.TarInfo("folder")
    folder.type = tarfile.DIRTYPE
    assert unpack_archive(make_tar(folder, tarfile.TarInfo("folder/a")), "a.tar") == {
        "folder/a": b"x"
    }
    assert unpack_archive(zip_of(("folder/", b""), ("folder/a", b"x")), "a.zip") == {
        "folder/a": b"x"
    }


def test_links_that_are_not_wanted_do_no_harm():
    link = tarfile.TarInfo("link")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    tar = make_tar(link, tarfile.TarInfo("a"))
    assert list(packing.members_of(io.BytesIO(tar), "a.tar", "a".__eq__)) == [("a", b"x")]
    member = zipfile.ZipInfo("link")
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    zipped = zip_of((member, b"x"), ("a", b"x"))
    assert list(packing.members_of(io.BytesIO(zipped), "a.zip", "a".__eq__)) == [("a", b"x")]


def test_members_outside_are_refused_even_if_they_are_not_wanted():
    for name, pack in ARCHIVES.items():
        members = packing.members_of(io.BytesIO(pack(("../a", b"x"))), name, "b".__eq__)
        with pytest.raises(UserError, match=r"member '\.\./a' points outside the archive; refused"):
            list(members)
    with pytest.raises(UserError, match=f"member '/{'a' * 79}' points"):
        unpack_archive(tar_with(("/" + "a" * 90, b"x")), "a.tar")


def test_a_sparse_member_is_refused():
    member = tarfile.TarInfo("hole")
    member.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0",
                          "GNU.sparse.name": "hole", "GNU.sparse.realsize": "1000000"}  # fmt: skip
    content = b"1\n0\n1\n".ljust(512, b"\0") + b"x"
    member.size, buffer = len(content), io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(member, io.BytesIO(content))
    with pytest.raises(UserError, match="member 'hole' is a link, a device or sparse; refused"):
        unpack_archive(buffer.getvalue(), "a.tar")


def test_an_error_of_a_reader_is_one_line_of_limited_length():
    def raised(error):
        def read():
            raise error

        with pytest.raises(UserError) as refused:
            packing.translated(read, "a", "made-up")
        return str(refused.value)

    assert raised(ValueError("two\n words")) == "a: not a readable made-up file (two words)"
    assert raised(KeyError()) == "a: not a readable made-up file (KeyError)"
    assert raised(ValueError("x" * 121)) == f"a: not a readable made-up file ({'x' * 120})"
    assert raised(UserError("as it is")) == "as it is"
    assert packing.translated(lambda: 7, "a", "made-up") == 7
