"""Errors above that of always answering the larger class.

The larger class of all rows is as large in the test rows but for chance, so an error is above it
only if it exceeds the share of the other classes by more than two printed standard errors. An error
that prints no deviation is not judged. A finding is about the method, and not about where a number
comes from.
"""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from methods.bench.statistics import STANDARD_ERRORS
from methods.forensics.printed_cells import Finding, Outcome, Protocol, as_errors, deviations


def majority_bar(share: float, standard_error: float) -> float:
    """The error from which a method is worse; `share` is that of all classes but the largest."""
    return share + STANDARD_ERRORS * standard_error


def majority(
    metric: str, rows: pd.DataFrame, protocol: Protocol, shares: Mapping[str, float]
) -> Outcome:
    """The printed errors above the `shares` of all classes but the largest, by data set."""
    known = rows[rows["dataset"].isin(list(shares)) & rows["spread"].notna()]
    if known.empty or protocol.trials is None:
        note = "the classes, the trials or the deviations are not stated"
        return Outcome("majority class", 0, note=note)
    errors = as_errors(metric, known)
    standard = deviations(metric, known, protocol.trials) / protocol.trials**0.5
    findings = [
        Finding(
            str(row.dataset), str(row.method),
            f"an error of {error:.3g} is above the {shares[row.dataset]:.3g} of the larger class",
        )
        for row, error, s in zip(known.itertuples(), errors, standard, strict=True)
        if error > majority_bar(shares[row.dataset], float(s))
    ]  # fmt: skip
    return Outcome("majority class", len(known), findings)
