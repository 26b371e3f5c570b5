"""Points of fits, and their means over trials as a line with a band of one standard error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.errors import UserError

BAND_ALPHA = 0.15


def points_at(results: Results, study: str, condition: str | None) -> pd.DataFrame:
    """The recorded curves of a study at one condition, which may be left out if there is one."""
    points = results.traces(study)
    if condition is not None:
        return points[points["condition"] == condition]
    if (n := points["condition"].nunique()) > 1:
        raise UserError(
            f"study {study} has curves at {n} conditions, and a mean is over the trials of one;"
            " name it by the option condition"
        )
    return points


def mean_and_error(frame: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Mean, standard error and count of ``value`` in each group, as columns mean, se and n.

    The standard error of a single value is NaN.
    """
    grouped = frame.groupby(list(keys), observed=True, sort=True)["value"]
    return grouped.agg(mean="mean", se="sem", n="count").reset_index()


def in_legend(label: str) -> str:
    """A label that a legend shows; it would leave out one that begins with an underscore."""
    return f" {label}" if label.startswith("_") else label


def show_band(panel: Any, part: pd.DataFrame, style: Mapping[str, Any], label: str) -> None:
    """A line of means over x with a band of one standard error (columns x, mean, se)."""
    x, mean, se = (part[column].to_numpy(dtype=float) for column in ("x", "mean", "se"))
    panel.plot(x, mean, label=in_legend(label), **style)
    if np.isfinite(se).any():
        panel.fill_between(x, mean - se, mean + se, color=style["color"], alpha=BAND_ALPHA, lw=0)
