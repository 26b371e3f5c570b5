"""Stored files that carry a hash of themselves, and the hashes of what made them.

The seal is a short JSON text inside the file. It stands where readers of the format do not look, so
NumPy, pandas and other tools open a sealed file as usual:

    .npz      the comment at the end of the zip archive
    .parquet  between the last column and the footer, which only points backwards
    .json     the entry "seal"

Every bit counts: a flipped bit changes either the bytes that the hash covers or the seal, and the
seal must be the exact text that would be written again.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from methods.errors import UserError
from methods.files import write_atomically

ZIP_END, ZIP_END_BYTES = b"PK\x05\x06", 22  # the last record of a zip archive, up to its comment
PARQUET = b"PAR1"
SEAL = b"SEAL"
LINE = 320  # characters of JSON, in which a case of a claim's evidence fits
CONTENT = "content"  # the hash of what matters in a file, if its other bytes do not matter


class Damaged(UserError):
    """A stored file does not hold what was written to it."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path} is damaged: {why}")
        self.path = path


class Sealed(NamedTuple):
    """What a sealed file holds, and what its seal states."""

    data: bytes
    made_from: dict[str, str]
    sha256: str

    @property
    def identity(self) -> str:
        """What the files that are made from this one state of it."""
        return self.made_from.get(CONTENT, self.sha256)


class _Parts(NamedTuple):
    """A file without its seal, which stands between the two."""

    before: bytes
    after: bytes


def write_sealed(
    path: str | Path, write: Callable[[Path], object], made_from: Mapping[str, str]
) -> None:
    """Let `write` fill a file, seal it and rename it into place.

    `made_from` names hashes. The seal also states the path, so that no file passes for another. It
    is that in `made_from`, if it has one as ``file``.
    """

    def write_and_seal(part: Path) -> None:
        write(part)
        named = {"file": Path(path).as_posix(), **made_from}
        part.write_bytes(seal(part.read_bytes(), part.suffix, named))

    write_atomically(path, write_and_seal)


def write_sealed_json(
    path: str | Path, content: Mapping[str, Any], made_from: Mapping[str, str]
) -> None:
    """The same for a JSON object."""
    write_sealed(path, lambda part: part.write_bytes(_json(content)), made_from)


def seal(data: bytes, suffix: str, made_from: Mapping[str, str]) -> bytes:
    """The bytes of an unsealed file with a seal."""
    parts = _parts_of_unsealed(data, suffix)
    return _joined(parts, _text(_seal_of(parts, made_from)), suffix)


def read_sealed(path: str | Path) -> Sealed:
    """A sealed file; `Damaged` unless every bit of it is as it was written."""
    path = Path(path)
    data = path.read_bytes()
    parts, stated = _opened(data, path)
    if stated != _seal_of(parts, stated["made_from"]) or data != _joined(
        parts, _text(stated), path.suffix
    ):
        raise Damaged(path, "its bytes do not have the hash that it states")
    return Sealed(data, stated["made_from"], stated["sha256"])


def read_sealed_json(path: str | Path) -> dict[str, Any]:
    """The content of a sealed JSON file without its seal."""
    content: dict[str, Any] = json.loads(read_sealed(path).data)
    del content["seal"]
    return content


def read_kept(path: str | Path) -> bytes:
    """The bytes of a file of an earlier run, which may be from before files were sealed."""
    data, path = Path(path).read_bytes(), Path(path)
    try:
        _SPLITTERS[path.suffix](data)
    except _UNREADABLE:
        return data
    return read_sealed(path).data


def made_from(path: str | Path) -> dict[str, str]:
    """What a file says it was made from; its other bytes are not verified."""
    return dict(_opened(Path(path).read_bytes(), Path(path))[1]["made_from"])


