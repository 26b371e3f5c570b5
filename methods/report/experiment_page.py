"""The page of an experiment: its tables, figures, claims with their evidence, and what ran."""

from __future__ import annotations

import json
import re
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from methods.bench import paths
from methods.bench.experiments import slug
from methods.bench.results import Results
from methods.claims.verdicts import VERDICTS
from methods.report import runs
from methods.report.folder import Site
from methods.report.shown_tables import ShownTable, plain, scores
from methods.report.trial_scripts import trial_scripts
from methods.tables.table import HOLE

SHOWN_KINDS = ("svg", "png")  # that browsers show, the better first
PIXELS_PER_POINT = 4 / 3
LARGEST_DATA = 2**20  # bytes of a figure's data that go along with the page
EVIDENCE_ROWS = 200  # of a claim; the ledger has the others


def write_experiment_page(
    site: Site, results: Results, tables: Sequence[ShownTable], files: Mapping[str, str]
) -> None:
    """The page, the files it links to, and the scripts with its trials.

    `files` has the page of each method.
    """
    experiment = results.experiment
    claims = claims_of(experiment.name)
    counts = Counter(claim["verdict"] for claim in claims)
    folder = Path(page_of(experiment.name)).parent
    site.page(
        page_of(experiment.name),
        "experiment.html",
        name=experiment.name,
        title=experiment.title,
        counts={word: counts[word] for word in VERDICTS},
        tables=[_table(site, results, table) for table in tables],
        any_scores=any(table.of_scores for table in tables),
        any_printed=any("printed" in table.data and table.of_scores for table in tables),
        figures=_figures(site, results),
        claims=[_evidence(results, claim) for claim in claims],
        links={name: f"../../methods/{file}" for name, file in files.items()},
        studies=runs.studies(results),
        fitted_with=runs.origins(results),
    )
    for name, script in trial_scripts(results, files):
        site.text(f"{folder}/trials/{name}.js", script)


def page_of(experiment: str) -> str:
    """Where the page of an experiment lies below the report's folder."""
    return f"experiments/{experiment}/index.html"


def claims_of(experiment: str) -> list[dict[str, Any]]:
    return json.loads(Path(paths.claims(experiment)).read_text(encoding="utf-8"))


def claim_id(claim: Mapping[str, Any]) -> str:
    """The anchor of a claim on its experiment's page."""
    return f"claim-{slug(claim['name'])}"


def _table(site: Site, results: Results, table: ShownTable) -> dict[str, Any]:
    experiment = results.experiment.name
    stem = paths.output(experiment, table.name)
    files = {}
    for kind in ("csv", "md", "tex"):
        files[kind] = f"{table.name}.{kind}"
        site.copy(f"{stem}.{kind}", f"experiments/{experiment}/{table.name}.{kind}")
    shown = {"name": table.name, "title": table.title, "note": table.note, "files": files}
    if table.of_scores:
        return shown | {"scores": scores(results, table)}
    return shown | {"scores": None} | plain(table)


def _figures(site: Site, results: Results) -> list[dict[str, Any]]:
    experiment = results.experiment.name
    made = results.plan.config["figure_formats"]
    kinds = [kind for kind in SHOWN_KINDS if kind in made]
    figures = []
    for name, options in results.experiment.figures.items():
        if not kinds:
            break
        stem = paths.output(experiment, name)
        image = Path(f"{stem}.{kinds[0]}")
        width, height = image_size(image)
        data = Path(f"{stem}.csv")
        here = f"experiments/{experiment}"
        site.copy(image, f"{here}/{image.name}")
        small = data.stat().st_size <= LARGEST_DATA
        if small:
            site.copy(data, f"{here}/{data.name}")
        figures.append(
            {
                "name": name, "caption": options.get("caption", name), "kind": kinds[0],
                "file": image.name, "width": width, "height": height,
                "data": data.name if small else f"../../../{experiment}/{data.name}",
            }
        )  # fmt: skip
    return figures


def image_size(image: Path) -> tuple[int, int]:
    """Width and height in pixels, which keep the page still while the image loads."""
    with open(image, "rb") as file:
        head = file.read(2000)
    if image.suffix == ".png":
        width, height = struct.unpack(">II", head[16:24])
        return width, height
    found = re.search(rb'<svg[^>]* width="([\d.]+)pt" height="([\d.]+)pt"', head)
    if not found:
        raise ValueError(f"{image}: an SVG without its size in points")
    return tuple(round(float(size) * PIXELS_PER_POINT) for size in found.groups())  # type: ignore[return-value]


def _evidence(results: Results, claim: dict[str, Any]) -> dict[str, Any]:
    """The claim with its test in words, and its evidence as a table."""
    rows = claim["evidence"]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    options = ", ".join(f"{key}={in_words(value)}" for key, value in claim["test"].items()
                        if key != "function")  # fmt: skip
    studies = claim["test"].get("study", [])
    studies = [studies] if isinstance(studies, str) else studies
    outputs = {"table": results.experiment.tables, "figure": results.experiment.figures}
    related = [
        {"id": f"{kind}-{name}", "name": name}
        for kind, entries in outputs.items()
        for name, entry in entries.items()
        if entry.get("study") in studies
    ]
    return claim | {
        "id": claim_id(claim),
        "test": f"{claim['test'].get('function', 'none')}({options})",
        "related": related,
        "columns": [column.replace("_", " ") for column in columns],
        "rows": [_evidence_row(row, columns) for row in rows[:EVIDENCE_ROWS]],
        "left_out": max(0, len(rows) - EVIDENCE_ROWS),
    }


def _evidence_row(row: Mapping[str, Any], columns: Sequence[str]) -> list[Any]:
    texts = [in_words(row.get(column)) for column in columns]
    cells = [{"text": text, "kind": text.split()[0] if text in VERDICTS else ""} for text in texts]
    return [texts[0], *cells[1:]]


def in_words(value: Any) -> str:
    """A value of the ledger as a reader would write it."""
    if value is None:
        return HOLE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        if len(value) == 2 and all(isinstance(v, float | int) for v in value):
            return " to ".join(map(in_words, value))
        return "[" + ", ".join(map(in_words, value)) + "]"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {in_words(entry)}" for key, entry in value.items())
    return str(value)
