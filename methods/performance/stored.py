"""The stored measurements: one file per kind in results/performance, one entry per measurement."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from methods.bench import paths

RESULTS = Path("results")
KINDS = ("ratios", "goals", "growth", "suboptimality")


def stored(kind: str, results: Path = RESULTS) -> dict[str, Any]:
    """The entries of a kind by name in a folder of results; empty if nothing was measured."""
    path = results / Path(paths.performance(kind)).relative_to(RESULTS)
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def meets_target(ratio: Mapping[str, Any]) -> bool:
    """Whether our speed relative to the peer is our target, at an objective no worse."""
    return ratio["ratio"] >= ratio["at_least"] and ratio["no_worse"]


def is_reached(goal: Mapping[str, Any]) -> bool:
    """Whether the work took no longer than we ask."""
    return goal["seconds"] <= goal["at_most"]
