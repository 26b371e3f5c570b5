"""The table of scores: methods by data sets, beside the printed numbers.

A cell is the mean ± standard deviation over the trials. If trials failed or are missing, it also
says how many it rests on, as in ``n=17/20``. The best of a column among the methods with the most
trials is bold; others have no rank. Methods that are not significantly worse than the best over
random splits of the data set have a star (paired t-test, 5 %, Holm over the column). Fewer than
`FEWEST_TRIALS` trials tell nothing: no bold, star or mark.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from methods.bench.ranks import average_ranks, means_to_rank, rank_methods
from methods.bench.results import Results
from methods.bench.statistics import (
    ALPHA,
    FEWEST_TRIALS,
    Summary,
    combined_standard_error,
    holm_correction,
    paired_difference,
    summarise,
    t_test,
)
from methods.schemas.option_kinds import (
    Condition,
    DatasetName,
    MethodName,
    Metric,
    PrintedMethod,
    Published,
    StudyName,
)
from methods.tables.captions import gap_note, other_trials, shown_unit, table_title
from methods.tables.ranked_datasets import rank_note, ranked_datasets
from methods.tables.table import NO_VALUE, Table, with_decimals

PRINTED_SUFFIX = " (printed)"
DIFFERENCE_SUFFIX = " (difference / se)"
WORSE, BETTER = "●", "○"
DECIMALS, NAMED_DECIMALS = 2, 4


def score_table(
    results: Results,
    *,
    study: StudyName,
    metric: Metric = "error",
    percent: bool | None = None,
    methods: Sequence[MethodName | PrintedMethod] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    condition: Condition = "",
    lower_is_better: bool | None = None,
    published: Published | None = None,
    best_of: Mapping[PrintedMethod, Sequence[MethodName]] | None = None,
    rivals: Mapping[MethodName, MethodName] | None = None,
    corrected: bool = False,
    caption: str = "",
) -> Table:
    """Methods by data sets: ours, the printed value, and their difference in standard errors.

    ``published`` names the printed numbers, see `Results.printed_cell`. A method that is only
    printed keeps its rows, and ours is a gap. If the paper prints no deviation, the difference has
    the unit of the table. ``best_of`` gives a printed method those of ours of which it is the best
    on each data set. Such a row is chosen by the scores that it shows, so it has no rank and no
    star. Average ranks are over the methods of the table that ran. They are over the data sets
    that the paper prints, without stand-ins, or over all if that leaves none. Versions of one data
    set count once, as the first of them.
    ``rivals`` gives methods the one against which they are marked as significantly worse or better.
    ``corrected`` corrects the test behind the stars for trials that share rows (Nadeau and Bengio).
    ``lower_is_better`` is for recorded numbers; a metric knows its direction. Errors and recorded
    numbers are shown in percent and other metrics are not, unless ``percent`` says so.
    """
    named = metric in results.study(study).metrics
    percent = not named if percent is None else percent
    lower_is_better = results.lower_is_better(study, metric, lower_is_better)
    shown = results.datasets(study, datasets)
    if published and not results.printed_datasets(published, shown):
        published = None
    names = _shown_methods(results, study, methods, published)
    trial_scores = results.trial_scores(study, metric, condition, best_of).reindex(columns=names)
    trial_scores = trial_scores * (100.0 if percent else 1.0)
    chosen = list(best_of or {})
    means = means_to_rank(trial_scores.drop(columns=chosen, errors="ignore")).reindex(columns=names)
    rows: list[dict[str, Any]] = []
    for dataset in shown:
        planned = results.trials(study, dataset)
        scores = trial_scores.loc[dataset]
        ratio = results.test_train_ratio(study, dataset) if corrected else 0.0
        for of_method in _rows(
            scores, planned, means.loc[dataset], lower_is_better, rivals or {}, chosen, ratio
        ):
            row = {"dataset": dataset, **of_method}
            if published:
                row |= _printed_and_difference(results, published, row)
            rows.append(row)
    data = pd.DataFrame(rows)
    ran = means.loc[shown].dropna(axis="columns", how="all").columns
    averages, complete = dict.fromkeys(names, np.nan), 0
    if len(ran):
        to_rank = means.loc[ranked_datasets(results, published, shown), ran]
        of_ran, complete = average_ranks(to_rank, lower_is_better=lower_is_better)
        averages |= dict(zip(ran, of_ran.tolist(), strict=True))
    cells = _cells(data, shown, bool(published), decimals_of(named, percent))
    _add_average_ranks(results, published, averages, cells)
    unit = shown_unit(metric, percent, caption)
    if named:
        unit = f"{metric}{' (%)' * percent}, {'lower' if lower_is_better else 'higher'} is better"
    note = (
        f"{caption or table_title(results, study, condition)}: {unit}, "
        f"mean ± standard deviation of {results.trials(study)} trials. Bold: the best; *: not "
        f"significantly worse ({'corrected ' * corrected}paired t-test over the trials, 5 %, "
        f"Holm); neither with fewer than {FEWEST_TRIALS} trials. "
        f"{rank_note(len(ran), complete)}."
    )
    note += _more_notes(results, study, shown, rivals, published)
    return Table(data, cells, note + gap_note(results, study, metric, names, shown))


def _shown_methods(
    results: Results, study: str, methods: Sequence[str] | None, published: Published | None
) -> list[str]:
    """Those of `methods`, or of all, that ran or are printed."""
    known = set(results.methods(study))
    if published:
        known |= set(results.printed(published["table"], published["metric"])["method"])
    return [name for name in methods or results.methods(study) if name in known]


def _rows(
    scores: pd.DataFrame,
    planned: int,
    to_rank: pd.Series,
    lower_is_better: bool,
    rivals: Mapping[str, str],
    chosen: Collection[str],
    ratio: float,
) -> list[dict[str, Any]]:
    """One row per method of its trials on one data set, which are a column of `scores` each.

    `to_rank` are the means of those that have a rank. Those of `chosen` have no star. `ratio` is
    that of `paired_difference`.
    """
    summaries = {str(name): summarise(scores[name].to_numpy()) for name in scores.columns}
    ranks = rank_methods(to_rank, lower_is_better=lower_is_better)
    tested = scores.drop(columns=list(chosen), errors="ignore")
    equals = _not_worse(tested, to_rank, lower_is_better, ratio)
    rows = []
    for (name, ours), rank in zip(summaries.items(), ranks, strict=True):
        row = {
            "method": name, "n": ours.n, "trials": planned,
            "mean": ours.mean, "std": ours.std, "se": ours.standard_error, "rank": rank,
            "best": ours.n >= FEWEST_TRIALS and bool(rank == np.nanmin(ranks)),
            "not_worse_than_best": ours.n >= FEWEST_TRIALS and name in equals,
        }  # fmt: skip
        if rivals:
            row["mark"] = _mark(scores, name, rivals.get(name), lower_is_better)
        rows.append(row)
    return rows


def _not_worse(
    scores: pd.DataFrame, to_rank: pd.Series, lower_is_better: bool, ratio: float
) -> set[str]:
    """The best method of a data set and those that a paired t-test does not show to be worse."""
    if to_rank.isna().all():
        return set()
    best = str(to_rank.idxmin() if lower_is_better else to_rank.idxmax())
    others = [str(name) for name in scores.columns if name != best]
    tests = [
        t_test(
            paired_difference(
                scores[name].to_numpy(), scores[best].to_numpy(), test_train_ratio=ratio
            )
        )
        for name in others
    ]
    p_values = [test.p_value if test.n >= FEWEST_TRIALS else np.nan for test in tests]
    adjusted = holm_correction(p_values)
    return {best} | {
        name
        for name, test, p in zip(others, tests, adjusted, strict=True)
        # with fewer trials, a method may lead on those that it shares with the best
        if p >= ALPHA or (p < ALPHA and (test.difference < 0) == lower_is_better)
    }


def _mark(scores: pd.DataFrame, name: str, rival: str | None, lower_is_better: bool) -> str:
    """Sign of a significant paired difference to the rival at 5 %, uncorrected as in papers."""
    if rival not in scores or scores[name].isna().all():
        return ""
    test = t_test(paired_difference(scores[name].to_numpy(), scores[rival].to_numpy()))
    if test.n < FEWEST_TRIALS or not test.p_value < ALPHA:
        return ""
    return WORSE if (test.difference > 0) == lower_is_better else BETTER


def _printed_and_difference(
    results: Results, published: Published, row: Mapping[str, Any]
) -> dict[str, float]:
    printed = results.printed_cell(published, row["dataset"], row["method"])
    if printed is None:
        return dict.fromkeys(("printed", "printed_std", "difference", "difference_in_se"), np.nan)
    combined = combined_standard_error(Summary(row["mean"], row["std"], row["n"]), printed)
    difference = row["mean"] - printed.mean
    return {
        "printed": printed.mean, "printed_std": printed.std, "difference": difference,
        "difference_in_se": difference / combined if combined else np.nan,
    }  # fmt: skip


def decimals_of(named: bool, percent: bool) -> int:
    """Of a cell: more for a metric that is not in percent, since most lie between 0 and 1."""
    return NAMED_DECIMALS if named and not percent else DECIMALS


def _cells(data: pd.DataFrame, shown: Sequence[str], printed: bool, decimals: int) -> pd.DataFrame:
    """The text of each method and data set, with two more rows for a method that is printed."""
    cells: dict[str, dict[str, str]] = {}
    in_print = set(data[data["printed"].notna()]["method"]) if printed else set()
    for row in data.to_dict("records"):
        name, dataset = row["method"], row["dataset"]
        cells.setdefault(name, {})[dataset] = _cell(row, decimals)
        if name in in_print:
            text = plus_minus(row["printed"], row["printed_std"], decimals)
            cells.setdefault(name + PRINTED_SUFFIX, {})[dataset] = text
            cells.setdefault(name + DIFFERENCE_SUFFIX, {})[dataset] = _difference(row, decimals)
    return pd.DataFrame.from_dict(cells, orient="index", columns=list(shown)).fillna(NO_VALUE)


def _cell(row: dict[str, Any], decimals: int) -> str:
    if not row["n"]:
        return NO_VALUE
    text = plus_minus(row["mean"], row["std"], decimals)
    if row["best"]:
        text = f"**{text}**"
    elif row["not_worse_than_best"]:
        text = f"{text} *"
    text += row.get("mark", "")
    return text if row["n"] == row["trials"] else f"{text} n={row['n']}/{row['trials']}"


def _difference(row: dict[str, Any], decimals: int) -> str:
    """In standard errors, or without any in the unit of the table, with its decimals."""
    if not np.isnan(row["difference_in_se"]):
        return f"{row['difference_in_se']:+.1f}"
    known = not np.isnan(row["difference"])
    return f"({row['difference']:+.{decimals}f})" if known else NO_VALUE


def plus_minus(mean: float, spread: float, decimals: int) -> str:
    """Both numbers; the mean alone if its spread is not known, as that of one trial."""
    if np.isnan(mean):
        return NO_VALUE
    text = with_decimals(mean, decimals)
    return text if np.isnan(spread) else f"{text} ± {with_decimals(spread, decimals)}"


def _add_average_ranks(
    results: Results,
    published: Published | None,
    averages: Mapping[str, float],
    cells: pd.DataFrame,
) -> None:
    """Add the column of average ranks to `cells`: ours, and the printed ones."""
    cells["average rank"] = ""
    for name, rank in averages.items():
        cells.loc[name, "average rank"] = NO_VALUE if np.isnan(rank) else f"{rank:.2f}"
    if published:
        printed = results.printed(published["table"], "average_rank").set_index("method")["value"]
        for name in averages:
            if name in printed.index and name + PRINTED_SUFFIX in cells.index:
                cells.loc[name + PRINTED_SUFFIX, "average rank"] = f"{printed[name]:g}"


def _more_notes(
    results: Results,
    study: str,
    shown: Sequence[str],
    rivals: Mapping[str, str] | None,
    published: Published | None,
) -> str:
    """The end of the caption: on data sets with other trials, on marks and on printed numbers."""
    notes = other_trials(results, study, shown)
    if rivals:
        against = ", ".join(f"{name} against {rival}" for name, rival in rivals.items())
        notes += f" {WORSE} significantly worse, {BETTER} better (t-test alone): {against}."
    if published:
        notes += (
            " Difference: ours minus printed, in units of their combined standard error;"
            " in brackets, in the unit of the table, where no standard error is known."
        )
    return notes
