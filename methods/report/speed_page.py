"""The page on speed: ratios to peers, growth, and suboptimality against seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from methods.performance.stored import is_reached, meets_target
from methods.report.cells import Cell, cell, row
from methods.report.images import write_image
from methods.report.site_folder import SiteFolder
from methods.report.speed_figures import (
    Entries,
    growth_figure,
    ratio_figure,
    suboptimality_figure,
)
from methods.tables.table import NO_VALUE

PAGE = "speed.html"
DRAW: dict[str, Callable[..., Any]] = {
    "ratios": ratio_figure, "growth": growth_figure, "suboptimality": suboptimality_figure
}  # fmt: skip
RATIO_COLUMNS = (
    "problem", "peer", "speed relative to the peer", "our target", "target met", "our seconds",
    "peer's seconds", "our megabytes", "peer's megabytes",
)  # fmt: skip
SLACK = 0.25  # of an exponent that is fitted to few sizes
EXACT = "exact (ours)"  # the solver that the sentence is about
WHOLE_RUN = "default-run"  # which is compared with its own fits, and with no peer
GOAL_COLUMNS = (
    "work", "seconds", "our target", "target met", "times the floor", "the floor", "megabytes",
)  # fmt: skip
GROWTH_COLUMNS = (
    "machine", "what grows", "exponent", "exponent in theory", "exponent of memory",
    "largest size", "its seconds", "its megabytes",
)  # fmt: skip


def write_speed_page(site: SiteFolder, speed: Mapping[str, Entries]) -> None:
    """Write the page from the stored entries of each kind of measurement."""
    measured = {
        kind: {name: entry for name, entry in entries.items() if "missing" not in entry}
        for kind, entries in speed.items()
    }
    ratios, growth = measured.get("ratios", {}), measured.get("growth", {})
    goals = measured.get("goals", {})
    whole_run = ratios.get(WHOLE_RUN)
    peers = {name: entry for name, entry in ratios.items() if name != WHOLE_RUN}
    drawn = {**{kind: measured.get(kind, {}) for kind in DRAW}, "ratios": peers}
    site.page(
        PAGE,
        "speed.html",
        sentence=sentence(ratios, goals),
        conclusions={
            kind: CONCLUSIONS[kind](entries) for kind, entries in drawn.items() if entries
        },
        ratio_columns=RATIO_COLUMNS,
        ratios=[ratio_row(entry) for entry in peers.values()],
        whole_run=whole_run and whole_run_sentence(whole_run),
        goal_columns=GOAL_COLUMNS,
        goals=[goal_row(entry) for entry in goals.values()],
        growth_columns=GROWTH_COLUMNS,
        growth=[growth_row(entry) for entry in growth.values()],
        figures={
            kind: write_image(site, DRAW[kind](entries), f"speed/{kind}", PAGE)
            for kind, entries in drawn.items()
            if entries
        },
        missing=[
            f"{name}: {entry['missing']}"
            for entries in speed.values()
            for name, entry in entries.items()
            if "missing" in entry
        ],
        origins=origins(speed),
    )


def sentence(ratios: Entries, goals: Entries) -> str:
    """How many of our targets are met."""
    met = sum(map(meets_target, ratios.values())) + sum(map(is_reached, goals.values()))
    targets = len(ratios) + len(goals)
    return f"{met} of {targets} targets are met" if targets else "Speed"


def of_ratios(entries: Entries) -> str:
    """What the picture of ratios shows."""
    faster = sum(entry["ratio"] > 1 for entry in entries.values())
    least = min(entries.values(), key=lambda entry: entry["ratio"])
    return (
        f"We are faster than the peer in {faster} of {len(entries)} races. The lowest speed"
        f" relative to a peer is {digits(least['ratio'])}: {least['problem']}, against"
        f" {least['peer']}."
    )


def of_growth(entries: Entries) -> str:
    """What the picture of growth shows."""
    above = {
        f"{entry['machine']} in {entry['grows']}": entry["exponent"] - entry["theory"]
        for entry in entries.values()
        if entry["exponent"] is not None
    }
    if not above:
        return "No fit took long enough to tell how it grows."
    steepest = max(above, key=lambda name: above[name])
    over = sum(value > SLACK for value in above.values())
    return (
        f"In {over} of {len(above)} cases the exponent is above that of theory by more than"
        f" {SLACK}. The largest difference is {above[steepest]:+.2f}: {steepest}."
    )


def of_suboptimality(entries: Entries) -> str:
    """What the picture of suboptimality shows."""
    ours = [
        c["suboptimality"][-1]
        for e in entries.values()
        for c in e["curves"]
        if c["solver"] == EXACT
    ]
    return (
        f"Our exact solver ends at most {max(ours, default=0.0):.1g} of the objective above the"
        f" lowest that any solver reached, on each of {len(ours)} problems."
    )


CONCLUSIONS: dict[str, Callable[[Entries], str]] = {
    "ratios": of_ratios, "growth": of_growth, "suboptimality": of_suboptimality
}  # fmt: skip


def whole_run_sentence(entry: Mapping[str, Any]) -> str:
    """The seconds of the default run beside those of its fits."""
    whole, fits = digits(entry["our_seconds"]), digits(entry["peer_seconds"])
    target, share = digits(100 * entry["at_least"]), digits(100 * entry["ratio"])
    return (
        f"{entry['problem'][:1].upper()}{entry['problem'][1:]}: {whole} seconds, against {fits} of"
        f" its fits alone. Our target is that the fits take {target} % of it; they take {share} %."
    )


def ratio_row(entry: Mapping[str, Any]) -> list[str | Cell]:
    low, high = digits(entry["low"]), digits(entry["high"])
    return [
        entry["problem"],
        cell(entry["peer"] + ("" if entry["no_worse"] else ", which reaches a lower objective")),
        cell(f"{digits(entry['ratio'])} [{low}, {high}]"),
        cell(digits(entry["at_least"])),
        cell("yes", "win") if meets_target(entry) else cell("no"),
        cell(digits(entry["our_seconds"])),
        cell(digits(entry["peer_seconds"])),
        *(cell(megabytes(entry.get(side))) for side in ("our_megabytes", "peer_megabytes")),
    ]


def goal_row(entry: Mapping[str, Any]) -> list[str | Cell]:
    low, high = digits(entry["low"]), digits(entry["high"])
    return [
        entry["work"],
        cell(f"{digits(entry['seconds'])} [{low}, {high}]"),
        cell(digits(entry["at_most"])),
        cell("yes", "win") if is_reached(entry) else cell("no"),
        cell(digits(entry["seconds"] / entry["floor_seconds"])),
        cell(f"{digits(entry['floor_seconds'])} s: {entry['floor']}"),
        cell(f"{megabytes(entry['megabytes'])}, data {megabytes(entry['data_megabytes'])}"),
    ]


def megabytes(value: float | None) -> str:
    """Whole megabytes, if they were measured."""
    return NO_VALUE if value is None else f"{value:,.0f}"


def digits(value: float) -> str:
    """Three digits, or all digits before the point if there are more."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def growth_row(entry: Mapping[str, Any]) -> list[str | Cell]:
    exponents = (entry["exponent"], entry["theory"], entry["memory_exponent"])
    return row(
        entry["machine"],
        entry["grows"],
        *(NO_VALUE if value is None else f"{value:.2f}" for value in exponents),
        f"{entry['sizes'][-1]:,}",
        f"{entry['seconds'][-1]:.3g}",
        f"{entry['megabytes'][-1]:.0f}",
    )


def origins(speed: Mapping[str, Entries]) -> list[str]:
    """One line for each machine, revision and set of versions of the measurements."""
    lines = {
        ", ".join(f"{key} {value}" for key, value in entry["origin"].items())
        + (", at quick sizes" if entry["quick"] else "")
        for entries in speed.values()
        for entry in entries.values()
    }
    return sorted(lines)
