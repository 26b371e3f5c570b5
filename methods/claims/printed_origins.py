"""Claims on where printed numbers can come from, which need no data and no fit.

`methods.forensics` has the tests with their assumptions. They never accuse: a claim fails if a
number "cannot come from" what the paper states, which also a misprint or an unstated detail does.
There are no flips. A number that no count gives does not become possible by a shift of all, and the
other tests are about how numbers lie to each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from methods.bench.results import Results
from methods.bench.statistics import ALPHA, holm_correction
from methods.claims.sentences import of_print
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE, Verdict, nothing_ran
from methods.forensics import rankings
from methods.forensics.duplicates import duplicates
from methods.forensics.granularity import granularity
from methods.forensics.last_digits import FEWEST, chance_of_digits, digits_of
from methods.forensics.possible_spreads import possible_spreads
from methods.forensics.printed_cells import Outcome, Protocol, scale_of
from methods.forensics.sampling_spreads import sampling_spreads
from methods.schemas.option_kinds import (
    PrintedDataset,
    PrintedMethod,
    PrintedMetric,
    PrintedTable,
    StudyName,
)


def printed_means_possible(
    results: Results,
    *,
    tables: Sequence[PrintedTable],
    metric: PrintedMetric,
    trials: int,
    test_rows: Mapping[PrintedDataset, int | Sequence[int]],
    only_without_spread: bool = False,
    rounds_trials: bool = False,
) -> Verdict:
    """Can every printed mean come from whole numbers of errors in `trials` trials?

    `test_rows` are those of each trial, or several numbers where a text leaves it open. With
    `only_without_spread`, cells that print a spread are left out, as they rest on other trials.
    With `rounds_trials`, the error of each trial may have been rounded before the mean of them.
    """
    rows = pd.concat([results.printed(table, metric) for table in tables])
    rows = rows[rows["spread"].isna()] if only_without_spread else rows
    protocol = Protocol(trials, test_rows, rounds_trials=rounds_trials)
    sizes_are_open = not all(isinstance(sizes, int) for sizes in test_rows.values())
    outcome = granularity(metric, rows, protocol)
    of_these = int(rows["dataset"].isin(list(test_rows)).sum())
    return _verdict(outcome, "printed means", of_these, sizes_are_open)


def printed_spreads_possible(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    trials: int,
    test_rows: Mapping[PrintedDataset, int | Sequence[int]],
) -> Verdict:
    """Can every printed spread come from whole numbers of errors in `trials` trials?

    `test_rows` are those of each trial.
    """
    rows = results.printed(table, metric)
    outcome = possible_spreads(metric, rows, Protocol(trials, test_rows))
    return _verdict(outcome, "printed spreads", int(rows["spread"].notna().sum()))


def printed_spreads_of_resampling(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    trials: int,
    rows: Mapping[PrintedDataset, int],
    test_rows: Mapping[PrintedDataset, int | Sequence[int]] | None = None,
    folds: int | None = None,
) -> Verdict:
    """Is every printed spread as large as fixed decisions have on test rows that are drawn anew?

    `rows` are all rows of a data set, and `test_rows` those of a trial, unless the trials are
    `folds` of cross-validation. Holm's correction over the cells keeps false alarms at 5 %.
    """
    protocol = Protocol(trials, test_rows or {}, rows, folds)
    printed = results.printed(table, metric)
    outcome = sampling_spreads(metric, printed, protocol)
    with_spread = printed[printed["dataset"].isin(list(rows)) & printed["spread"].notna()]
    why = "which have too few errors"
    return _verdict(outcome, "printed spreads", len(with_spread), why=why)


def printed_marks_follow(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    methods: Sequence[PrintedMethod],
    than: Sequence[PrintedMethod],
    trials: int,
) -> Verdict:
    """Can every printed mark of a method come from a paired t-test against its rival at 5 %?

    The correlation of the trials is not printed, so a mark fails only if no correlation from -0.5
    to 1 gives it.
    """
    pairs = list(zip(methods, than, strict=True))
    outcome = rankings.marks(metric, results.printed(table, metric), pairs, trials)
    return _verdict(outcome, "printed marks")


def printed_counts_possible(
    results: Results,
    *,
    scores: PrintedTable,
    metric: PrintedMetric,
    counts: PrintedTable,
    trials: int,
    datasets: int,
) -> Verdict:
    """Can the printed win/tie/loss counts come from paired t-tests at 5 % on the printed numbers?

    The correlation of the trials is not printed, so a count fails only if no correlation from -0.5
    to 1 gives it. Of the `datasets`, those that do not print both methods may count either way.
    """
    printed = results.printed(counts, rankings.COUNTS)
    rows, said = results.printed(scores, metric), printed.assign(value=printed["text"])
    outcome = rankings.counts(metric, rows, said, trials, datasets)
    return _verdict(outcome, "printed counts")


def printed_average_ranks_possible(
    results: Results, *, table: PrintedTable, metric: PrintedMetric, datasets: int
) -> Verdict:
    """Can the printed average ranks over `datasets` data sets come from the printed means?

    A data set that does not print all methods may give any of them any rank.
    """
    averages = results.printed(table, rankings.AVERAGE_RANK)
    rows = results.printed(table, metric)
    outcome = rankings.average_ranks(metric, rows, averages, datasets)
    return _verdict(outcome, "printed average ranks")


def printed_digits_even(
    results: Results, *, tables: Sequence[PrintedTable], metric: PrintedMetric
) -> Verdict:
    """Are the last digits of the printed means as even as chance makes them?

    Holm's correction over the tables keeps false alarms at 5 %.
    """
    evidence: list[dict[str, Any]] = []
    for table in tables:
        digits = digits_of(metric, results.printed(table, metric), Protocol())
        if len(digits) >= FEWEST:
            chance = chance_of_digits(digits)
            evidence.append({"table": table, "numbers": len(digits), "p_value": chance})
    if not evidence:
        return Verdict(UNTESTABLE, of_print.FEW_DIGITS)
    adjusted = holm_correction([entry["p_value"] for entry in evidence])
    least = min(evidence, key=lambda entry: entry["p_value"])
    reason = of_print.uneven(
        int((adjusted <= ALPHA).sum()), len(evidence), least["table"], adjusted.min()
    )
    return Verdict(FAILS if (adjusted <= ALPHA).any() else HOLDS, reason, evidence)


def printed_cells_distinct(
    results: Results,
    *,
    table: PrintedTable,
    metric: PrintedMetric,
    trials: int,
    study: StudyName | None = None,
) -> Verdict:
    """Are no more cells of a data set equal than honest trials make so?

    Methods that decide alike on shared splits are equal honestly. With a `study` trials are drawn
    from ours in it, in which the methods are as alike as they are; and from those of any data set,
    where we have none of the printed one. Without it cells are taken as independent.
    """
    rows = results.printed(table, metric)
    if rows.empty:
        return Verdict(UNTESTABLE, of_print.NOTHING)
    own = None
    if study is not None:
        methods = list(rows["method"].unique())
        own = _trials_by_printed_name(results, study, methods, scale_of(metric))
        if not own:
            return nothing_ran(study)
    return _verdict(duplicates(metric, rows, Protocol(trials), own), "printed cells")


def _trials_by_printed_name(
    results: Results, study: str, methods: Sequence[str], scale: float
) -> dict[str, pd.DataFrame]:
    """The errors of our trials, in printed units; of two versions of a data set the first's."""
    errors = results.trial_scores(study, "error")[list(methods)] * scale
    own: dict[str, pd.DataFrame] = {}
    for name in results.datasets(study):
        of_set = errors.loc[name].dropna()
        for printed in results.printed_names(name) if len(of_set) > 1 else ():
            own.setdefault(printed, of_set)
    return own


def _verdict(
    outcome: Outcome, what: str, printed: int = 0, sizes_are_open: bool = False, why: str = ""
) -> Verdict:
    """Fails if there is a finding, and cannot be tested if no cell could be judged.

    `printed` are all numbers of the kind, of which others than the judged ones have no power;
    `why` says what they lack.
    """
    others = printed - outcome.cells
    if not outcome.cells:
        return Verdict(UNTESTABLE, of_print.not_judged(what, outcome.note))
    evidence = [
        {"dataset": f.dataset, "method": f.method, "says": f.says, "p_value": f.p_value}
        for f in outcome.findings
    ]
    if not evidence:
        return Verdict(HOLDS, of_print.no_finding(what, outcome.cells, outcome.note, others, why))
    first = min(outcome.findings, key=lambda finding: finding.p_value)
    if of_print.ANY in (first.method, first.dataset):
        return Verdict(FAILS, of_print.found_in_table(outcome.cells, what, first.says), evidence)
    reason = of_print.findings(
        what, len(evidence), outcome.cells, first.method, first.dataset, first.says, others,
        sizes_are_open, why,
    )  # fmt: skip
    return Verdict(FAILS, reason, evidence)
