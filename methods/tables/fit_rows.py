"""Rows of runs by fit: where one fit serves all conditions, each of them has a row of it."""

from __future__ import annotations

import pandas as pd

from methods.bench.experiments import Study
from methods.bench.guard import OK


def row_per_fit(runs: pd.DataFrame, study: Study) -> pd.DataFrame:
    """The runs of a study with one row for each fit, in their order.

    A fit that ended badly under some condition has the row of the first such condition.
    """
    if not study.one_fit_for_all_conditions:
        return runs
    fit = [name for name in ("dataset", "method", "seed") if name in runs]
    ended_well = runs[runs["status"] == OK].index
    bad_first = runs.index.difference(ended_well).append(ended_well)
    return runs.loc[bad_first].drop_duplicates(fit).sort_index()
