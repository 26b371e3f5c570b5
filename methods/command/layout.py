"""How commands print tables, fields and amounts."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tabulate import tabulate

from methods.claims.sentences.words import counted as counted
from methods.yaml_files import dump_yaml

WIDTH = 120  # if the output is no terminal
LABEL_WIDTH = 12


def print_table(headers: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print left-aligned columns. Lines are cut at the width of the terminal, if there is one."""
    text = tabulate(
        [[str(cell) for cell in row] for row in rows],
        headers,
        tablefmt="plain",
        disable_numparse=True,
    )
    for line in text.splitlines():
        cut = sys.stdout.isatty() and len(line) > terminal_width()
        print(line[: terminal_width() - 1] + "…" if cut else line)


def print_fields(pairs: Iterable[tuple[str, Any]]) -> None:
    """Print one label and its value per line, long values wrapped, empty values left out."""
    for label, value in pairs:
        if value not in (None, "", [], {}):
            lines = textwrap.wrap(
                str(value), max(40, terminal_width() - LABEL_WIDTH), break_on_hyphens=False
            )
            for at, line in enumerate(lines):
                print(f"{'' if at else label:<{LABEL_WIDTH}}{line}")


def terminal_width() -> int:
    return shutil.get_terminal_size((WIDTH, 24)).columns


def amount(n_bytes: float) -> str:
    """Bytes, in the unit that leaves one to three digits before the point."""
    for unit in ("bytes", "kB", "MB"):
        if n_bytes < 1000:
            return f"{n_bytes:.0f} bytes" if unit == "bytes" else f"{n_bytes:.1f} {unit}"
        n_bytes /= 1000
    return f"{n_bytes:.1f} GB"


def duration(seconds: float) -> str:
    """Seconds, minutes or hours, with about two digits."""
    if seconds < 60:
        return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 36000 else f"{seconds / 3600:,.0f} h"


def flow(value: Mapping[str, Any]) -> str:
    """A mapping as YAML on one line, without the outer braces."""
    text = dump_yaml(dict(value), default_flow_style=True, width=10**6)
    return text.strip()[1:-1] if value else ""
