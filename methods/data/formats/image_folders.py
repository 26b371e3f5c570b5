"""Images in an archive (.zip or .tar) of ``<label>/<name>.png`` or ``.jpg``, of any sizes.

The label of an image is the folder that it is in. Images are ordered by their paths, with numbers
by size. They become grey (the luma of ITU-R 601, Pillow's mode L) and are resized to the matrix of
the descriptor's shape. Other files are passed over. An image that cannot be read, or whose grey
pixels are those of an earlier image, is left out; the notes name it.

Descriptor options
    folder  folder of the archive with the folders of labels (default: its top)
    resize  Pillow's filter for images of another size; without it they must have the right size
"""

from __future__ import annotations

import io
import re
import warnings
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any, BinaryIO

import numpy as np
from PIL import Image

from methods.data.formats.faces import natural_order
from methods.data.packing import members_of
from methods.data.parsed import Parsed
from methods.errors import UserError

STREAMED = True

SUFFIXES = (".png", ".jpg", ".jpeg")
KINDS = ("PNG", "JPEG")
MODES = ("1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "YCbCr")  # of 8 bits or fewer
MOST_PIXELS = 50_000_000  # of one image; 150 MB in colour


def read(data: BinaryIO, name: str, options: Mapping[str, Any]) -> Parsed:
    """Grey values (n, rows, columns) from 0 to 255."""
    rows, columns = options.get("matrix", (None, None))
    if rows is None or columns is None:
        raise UserError(f"{name}: the descriptor's shape must state rows and columns of the images")
    folder = PurePosixPath(options.get("folder", "."))
    size, resize = (int(columns), int(rows)), options.get("resize")

    def is_image(member: str) -> bool:
        path = PurePosixPath(member)
        return path.suffix.lower() in SUFFIXES and path.parent.parent == folder

    pictures: dict[str, np.ndarray] = {}
    first_with: dict[bytes, str] = {}  # path by the digest of the pixels
    notes: list[str] = []
    for member, content in members_of(data, name, is_image):
        try:
            grey = grey_image(content)
            if grey.size != size and not resize:
                raise UserError(f"{grey.height} x {grey.width} pixels, not {rows} x {columns}")
        except UserError as error:
            notes.append(f"left out: {member}: {error}")
            continue
        pixels = sha256(repr(grey.size).encode() + grey.tobytes()).digest()
        first = first_with.setdefault(pixels, member)
        if first != member:
            notes.append(f"left out: {member} has the pixels of {first}")
            continue
        pictures[member] = np.asarray(resized(grey, size, resize))
    if not pictures:
        reasons = f" ({notes[0]})" if notes else ""
        raise UserError(f"{name}: no image <label>/<name>.png or .jpg in {folder}{reasons}")
    paths = sorted(pictures, key=natural_order)
    labels = [PurePosixPath(path).parent.name for path in paths]
    counts = ", ".join(f"{n} in {label}" for label, n in Counter(labels).items())
    return Parsed(
        np.array([pictures[path] for path in paths]), labels,
        notes=(f"{len(paths)} images read ({counts}), {len(notes)} left out", *notes),
    )  # fmt: skip


def grey_image(content: bytes) -> Image.Image:
    """The image in grey; its `UserError` names no file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # on odd metadata, and on sizes that are capped here
            with Image.open(io.BytesIO(content), formats=KINDS) as image:
                if image.width * image.height > MOST_PIXELS:
                    raise UserError(f"more than {MOST_PIXELS} pixels; refused")
                if image.mode not in MODES:
                    raise UserError(f"pixels of kind {image.mode}, not of 8 bits")
                return image.convert("L")
    except UserError:
        raise
    except Exception as error:  # Pillow raises OSError, SyntaxError and more on damaged bytes
        reason = re.sub(r"<_io\.BytesIO[^>]*>", "it", " ".join(str(error).split()))
        raise UserError(f"cannot be read ({reason[:120] or type(error).__name__})") from None


def resized(grey: Image.Image, size: tuple[int, int], resize: str | None) -> Image.Image:
    if grey.size == size or resize is None:
        return grey
    return grey.resize(size, Image.Resampling[resize.upper()])
