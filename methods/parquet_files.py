"""Read tables of parquet files on one thread.

If Arrow's pool of threads is at work when the interpreter ends, the process aborts or hangs, with
all its work done (issues 34314 and 50482 of Arrow). Of 400 processes that only read a small file
with `pandas.read_parquet`, 16 aborted. `ParquetFile` on one thread
starts no pool, if it reads from memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def read_table(source: str | Path | bytes, columns: Sequence[str] | None = None) -> pa.Table:
    """The table in a file or in the bytes of one."""
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    return ParquetFile(pa.BufferReader(data)).read(columns, use_threads=False)


def read_frame(source: str | Path | bytes, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """The same as a data frame."""
    return read_table(source, columns).to_pandas(use_threads=False)


def own_copy(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame that its user may change. From pandas 3 on it is copied once it is changed."""
    import pandas as pd

    return frame.copy(deep=int(pd.__version__.split(".")[0]) < 3)
