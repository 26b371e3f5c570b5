"""Packed files: .gz, .bz2, .xz, .Z (LZW), .tar and .zip, unpacked in memory.

Nothing is extracted to disk, no member of an archive may point outside it, and unpacking stops at
MAX_UNPACKED_BYTES. An archive that is larger is read from an open file, one member at a time.
Damaged bytes raise a UserError that names the file.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from methods.errors import UserError

MAX_UNPACKED_BYTES = 300 * 2**20

LZW_MAGIC, LZW_CLEAR, LZW_FIRST_WIDTH, LZW_WIDEST = b"\x1f\x9d", 256, 9, 16


def decompress(data: bytes, name: str, cap: int | None = None) -> bytes:
    """The bytes inside a .gz, .bz2, .xz or .Z file (by the suffix of `name`), else `data`.

    A file that unpacks to more than `cap` bytes (default: MAX_UNPACKED_BYTES) is refused.
    """
    cap = MAX_UNPACKED_BYTES if cap is None else cap
    suffix = PurePosixPath(name).suffix
    openers: dict[str, Callable[[io.BytesIO], Any]] = {
        ".gz": lambda packed: gzip.GzipFile(fileobj=packed),
        ".bz2": bz2.BZ2File,
        ".xz": lzma.LZMAFile,
    }
    if suffix == ".Z":
        return _unpack_lzw(data, name)
    if suffix not in openers:
        return data

    def unpack() -> bytes:
        with openers[suffix](io.BytesIO(data)) as packed:
            return packed.read(cap + 1)

    unpacked = translated(unpack, name, suffix)
    check_size(len(unpacked), name, cap)
    return unpacked


def _unpack_lzw(data: bytes, name: str) -> bytes:
    """Bytes of a Unix compress file.

    Codes of `width` bits, least significant bit first, come in groups of eight. After a change of
    width or a clear code, the rest of the group is unused.
    """
    # 9 bits at most are not read: programs disagree on what follows the 512th string.
    if data[:2] != LZW_MAGIC or len(data) < 3 or not LZW_FIRST_WIDTH < data[2] & 0x1F <= LZW_WIDEST:
        raise UserError(f"{name}: not a .Z file of 10 to 16 bits")
    widest, has_clear = data[2] & 0x1F, data[2] & 0x80
    first_free = LZW_CLEAR + 1 if has_clear else LZW_CLEAR
    prefix, suffix = [0] * (1 << widest), list(range(256)) + [0] * ((1 << widest) - 256)
    out = bytearray()
    position = group_start = 24
    width, free, previous, first_byte = LZW_FIRST_WIDTH, first_free, -1, 0

    def next_group() -> int:
        group_bits = 8 * width
        return group_start + -(-(position - group_start) // group_bits) * group_bits

    while True:
        if free >= 1 << width and width < widest:
            position = group_start = next_group()
            width += 1
        if position + width > 8 * len(data):
            return bytes(out)
        window = int.from_bytes(data[position // 8 : position // 8 + 3], "little")
        code = window >> position % 8 & (1 << width) - 1
        position += width
        if has_clear and code == LZW_CLEAR:
            position = group_start = next_group()
            width, free, previous = LZW_FIRST_WIDTH, first_free, -1
            continue
        if code > (255 if previous < 0 else free):
            raise UserError(f"{name}: damaged .Z file (code {code} at bit {position})")
        # A code may be used just before it is defined: it means the last string + its first byte.
        backwards = [first_byte] if code == free else []
        walk = previous if code == free else code
        while walk > 255:
            backwards.append(suffix[walk])
            walk = prefix[walk]
        backwards.append(walk)
        first_byte = walk
        out += bytes(reversed(backwards))
        check_size(len(out), name)
        if previous >= 0 and free < 1 << widest:
            prefix[free], suffix[free] = previous, first_byte
            free += 1
        previous = code


def unpack_archive(data: bytes, name: str) -> dict[str, bytes]:
    """Regular files of a .tar (.gz, .bz2) or .zip archive by member name, in memory."""
    contents = {}
    n_bytes = 0
    for member, content in members_of(io.BytesIO(decompress(data, name)), name):
        n_bytes += len(content)
        check_size(n_bytes, name)
        contents[member] = content
    return contents


def members_of(
    file: BinaryIO, name: str, wanted: Callable[[str], bool] = lambda member: True
) -> Iterator[tuple[str, bytes]]:
    """Name and content of each regular file of an open .zip or .tar archive, one at a time.

    Parameters
    ----------
    file : the archive, unpacked unless it is a .zip.
    name : for messages, and for the suffix.
    wanted : which members are read. A link among the others does no harm and is passed over.
    """
    kind, read = ("zip", _zip_members) if name.endswith(".zip") else ("tar", _tar_members)
    members = read(file, name, wanted)
    while (member := translated(lambda: next(members, None), name, kind)) is not None:
        yield member


def _tar_members(
    file: BinaryIO, name: str, wanted: Callable[[str], bool]
) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=file, mode="r:") as archive:
        for member in archive:
            is_wanted = wanted(member.name)
            # A sparse member may claim any size and hold few bytes.
            is_plain = (member.isfile() or member.isdir()) and not member.issparse()
            _check_member(member.name, is_plain or not is_wanted, name)
            if is_wanted and member.isfile():
                check_size(member.size, name)
                content = archive.extractfile(member)
                assert content is not None
                yield member.name, content.read()
        # tarfile takes a damaged header, or an end without its mark, for the end of the archive.
        file.seek(archive.offset)
        if file.read(tarfile.BLOCKSIZE) != bytes(tarfile.BLOCKSIZE):
            raise UserError(f"{name}: damaged or cut short at byte {archive.offset}")


def _zip_members(
    file: BinaryIO, name: str, wanted: Callable[[str], bool]
) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            is_wanted = wanted(member.filename)
            is_link = stat.S_ISLNK(member.external_attr >> 16)
            _check_member(member.filename, not (is_link and is_wanted), name)
            if is_wanted and not member.is_dir():
                check_size(member.file_size, name)
                yield member.filename, archive.read(member)


def _check_member(member: str, is_plain: bool, name: str) -> None:
    parts = member.replace("\\", "/").split("/")
    if member.startswith(("/", "\\")) or ".." in parts or ":" in parts[0]:
        raise UserError(f"{name}: member {member[:80]!r} points outside the archive; refused")
    if not is_plain:
        raise UserError(f"{name}: member {member[:80]!r} is a link, a device or sparse; refused")


def check_size(n_bytes: int, name: str, cap: int | None = None) -> None:
    """Refuse contents larger than the cap (default: MAX_UNPACKED_BYTES)."""
    cap = MAX_UNPACKED_BYTES if cap is None else cap
    if n_bytes > cap:
        raise UserError(f"{name}: unpacks to more than {cap} bytes; refused")


def translated(read: Callable[[], Any], name: str, kind: str) -> Any:
    """`read()`; an exception that it raises on damaged bytes becomes a one-line UserError."""
    try:
        return read()
    except UserError:
        raise
    except Exception as error:
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise UserError(f"{name}: not a readable {kind} file ({reason})") from None
