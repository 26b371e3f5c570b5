"""Cells that print the same mean and the same spread, and the chance of as many.

Each cell is drawn again: a mean around the printed one with the printed standard error, and a
spread around the printed one as a sample deviation of J trials, both rounded as printed and, where
the test rows are stated, put on the steps that whole errors leave. The chance is the share of
2,000 such tables with at least as many equal pairs in one data set. Drawing around numbers that are
equal already makes pairs more likely, so the test is careful.

Without more, the cells of a data set are taken as independent, given their expected errors. Methods
that share splits and make the same decisions give the same numbers honestly; a finding then says
that they do. If trials of the same methods on shared splits are at hand, whole trials are drawn
from these instead, so that methods are as alike as they are there. A data set that has none gets
those of another one, drawn anew each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import pandas as pd

from methods.forensics.printed_cells import (
    FALSE_ALARMS,
    Finding,
    Outcome,
    Protocol,
    scale_of,
    unit_of,
)
from methods.seeds import stream

DRAWS = 2_000


def equal_pairs(rows: pd.DataFrame) -> list[tuple[str, str, str]]:
    """Data set and both methods of each pair of cells with the same mean and spread."""
    return [
        (str(dataset), str(a.method), str(b.method))
        for dataset, group in rows.groupby("dataset", sort=False)
        for a, b in combinations(group.itertuples(), 2)
        if (a.value, a.spread) == (b.value, b.spread)
    ]


def chance_of_pairs(metric: str, rows: pd.DataFrame, protocol: Protocol, at_least: int) -> float:
    """How likely as many equal pairs are, by simulation."""
    trials = protocol.trials or 2
    unit, spread_unit = unit_of(rows["value"]), unit_of(rows["spread"])
    random = stream("forensics", "duplicates", len(rows), at_least)
    pairs = np.zeros(DRAWS, dtype=int)
    for dataset, group in rows.groupby("dataset", sort=False):
        means, spreads = (group[name].to_numpy(dtype=float) for name in ("value", "spread"))
        errors = np.where(group["spread_kind"] == "se", 1.0, trials**-0.5) * spreads
        drawn = means + errors * random.standard_normal((DRAWS, len(group)))
        tested = protocol.mean_rows(str(dataset)) * trials
        if tested > 0:  # not NaN
            step = scale_of(metric) / tested
            drawn = np.round(drawn / step) * step
        again = spreads * np.sqrt(random.chisquare(trials - 1, drawn.shape) / (trials - 1))
        first, second = np.triu_indices(len(group), 1)
        mean_codes, spread_codes = np.round(drawn / unit), np.round(again / spread_unit)
        same = mean_codes[:, first] == mean_codes[:, second]
        pairs += (same & (spread_codes[:, first] == spread_codes[:, second])).sum(axis=1)
    return float((1 + (pairs >= at_least).sum()) / (1 + DRAWS))


def chance_of_pairs_in_trials(
    rows: pd.DataFrame, protocol: Protocol, at_least: int, own: Mapping[str, pd.DataFrame]
) -> float:
    """How likely as many equal pairs are, if trials are drawn from `own`.

    Of each data set, `own` has the printed metric by trial (rows) and method (columns).
    """
    trials = protocol.trials or 2
    units = unit_of(rows["value"]), unit_of(rows["spread"])
    random = stream("forensics", "duplicates in trials", len(rows), at_least)
    every = list(own.values())
    pairs = np.zeros(DRAWS, dtype=int)
    for dataset, group in rows.groupby("dataset", sort=False):
        known = [own[str(dataset)]] if dataset in own else every
        chosen = random.integers(len(known), size=DRAWS)
        for k, of_set in enumerate(known):
            draws = chosen == k
            values = of_set[list(group["method"])].to_numpy()
            at = random.integers(len(values), size=(int(draws.sum()), trials))
            codes = [
                np.round(of_trials / unit)
                for of_trials, unit in zip(
                    (values[at].mean(axis=1), values[at].std(axis=1, ddof=1)), units, strict=True
                )
            ]
            first, second = np.triu_indices(len(group), 1)
            same = np.all([code[:, first] == code[:, second] for code in codes], axis=0)
            pairs[draws] += same.sum(axis=1)
    return float((1 + (pairs >= at_least).sum()) / (1 + DRAWS))


def duplicates(
    metric: str,
    rows: pd.DataFrame,
    protocol: Protocol,
    own: Mapping[str, pd.DataFrame] | None = None,
) -> Outcome:
    """Whether more cells are equal than independent trials, or those of `own`, make so."""
    known = rows.dropna(subset=["spread"])
    if known.empty or protocol.trials is None or protocol.trials < 2:
        return Outcome("equal cells", 0, note="no spreads, or the trials are not stated")
    pairs = equal_pairs(known)
    if not pairs:
        return Outcome("equal cells", len(known), note="no two cells of a data set are equal")
    if own:
        chance = chance_of_pairs_in_trials(known, protocol, len(pairs), own)
        found = f"{len(pairs)} equal pair{'s' * (len(pairs) > 1)}"
        kind = f"trials on shared splits (chance {chance:.2g})"
        note, says = f"{found} can come from {kind}", f"{found} cannot come from {kind}"
        finding = Finding("ALL", "ALL", says, chance)
        return Outcome("equal cells", len(known), [finding] * (chance <= FALSE_ALARMS), note)
    chance = chance_of_pairs(metric, known, protocol, len(pairs))
    listed = ", ".join(f"{a} and {b} on {dataset}" for dataset, a, b in pairs[:6])
    note = f"{len(pairs)} equal pairs, chance {chance:.2g}: {listed}"
    says = f"{len(pairs)} equal pairs cannot come from independent trials (chance {chance:.2g})"
    finding = Finding("ALL", "ALL", says, chance)
    return Outcome("equal cells", len(known), [finding] * (chance <= FALSE_ALARMS), note)
