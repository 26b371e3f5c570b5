"""The keys that describe the columns of a table by their names."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from methods.errors import UserError
from methods.schemas.model import UNIQUE, Count, Model, described

ColumnKind = Literal["numeric", "categorical", "boolean", "date", "identifier"]
ColumnKinds = dict[
    str,
    Annotated[ColumnKind, described("A kind", kind="kind of column")]
    | Annotated[tuple[str | int | float, ...], Meta(min_length=2), UNIQUE],
]
TYPED_FORMATS = ("excel", "parquet")  # whose columns always have names and kinds
BY_POSITION = (  # options of tables whose cells are numbers or coded as such
    "label", "drop_columns", "drop_rows_with", "codes", "one_hot", "letters_column", "test_column",
    "group_column", "corrections", "test_rows", "unit_interval", "drop_labels",
)  # fmt: skip


class NamedColumns(Model, frozen=True, kw_only=True):
    """What the columns of a table are, by their names."""

    target: Annotated[str | None, described("Column of the label (default: the last)")] = None
    columns: Annotated[
        ColumnKinds | None,
        described(
            "Kinds of columns that are not as inferred. A list of words, from low to high, makes a"
            " column ordinal; an identifier is left out. {} asks for kinds and states none"
        ),
    ] = None
    groups: Annotated[
        str | None, described("Column that names the group (subject, clinic) of a row")
    ] = None
    time: Annotated[str | None, described("Column of numbers or dates that orders the rows")] = None
    weights: Annotated[
        str | None, described("Column of numbers from 0, which methods get as sample_weight")
    ] = None


TYPED = NamedColumns.__struct_fields__


class TableNotes(NamedColumns, frozen=True, kw_only=True):
    """What datasets/local/<name>.yaml says of the table of that name beside it."""

    title: str = ""
    licence: str = "not stated"
    origin: str = ""
    citation: str = ""
    max_bytes: Annotated[Count | None, described("Largest size (default: 300 MB)")] = None


def is_typed(source: Any) -> bool:
    """Whether a source is a table with named columns, each of a kind."""
    stated = any(getattr(source, key) is not None for key in TYPED)
    return stated or source.format in TYPED_FORMATS or bool(source.frame)


def check_typed(source: Any) -> None:
    """Refuse options that do not go together with named columns."""
    for key in BY_POSITION if is_typed(source) else ():
        if getattr(source, key) is not None:
            raise UserError(f"{key} is for tables of numbers; state columns by their names instead")
    if (
        is_typed(source)
        and not source.frame
        and source.format not in (*TYPED_FORMATS, "csv", "arff")
    ):
        raise UserError(f"{source.format or 'the source'} has no named columns; csv and arff have")
    if is_typed(source) and len(source.files) > 1:
        raise UserError("a table with named columns is one file; join the files")
