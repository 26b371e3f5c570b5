"""Tables that only the ERM paper needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.schemas.option_kinds import StudyName
from methods.tables.table import NO_VALUE, Table

EXACT = " exact"
ROUNDING = 1e-6  # percent; smaller gaps are within the precision of the solvers
GAP_COLUMNS = (
    "study", "method", "dataset", "n", "mean_gap_percent", "largest_gap_percent", "iterations",
)  # fmt: skip


def optimality_gap(results: Results, *, studies: Sequence[StudyName]) -> Table:
    """Objective of every variant of the paper's algorithm above the exact optimum, in percent.

    (F - F*) / F* at the same split, mean and largest over the trials of a data set. A variant is
    compared with the method ``<loss>-ERM<size> exact`` that its name begins with.
    """
    rows = []
    for study in studies:
        objectives = results.trial_scores(study, "objective")
        iterations = results.trial_scores(study, "iterations")
        for name in objectives.columns:
            optimum = f"{name.split(' ')[0]}{EXACT}"
            if "-ERM" not in name or name == optimum or optimum not in objectives:
                continue
            gaps = 100 * (objectives[name] / objectives[optimum] - 1)
            for dataset, of_dataset in gaps.groupby(level="dataset", sort=False):
                rows.append(
                    {"study": study, "method": name, "dataset": dataset,
                     "n": int(of_dataset.notna().sum()), "mean_gap_percent": of_dataset.mean(),
                     "largest_gap_percent": of_dataset.max(),
                     "iterations": iterations.loc[dataset, name].mean()}
                )  # fmt: skip
    data = pd.DataFrame(rows, columns=GAP_COLUMNS)
    data = data.drop_duplicates(["method", "dataset"], ignore_index=True)
    for column in ("mean_gap_percent", "largest_gap_percent"):
        data[column] = data[column].mask(data[column].abs() <= ROUNDING, 0.0).round(6)
    cells = data.pivot(index="method", columns="dataset", values="mean_gap_percent")
    cells = cells.reindex(
        index=dict.fromkeys(data["method"]), columns=dict.fromkeys(data["dataset"])
    )
    text = cells.map(lambda gap: NO_VALUE if np.isnan(gap) else f"{gap:.2f}")
    return Table(data, text, "Objective above the optimum at the same split (%), mean over trials")
