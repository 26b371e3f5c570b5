"""Cells of the tables on the pages."""

from __future__ import annotations

Cell = dict[str, str]


def cell(text: str, kind: str = "") -> Cell:
    """The text of a cell, and the CSS class that it is shown in."""
    return {"text": text, "kind": kind}


def row(heading: str, *texts: str) -> list[str | Cell]:
    """A row of a table: its heading, and a plain cell for each text."""
    return [heading, *map(cell, texts)]
