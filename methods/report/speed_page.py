"""The page on speed: ratios to peers, growth, and suboptimality against seconds, as measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from methods.figures.speed import growth_figure, ratio_figure, suboptimality_figure
from methods.figures.style import write_figure
from methods.performance.stored import is_as_demanded
from methods.report.experiment_page import image_size
from methods.report.folder import Site
from methods.tables.table import HOLE

PAGE = "speed.html"
DRAW: dict[str, Callable[..., Any]] = {
    "ratios": ratio_figure, "growth": growth_figure, "suboptimality": suboptimality_figure
}  # fmt: skip
RATIO_COLUMNS = ("what", "against", "times faster", "demanded", "our seconds", "peer's seconds")
GROWTH_COLUMNS = (
    "machine", "what grows", "exponent", "in theory", "of memory", "largest size", "its seconds",
    "its megabytes",
)  # fmt: skip

Entries = Mapping[str, Mapping[str, Any]]


def write_speed_page(site: Site, speed: Mapping[str, Entries]) -> None:
    """`speed` has the entries of each kind that was measured."""
    had = {
        kind: {name: entry for name, entry in entries.items() if "missing" not in entry}
        for kind, entries in speed.items()
    }
    ratios, growth = had.get("ratios", {}), had.get("growth", {})
    site.page(
        PAGE,
        "speed.html",
        sentence=sentence(ratios),
        ratio_columns=RATIO_COLUMNS,
        ratios=[ratio_row(entry) for entry in ratios.values()],
        growth_columns=GROWTH_COLUMNS,
        growth=[growth_row(entry) for entry in growth.values()],
        figures={kind: _figure(site, kind, entries) for kind, entries in had.items() if entries},
        missing=[
            f"{name}: {entry['missing']}"
            for entries in speed.values()
            for name, entry in entries.items()
            if "missing" in entry
        ],
        origins=origins(speed),
    )


def sentence(ratios: Entries) -> str:
    """How many ratios are what is demanded of them."""
    reached = sum(map(is_as_demanded, ratios.values()))
    return f"{reached} of {len(ratios)} ratios to a peer are as demanded" if ratios else "Speed"


def ratio_row(entry: Mapping[str, Any]) -> list[Any]:
    low, high = digits(entry["low"]), digits(entry["high"])
    return [
        entry["problem"],
        cell(entry["peer"] + ("" if entry["no_worse"] else ", which reaches a lower objective")),
        cell(
            f"{digits(entry['ratio'])} [{low}, {high}]",
            "win" if is_as_demanded(entry) else "loss",
        ),
        cell(digits(entry["at_least"])),
        cell(digits(entry["our_seconds"])),
        cell(digits(entry["peer_seconds"])),
    ]


def digits(value: float) -> str:
    """Three digits, or as many as stand before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def growth_row(entry: Mapping[str, Any]) -> list[Any]:
    exponents = (entry["exponent"], entry["theory"], entry["memory_exponent"])
    return [
        entry["machine"],
        cell(entry["grows"]),
        *(cell(HOLE if value is None else f"{value:.2f}") for value in exponents),
        cell(f"{entry['sizes'][-1]:,}"),
        cell(f"{entry['seconds'][-1]:.3g}"),
        cell(f"{entry['megabytes'][-1]:.0f}"),
    ]


def cell(text: str, kind: str = "") -> dict[str, str]:
    """Text, and the class that it is shown in."""
    return {"text": text, "kind": kind}


def origins(speed: Mapping[str, Entries]) -> list[str]:
    """A line for each machine, revision and set of versions that entries were measured with."""
    found = {
        ", ".join(f"{key} {value}" for key, value in entry["origin"].items())
        + (", at quick sizes" if entry["quick"] else "")
        for entries in speed.values()
        for entry in entries.values()
    }
    return sorted(found)


def _figure(site: Site, kind: str, entries: Entries) -> dict[str, Any]:
    figure, data = DRAW[kind](entries)
    stem = f"speed/{kind}"
    (site.folder / stem).parent.mkdir(parents=True, exist_ok=True)
    write_figure(figure, data, str(site.folder / stem), ["svg"])
    files = [Path(f"{stem}.{end}") for end in ("svg", "csv")]
    site.written |= {site.folder / file for file in files}
    width, height = image_size(site.folder / files[0])
    return {"file": str(files[0]), "data": str(files[1]), "width": width, "height": height}
