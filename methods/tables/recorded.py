"""The table of recorded numbers: methods by the measures that a fit records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName
from methods.tables.captions import table_title
from methods.tables.table import NO_VALUE, Table

ROUNDING = 1e-9  # numbers of the order of 1 that are smaller than this are shown as 0


def measure_table(
    results: Results,
    *,
    study: StudyName,
    measures: Sequence[Metric],
    methods: Sequence[MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    summary: Literal["mean", "median"] = "mean",
    digits: int = 3,
    caption: str = "",
) -> Table:
    """Methods by measures: mean or median of each recorded number over data sets and fits.

    Versions of one data set count once, as the first of them, and so does a number of a fit that is
    tested under noise of many kinds. A number that differs between these kinds counts for each. One
    that is not finite is left out, and the cell then says of how many numbers the rest are.
    """
    names = list(methods or results.methods(study))
    one_fit = results.study(study).one_fit_for_all_conditions
    scores = results.scores(study)
    once = results.counted_once(results.datasets(study, datasets))
    scores = scores[scores["dataset"].isin(once)]
    rows = []
    shares: dict[tuple[str, str], str] = {}  # of finite numbers, where they are not all
    for name in names:
        of_method = scores[scores["method"] == name]
        for measure in measures:
            of_measure = of_method[of_method["metric"] == measure]
            of_fits = _of_fits(of_measure)["value"] if one_fit else of_measure["value"]
            values = of_fits[np.isfinite(of_fits)]
            if len(values) < len(of_fits):
                shares[name, measure] = f" n={len(values)}/{len(of_fits)}"
            rows.append(
                {"method": name, "measure": measure, "n": len(values),
                 "mean": values.mean(), "median": values.median(), "least": values.min(),
                 "largest": values.max()}
            )  # fmt: skip
    data = pd.DataFrame(rows)
    cells = data.pivot(index="method", columns="measure", values=summary)
    cells = cells.reindex(index=names, columns=list(measures))
    cells = cells.map(lambda v: NO_VALUE if np.isnan(v) else f"{_without_rounding(v):.{digits}g}")
    for (name, measure), share in shares.items():
        cells.loc[name, measure] += share
    return Table(data, cells, caption or table_title(results, study))


def _of_fits(of_measure: pd.DataFrame) -> pd.DataFrame:
    """One number of each fit if none differs between its conditions, and else all."""
    once = of_measure.drop_duplicates(["dataset", "seed"])
    different = of_measure.drop_duplicates(["dataset", "seed", "value"])
    return once if len(different) == len(once) else of_measure


def _without_rounding(value: float) -> float:
    return value if abs(value) > ROUNDING else 0.0
