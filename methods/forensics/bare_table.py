"""All tests on the tables of one file of printed numbers, and the page of what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from methods.errors import UserError, unknown
from methods.forensics.duplicates import duplicates
from methods.forensics.granularity import granularity
from methods.forensics.last_digits import last_digits
from methods.forensics.majority import majority
from methods.forensics.possible_spreads import possible_spreads
from methods.forensics.printed_cells import (
    FALSE_ALARMS,
    Outcome,
    Protocol,
    as_numbers,
    rate_tables,
)
from methods.forensics.rankings import AVERAGE_RANK, COUNTS, average_ranks, counts, ranks
from methods.forensics.sampling_spreads import sampling_spreads

NEEDED = ("dataset", "method", "value")
OPTIONAL = {"table": "table", "metric": "error_percent", "spread": None, "spread_kind": "std",
            "rank": None, "note": None}  # fmt: skip
COUNT = r"\d+/\d+/\d+"  # wins, ties and losses
OF_NUMBERS = (granularity, possible_spreads, sampling_spreads, last_digits, duplicates)
READING = (
    "Each test but that of the majority class has a false-alarm rate of at most "
    f"{FALSE_ALARMS:.0%} per table under its assumptions, which docs/forensics.md states. Its "
    "findings say that a number cannot come from what was stated, and no more. Check the statement "
    "and the copy of the number first. A finding of the majority class says that a method errs "
    "more than always answering the larger class."
)


@dataclass(frozen=True)
class Audit:
    """What the tests say of one table."""

    table: str
    metric: str
    cells: int
    outcomes: Sequence[Outcome] = field(default_factory=tuple)

    @property
    def findings(self) -> int:
        return sum(len(outcome.findings) for outcome in self.outcomes)


def completed(published: pd.DataFrame) -> pd.DataFrame:
    """The printed numbers with every column; `OPTIONAL` has what is taken where one is missing."""
    for column in NEEDED:
        if column not in published:
            raise UserError(
                f"there is no column {column!r} in {', '.join(map(str, published))}; a table of"
                f" printed numbers has a row for each, with the columns {', '.join(NEEDED)}"
            )
    missing = {name: default for name, default in OPTIONAL.items() if name not in published}
    whole = published.assign(**missing)
    whole["rank"] = pd.to_numeric(whole["rank"], errors="coerce")
    return whole


def audits(
    published: pd.DataFrame,
    protocol: Protocol,
    shares: Mapping[str, float] | None = None,
    only: str | None = None,
) -> Iterator[Audit]:
    """What the tests say of each table, or of the one named `only`."""
    whole = completed(published)
    known = [str(name) for name in whole["table"].unique()]
    if only is not None and only not in known:
        raise unknown("table", only, known)
    tables = [entry for entry in rate_tables(whole) if only in (None, entry[0])]
    if not tables:
        raise UserError(
            "no table has a metric with 'error' or 'accuracy' in its name, and a value that is a"
            " number"
        )
    for table, metric, rows in tables:
        outcomes = [test(metric, rows, protocol) for test in OF_NUMBERS]
        outcomes.append(majority(metric, rows, protocol, shares or {}))
        outcomes += _of_rankings(whole, table, metric, protocol.trials)
        yield Audit(table, metric, len(rows), outcomes)


def _of_rankings(
    whole: pd.DataFrame, table: str, metric: str, trials: int | None
) -> Iterator[Outcome]:
    """Ranks, and average ranks and counts where no other metric of error could be meant."""
    of_table = whole[whole["table"] == table]
    rows = as_numbers(of_table[of_table["metric"] == metric])  # with those that print a dash
    datasets = rows["dataset"].nunique()
    if rows.duplicated(["dataset", "method"]).any():
        yield Outcome("ranks", 0, note="a method has several numbers on a data set")
        return
    yield ranks(metric, rows)
    averages = as_numbers(of_table[of_table["metric"] == AVERAGE_RANK]).dropna(subset=["value"])
    if len(averages):
        if _is_lone(of_table):
            yield average_ranks(metric, rows, averages, datasets)
        else:
            yield Outcome("average ranks", 0, note="the table has several metrics of error")
    pairs = whole if _is_lone(whole) else of_table
    pairs = pairs[pairs["metric"] == COUNTS]
    pairs = pairs[pairs["value"].astype(str).str.fullmatch(COUNT)]
    if len(pairs) and trials == 1:
        yield Outcome("counts", 0, note="one trial has no t-test")
    elif len(pairs) and trials and _is_lone(of_table):
        yield counts(metric, rows, pairs, trials, datasets)


def _is_lone(published: pd.DataFrame) -> bool:
    """Whether there is one table of error rates or accuracies, and so one to rank by."""
    return len(list(rate_tables(published))) == 1


def page(audited: Sequence[Audit], title: str, markdown: bool = False) -> str:
    """One page for the terminal, or in Markdown."""
    heading, item, sub = ("## ", "- ", "  - ") if markdown else ("", "", "    ")
    lines = [f"# {title}" if markdown else title, "", READING]
    for audit in audited:
        lines += ["", f"{heading}{audit.table}: {audit.metric}, {audit.cells} cells, "
                      f"{_counted(audit.findings)}", ""]  # fmt: skip
        for outcome in audit.outcomes:
            said = f"{outcome.cells} judged, {_counted(len(outcome.findings))}"
            said = said if outcome.cells else "not judged"
            note = f"; {outcome.note}" if outcome.note else ""
            lines.append(f"{item}{outcome.test}: {said}{note}")
            lines += [
                f"{sub}{finding.dataset}, {finding.method}: {finding.says}"
                for finding in outcome.findings
            ]
    return "\n".join(lines) + "\n"


def _counted(findings: int) -> str:
    return "1 finding" if findings == 1 else f"{findings} findings"
