"""Pictures of faces: an archive (.zip or .tar) of ``<person>/<number>.pgm``, all of one size.

The person is the label and, as one person's pictures resemble each other, also the group.

Descriptor options: none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from methods.data.packing import unpack_archive
from methods.data.parsed import Parsed
from methods.errors import UserError


def read(data: bytes, name: str, options: Mapping[str, Any]) -> Parsed:
    """Pictures (n, rows, columns), by person and number."""
    pictures, people = [], []
    members = unpack_archive(data, name)
    portraits = [member for member in members if member.endswith(".pgm")]
    for member in sorted(portraits, key=natural_order):
        pictures.append(read_pgm(members[member], f"{name}: {member}"))
        people.append(PurePosixPath(member).parent.name)
    if len({picture.shape for picture in pictures}) != 1:
        raise UserError(f"{name}: expected images of one size, found {len(pictures)} images")
    return Parsed(np.array(pictures), people, extras={"group": np.asarray(people)})


def natural_order(path: str) -> list[tuple[int, str]]:
    """A key that sorts s2 before s10, by the number before the text: a/1, b/1, a/2."""
    return [(int(digits or 0), text) for text, digits in re.findall(r"(\D+|^)(\d*)", path)]


def read_pgm(data: bytes, where: str) -> np.ndarray:
    """Grey values of an 8-bit binary PGM image."""
    header = re.match(rb"P5(?:\s|#[^\n]*\n)+(\d{1,5})\s+(\d{1,5})\s+(\d{1,5})\s", data)
    if not header or int(header[3]) > 255:
        raise UserError(f"{where}: not an 8-bit binary PGM image")
    n_columns, n_rows = int(header[1]), int(header[2])
    pixels = np.frombuffer(data, dtype=np.uint8, offset=header.end())
    if len(pixels) != n_rows * n_columns:
        raise UserError(f"{where}: {len(pixels)} pixels for {n_rows} x {n_columns}")
    return pixels.reshape(n_rows, n_columns)
