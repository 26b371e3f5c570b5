"""The table of one method on each data set, and of its difference to one other."""

from __future__ import annotations

import numpy as np
import pandas as pd

from methods.bench.ranks import rank_methods
from methods.bench.results import Results
from methods.bench.statistics import FEWEST_TRIALS, confidence_interval
from methods.inference.effects import Effect
from methods.inference.region import ROPE, UNKNOWN, Probabilities, correlated_t_probabilities
from methods.schemas.option_kinds import MethodName, Metric, StudyName
from methods.tables.compared import Compared, chances_text, kind_of
from methods.tables.table import NO_VALUE, Table


def dataset_table(
    results: Results,
    *,
    study: StudyName,
    method: MethodName,
    against: MethodName | None = None,
    metric: Metric = "error",
    rope: float = ROPE,
    caption: str = "",
) -> Table:
    """A method on each data set: its score, its place among all, and its difference to another.

    The other method is that with the best average rank, unless ``against`` names one. The
    difference has a 95 % interval that is corrected for trials that share rows (Nadeau and Bengio).
    The probabilities are those of the Bayesian correlated t-test. With fewer than `FEWEST_TRIALS`
    trials there are none.
    """
    compared = Compared.of(results, study, metric)
    names = list(compared.means)
    if why := compared.why_none(method, against):
        return Table(pd.DataFrame(), pd.DataFrame(), f"{caption or study}: {why}.")
    other = against or compared.best([name for name in names if name != method])
    ranks = rank_methods(compared.costs.to_numpy(), lower_is_better=True, ties="competition")
    of_method = ranks[:, names.index(method)]
    rows = []
    for dataset, place, of_set in zip(compared.means.index, of_method, ranks, strict=True):
        difference = compared.difference(dataset, method, other)
        tested = difference.n >= FEWEST_TRIALS
        low, high = confidence_interval(difference) if tested else (np.nan, np.nan)
        chances = correlated_t_probabilities(difference, rope) if tested else UNKNOWN
        trials = compared.trials.loc[dataset, method]
        rows.append({
            "dataset": dataset, "kind": kind_of(results, dataset), "n": int(trials.notna().sum()),
            "trials": results.trials(study, dataset), "mean": trials.mean(), "place": place,
            "ranked": int(np.isfinite(of_set).sum()), "against": other,
            "against_mean": compared.means.loc[dataset, other], "difference": difference.value,
            "low": low, "high": high, "better": chances.better, "equal": chances.equal,
            "worse": chances.worse,
        })  # fmt: skip
    data = pd.DataFrame(rows)
    note = (
        f"{method} on each data set, and against {other}. Difference: in {compared.unit}, below"
        f" zero in favour of {method}, with a 95 % interval that is corrected for trials that"
        " share rows. P: the Bayesian correlated t-test takes that same correction into account"
        f" and gives the probability that {method} is better, practically equal, or worse on this"
        " data set. Two methods are practically equal if they differ by at most"
        f" {compared.rope_text(rope)}."
    )
    if against is None:
        note += f" {other} has the best average rank of the others by these same scores."
    return Table(data, _dataset_cells(compared, data), f"{caption or 'By data set'}: {note}")


def _dataset_cells(compared: Compared, data: pd.DataFrame) -> pd.DataFrame:
    cells = {}
    for row in data.to_dict("records"):
        short = f" n={row['n']}/{row['trials']}" if row["n"] < row["trials"] else ""
        unknown = np.isnan(row["place"])
        cells[row["dataset"]] = {
            "kind": row["kind"],
            compared.metric + " (%)" * (compared.scale != 1): compared.fixed(row["mean"]) + short,
            "place": NO_VALUE if unknown else f"{row['place']:g} of {row['ranked']}",
            row["against"]: compared.fixed(row["against_mean"]),
            "difference": compared.interval(Effect(row["difference"], row["low"], row["high"])),
            **chances_text(Probabilities(row["better"], row["equal"], row["worse"])),
        }  # fmt: skip
    return pd.DataFrame.from_dict(cells, orient="index")
