"""Copies of a run's files that are fit to be committed: smaller, and alike to the eye.

Pictures get a palette. Tables are compressed harder, without pandas' notes, and the seconds and
megabytes of fits are rounded to two digits; another run of the same fit does not repeat the next.
Scores keep every bit. A copy of a sealed table has a seal that states the same origin.
"""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from methods.parquet_files import read_table
from methods.sealed_files import read_sealed, seal

COLOURS = 256  # as many as a picture of a byte per pixel can have
MEASURED = ("seconds", "_mb")  # endings of the columns whose digits are chance
DIGITS = 2  # so few values that a dictionary of them is shorter than they are
COMPRESSION_LEVEL = 19  # of zstd, the highest that needs no more memory to read


def copy_to_keep(source: Path, copy: Path) -> None:
    """Write the smaller copy of a file, whose suffix says what it is."""
    if source.suffix == ".png":
        _picture(source).save(copy, "png", optimize=True)
    elif source.suffix == ".parquet":
        sealed = read_sealed(source)
        copy.write_bytes(seal(_table(sealed.data), ".parquet", sealed.made_from))
    else:
        shutil.copyfile(source, copy)


def _picture(source: Path) -> Image.Image:
    with Image.open(source) as image:
        return image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)


def _table(source: bytes) -> bytes:
    import pyarrow as pa
    from pyarrow.parquet import write_table

    table = read_table(source)
    columns = {name: table[name] for name in table.column_names}
    measured = {name: column for name, column in columns.items() if name.endswith(MEASURED)}
    rounded = {name: pa.array(to_digits(column.to_numpy())) for name, column in measured.items()}
    written = io.BytesIO()
    write_table(
        pa.table({**columns, **rounded}),
        written,
        compression="zstd",
        compression_level=COMPRESSION_LEVEL,
        write_statistics=False,
        store_schema=False,
    )
    return written.getvalue()


def to_digits(values: NDArray) -> NDArray:
    """The floats nearest to the values' first DIGITS decimal digits."""
    return np.array([float(f"{value:.{DIGITS}g}") for value in values])
