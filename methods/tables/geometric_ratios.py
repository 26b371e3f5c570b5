"""Geometric means of ratios of two methods, from a score that is stored as its logarithm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, confidence_interval, paired_difference
from methods.schemas.option_kinds import MethodName, Metric, Published, StudyName
from methods.tables.captions import other_trials, table_title
from methods.tables.scores import PRINTED_SUFFIX
from methods.tables.table import NO_VALUE, Table

DIGITS = 4  # as in Table 3.1 of the thesis


def geometric_ratios(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    pairs: Mapping[str, Sequence[MethodName]],
    level: float = 1 - ALPHA,
) -> pd.DataFrame:
    """exp of the mean difference of the logarithms in `metric`, with its paired t-interval.

    ``pairs`` names each ratio and its two methods, numerator first.
    """
    trial_scores = results.trial_scores(study, metric)
    rows = []
    for dataset in results.datasets(study):
        scores = trial_scores.loc[dataset]
        for name, (above, below) in pairs.items():
            if above in scores and below in scores:
                log_ratio = paired_difference(scores[above].to_numpy(), scores[below].to_numpy())
                low, high = confidence_interval(log_ratio, level)
                rows.append(
                    {"dataset": dataset, "ratio": name, "n": log_ratio.n,
                     "geometric_mean": np.exp(log_ratio.value), "low": np.exp(low),
                     "high": np.exp(high)}
                )  # fmt: skip
    columns = ["dataset", "ratio", "n", "geometric_mean", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def ratio_table(
    results: Results,
    *,
    study: StudyName,
    metric: Metric,
    pairs: Mapping[str, Sequence[MethodName]],
    published: Published | None = None,
    caption: str = "",
) -> Table:
    """Ratios by data sets, ours with 95 % intervals, the printed ones below them."""
    data = geometric_ratios(results, study=study, metric=metric, pairs=pairs)
    cells: dict[str, dict[str, str]] = {}
    printed_values = []
    for row in data.to_dict("records"):
        name, dataset = row["ratio"], row["dataset"]
        text = NO_VALUE
        if row["n"]:
            text = f"{row['geometric_mean']:.{DIGITS}f}"
        if row["n"] > 1:
            text += f" [{row['low']:.{DIGITS}f}, {row['high']:.{DIGITS}f}]"
        if 0 < row["n"] < (planned := results.trials(study, dataset)):
            text += f" n={row['n']}/{planned}"
        cells.setdefault(name, {})[dataset] = text
        printed = results.printed_cell(published, dataset, name) if published else None
        printed_values.append(printed.mean if printed else np.nan)
        if printed:
            cells.setdefault(name + PRINTED_SUFFIX, {})[dataset] = f"{printed.mean:.{DIGITS}f}"
    data = data.assign(printed=printed_values)
    shown = results.datasets(study)
    frame = pd.DataFrame.from_dict(cells, orient="index", columns=shown).fillna(NO_VALUE)
    note = (
        f"{caption or table_title(results, study)}: geometric mean over "
        f"{results.trials(study)} trials, with its 95 % interval."
        f"{other_trials(results, study, shown)}"
    )
    return Table(data, frame, note)
