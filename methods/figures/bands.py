"""Means over trials, drawn as a line with a band of one standard error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

BAND_ALPHA = 0.15


def mean_and_error(frame: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Mean, standard error and count of ``value`` in each group, as columns mean, se and n.

    The standard error of a single value is NaN.
    """
    grouped = frame.groupby(list(keys), observed=True, sort=True)["value"]
    return grouped.agg(mean="mean", se="sem", n="count").reset_index()


def show_band(panel: Any, part: pd.DataFrame, style: Mapping[str, Any], label: str) -> None:
    """A line of means over x with a band of one standard error (columns x, mean, se)."""
    x, mean, se = (part[column].to_numpy(dtype=float) for column in ("x", "mean", "se"))
    panel.plot(x, mean, label=label, **style)
    if np.isfinite(se).any():
        panel.fill_between(x, mean - se, mean + se, color=style["color"], alpha=BAND_ALPHA, lw=0)
