"""Fetching: from a mirror or an upstream address to verified files in one folder.

The sources of a descriptor are tried in order; of each file the mirror comes first, then the
upstream addresses. A file counts only once its checksum holds; it then appears by rename. A
checksum that does not hold, a file beyond its size cap and a refused address are reported, the
bad bytes removed and the next place tried. ``fetched.json`` is written last: either which source
the files belong to, or a "missing" with the reason of every place tried.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import socket
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from methods.data.catalogue import Descriptor, SourceFile
from methods.data.packing import decompress
from methods.errors import UserError
from methods.files import write_text

REPORT_NAME = "fetched.json"
MAX_BYTES = 300 * 2**20
CHUNK_BYTES = 2**16
SOCKET_SECONDS = 5.0
WAITING_SECONDS = 15.0
"""Time a data set may spend on attempts that deliver nothing."""
DOWNLOAD_SECONDS = 900.0
RETRY_SECONDS = (0.5, 2.0)
PROGRESS_BYTES = 5 * 2**20
PASSING_STATUS = (408, 429, 500, 502, 503, 504)
"""HTTP answers that another attempt may not get."""


class _Failed(Exception):
    """One place did not give the file; the text says why."""


@dataclass
class _Patience:
    """What is left of WAITING_SECONDS, and the hosts that are known to be out of reach."""

    sleep: Callable[[float], None]
    waited: float = 0.0
    unreachable: set[str] = field(default_factory=set)


def fetch(
    descriptor: Descriptor,
    folder: str | Path,
    mirror: str | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> dict[str, Any]:
    """Bring the files of the first source that can be had into `folder`; return the report.

    Parameters
    ----------
    descriptor : the data set.
    folder : where verified files and ``fetched.json`` land.
    mirror : folder or address that is laid out like the `path` entries of the descriptors.
    sleep : called with the seconds to wait before another attempt.

    Returns
    -------
    ``{"status": "ok", "source": index, "files": [{"path", "sha256", "from"}]}`` or
    ``{"status": "missing", "reason": text, "mirror": mirror}``.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    asked, mirror = mirror, _checked_mirror(mirror)
    patience = _Patience(sleep)
    tried: list[str] = []
    report: dict[str, Any] | None = None
    for index, source in enumerate(descriptor.sources):
        try:
            files = [_fetch_file(file, folder, mirror, patience) for file in source.files]
        except _Failed as failure:
            tried.append(str(failure))
            continue
        report = {"status": "ok", "source": index, "files": files}
        break
    if report is None:
        report = {
            "status": "missing",
            "reason": _reason(descriptor, tried),
            "mirror": str(asked) if asked else None,
        }
    write_text(folder / REPORT_NAME, json.dumps(report, indent=2, sort_keys=True) + "\n")
    return report


def _reason(descriptor: Descriptor, tried: list[str]) -> str:
    reason = f"{descriptor.name}: {'; '.join(tried)}"
    if descriptor.unavailable:
        reason += f". {descriptor.unavailable['why']} {descriptor.unavailable['how']}"
    return " ".join(reason.split())


def _checked_mirror(mirror: str | None) -> str | None:
    if not mirror:
        return None
    scheme, _, rest = str(mirror).partition("://")
    if not rest:
        return str(mirror)
    if scheme == "file":
        return urllib.request.url2pathname(urllib.parse.urlsplit(str(mirror)).path)
    if scheme in ("http", "https"):
        return str(mirror)
    raise UserError(
        f"mirror {mirror!r}: unknown scheme; give a folder, file://, http:// or https://"
    )


def _fetch_file(
    file: SourceFile, folder: Path, mirror: str | None, patience: _Patience
) -> dict[str, str]:
    """One verified file, from the first place that has it."""
    target = folder / file.local_name
    places: list[str] = []
    if file.local_path:
        if not file.local_path.is_file():
            raise _Failed(f"datasets/{file.path}: no such file")
        places.append(str(file.local_path))
    elif mirror and "://" in mirror:
        places.append(f"{mirror.rstrip('/')}/{urllib.parse.quote(file.path)}")
    elif mirror:
        places.append(str(Path(mirror) / file.path))
    places += file.url
    if not places:
        raise _Failed(f"{file.path}: only a mirror can have it and none is set")
    tried = []
    for place in places:
        part = folder / f".{file.local_name}.{hashlib.sha256(place.encode()).hexdigest()[:8]}.part"
        try:
            if "://" in place:
                _download(file, place, part, patience)
            else:
                _copy(file, Path(place), part)
            sha256 = _verify(file, place, part)
        except _Failed as failure:
            tried.append(str(failure))
            if not _size(part):
                part.unlink(missing_ok=True)
            continue
        part.replace(target)
        return {"path": file.local_name, "sha256": sha256, "from": place}
    raise _Failed("; ".join(tried))


def _copy(file: SourceFile, place: Path, part: Path) -> None:
    try:
        with place.open("rb") as served, part.open("wb") as out:
            _stream(file, str(place), iter(lambda: served.read(CHUNK_BYTES), b""), out)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise _Failed(f"{place}: {error.strerror or error}") from None


