"""Transfer of one file, from a folder or an address to a partial file on disk.

A transfer stops at the size cap. A download is tried again after errors that may pass. It resumes
where it stopped, also in a later run, if a checksum will judge the whole file or the server says
that it still has the same version of it. A folder is packed into a tar file.
"""

from __future__ import annotations

import http.client
import socket
import sys
import tarfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import BinaryIO

from methods.data.catalogue import SourceFile
from methods.schemas.dataset import MAX_BYTES

CHUNK_BYTES = 2**16
SOCKET_SECONDS = 5.0
WAITING_SECONDS = 15.0  # that one data set may spend on attempts that deliver nothing
DOWNLOAD_SECONDS = 900.0  # for a file of up to MAX_BYTES; a larger cap has as much more
RETRY_SECONDS = (0.5, 2.0)
PROGRESS_BYTES = 5 * 2**20
PROGRESS_SECONDS = 1.0  # between two looks of the bar on a terminal
LOG_SECONDS = 10.0  # between two lines of a log
PASSING_STATUS = (408, 429, 500, 502, 503, 504)  # HTTP errors that may not come again
RANGE_REFUSED = 416


class TransferError(Exception):
    """One place did not give the file; the text says why."""


@dataclass
class Patience:
    """Seconds of WAITING_SECONDS that are spent, and the hosts known to be unreachable."""

    sleep: Callable[[float], None]
    waited: float = 0.0
    unreachable: set[str] = field(default_factory=set)


def copy(file: SourceFile, place: Path, part: Path) -> None:
    """Copy the file at `place` to `part`, or pack the folder there."""
    try:
        if place.is_dir():
            _pack(file, place, part)
            return
        with place.open("rb") as served, part.open("wb") as out:
            _stream(file, str(place), iter(lambda: served.read(CHUNK_BYTES), b""), out)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise TransferError(f"{place}: {error.strerror or error}") from None


