"""The table of how much the order of methods rests on single data sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from methods.bench.ranks import rank_methods
from methods.bench.results import Results
from methods.inference.rank_stability import places, places_without_each
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, StudyName
from methods.tables.compared import GENERATED, Compared, kind_of
from methods.tables.table import NO_VALUE, Table


def sensitivity_table(
    results: Results,
    *,
    study: StudyName,
    metric: Metric = "error",
    methods: Sequence[MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    caption: str = "",
) -> Table:
    """The place of each method by average rank, and without each data set or the generated ones.

    Only data sets on which all methods have a score, of as many trials, count.
    """
    compared = Compared.of(results, study, metric, methods, datasets)
    costs = compared.costs.dropna()
    title = caption or "How much the order rests on single data sets"
    if costs.empty or len(costs) < 2:
        return Table(pd.DataFrame(), pd.DataFrame(), f"{title}: fewer than two data sets have all.")
    ranks = np.asarray(rank_methods(costs.to_numpy(), lower_is_better=True))
    measured = np.array([kind_of(results, str(name)) != GENERATED for name in costs.index])
    place, without = places(ranks), places_without_each(ranks)
    moved = np.abs(without - place)
    some = bool(measured.any() and not measured.all())
    data = pd.DataFrame({
        "method": costs.columns, "average_rank": ranks.mean(axis=0), "place": place,
        "best_place": without.min(axis=0), "worst_place": without.max(axis=0),
        "most_moved_by": [
            str(costs.index[i]) if moved[i, j] else "" for j, i in enumerate(moved.argmax(axis=0))
        ],
        "place_without_generated": places(ranks[measured]) if some else np.nan,
        "datasets": len(costs), "measured": int(measured.sum()),
    }).sort_values("average_rank", kind="stable")  # fmt: skip
    cells = pd.DataFrame({
        "average rank": data["average_rank"].map("{:.2f}".format),
        "place": data["place"].map("{:g}".format),
        "without any one data set": [
            f"{low:g}" if low == high else f"{low:g} to {high:g}"
            for low, high in zip(data["best_place"], data["worst_place"], strict=True)
        ],
        "moved most by leaving out": data["most_moved_by"].replace("", NO_VALUE),
        "without generated data": [
            NO_VALUE if np.isnan(value) else f"{value:g}"
            for value in data["place_without_generated"]
        ],
    }).set_axis(data["method"])  # fmt: skip
    best = data["method"].iloc[0]
    holds = int((without[:, list(costs.columns).index(best)] == 1).sum())
    note = (
        f"places by average rank of {metric} over {len(costs)} data sets, of which"
        f" {int(measured.sum())} are measured and the others generated. A place that changes much"
        " when one data set is left out rests on that data set. A place that changes without the"
        f" generated data rests on how these were made. {best} stays first without any one of"
        f" {holds} of {len(costs)} data sets."
    )
    return Table(data, cells, f"{title}: {note}")