def identity_of(paths: Iterable[str | Path]) -> str:
    """One hash over the identities that files state, in order; their bytes are not verified."""
    stated = (_opened(Path(path).read_bytes(), Path(path))[1] for path in paths)
    return combined_identity(s["made_from"].get(CONTENT, s["sha256"]) for s in stated)


def combined_identity(identities: Iterable[str]) -> str:
    """What a file states of the files that it is made from."""
    return sha256("\n".join(identities).encode()).hexdigest()[:16]


_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError, struct.error)


def _opened(data: bytes, path: Path) -> tuple[_Parts, dict[str, Any]]:
    try:
        parts, text = _SPLITTERS[path.suffix](data)
        stated = json.loads(text)
        if set(stated) == {"made_from", "sha256"} and isinstance(stated["made_from"], dict):
            return parts, stated
    except _UNREADABLE:
        pass
    raise Damaged(path, "it has no seal that can be read")


def _seal_of(parts: _Parts, made_from: Mapping[str, str]) -> dict[str, Any]:
    digest = sha256(b"\0".join([_text(dict(made_from)), *parts]))
    return {"made_from": dict(made_from), "sha256": digest.hexdigest()}


def _text(content: Any) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()


def _json(content: Any) -> bytes:
    return _lines(content, "").encode() + b"\n"


def _lines(value: Any, margin: str) -> str:
    """JSON with each object or array on a line of its own, and the long ones over several."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= LINE or not isinstance(value, dict | list):
        return line
    inner = margin + " "
    if isinstance(value, list):
        parts, (left, right) = [_lines(item, inner) for item in value], "[]"
    else:
        parts = [
            f"{json.dumps(key, ensure_ascii=False)}: {_lines(item, inner)}"
            for key, item in value.items()
        ]
        left, right = "{}"
    listed = ",".join(f"\n{inner}{part}" for part in parts)
    return f"{left}{listed}\n{margin}{right}"


def _split_npz(data: bytes) -> tuple[_Parts, bytes]:
    end = data.rindex(ZIP_END) + ZIP_END_BYTES
    return _Parts(data[: end - 2], b""), data[end:]


def _split_parquet(data: bytes) -> tuple[_Parts, bytes]:
    footer = _footer(data)
    if data[footer - 4 : footer] != SEAL:
        raise ValueError("no seal")
    (length,) = struct.unpack("<I", data[footer - 8 : footer - 4])
    return _Parts(data[: footer - 8 - length], data[footer:]), data[
        footer - 8 - length : footer - 8
    ]


def _split_json(data: bytes) -> tuple[_Parts, bytes]:
    content = json.loads(data)
    stated = content.pop("seal")
    return _Parts(_json(content), b""), _text(stated)


_SPLITTERS: dict[str, Callable[[bytes], tuple[_Parts, bytes]]] = {
    ".npz": _split_npz, ".parquet": _split_parquet, ".json": _split_json
}  # fmt: skip


def _parts_of_unsealed(data: bytes, suffix: str) -> _Parts:
    if suffix == ".npz":
        return _Parts(data[: data.rindex(ZIP_END) + ZIP_END_BYTES - 2], b"")
    if suffix == ".parquet":
        return _Parts(data[: _footer(data)], data[_footer(data) :])
    return _Parts(_json(json.loads(data)), b"")


def _joined(parts: _Parts, text: bytes, suffix: str) -> bytes:
    if suffix == ".npz":
        return parts.before + struct.pack("<H", len(text)) + text
    if suffix == ".parquet":
        return parts.before + text + struct.pack("<I", len(text)) + SEAL + parts.after
    return _json({**json.loads(parts.before), "seal": json.loads(text)})


def _footer(data: bytes) -> int:
    """Where the footer of a parquet file begins."""
    if len(data) < 12 or data[-4:] != PARQUET:
        raise ValueError("no parquet file")
    (length,) = struct.unpack("<I", data[-8:-4])
    if length > len(data) - 12:
        raise ValueError("no parquet file")
    return len(data) - 8 - length
