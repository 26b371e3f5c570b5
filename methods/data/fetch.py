"""Fetching: from a mirror or an upstream address to verified files in one folder.

The sources of a descriptor are tried in order. For each file the mirror is tried first, then the
upstream addresses. A file appears, by rename, only after its checksum was found right. A wrong
checksum, a file beyond its size cap and a refused address are reported; the bad bytes are removed
and the next place is tried. ``fetched.json`` is written last. It says which source the files belong
to, with their checksums, or that the data set is missing and why each place failed.
"""

from __future__ import annotations

import hashlib
import json
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from methods.data.catalogue import Descriptor, SourceFile
from methods.data.download import (
    Patience,
    TransferError,
    copy,
    download,
    remove,
    size_of,
    version_file,
)
from methods.data.packing import decompress
from methods.errors import UserError
from methods.schemas.dataset import FETCHED
from methods.sealed_files import CONTENT, Damaged, read_sealed_json, write_sealed_json


def fetch(
    descriptor: Descriptor,
    folder: str | Path,
    mirror: str | None = None,
    sleep: Callable[[float], None] = time.sleep,
    made_from: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Bring the files of the first available source into `folder`; return the report.

    Parameters
    ----------
    descriptor : the data set.
    folder : folder for the verified files and ``fetched.json``.
    mirror : folder or address with the files under the `path` entries of the descriptors.
    sleep : called with the seconds to wait before another attempt.
    made_from : what the report states beside a hash of its content.

    Returns
    -------
    ``{"status": "ok", "source": index, "files": [{"path", "sha256", "from"}]}`` or
    ``{"status": "missing", "reason": text, "mirror": mirror}``.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    report = _attempt(descriptor, folder, mirror, sleep)
    _write_report(folder, report, made_from or {})
    return report


def fetch_again(
    descriptor: Descriptor, folder: Path, mirror: str | None, made_from: Mapping[str, str]
) -> None:
    """Fetch a data set that was missed, or whose files were lost.

    The report is written only if something else comes out than before. Everything that was made
    from the data set would run again otherwise.

    Raises
    ------
    UserError : files were lost and are unavailable now, so that the report would be wrong.
    """
    try:
        before = read_sealed_json(folder / FETCHED)
        lost = before["status"] == "ok"
        outcome = lost or missing_reason(before)
    except (OSError, ValueError, LookupError, TypeError):  # the report is damaged
        lost, outcome = any(file.name != FETCHED for file in folder.glob("[!.]*")), None
    report = _attempt(descriptor, folder, mirror, time.sleep)
    if lost and report["status"] != "ok":
        raise UserError(
            f"{folder}: files of {FETCHED} are lost and could not be fetched again"
            f" ({missing_reason(report)}); set a mirror that has them"
        )
    if outcome != (report["status"] == "ok" or missing_reason(report)):
        _write_report(folder, report, made_from)


def damaged_files(folder: Path, report: Mapping[str, Any]) -> Iterator[Damaged]:
    """What is wrong with each fetched file that has other bytes than `report` says."""
    for file in report.get("files", ()):
        path = folder / file["path"]
        if path.exists() and _sha256(path) != file["sha256"]:
            yield Damaged(path, f"its bytes do not have the hash that {FETCHED} states")


def missing_reason(report: Mapping[str, Any]) -> str:
    """Why a data set is missing, in the same words wherever the mirror is."""
    reason = str(report["reason"])
    return (
        reason.replace(report["mirror"].rstrip("/"), "mirror") if report.get("mirror") else reason
    )


def _write_report(folder: Path, report: Mapping[str, Any], made_from: Mapping[str, str]) -> None:
    """Write ``fetched.json``. Where the files come from is no matter of what is made from them."""
    files = [[file["path"], file["sha256"]] for file in report.get("files", ())]
    matters = [report.get("source"), files, "reason" in report and missing_reason(report)]
    content = hashlib.sha256(json.dumps(matters).encode()).hexdigest()
    write_sealed_json(folder / FETCHED, report, {**made_from, CONTENT: content})


def _attempt(
    descriptor: Descriptor, folder: Path, mirror: str | None, sleep: Callable[[float], None]
) -> dict[str, Any]:
    """The report on the files of the first available source, which are in `folder` afterwards."""
    location = _mirror_location(mirror)
    patience = Patience(sleep)
    failures: list[str] = []
    for index, source in enumerate(descriptor.sources):
        try:
            files = [_fetch_file(file, folder, location, patience) for file in source.files]
        except TransferError as failure:
            failures.append(str(failure))
            continue
        return {"status": "ok", "source": index, "files": files}
    return {
        "status": "missing",
        "reason": _reason(descriptor, failures),
        "mirror": str(mirror) if mirror else None,
    }


def _reason(descriptor: Descriptor, failures: list[str]) -> str:
    reason = f"{descriptor.name}: {'; '.join(failures)}"
    if descriptor.unavailable:
        reason += f". {descriptor.unavailable['why']} {descriptor.unavailable['how']}"
    return " ".join(reason.split())


def _mirror_location(mirror: str | None) -> str | None:
    """The mirror as a folder or an http address."""
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
    file: SourceFile, folder: Path, mirror: str | None, patience: Patience
) -> dict[str, str]:
    """One verified file, from the first place that has it."""
    failures = []
    for place in _places(file, mirror):
        part = folder / f".{file.local_name}.{hashlib.sha256(place.encode()).hexdigest()[:8]}.part"
        try:
            if "://" in place:
                download(file, place, part, patience)
            else:
                copy(file, Path(place), part)
            sha256 = _verify(file, place, part)
        except TransferError as failure:
            failures.append(str(failure))
            if not size_of(part):
                remove(part)
            continue
        part.replace(folder / file.local_name)
        version_file(part).unlink(missing_ok=True)
        return {"path": file.local_name, "sha256": sha256, "from": place}
    raise TransferError("; ".join(failures))


def _places(file: SourceFile, mirror: str | None) -> list[str]:
    """Paths and addresses that may have the file, in the order in which they are tried."""
    places: list[str] = []
    if file.local_path:
        if not file.local_path.is_file():
            raise TransferError(f"datasets/{file.path}: no such file")
        places.append(str(file.local_path))
    elif mirror and "://" in mirror:
        places.append(f"{mirror.rstrip('/')}/{urllib.parse.quote(file.path)}")
    elif mirror:
        place = Path(mirror) / file.path
        unpacked = place.with_suffix("")
        is_unpacked = place.suffix == ".tar" and unpacked.is_dir() and not place.is_file()
        places.append(str(unpacked if is_unpacked else place))
    places += file.url
    if not places:
        raise TransferError(f"{file.path}: only a mirror can have it and none is set")
    return places


def _verify(file: SourceFile, place: str, part: Path) -> str:
    """SHA-256 of the bytes of `part`; a file with a wrong checksum is removed."""
    sha256 = _sha256(part)
    checks = [("sha256", file.sha256, sha256)]
    if file.content_sha256:
        try:
            content = decompress(part.read_bytes(), file.local_name)
        except UserError as error:
            part.unlink()
            raise TransferError(f"{place}: {error}") from None
        checks.append(("content sha256", file.content_sha256, hashlib.sha256(content).hexdigest()))
    for checksum, expected, got in checks:
        if expected is not None and got != expected:
            part.unlink()
            raise TransferError(
                f"{file.path} from {place}: checksum mismatch, "
                f"{checksum} expected {expected}, got {got}"
            )
    return sha256


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
