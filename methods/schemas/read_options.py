"""Which options of a source each format reads, beside those of named columns."""

from __future__ import annotations

from typing import Any

from methods.errors import UserError
from methods.schemas.named_columns import TYPED

OF_EVERY_SOURCE = ("corrections", "test_rows", "unit_interval", "drop_labels", "labels")
OF_CELLS = (
    "label", "drop_columns", "drop_rows_with", "codes", "one_hot", "letters_column", "test_column",
    "group_column",
)  # fmt: skip
OF_ARRAYS = ("features", "targets", "axes")
# as the docstring of each module of methods/data/formats says
OF_FORMAT = {
    "csv": OF_CELLS, "arff": OF_CELLS, "delimited": ("delimiter", *OF_CELLS),
    "libsvm": ("sparse", "one_hot"), "matlab": OF_ARRAYS, "npz": OF_ARRAYS, "rda": OF_ARRAYS,
    "eeg_archive": ("conditions",), "image_folders": ("folder", "resize"),
}  # fmt: skip


def check_read(source: Any) -> None:
    """Refuse options that nothing reads; they would seem to be heeded."""
    read = {*OF_EVERY_SOURCE, *TYPED, *OF_FORMAT.get(source.format or "", ())}
    for key in source.options:
        if key not in read:
            what = f"{source.format} files have" if source.format else f"{source.origins[0]} has"
            raise UserError(f"{what} no option {key}; leave it out")
