"""The page of `land`: where a method lands among those of a kept run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from methods.bench import paths
from methods.bench.results import Results
from methods.figures.curves import rank_diagram
from methods.figures.rank_intervals import bootstrap_ranks
from methods.report.cells import cell
from methods.report.images import write_image
from methods.report.site_folder import SiteFolder
from methods.tables.advice import advice_table
from methods.tables.method_by_dataset import dataset_table
from methods.tables.sensitivity import sensitivity_table
from methods.tables.table import Table, write_table

RANKS = (
    "Average ranks over data sets; 1 is the best. A thick bar joins methods that Nemenyi's test at"
    " 5 % does not tell apart. The ruler shows the critical difference."
)
INTERVALS = (
    "Average ranks over data sets; 1 is the best. A bar is a 95 % bootstrap interval: it says where"
    " the average rank would lie if other data sets like these had been taken."
)


def write_landing_page(
    results: Results,
    study: str,
    method: str,
    metric: str,
    rope: float,
    pairs: Table,
    sentences: Sequence[str],
    notes: Sequence[str],
) -> str:
    """Write the page with its figures and tables below the current folder; return its path."""
    page = Path(paths.LANDING)
    site = SiteFolder(page.parent, home="../report/", has_claims=False)
    site.assets()
    of_study: dict[str, Any] = {"study": study, "metric": metric}
    tables = {
        "pairs": pairs,
        "datasets": dataset_table(results, **of_study, method=method, rope=rope),
        "sensitivity": sensitivity_table(results, **of_study),
        "advice": advice_table(results, **of_study),
    }
    figures = {
        "ranks": (rank_diagram(results, **of_study), RANKS),
        "intervals": (bootstrap_ranks(results, **of_study, highlight=[method]), INTERVALS),
    }
    site.page(
        page.name,
        "landing.html",
        method=method,
        about=results.study(study).about,
        sentences=sentences,
        notes=notes,
        figures=[
            write_image(site, drawn, name, page.name) | {"name": name, "caption": caption}
            for name, (drawn, caption) in figures.items()
        ],
        tables=[_table(site, name, table) for name, table in tables.items()],
    )
    site.sweep()
    return str(page)


def _table(site: SiteFolder, name: str, table: Table) -> dict[str, Any]:
    write_table(table, site.folder / name)
    files = {kind: site.add(f"{name}.{kind}").name for kind in ("csv", "md", "tex", "json")}
    title, _, note = table.caption.partition(": ")
    rows = [
        [str(heading), *(cell(str(text)) for text in texts)]
        for heading, texts in zip(table.cells.index, table.cells.to_numpy(), strict=True)
    ]
    return {"name": name, "title": title, "note": note, "files": files,
            "columns": ["", *map(str, table.cells.columns)], "rows": rows}  # fmt: skip
