"""What reading a source gives, before anything is checked: features, and labels as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from methods.data.columns import Column


@dataclass(frozen=True)
class Parsed:
    """Contents of one file, or of all files of a source.

    A file that holds only labels has an empty `X`, a file that holds only features no `labels`.

    Attributes
    ----------
    X : features, (n, ...).
    labels : one text per row.
    test : mask of the given test part, or None if the data come in one part.
    extras : other arrays, such as the ``group`` of each row.
    notes : sentences on what was read and what was left out.
    names : of the columns of the file, in their order, if it has a header.
    columns : of a typed table, all its columns, of which `X` has those that are not left out.
    """

    X: np.ndarray
    labels: Sequence[str]
    test: np.ndarray | None = None
    extras: Mapping[str, np.ndarray] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()
    names: tuple[str, ...] = ()


def label_texts(labels: np.ndarray) -> list[str]:
    """Labels as text; whole numbers lose their decimal point, and no others any digit."""
    return [
        str(label).removesuffix(".0") if isinstance(label, float | np.floating) else str(label)
        for label in labels
    ]
