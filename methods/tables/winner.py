"""The table of who wins on a data set: by how much, how sure that is, and how long it takes.

The best method is the one with the best mean among those with the most trials. Every other method
is tested against it by the paired t-test over their common trials, corrected for trials that
resample the same rows, and with Holm over the methods. Those that are not significantly worse are
not told apart from the best. Fewer than `FEWEST_TRIALS` common trials tell nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from tabulate import tabulate

from methods.bench.guard import one_line
from methods.bench.results import Results, failed, finished
from methods.bench.statistics import (
    ALPHA,
    FEWEST_TRIALS,
    confidence_interval,
    holm_correction,
    paired_difference,
    summarise,
    t_test,
)
from methods.schemas.option_kinds import MethodName, Metric, StudyName
from methods.tables.captions import gap_note
from methods.tables.compared import SMALLEST_P, p_value_text
from methods.tables.scores import decimals_of
from methods.tables.seconds import trial_seconds
from methods.tables.table import NO_VALUE, Table

BEST, TOGETHER, WORSE = "best", "not told apart", "worse"
FEW, NONE = "too few trials to say", "no score"
NAMED = 5  # methods that a sentence names; of more it says the number
ROWS_SHOWN = 5  # on a terminal


def winner_table(
    results: Results,
    *,
    study: StudyName,
    metric: Metric = "error",
    own: Sequence[MethodName] = (),
) -> Table:
    """The methods from best to worst on each data set, each tested against the best.

    ``own`` are the methods of the user, which the sentences mention wherever they are.
    """
    named = metric in results.study(study).metrics
    lower_is_better = results.lower_is_better(study, metric)
    wide = results.trial_scores(study, metric)
    names = results.methods(study)
    rows: list[dict[str, Any]] = []
    for dataset in results.datasets(study):
        ratio = results.test_train_ratio(study, dataset)
        shared = {
            "dataset": dataset, "metric": metric, "percent": not named,
            "lower_is_better": lower_is_better, "trials": results.trials(study, dataset),
        }  # fmt: skip
        seconds = _seconds(results, study, dataset)
        reasons = _reasons(results, study, metric, dataset)
        ranked = ranking(wide.loc[dataset][names], lower_is_better, ratio)
        for row in ranked:
            name = row["method"]
            rows.append({**shared, **row, **seconds.get(name, {}), "own": name in own,
                         "reason": reasons.get(name, "")})  # fmt: skip
    data = pd.DataFrame(rows)
    sentences = [sentence for of_set in answers(data).values() for sentence in of_set]
    note = (
        f"Who wins: {' '.join(sentences)} {metric}{' (%)' * (not named)},"
        f" {'lower' if lower_is_better else 'higher'} is better, mean ±"
        " standard deviation over the trials. Each method is tested against the best: paired"
        " t-test, corrected for trials that share rows (Nadeau and Bengio), 5 %, Holm over the"
        " methods. The interval of the difference is at 95 %, for each method alone. The best is"
        " chosen by the same trials, so a close second may be as good. Seconds are those of one"
        " trial, with the choice of settings."
    )
    note += gap_note(results, study, metric, names, results.datasets(study))
    return Table(data, _cells(data), note)


def ranking(scores: pd.DataFrame, lower_is_better: bool, ratio: float) -> list[dict[str, Any]]:
    """A row for each method, the best first. A column of `scores` has the trials of a method.

    `ratio` is n_test / n_train. A difference above zero is worse than the best.
    """
    summaries = {str(name): summarise(scores[name].to_numpy()) for name in scores.columns}
    most = max((summary.n for summary in summaries.values()), default=0)
    sign = 1.0 if lower_is_better else -1.0

    def place(name: str) -> tuple[bool, bool, float]:
        ours = summaries[name]
        return not ours.n, ours.n < most, sign * ours.mean if ours.n else 0.0

    order = sorted(summaries, key=place)
    rows = []
    for name in order:
        ours = summaries[name]
        row: dict[str, Any] = {"method": name, "n": ours.n, "mean": ours.mean, "std": ours.std}
        difference = paired_difference(
            sign * scores[name].to_numpy(), sign * scores[order[0]].to_numpy(),
            test_train_ratio=ratio,
        )  # fmt: skip
        tested = name != order[0] and difference.n >= FEWEST_TRIALS
        low, high = confidence_interval(difference) if tested else (np.nan, np.nan)
        row |= {"difference": difference.value, "low": low, "high": high}
        row["p_value"] = t_test(difference).p_value if tested else np.nan
        rows.append(row)
    adjusted = holm_correction([row["p_value"] for row in rows])
    for row, p_value in zip(rows, adjusted, strict=True):
        row["p_value"] = p_value
        row["verdict"] = _verdict(row, is_best=row is rows[0], most=most)
    return rows


def _verdict(row: dict[str, Any], is_best: bool, most: int) -> str:
    if not row["n"]:
        return NONE
    if most < FEWEST_TRIALS:
        return FEW
    if is_best:
        return BEST
    if np.isnan(row["p_value"]):
        return FEW
    # A method with fewer trials may lead on those that it shares with the best.
    return WORSE if row["p_value"] < ALPHA and row["difference"] > 0 else TOGETHER


def answers(data: pd.DataFrame) -> dict[str, list[str]]:
    """The answer for each data set; one of several begins with the name of its data set."""
    parts = data.groupby("dataset", sort=False) if len(data) else ()
    told = {str(name): answer(of_set) for name, of_set in parts}
    if len(told) == 1:
        return told
    return {name: [f"On {name}: {first}", *rest] for name, (first, *rest) in told.items()}


def answer(data: pd.DataFrame) -> list[str]:
    """Who wins on one data set, by how much, how sure and how fast, from the rows of the table."""
    rows = data.to_dict("records")
    ran = [row for row in rows if row["n"]]
    metric = rows[0]["metric"]
    if not ran:
        reason = f": {rows[0]['reason']}" if rows[0]["reason"] else ""
        return [f"No method has a score of {metric}{reason}."]
    best = ran[0]
    extreme = "lowest" if best["lower_is_better"] else "highest"
    has = f"{best['method']} has the {extreme} {metric}, {_amount(best, best['mean'])}"
    if best["verdict"] == FEW:
        return [
            f"Too few trials to say who wins: {best['n']} of at least {FEWEST_TRIALS}.",
            f"{has} in these.",
        ]
    together = [row for row in ran if row["verdict"] == TOGETHER]
    worse = sum(row["verdict"] == WORSE for row in ran)
    judged = [row for row in ran if row["verdict"] in (TOGETHER, WORSE)]
    if together:
        sentences = [
            f"No single winner: {len(together)} of {len(ran) - 1} other methods"
            f" {'is' if len(together) == 1 else 'are'} not told apart from {best['method']}.",
            f"{has}{_lead(judged[0])}.",
            f"Not told apart from it: {_listed(together)}."
            + (f" Worse: {worse} of the others." if worse else ""),
        ]
    elif judged:
        sentences = [f"{best['method']} wins.", f"{has}{_lead(judged[0])}."]
    else:
        sentences = [f"{has}.", "There is nothing to compare it with."]
    sentences += [_of_own(row) for row in ran if row["own"] and row is not best]
    few = [row for row in ran if row["verdict"] == FEW]
    if few:
        sentences.append(f"Too few trials to say: {_listed(few)}.")
    if absent := [_with_reason(row) for row in rows if not row["n"]]:
        sentences.append(f"Without a score: {_listed(absent)}.")
    return [*sentences, _how_long([best, *together])]


def first_rows(data: pd.DataFrame) -> list[str]:
    """The first methods of one data set and those of the user, as lines of equal columns."""
    cells = _cells(data)
    shown = [at for at, own in enumerate(data["own"]) if own or at < ROWS_SHOWN]
    texts = cells.iloc[shown].map(lambda text: text.replace("**", ""))
    lines: list[str] = tabulate(texts, "keys", "plain", disable_numparse=True).splitlines()
    more = len(data) - len(shown)
    return [*lines, f"and {more} more"] if more > 0 else lines


def _lead(second: dict[str, Any]) -> str:
    if second["difference"] < 0:
        return f", of those with all trials; {second['method']} leads on the trials of both"
    return (
        f": {_points(second, second['difference'])} better than the next, {second['method']}"
        f" (95 % interval {_points(second, second['low'])} to {_points(second, second['high'])},"
        f" p {_p_value(second['p_value'])})"
    )


def _of_own(row: dict[str, Any]) -> str:
    if row["verdict"] != WORSE:
        return f"Yours, {row['method']}: {row['verdict']}, {_amount(row, row['mean'])}."
    return (
        f"Yours, {row['method']}: {_points(row, row['difference'])} worse than the best"
        f" (p {_p_value(row['p_value'])})."
    )


def _how_long(rows: Sequence[dict[str, Any]]) -> str:
    best = rows[0]
    text = f"{best['method']} takes {best['seconds']:.2g} s a trial"
    fastest = min(rows, key=lambda row: row["seconds"])
    if fastest is not best:
        text += f"; {fastest['method']} is the fastest of those, with {fastest['seconds']:.2g} s"
    return f"{text}."


def _with_reason(row: dict[str, Any]) -> dict[str, Any]:
    return {"method": f"{row['method']} ({row['reason']})" if row["reason"] else row["method"]}


def _listed(rows: Sequence[dict[str, Any]]) -> str:
    names = ", ".join(row["method"] for row in rows[:NAMED])
    more = len(rows) - NAMED
    return f"{names} and {more} more" if more > 0 else names


def _amount(row: dict[str, Any], value: float) -> str:
    return f"{100 * value:.2f} %" if row["percent"] else f"{value:.4f}"


def _points(row: dict[str, Any], value: float) -> str:
    return f"{100 * value:.2f} points" if row["percent"] else f"{value:.4f}"


def _p_value(value: float) -> str:
    return "= " * (value >= SMALLEST_P) + p_value_text(value)


def _seconds(results: Results, study: str, dataset: str) -> dict[str, dict[str, float]]:
    """By method the mean seconds of a trial: fits with the choice of settings, and prediction."""
    runs = finished(results.runs(study))
    runs = runs[runs["dataset"] == dataset]
    seconds = trial_seconds(runs)
    predict = runs.groupby(runs["method"].astype(str))["predict_seconds"].mean()
    return {
        str(name): {"seconds": seconds.at[dataset, name], "predict_seconds": predict[name]}
        for name in seconds
    }


def _reasons(results: Results, study: str, metric: str, dataset: str) -> dict[str, str]:
    """By method why it lacks a score: how its first such fit ended, or what its values lack."""
    runs = failed(results.runs(study))
    gaps = results.gaps(study, metric)
    told = [
        *zip(runs["dataset"], runs["method"], runs["status"] + ": " + runs["message"], strict=True),
        *zip(gaps["dataset"], gaps["method"], gaps["reason"], strict=True),
    ]
    reasons: dict[str, str] = {}
    for name, method, reason in told:
        if name == dataset:
            reasons.setdefault(str(method), one_line(reason))
    return reasons


def _cells(data: pd.DataFrame) -> pd.DataFrame:
    """One row for each method; of several data sets each method has a row for each."""
    several = len(data) and data["dataset"].nunique() > 1
    cells: dict[str, dict[str, str]] = {}
    for row in data.to_dict("records"):
        name = f"{row['dataset']}: {row['method']}" if several else row["method"]
        cells[name] = _cells_of(row)
    return pd.DataFrame.from_dict(cells, orient="index").fillna(NO_VALUE)


def _cells_of(row: dict[str, Any]) -> dict[str, str]:
    scale = 100.0 if row["percent"] else 1.0
    decimals = decimals_of(not row["percent"], row["percent"])

    def fixed(value: float) -> str:
        return NO_VALUE if np.isnan(value) else f"{scale * value:.{decimals}f}"

    score = fixed(row["mean"])
    if not np.isnan(row["std"]):
        score += f" ± {fixed(row['std'])}"
    if row["n"] < row["trials"]:
        score += f" n={row['n']}/{row['trials']}"
    ends = f"{fixed(row['low'])} to {fixed(row['high'])}"
    seconds = row.get("seconds", np.nan)
    return {
        row["metric"] + " (%)" * row["percent"]: score,
        "verdict": f"**{BEST}**" if row["verdict"] == BEST else row["verdict"],
        "worse by": NO_VALUE if row["verdict"] in (BEST, NONE) else fixed(row["difference"]),
        "95 % interval": NO_VALUE if np.isnan(row["low"]) else ends,
        "p": p_value_text(row["p_value"]),
        "seconds": NO_VALUE if np.isnan(seconds) else f"{seconds:.2g}",
    }
