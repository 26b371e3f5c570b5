"""Copies of a run's files that are fit to be committed: smaller, and alike to the eye.

Pictures get a palette. Tables are compressed harder, without pandas' notes, and the seconds and
megabytes of fits are rounded to two digits; another run of the same fit does not repeat the next.
Scores keep every bit. A copy of a sealed table has a seal that states the same origin.
"""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from methods.parquet_files import read_table
from methods.sealed_files import read_sealed, seal

if TYPE_CHECKING:
    import pyarrow as pa

COLOURS = 256  # as many as a picture of a byte per pixel can have
MEASURED = ("seconds", "_mb")  # endings of the columns whose digits are chance
DIGITS = 2  # so few values that a dictionary of them is shorter than they are
SCORES = "value"  # the column of a table of scores
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

    table = read_table(source)
    columns = {name: table[name] for name in table.column_names}
    measured = {name: column for name, column in columns.items() if name.endswith(MEASURED)}
    rounded = {name: pa.array(to_digits(column.to_numpy())) for name, column in measured.items()}
    kept = pa.table({**columns, **rounded})
    names = kept.column_names
    # scores are shares of a few test rows, or numbers of which no two are alike
    choices = names, [name for name in names if name != SCORES]
    return min((_parquet(kept, dictionaries) for dictionaries in choices), key=len)


def _parquet(table: pa.Table, dictionaries: list[str]) -> bytes:
    """The bytes of a file in which these columns have a dictionary of their values."""
    from pyarrow.parquet import write_table

    written = io.BytesIO()
    write_table(
        table,
        written,
        compression="zstd",
        compression_level=COMPRESSION_LEVEL,
        use_dictionary=dictionaries,
        write_statistics=False,
        store_schema=False,
    )
    return written.getvalue()


def to_digits(values: NDArray) -> NDArray:
    """The floats nearest to the values' first DIGITS decimal digits."""
    return np.array([float(f"{value:.{DIGITS}g}") for value in values])
