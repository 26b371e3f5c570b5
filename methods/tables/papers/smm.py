"""Tables that only the SMM paper needs, and the numbers and matrices that its outputs read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from methods.bench.experiments import slug
from methods.bench.results import Results, finished
from methods.bench.statistics import paired_difference
from methods.schemas.option_kinds import (
    Condition,
    Curve,
    MethodName,
    Metric,
    PrintedMetric,
    PrintedTable,
    StudyName,
)
from methods.tables.table import NO_VALUE, Table, with_decimals

ROUNDING = 1e-9  # of an error, which is a count over a number of samples


def coefficients(
    results: Results, study: str, dataset: str, seed: int = 0
) -> dict[str, np.ndarray]:
    """The regression matrix of every method at one seed."""
    stored = results.artifacts(study, dataset)
    matrices = {}
    for name in results.methods(study):
        for key, value in stored.items():
            method, of_seed, *_, what = key.split("/")
            if (method, of_seed, what) == (slug(name), str(seed), "coef"):
                matrices[name] = value
    return matrices


def settings_of_like_error(results: Results, study: str, curve: str, within: float) -> pd.DataFrame:
    """Least, largest and last value of a path, by data set, method and seed.

    Of the settings whose error in cross-validation is at most `within` above the method's least, in
    the order in which they were tried.
    """
    trace = results.traces(study, curve)
    keys = [trace[key].astype(str) for key in ("dataset", "method")] + [trace["seed"]]
    least_error = trace["x"].groupby(keys).transform("min")
    kept = trace["x"] <= least_error + within + ROUNDING
    return trace["value"][kept].groupby([key[kept] for key in keys]).agg(["min", "max", "last"])


def grouping_table(
    results: Results,
    *,
    study: StudyName,
    curve: Curve,
    metric: Metric,
    within: float,
    methods: Sequence[MethodName],
    caption: str = "",
) -> Table:
    """Variance of the coefficients within groups over that between them, median over the draws.

    ``metric`` has it at the chosen setting and ``curve`` along all settings, both as log10. The
    purest and the least pure setting are those of all whose error in cross-validation is at most
    ``within`` above the method's least.
    """
    chosen = results.trial_scores(study, metric)
    ranges = settings_of_like_error(results, study, curve, within)
    rows = []
    for dataset in results.datasets(study):
        for name in methods:
            if (dataset, name) not in ranges.index.droplevel("seed"):
                continue
            of_draws = ranges.loc[dataset, name]
            rows.append(
                {"dataset": dataset, "method": name, "draws": len(of_draws),
                 "chosen": 10 ** chosen.loc[dataset, name].median(),
                 "purest": 10 ** of_draws["min"].median(),
                 "least_pure": 10 ** of_draws["max"].median()}
            )  # fmt: skip
    columns = ["dataset", "method", "draws", "chosen", "purest", "least_pure"]
    data = pd.DataFrame(rows, columns=columns)
    names = data["dataset"] + ", " + data["method"]
    cells = data.drop(columns=["dataset", "method"]).map("{:.2g}".format).set_axis(names)
    cells.columns = cells.columns.str.replace("_", " ")
    return Table(data, cells, caption or results.study(study).about)


def noise_by_rank(
    results: Results,
    *,
    studies: Sequence[StudyName],
    method: MethodName,
    than: Sequence[MethodName],
    conditions: Sequence[Condition],
    caption: str = "",
) -> Table:
    """Errors under noise, apart for draws of which cross-validation chose rank 1, and the others.

    A difference is the mean error of `method` less that of a rival, in points with its standard
    error. The rank is known before the noise is added, but the draws choose their group.
    """
    rows = []
    for study in studies:
        for condition in conditions:
            errors = results.trial_scores(study, "error", condition)
            rank = results.trial_scores(study, "rank", condition)[method]
            for kind, chosen in (("1", rank == 1), ("above 1", rank > 1)):
                of_kind = errors[chosen]
                row = {"study": study, "condition": condition, "rank": kind, "draws": len(of_kind),
                       "error": of_kind[method].mean()}  # fmt: skip
                for rival in than:
                    difference = paired_difference(of_kind[method], of_kind[rival])
                    row |= {f"minus {rival}": difference.value,
                            f"minus {rival}, error of it": difference.standard_error}  # fmt: skip
                rows.append(row)
    data = pd.DataFrame(rows)
    studies_in_words = data["study"].str.replace("_", " ")
    names = studies_in_words + ", " + data["condition"] + ", rank " + data["rank"]
    told = {
        f"{method} minus {rival}": [
            f"{_percent(value)} ± {_percent(error)}"
            for value, error in zip(
                data[f"minus {rival}"], data[f"minus {rival}, error of it"], strict=True
            )
        ]
        for rival in than
    }
    cells = pd.DataFrame(
        {"draws": data["draws"].map(str), method: data["error"].map(_percent)} | told
    ).set_axis(names)
    return Table(data, cells, caption or results.study(studies[0]).about)


def _percent(share: float) -> str:
    return NO_VALUE if np.isnan(share) else with_decimals(100 * share, 1)


def training_seconds(
    results: Results,
    *,
    study: StudyName,
    methods: Sequence[MethodName],
    table: PrintedTable,
    metric: PrintedMetric,
    caption: str = "",
) -> Table:
    """Seconds of the fit on each data set, mean ± deviation over the trials, and the printed ones.

    They are processor seconds of the fit at the chosen setting. A data set that nobody could get
    has the printed numbers alone.
    """
    runs = finished(results.runs(study))
    printed = results.printed(table, metric).set_index(["dataset", "method"])
    rows = []
    for dataset in results.datasets(study):
        for method in methods:
            of_pair = runs[(runs["dataset"] == dataset) & (runs["method"] == method)]
            seconds = of_pair["fit_seconds"]
            row = {"dataset": dataset, "method": method, "n": len(seconds),
                   "mean": seconds.mean(), "std": seconds.std()}  # fmt: skip
            if (dataset, method) in printed.index:
                in_print = printed.loc[(dataset, method)]
                row |= {"printed": in_print["value"], "printed_std": in_print["spread"]}
            rows.append(row)
    columns = ["dataset", "method", "n", "mean", "std", "printed", "printed_std"]
    data = pd.DataFrame(rows, columns=columns)
    shown = data.assign(
        ours=[_with_deviation(*pair) for pair in zip(data["mean"], data["std"], strict=True)],
        of_paper=[
            _with_deviation(*pair)
            for pair in zip(data["printed"], data["printed_std"], strict=True)
        ],
    )
    cells = shown.pivot(index="dataset", columns="method", values=["ours", "of_paper"])
    cells = cells.reindex(index=data["dataset"].unique())
    in_print = data.loc[data["printed"].notna(), "method"].unique()
    order = [("ours", name) for name in methods]
    order += [("of_paper", name) for name in methods if name in in_print]
    cells = cells.reindex(columns=pd.MultiIndex.from_tuples(order))
    cells.columns = [f"{name} (printed)" if kind == "of_paper" else name for kind, name in order]
    return Table(data, cells, caption or results.study(study).about)


def _with_deviation(mean: float, deviation: float) -> str:
    """Both with three digits; of a single trial the mean alone."""
    if np.isnan(mean):
        return NO_VALUE
    return f"{mean:.3g}" + ("" if np.isnan(deviation) else f" ± {deviation:.3g}")
