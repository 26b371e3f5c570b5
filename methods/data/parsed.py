"""What reading a source gives, before anything is checked: features, and labels as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np


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
    """

    X: np.ndarray
    labels: Sequence[str]
    test: np.ndarray | None = None
    extras: Mapping[str, np.ndarray] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def label_texts(labels: np.ndarray) -> list[str]:
    """Labels as text; whole numbers lose their decimal point."""
    return [f"{label:g}" if isinstance(label, float) else str(label) for label in labels.tolist()]