def _pack(file: SourceFile, folder: Path, part: Path) -> None:
    """Pack the files of a folder, in the order of their names, with nothing else about them."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    n_bytes, cap = sum(path.stat().st_size for path in paths), cap_of(file)
    if n_bytes > cap:
        raise TransferError(f"{folder}: {n_bytes} bytes in its files, the cap is {cap}; refused")
    with tarfile.open(part, "w") as archive:
        for path in paths:
            member = tarfile.TarInfo(path.relative_to(folder.parent).as_posix())
            member.size = path.stat().st_size
            with path.open("rb") as content:
                archive.addfile(member, content)


def download(file: SourceFile, address: str, part: Path, patience: Patience) -> None:
    """Download from `address` to `part`, with pauses between attempts."""
    host = urllib.parse.urlsplit(address).netloc
    for pause in (*RETRY_SECONDS, None):
        if host in patience.unreachable:
            raise TransferError(f"{address}: {host} is out of reach")
        if patience.waited > WAITING_SECONDS:
            raise TransferError(
                f"{address}: not tried, {WAITING_SECONDS:.0f} s of waiting are used up"
            )
        started, bytes_before = time.monotonic(), size_of(part)
        try:
            _download_once(file, address, part)
            return
        except urllib.error.HTTPError as error:
            reason, passing = f"HTTP {error.code} {error.reason}", error.code in PASSING_STATUS
            if error.code == RANGE_REFUSED:
                part.unlink(missing_ok=True)
                passing = True
        except (OSError, http.client.HTTPException) as error:
            cause = getattr(error, "reason", error)
            reason, passing = f"{type(cause).__name__}: {cause}", True
            # urllib raises URLError if it cannot even connect.
            no_connection = isinstance(error, urllib.error.URLError)
            if no_connection and isinstance(
                cause, (socket.gaierror, ConnectionRefusedError, TimeoutError)
            ):
                patience.unreachable.add(host)
                passing = False
        if size_of(part) == bytes_before:
            patience.waited += time.monotonic() - started
        if not passing or pause is None:
            break
        patience.waited += pause
        patience.sleep(pause)
    raise TransferError(f"{address}: {reason}")


def _download_once(file: SourceFile, address: str, part: Path) -> None:
    request = urllib.request.Request(address, headers={"User-Agent": "marginbench"})
    stated = version_file(part)
    version = stated.read_text(encoding="latin-1") if stated.exists() else ""
    # Without a checksum or a version, nobody would notice if two halves do not fit together.
    resumed = size_of(part) if file.sha256 or file.content_sha256 or version else 0
    if resumed:
        request.add_header("Range", f"bytes={resumed}-")
    if resumed and version:
        request.add_header("If-Range", version)
    with urllib.request.urlopen(request, timeout=SOCKET_SECONDS) as response:
        if urllib.parse.urlsplit(response.url).scheme not in ("http", "https"):
            raise TransferError(f"{address}: redirects to {response.url}; refused")
        continues = response.headers.get("Content-Range", "").startswith(f"bytes {resumed}-")
        if not (resumed and response.status == 206 and continues):
            resumed = 0
            stated.write_text(_version(response.headers), encoding="latin-1")
        elif version and _version(response.headers) not in ("", version):
            part.unlink()
            raise ConnectionResetError("the server sent a part of another version")
        length = response.headers.get("Content-Length")
        expected = resumed + int(length) if length and length.isdecimal() else None
        seconds = DOWNLOAD_SECONDS * max(1.0, cap_of(file) / MAX_BYTES)
        chunks = _with_deadline(iter(lambda: response.read1(CHUNK_BYTES), b""), address, seconds)
        with part.open("ab" if resumed else "wb") as out:
            received = _stream(file, address, chunks, out, resumed, expected)
    if expected is not None and received < expected:
        raise ConnectionResetError(f"connection closed after {received} of {expected} bytes")


def _version(headers: Message) -> str:
    """What a server calls this version of a file, if two versions cannot have the same name."""
    tag = headers.get("ETag", "")
    return headers.get("Last-Modified", "") if not tag or tag.startswith("W/") else tag


def _with_deadline(chunks: Iterator[bytes], address: str, seconds: float) -> Iterator[bytes]:
    end = time.monotonic() + seconds
    for chunk in chunks:
        if time.monotonic() > end:
            raise TransferError(f"{address}: not finished after {seconds:.0f} s")
        yield chunk


def _stream(
    file: SourceFile,
    place: str,
    chunks: Iterator[bytes],
    out: BinaryIO,
    received: int = 0,
    expected: int | None = None,
) -> int:
    """Append the chunks to `out`, up to the size cap; return the size reached."""
    cap = cap_of(file)
    first_byte, last_shown = received, time.monotonic()
    pause = PROGRESS_SECONDS if sys.stderr.isatty() else LOG_SECONDS
    if expected is not None and expected > cap:
        raise TransferError(f"{place}: {expected} bytes announced, the cap is {cap}; refused")
    for chunk in chunks:
        received += len(chunk)
        if received > cap:
            out.truncate(0)
            raise TransferError(f"{place}: more than {cap} bytes; refused")
        out.write(chunk)
        if time.monotonic() > last_shown + pause:
            last_shown = time.monotonic()
            _show_progress(file.local_name, received, expected)
    if received - first_byte > PROGRESS_BYTES:
        _show_progress(file.local_name, received, received)
        if sys.stderr.isatty():
            sys.stderr.write("\n")
    return received


def _show_progress(name: str, received: int, expected: int | None) -> None:
    """A bar on a terminal, a line in a log."""
    total = f" of {expected / 2**20:.1f}" if expected else ""
    amount = f"{received / 2**20:.1f}{total} MB"
    if sys.stderr.isatty():
        done = 30 * received // expected if expected else 0
        print(f"\r{name} [{'#' * done}{'-' * (30 - done)}] {amount}", end="", file=sys.stderr)
        sys.stderr.flush()
    else:
        print(f"{name} {amount}", file=sys.stderr, flush=True)


def cap_of(file: SourceFile) -> int:
    """The largest size of a file."""
    return file.max_bytes or MAX_BYTES


def version_file(part: Path) -> Path:
    """Beside a partial file, which version of the file on the server it is of."""
    return part.with_name(f"{part.name}.version")


def remove(part: Path) -> None:
    """Remove a partial file and what is beside it."""
    part.unlink(missing_ok=True)
    version_file(part).unlink(missing_ok=True)


def size_of(part: Path) -> int:
    """Bytes in a partial file, 0 if there is none."""
    return part.stat().st_size if part.exists() else 0