def _download(file: SourceFile, address: str, part: Path, patience: _Patience) -> None:
    host = urllib.parse.urlsplit(address).netloc
    for pause in (*RETRY_SECONDS, None):
        if host in patience.unreachable:
            raise _Failed(f"{address}: {host} is out of reach")
        if patience.waited > WAITING_SECONDS:
            raise _Failed(f"{address}: not tried, {WAITING_SECONDS:.0f} s of waiting are used up")
        started, bytes_before = time.monotonic(), _size(part)
        try:
            _download_once(file, address, part)
            return
        except urllib.error.HTTPError as error:
            reason, passing = f"HTTP {error.code} {error.reason}", error.code in PASSING_STATUS
            if error.code == 416:
                part.unlink(missing_ok=True)
                passing = True
        except (OSError, http.client.HTTPException) as error:
            cause = getattr(error, "reason", error)
            reason, passing = f"{type(cause).__name__}: {cause}", True
            # urllib wraps what happens before the request is sent: no name, no connection.
            no_connection = isinstance(error, urllib.error.URLError)
            if no_connection and isinstance(
                cause, (socket.gaierror, ConnectionRefusedError, TimeoutError)
            ):
                patience.unreachable.add(host)
                passing = False
        if _size(part) == bytes_before:
            patience.waited += time.monotonic() - started
        if not passing or pause is None:
            break
        patience.waited += pause
        patience.sleep(pause)
    raise _Failed(f"{address}: {reason}")


def _download_once(file: SourceFile, address: str, part: Path) -> None:
    request = urllib.request.Request(address, headers={"User-Agent": "marginbench"})
    # Bytes of a broken download are worth keeping only where a checksum will judge the whole.
    resumed = _size(part) if file.sha256 or file.content_sha256 else 0
    if resumed:
        request.add_header("Range", f"bytes={resumed}-")
    with urllib.request.urlopen(request, timeout=SOCKET_SECONDS) as response:
        if urllib.parse.urlsplit(response.url).scheme not in ("http", "https"):
            raise _Failed(f"{address}: redirects to {response.url}; refused")
        continues = response.headers.get("Content-Range", "").startswith(f"bytes {resumed}-")
        if not (resumed and response.status == 206 and continues):
            resumed = 0
        length = response.headers.get("Content-Length")
        expected = resumed + int(length) if length and length.isdecimal() else None
        chunks = _with_deadline(iter(lambda: response.read1(CHUNK_BYTES), b""), address)
        with part.open("ab" if resumed else "wb") as out:
            received = _stream(file, address, chunks, out, resumed, expected)
    if expected is not None and received < expected:
        raise ConnectionResetError(f"connection closed after {received} of {expected} bytes")


def _with_deadline(chunks: Iterator[bytes], address: str) -> Iterator[bytes]:
    end = time.monotonic() + DOWNLOAD_SECONDS
    for chunk in chunks:
        if time.monotonic() > end:
            raise _Failed(f"{address}: not finished after {DOWNLOAD_SECONDS:.0f} s")
        yield chunk


def _stream(
    file: SourceFile,
    place: str,
    chunks: Iterator[bytes],
    out: BinaryIO,
    received: int = 0,
    expected: int | None = None,
) -> int:
    """Append the chunks to `out`, never beyond the size cap; return the size reached."""
    cap = file.max_bytes or MAX_BYTES
    shown = 0.0
    if expected is not None and expected > cap:
        raise _Failed(f"{place}: {expected} bytes announced, the cap is {cap}; refused")
    for chunk in chunks:
        received += len(chunk)
        if received > cap:
            out.truncate(0)
            raise _Failed(f"{place}: more than {cap} bytes; refused")
        out.write(chunk)
        if expected and expected > PROGRESS_BYTES and time.monotonic() > shown + 1:
            shown = time.monotonic()
            _show_progress(file.local_name, received, expected)
    if shown:
        _show_progress(file.local_name, received, received)
        sys.stderr.write("\n")
    return received


def _show_progress(name: str, received: int, expected: int) -> None:
    done = 30 * received // expected
    bar = "#" * done + "-" * (30 - done)
    sys.stderr.write(f"\r{name} [{bar}] {received / 2**20:.1f} of {expected / 2**20:.1f} MB")
    sys.stderr.flush()


def _verify(file: SourceFile, place: str, part: Path) -> str:
    """SHA-256 of the bytes of `part`; a mismatch removes it."""
    with part.open("rb") as received:
        sha256 = hashlib.file_digest(received, "sha256").hexdigest()
    checks = [("sha256", file.sha256, sha256)]
    if file.content_sha256:
        try:
            content = decompress(part.read_bytes(), file.local_name)
        except UserError as error:
            part.unlink()
            raise _Failed(f"{place}: {error}") from None
        checks.append(("content sha256", file.content_sha256, hashlib.sha256(content).hexdigest()))
    for what, expected, got in checks:
        if expected is not None and got != expected:
            part.unlink()
            raise _Failed(
                f"{file.path} from {place}: checksum mismatch, "
                f"{what} expected {expected}, got {got}"
            )
    return sha256


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0
