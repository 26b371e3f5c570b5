"""`audit`: what a table of printed numbers says of itself."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TypeVar

import pandas as pd

from methods.bench.results import PRINTED_NAMES
from methods.csv_files import read_csv_with_names
from methods.errors import UserError
from methods.files import write_text
from methods.forensics.bare_table import audits, page
from methods.forensics.printed_cells import Protocol

Number = TypeVar("Number")


def run(options: argparse.Namespace) -> None:
    """Print the page, or write it in Markdown."""
    try:
        published = read_csv_with_names(options.file, PRINTED_NAMES)
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as error:
        raise UserError(f"{options.file} is no CSV table: {error}") from None
    datasets = list(published.get("dataset", pd.Series(dtype=str)).unique())
    protocol = Protocol(
        at_least(1, "--trials", options.trials),
        by_dataset("--test-rows", options.test_rows, datasets, several),
        by_dataset("--rows", options.rows, datasets, whole),
        at_least(2, "--folds", options.folds),
    )
    if protocol.folds and protocol.trials and protocol.trials % protocol.folds:
        complaint = f"{protocol.trials} trials are no whole number of {protocol.folds} folds"
        raise UserError(f"--folds: {complaint}")
    larger = by_dataset("--larger-class", options.larger_class, datasets, share)
    shares = {name: 1 - part for name, part in larger.items()}
    audited = list(audits(published, protocol, shares, options.table))
    if options.out is None:
        print(page(audited, f"{options.file.name}: printed numbers"), end="")
    else:
        write_text(options.out, page(audited, f"{options.file.name}: printed numbers", True))
        print(f"{options.out}: {sum(audit.findings for audit in audited)} findings")


def at_least(least: int, name: str, value: int | None) -> int | None:
    if value is not None and value < least:
        raise UserError(f"{name}: expected at least {least}, got {value}")
    return value


def by_dataset(
    option: str, entries: Sequence[str], datasets: Sequence[str], kind: Callable[[str], Number]
) -> dict[str, Number]:
    """``heart=120 sonar=58`` as numbers by data set; one without a name is for all others."""
    numbers: dict[str, Number] = {}
    for entry in sorted(entries, key=lambda entry: "=" in entry):
        name, equals, text = entry.rpartition("=")
        if equals and name not in datasets:
            raise UserError(f"{option}: no data set {name!r}; the table has {', '.join(datasets)}")
        try:
            number = kind(text)
        except UserError as error:
            raise UserError(f"{option}: {error}, got {entry!r}") from None
        except ValueError:
            raise UserError(f"{option}: expected DATASET=N or N, got {entry!r}") from None
        numbers |= {name: number} if equals else dict.fromkeys(datasets, number)
    return numbers


def whole(text: str) -> int:
    number = int(text)
    if number < 1:
        raise UserError("expected a number above 0")
    return number


def several(text: str) -> list[int]:
    """``36,37``: one of these is right."""
    return [whole(part) for part in text.split(",")]


def share(text: str) -> float:
    number = float(text)
    if not 0 < number < 1:
        raise UserError("expected a share between 0 and 1")
    return number
