"""`bench`: measure speed against peers, growth and suboptimality, skipping what is stored."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from methods.bench import paths
from methods.errors import unknown
from methods.performance.measurements import MEASURES, is_done, measure
from methods.performance.stored import stored


def run(options: argparse.Namespace) -> None:
    """Measure all entries that are not stored yet, or again those that the user names."""
    known = [(kind, name) for kind, measures in MEASURES.items() for name in measures]
    wanted = {*options.names}
    for name in sorted(wanted - {part for pair in known for part in pair}):
        raise unknown("measurement", name, {part for pair in known for part in pair})
    for kind, name in known:
        if wanted and not wanted & {kind, name}:
            continue
        entry = stored(kind).get(name)
        if name in wanted or not is_done(entry, options.quick):
            entry = measure(kind, name, options.quick)
        print(f"{kind} {name}: {outcome(kind, entry or {})}", flush=True)
    print(f"stored in {paths.performance('*')}; `make figures` shows them in the report")


def outcome(kind: str, entry: Mapping[str, Any]) -> str:
    """The outcome of one measurement on one line."""
    if "missing" in entry:
        return f"missing: {entry['missing']}"
    if kind == "ratios":
        return (
            f"{entry['ratio']:.2f} [{entry['low']:.2f}, {entry['high']:.2f}], "
            f"demanded {entry['at_least']:.2g}"
        )
    if kind == "goals":
        return (
            f"{entry['seconds']:.3g} s [{entry['low']:.3g}, {entry['high']:.3g}], at most "
            f"{entry['at_most']:.2g} asked; {entry['seconds'] / entry['floor_seconds']:,.0f} times "
            f"the floor; {entry['megabytes']:,.0f} MB"
        )
    if kind == "growth":
        exponent = "none" if entry["exponent"] is None else f"{entry['exponent']:.2f}"
        return (
            f"exponent {exponent} up to {entry['sizes'][-1]:,}, in theory {entry['theory']:g}; "
            f"the last took {entry['seconds'][-1]:.3g} s and {entry['megabytes'][-1]:,.0f} MB"
        )
    return ", ".join(f"{c['solver']} {min(c['suboptimality']):.1e}" for c in entry["curves"])
