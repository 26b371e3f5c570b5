"""How the evidence of a claim is shown as a table: its columns, their heads and units.

The ledger has errors as shares. A table has them in percent, and their differences in points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from methods.claims.sentences.words import PERCENT, PLAIN, POINTS, Unit, unit_of, words

HEADS = {
    "p_not": "p-value if it does not hold",
    "p_holds": "p-value if it holds",
    "could_have_seen": "smallest visible difference",
    "verdict_corrected_for_resampling": "resampling-corrected verdict",
    "corrected_for_resampling": "resampling-corrected counts",
    "pairs": "trials",
    "dataset": "data set",
    "datasets": "data sets",
    "than": "rival",
    "difference_from_than": "difference from rival",
    "interval_from_than": "interval from rival",
    "pairs_with_base": "trials with base",
    "pairs_with_than": "trials with rival",
    "after_holm": "counts after Holm",
    "p_value": "p-value",
    "as_claimed": "trials as claimed",
}
DIFFERENCES = (
    "difference", "interval", "could_have_seen", "mean_change", "largest_change",
    "difference_from_base", "interval_from_base", "difference_from_than", "interval_from_than",
    "difference_at_the_end", "largest_loss", "largest_loss_of_rival", "lower_by", "other_lower_by",
)  # fmt: skip
VALUES = ("least", "median", "largest")


@dataclass(frozen=True)
class Column:
    """A column of evidence, which shows `scale` times what the ledger has."""

    key: str
    head: str
    scale: float = 1.0

    def value(self, row: Mapping[str, Any]) -> Any:
        return _scaled(row.get(self.key), self.scale)


def columns(entry: Mapping[str, Any]) -> list[Column]:
    """Those of the evidence of an entry of the ledger."""
    keys = dict.fromkeys(key for row in entry["evidence"] for key in row)
    test = entry["test"]
    # a test of methods that has no metric is on errors
    metric = test.get("metric") or test.get("curve") or ("error" if "method" in keys else "")
    unit = unit_of(metric)
    unit = unit if unit in (PERCENT, POINTS) else PLAIN
    # of an exponent or a correlation, an interval has no unit
    plain = set() if "difference" in keys else {"interval"}
    return [_column(key, PLAIN if key in plain else unit) for key in keys]


def _column(key: str, unit: Unit) -> Column:
    told = unit.difference if key in DIFFERENCES else unit.value if key in VALUES else ""
    return Column(key, f"{label(key)}, in{told}", unit.scale) if told else Column(key, label(key))


def label(key: str) -> str:
    """The head of a column of evidence."""
    return HEADS.get(key, words(key))


def _scaled(value: Any, scale: float) -> Any:
    if scale == 1 or value is None:
        return value
    return [_scaled(end, scale) for end in value] if isinstance(value, list) else scale * value
