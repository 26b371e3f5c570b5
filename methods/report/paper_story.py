"""A paper part by part: what it prints, what is made of it here, and the claims on it in place.

The `where` of a claim names the printed table or figure that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from methods.bench.experiments import Experiment
from methods.report.alternative_texts import NUMBER, PLACES, alternative, claims_on
from methods.report.images import describe_image
from methods.report.method_classes import name_families
from methods.report.shown_tables import as_plain_table, stored_table
from methods.report.site_folder import SiteFolder
from methods.schemas.paper import Figure, PaperFile, Table

Claim = Mapping[str, Any]
KINDS = ("svg", "png")  # of figures, the better first


class Story:
    """The parts of a paper as its page shows them. Each output and each claim is shown once."""

    def __init__(
        self,
        site: SiteFolder,
        paper: PaperFile,
        experiments: Sequence[Experiment],
        claims: Iterable[Claim],
        results: Path,
        stem: str,
    ) -> None:
        self.site, self.results, self.stem = site, results, stem
        self.outputs = {
            f"{experiment.name}/{name}": options
            for experiment in experiments
            for name, options in (experiment.figures | experiment.tables).items()
        }
        self.shown_in: dict[str, str] = {}  # where each output is shown
        self.experiments = {experiment.name: experiment for experiment in experiments}
        self.named: set[str] = set()  # methods whose names are explained
        self.others = list(claims)  # those on no table or figure that was shown so far
        figures, tables = of_number(paper.figures), of_number(paper.tables)
        printed = {"Figure": list(figures), "Table": list(tables)}
        self.places = [places_of(claim["where"], printed) for claim in self.others]
        self.figures = [self._group("Figure", number, parts) for number, parts in figures.items()]
        self.tables = [self._group("Table", number, parts) for number, parts in tables.items()]

    def _group(self, kind: str, number: str, parts: Mapping[str, Figure | Table]) -> dict[str, Any]:
        """A printed table or figure; the panels of a figure are its parts."""
        claims = self._take((kind, number))
        return {
            "title": f"{kind} {number}",
            "parts": [
                self._part(name, part, f"{kind} {number}", claims) for name, part in parts.items()
            ],
            "claims": claims,
        }

    def _part(
        self, name: str, part: Figure | Table, place: str, claims: Sequence[Claim]
    ) -> dict[str, Any]:
        known = [output for output in part.outputs if output in self.outputs]
        again = [output for output in known if output in self.shown_in]
        show = self._picture if isinstance(part, Figure) else self._table
        shown = {name: show(name, place, claims) for name in known if name not in again}
        notes = [f"{self._caption(output)}: see {self.shown_in[output]}" for output in again]
        absent = [
            output for output in part.outputs if output not in again and not shown.get(output)
        ]
        notes += [f"{output} is not in these results" for output in absent]
        return {
            "panel": name.partition(", ")[2], "shows": part.shows, "why": part.why,
            "notes": notes, "shown": [each for each in shown.values() if each],
        }  # fmt: skip

    def _caption(self, output: str) -> str:
        return str(self.outputs[output].get("caption", output))

    def _take(self, place: tuple[str, str]) -> list[Claim]:
        taken = [c for c, places in zip(self.others, self.places, strict=True) if place in places]
        left = [
            (c, places)
            for c, places in zip(self.others, self.places, strict=True)
            if place not in places
        ]
        self.others, self.places = [c for c, _ in left], [places for _, places in left]
        return taken

    def _picture(self, output: str, place: str, claims: Sequence[Claim]) -> dict[str, Any] | None:
        picture = copied_picture(self.site, self.results, self.stem, output)
        if picture is None:
            return None
        self.shown_in[output] = place
        caption = self._caption(output)
        on_it = claims_on(claims, self.outputs[output])
        return picture | {"caption": caption, "alt": alternative(caption, on_it)}

    def _table(self, output: str, place: str, claims: Sequence[Claim]) -> dict[str, Any] | None:
        experiment, _, name = output.partition("/")
        stem = self.results / experiment / name
        if not stem.with_name(f"{name}.json").exists():
            return None
        self.shown_in[output] = place
        table = stored_table(stem, name, self.outputs[output])
        shown = as_plain_table(table)
        names = [] if "method" not in table.data else list(dict.fromkeys(table.data["method"]))
        families = name_families(self.experiments[experiment], names, self.named)
        self.named |= {*names}
        return {"title": table.title, "note": table.note, "experiment": experiment,
                "id": f"table-{name}", "families": families, **shown}  # fmt: skip


def of_number(parts: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The printed parts by number; "1, first panel" and "1, second panel" belong to 1."""
    groups: dict[str, dict[str, Any]] = {}
    for name, part in parts.items():
        groups.setdefault(name.partition(",")[0], {})[name] = part
    return groups


def places_of(where: str, printed: Mapping[str, Sequence[str]]) -> set[tuple[str, str]]:
    """The printed tables and figures that the place of a claim names, ranges included."""
    places = set()
    for kind, text in PLACES.findall(where):
        numbers: Sequence[str] = re.findall(NUMBER, text)
        known = printed[kind]
        if " to " in text and {numbers[0], numbers[-1]} <= set(known):
            numbers = known[known.index(numbers[0]) : known.index(numbers[-1]) + 1]
        places |= {(kind, number) for number in numbers}
    return places


def copied_picture(
    site: SiteFolder, results: Path, stem: str, output: str
) -> dict[str, Any] | None:
    """A copy of a figure beside the page, in the best format; None if it was not drawn."""
    drawn = [results / f"{output}.{kind}" for kind in KINDS]
    image = next((file for file in drawn if file.exists()), None)
    if image is None:
        return None
    copy = f"{stem}-{image.parent.name}-{image.name}"
    site.copy(image, copy)
    return describe_image(image, Path(copy).name) | {"copy": copy}
