"""Tables that are dropped into datasets/local: one CSV a data set, read without a descriptor.

A row an example, its class in the last column, numbers in all others; cells may be quoted. Nothing
beyond the standard library is imported, because the catalogue counts the classes of such a file
each time the workflow builds its graph.
"""

from __future__ import annotations

import csv
import io

from methods.errors import UserError


def read_csv(data: bytes, name: str) -> tuple[list[int], list[list[str]]]:
    """The line and the cells of each row, all equally long and without the header."""
    try:
        text = data.decode("utf-8-sig")  # spreadsheets put a mark of three bytes first
        reader = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True)
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{name}: not a CSV file in UTF-8: {error}") from None
    rows = [(line, row) for line, row in rows if any(row)]
    if len(rows) > 1 and is_header(rows[0][1], rows[1][1]):
        del rows[0]
    if not rows:
        raise UserError(f"{name}: holds no rows")
    width = len(rows[0][1])
    if width < 2:
        raise UserError(
            f"{name}: one column; columns are separated by commas, the last is the class"
        )
    for line, row in rows:
        if len(row) != width:
            raise UserError(f"{name}:{line}: {len(row)} columns where the first row has {width}")
    return [line for line, _ in rows], [row for _, row in rows]


def is_header(first: list[str], second: list[str]) -> bool:
    """Whether words stand in the first row where the second has a number."""
    pairs = zip(first[:-1], second[:-1], strict=False)
    return any(_is_number(below) and not _is_number(above) for above, below in pairs)


def class_order(labels: set[str]) -> list[str]:
    """Numbers by their size, else texts by the alphabet; the order is that of the class codes."""
    if all(map(_is_number, labels)):
        return sorted(labels, key=lambda label: (float(label), label))
    return sorted(labels)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
