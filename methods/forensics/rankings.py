"""Ranks, average ranks, counts and marks that do not follow from printed means and deviations.

Printed means that are equal may differ in digits that are not printed, so they may have any of the
ranks that they share. Counts and marks rest on a paired t-test at 5 %, whose correlation no table
prints; they are judged at every plausible one (`methods.forensics.significance`). A number that
some correlation explains is no finding, so there is no false alarm for numbers that came this way.
Cells that are not printed may be anything. Of two errors the lower one is better, and of two
accuracies the higher one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.forensics.printed_cells import Finding, Outcome, unit_of, worse_side
from methods.forensics.significance import (
    NOT_SIGNIFICANT,
    PLAUSIBLE,
    SIGNIFICANT,
    Printed,
    agreed,
)

WORSE, BETTER = "worse", "better"  # in the note of a marked cell
AVERAGE_RANK, COUNTS = "average_rank", "win/tie/loss"  # metrics of printed ranks and counts


def possible_ranks(metric: str, rows: pd.DataFrame) -> pd.DataFrame:
    """The cells with the `first` and the `last` rank that their printed means allow."""
    by_dataset = (worse_side(metric) * rows["value"]).groupby(rows["dataset"])
    return rows.assign(
        first=by_dataset.rank(method="min").astype(int),
        last=by_dataset.rank(method="max").astype(int),
    )


def ranks_that_do_not_follow(metric: str, rows: pd.DataFrame) -> list[dict[str, Any]]:
    """The printed ranks that the printed means rule out, with the first that they allow."""
    ranked = possible_ranks(metric, rows.dropna(subset=["value"]))
    gaps = rows["value"].isna().groupby(rows["dataset"]).sum()  # each may be before the others
    last = ranked["last"] + ranked["dataset"].map(gaps)
    outside = ranked["rank"].notna() & ~ranked["rank"].between(ranked["first"], last)
    return [
        {"dataset": row.dataset, "method": row.method, "value": row.value,
         "printed_rank": row.rank, "rank": row.first}
        for row in ranked[outside].itertuples()
    ]  # fmt: skip


def ranks(metric: str, rows: pd.DataFrame) -> Outcome:
    """The printed ranks that the printed means rule out."""
    wrong = [
        Finding(
            str(entry["dataset"]), str(entry["method"]),
            f"rank {entry['printed_rank']:g} cannot come from these means",
        )
        for entry in ranks_that_do_not_follow(metric, rows)
    ]  # fmt: skip
    judged = int(rows[["value", "rank"]].notna().all(axis="columns").sum())
    return Outcome("ranks", judged, wrong, "" if judged else "no ranks are printed")


def average_ranks(
    metric: str, rows: pd.DataFrame, averages: pd.DataFrame, datasets: int
) -> Outcome:
    """The printed average ranks over `datasets` data sets that the printed means rule out.

    A data set that does not print all of their methods may give any of them any rank.
    """
    methods, rows = averages["method"].nunique(), rows.dropna(subset=["value"])
    printed = possible_ranks(metric, rows).set_index(["dataset", "method"])
    ranked = rows[rows["method"].isin(averages["method"])]
    whole = ranked.groupby("dataset")["method"].nunique() >= methods
    unit, findings = unit_of(averages["value"]), []
    for row in averages.itertuples():
        low = high = 0.0
        for dataset in whole.index[whole]:
            low += printed.loc[(dataset, row.method), "first"]
            high += printed.loc[(dataset, row.method), "last"]
        missing = datasets - int(whole.sum())
        bounds = (low + missing) / datasets, (high + missing * methods) / datasets
        if not bounds[0] - unit / 2 - 1e-9 <= row.value <= bounds[1] + unit / 2 + 1e-9:
            says = (
                f"an average rank of {row.value:g} cannot come from these means; "
                f"they give {bounds[0]:.2f} to {bounds[1]:.2f}"
            )
            findings.append(Finding("ALL", str(row.method), says))
    return Outcome("average ranks", len(averages), findings)


def counts(
    metric: str, rows: pd.DataFrame, printed_counts: pd.DataFrame, trials: int, datasets: int
) -> Outcome:
    """The printed counts of wins, ties and losses that no correlation of the trials gives.

    A count is named ``A vs B`` and printed as 5/10/0: so often A is significantly better, neither
    is, or B is.
    """
    cells, findings, worse = _by_cell(rows, trials), [], worse_side(metric)
    for row in printed_counts.itertuples():
        pair = str(row.dataset)
        method, _, rival = pair.partition(" vs ")
        said = [int(number) for number in str(row.value).split("/")]
        both = [d for d, name in cells if name == method and (d, rival) in cells]
        sure = {-1: 0, 0: 0, 1: 0}
        open_sides = {-1: datasets - len(both), 0: datasets - len(both), 1: datasets - len(both)}
        for dataset in both:
            a, b = cells[dataset, method], cells[dataset, rival]
            side, answer = worse * int(np.sign(a.mean - b.mean)), agreed(a, b, trials)
            if answer in (SIGNIFICANT, NOT_SIGNIFICANT):
                sure[side if answer == SIGNIFICANT else 0] += 1
            else:
                # means that are equal as printed may differ either way
                for possible in {0, side} if side else {-1, 0, 1}:
                    open_sides[possible] += 1
        wrong = sum(said) != datasets or any(
            not sure[side] <= number <= sure[side] + open_sides[side]
            for side, number in zip((-1, 0, 1), said, strict=True)
        )
        if wrong:
            between = ", ".join(f"{sure[s]} to {sure[s] + open_sides[s]}" for s in (-1, 0, 1))
            says = (
                f"{row.value} cannot come from these means, deviations and {trials} trials at any "
                f"correlation from {PLAUSIBLE[0]:g} to {PLAUSIBLE[1]:g}; they give {between}"
            )
            findings.append(Finding(pair, method, says))
    return Outcome("counts", len(printed_counts), findings)


def marks(
    metric: str, rows: pd.DataFrame, pairs: Sequence[tuple[str, str]], trials: int
) -> Outcome:
    """The marks of `pairs` of a method and its rival that no correlation of the trials gives.

    The note of a marked cell has `WORSE` or `BETTER`, as against the rival. A cell without a mark
    says nothing, as a mark may be lost between the page and the file.
    """
    cells, notes = _by_cell(rows, trials), rows.set_index(["dataset", "method"])["note"]
    judged, findings = 0, []
    for (dataset, method), note in notes.dropna().items():
        for one, rival in pairs:
            if one != method or (dataset, rival) not in cells or "significantly" not in str(note):
                continue
            judged += 1
            a, b = cells[dataset, method], cells[dataset, rival]
            side = worse_side(metric) * (1 if WORSE in str(note) else -1)
            apart = (a.mean - b.mean) * side + (a.mean_unit + b.mean_unit) / 2
            if apart < 0 or agreed(a, b, trials) == NOT_SIGNIFICANT:
                says = (
                    f"the mark against {rival} cannot come from a paired t-test at any correlation"
                )
                findings.append(Finding(str(dataset), str(method), says))
    return Outcome("marks", judged, findings, "" if judged else "no marks in the notes")


def _by_cell(rows: pd.DataFrame, trials: int) -> dict[tuple[str, str], Printed]:
    unit, spread_unit = (unit_of(rows[column].dropna()) for column in ("value", "spread"))
    cells = {}
    for row in rows.dropna(subset=["value", "spread"]).itertuples():
        factor = trials**0.5 if row.spread_kind == "se" else 1.0
        cells[str(row.dataset), str(row.method)] = Printed(
            row.value, factor * row.spread, unit, factor * spread_unit
        )
    return cells
