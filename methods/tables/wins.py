"""The win/tie/loss table: on how many data sets is one method significantly better than another?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd

from methods.bench.ranks import pairwise_tests, win_tie_loss
from methods.bench.results import Results
from methods.bench.statistics import (
    FEWEST_TRIALS,
    holm_correction,
    paired_difference,
    summarise,
    unpaired_difference,
)
from methods.schemas.option_kinds import DatasetName, MethodName, Metric, PrintedTable, StudyName
from methods.tables.captions import gap_note, table_title
from methods.tables.table import Table

T_TESTS = ("paired", "unpaired", "paired, Holm", "corrected for resampling")


def win_tie_loss_table(
    results: Results,
    *,
    study: StudyName,
    metric: Metric = "error",
    methods: Sequence[MethodName] | None = None,
    datasets: Sequence[DatasetName] | None = None,
    lower_is_better: bool | None = None,
    counts: PrintedTable | None = None,
    caption: str = "",
) -> Table:
    """How often the row wins, ties and loses against the column over data sets.

    Versions of one data set count once, as the first of them. Two-tailed t-tests at 5 %: paired
    (shown), unpaired, paired with Holm's correction over the pairs of a data set, and paired
    corrected for resampling (Nadeau and Bengio). A data set on which two methods share fewer than
    `FEWEST_TRIALS` trials counts nowhere. ``lower_is_better`` is for recorded numbers; a metric
    knows its direction. ``counts`` names the table of printed counts, which stand in brackets.
    """
    lower_is_better = results.lower_is_better(study, metric, lower_is_better)
    names = list(methods or results.methods(study))
    trial_scores = results.trial_scores(study, metric).reindex(columns=names)
    tested: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {kind: [] for kind in T_TESTS}
    for dataset in results.counted_once(results.datasets(study, datasets)):
        scores = [trial_scores.loc[dataset, name].to_numpy() for name in names]
        of_set = _tests(scores, results.test_train_ratio(study, dataset))
        for kind in T_TESTS:
            tested[kind].append(of_set[kind])
    by_test = {}
    for kind, of_sets in tested.items():
        pairs = (len(of_sets), 2, len(names), len(names))  # also without a data set
        differences, p_values = np.reshape(of_sets, pairs).swapaxes(0, 1)
        by_test[kind] = win_tie_loss(differences, p_values, lower_is_better=lower_is_better)
    rows = [
        {"method": a, "against": b, "test": kind, "wins": int(count.wins[i, j]),
         "ties": int(count.ties[i, j]), "losses": int(count.losses[i, j])}
        for kind, count in by_test.items()
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if i != j
    ]  # fmt: skip
    shown = by_test[T_TESTS[0]]
    in_print = _printed_counts(results, counts) if counts else {}
    cells = pd.DataFrame("", index=names, columns=names)
    for i, j in np.argwhere(~np.eye(len(names), dtype=bool)):
        printed = in_print.get((names[i], names[j]))
        ours = f"{shown.wins[i, j]}/{shown.ties[i, j]}/{shown.losses[i, j]}"
        cells.iloc[i, j] = ours + (f" ({printed})" if printed else "")
    note = "wins/ties/losses of the row against the column, paired t-test at 5 %"
    note += ", in brackets as printed" if in_print else ""
    if not (shown.wins.any() or shown.ties.any()):
        note += f"; no data set has the {FEWEST_TRIALS} trials of two methods that a count needs"
    note += "." + gap_note(results, study, metric, names, results.datasets(study, datasets))
    return Table(pd.DataFrame(rows), cells, f"{caption or table_title(results, study)}: {note}")


def _printed_counts(results: Results, table: str) -> dict[tuple[str, str], str]:
    """The printed wins/ties/losses of each pair, and of the same pair turned round."""
    rows = results.published[results.published["table"] == table]
    by_pair = {}
    for row in rows.itertuples():
        method, _, rival = str(row.dataset).partition(" vs ")
        by_pair[method, rival] = str(row.text)
        by_pair[rival, method] = "/".join(reversed(str(row.text).split("/")))
    return by_pair


def _tests(
    scores: Sequence[np.ndarray], test_train_ratio: float
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """By kind of test the differences of all pairs of methods on one data set, and p-values."""
    resampling = partial(paired_difference, test_train_ratio=test_train_ratio)
    differences, paired = pairwise_tests(scores)
    # over all trials of both sides, so the difference may have another sign
    of_means, unpaired = pairwise_tests(
        [summarise(trials) for trials in scores], unpaired_difference
    )
    _, corrected = pairwise_tests(scores, resampling)
    known = ~np.isnan(np.array(scores))
    few = (known[:, None] & known[None]).sum(axis=-1) < FEWEST_TRIALS
    for p_values in (paired, unpaired, corrected):
        p_values[few] = np.nan
    by_kind = (paired, unpaired, _holm_over_pairs(paired), corrected)
    of_kind = (differences, of_means, differences, differences)
    return dict(zip(T_TESTS, zip(of_kind, by_kind, strict=True), strict=True))


def _holm_over_pairs(p_values: np.ndarray) -> np.ndarray:
    upper = np.triu_indices(len(p_values), 1)
    adjusted = np.full_like(p_values, np.nan)
    adjusted[upper] = holm_correction(p_values[upper])
    adjusted.T[upper] = adjusted[upper]
    return adjusted
