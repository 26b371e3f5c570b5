"""Tables and figures made again from kept scores, as far as these are enough.

Curves and arrays are not kept, so an output that reads them stays as the run made it. So does one
of an experiment whose kept results are outdated.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt

from methods.bench.construct import options_of
from methods.bench.results import Results
from methods.claims.kept import OUTDATED
from methods.figures.style import READABLE, write_figure
from methods.report.of_entry import table_of
from methods.sharing.kept_copies import copy_to_keep
from methods.tables.table import Table, write_table


def write_kept_outputs(results: Results, folder: Path) -> None:
    """Write the tables of an experiment, and the figures whose data are other ones now."""
    if (folder / OUTDATED).exists():
        return
    for name, table in tables_of_kept(results):
        write_table(table, folder / name)
    for name, entry in results.experiment.figures.items():
        draw, options = options_of(entry, ("caption",))
        try:
            figure, data = draw(results, **options)
        except FileNotFoundError:
            continue
        kept = folder / f"{name}.csv"
        text = data.to_csv(index=False, float_format=READABLE)
        if kept.exists() and kept.read_text(encoding="utf-8") == text:
            plt.close(figure)
            continue
        with TemporaryDirectory() as beside:
            write_figure(figure, data, f"{beside}/{name}", ["png"])
            for kind in ("png", "csv"):
                copy_to_keep(Path(beside, f"{name}.{kind}"), folder / f"{name}.{kind}")


def tables_of_kept(results: Results) -> Iterator[tuple[str, Table]]:
    """The tables that kept scores and runs are enough for, by name."""
    for name, entry in results.experiment.tables.items():
        try:
            yield name, table_of(results, entry)
        except FileNotFoundError:
            continue
