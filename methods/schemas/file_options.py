"""How the files of a source are read: the options of a source in a descriptor."""

from __future__ import annotations

from typing import Annotated, Literal

from methods.schemas.model import Column, Number, described
from methods.schemas.named_columns import NamedColumns

Columns = tuple[Column, ...]


class Options(NamedColumns, frozen=True, kw_only=True):
    """How the files of a source are read."""

    delimiter: Annotated[Literal[",", "blank"] | None, described("For delimited files")] = None
    label: Annotated[
        Literal["first", "last"] | Column | None,
        described("Column of the label (default: last)", kind="label column"),
    ] = None
    labels: Annotated[
        dict[str, str] | None, described("Label as the source writes it to its name under classes")
    ] = None
    drop_labels: Annotated[
        tuple[str, ...] | None, described("Rows with these labels are left out")
    ] = None
    drop_columns: Annotated[
        Columns | None, described("Columns that are left out, counted from 0")
    ] = None
    drop_rows_with: Annotated[
        str | None, described("The mark of a missing value; rows that hold it are left out")
    ] = None
    codes: Annotated[
        dict[str, Number] | None, described("Cell text to number; other cells must be numbers")
    ] = None
    one_hot: Annotated[
        Columns | None,
        described("Columns that become one indicator per value, with the values in sorted order"),
    ] = None
    letters_column: Annotated[
        Column | None,
        described(
            "Column of words. Each letter becomes a feature by its code; rows with a letter without"
            " a code are left out"
        ),
    ] = None
    test_column: Annotated[
        Column | None, described("Column that is 1 in the rows of the given test part")
    ] = None
    test_rows: Annotated[
        tuple[int, int] | None,
        described("First row of the given test part, and the row after its last"),
    ] = None
    group_column: Annotated[
        Column | None,
        described("Column that names the group (speaker, subject) of a row; kept as extras group"),
    ] = None
    corrections: Annotated[
        tuple[tuple[int, int, Number], ...] | None,
        described("Cells known to be wrong, each [row, column, value], after encoding"),
    ] = None
    unit_interval: Annotated[
        bool | None,
        described("Map each feature onto [0, 1] over all rows, as a published scaled form does"),
    ] = None
    sparse: Annotated[
        bool | None, described("Of libsvm: keep rows sparse, for methods that take such rows")
    ] = None
    features: Annotated[
        str | None,
        described("Name of the array of features (default: X); a slash descends into R lists"),
    ] = None
    targets: Annotated[str | None, described("Name of the array of labels (default: y)")] = None
    axes: Annotated[
        tuple[int, ...] | None, described("Order in which the axes of the array become [n, p, q]")
    ] = None
    conditions: Annotated[
        tuple[str, ...] | None,
        described("Of an EEG archive: the conditions whose trials are averaged (default: all)"),
    ] = None
    folder: Annotated[
        str | None,
        described("Folder of an archive of images with one folder per label (default: its top)"),
    ] = None
    resize: Annotated[
        Literal["nearest", "box", "bilinear", "hamming", "bicubic", "lanczos"] | None,
        described("Pillow's filter for images that have not the size of the descriptor's shape"),
    ] = None
