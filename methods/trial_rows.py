"""Scores in long form as a table with a row for each trial and a column for each method."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

TRIAL = ["dataset", "seed"]


def row_per_trial(
    scores: pd.DataFrame, datasets: Sequence[str], trials: int, methods: Sequence[str]
) -> pd.DataFrame:
    """A row for every planned trial and a column for every method; NaN where no number is finite.

    `scores` has one metric and one condition. Several values of a trial are averaged.
    """
    wide = scores.pivot_table(
        index=TRIAL, columns="method", values="value", observed=False, sort=True
    )
    wide.index = pd.MultiIndex.from_tuples([(str(d), int(s)) for d, s in wide.index], names=TRIAL)
    wide.columns = [str(column) for column in wide.columns]
    planned = pd.MultiIndex.from_product([datasets, range(trials)], names=TRIAL)
    wide = wide.reindex(index=planned, columns=list(methods)).astype(float)
    return wide.where(np.isfinite(wide))
