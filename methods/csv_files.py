"""Read CSV tables whose names stay texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def read_csv_with_names(file: str | Path, names: Sequence[str]) -> pd.DataFrame:
    """The table in a file; those of its columns that are in `names` hold texts as they are written.

    A method may be called "None", "NA" or "1e5", of which pandas makes gaps and numbers, also if it
    is given a converter.
    """
    import pandas as pd

    table = pd.read_csv(file)
    texts = [name for name in names if name in table]
    return table.assign(**pd.read_csv(file, usecols=texts, dtype=str, keep_default_na=False))
