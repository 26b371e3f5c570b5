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
from methods.forensics.printed_cells import FALSE_ALARMS, Outcome, Protocol, rate_tables
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
            raise unknown("column", column, list(published))
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
        outcomes.append(ranks(metric, rows))
        datasets = rows["dataset"].nunique()
        averages = whole[(whole["table"] == table) & (whole["metric"] == AVERAGE_RANK)]
        if len(averages):
            numbers = averages.assign(value=pd.to_numeric(averages["value"], errors="coerce"))
            known = numbers.dropna(subset=["value"])  # as of the cells; some print a dash
            outcomes.append(average_ranks(metric, rows, known, datasets))
        pairs = whole[whole["metric"] == COUNTS]
        pairs = pairs[pairs["value"].astype(str).str.fullmatch(COUNT)]
        if len(pairs) and protocol.trials and len(tables) == 1:
            outcomes.append(counts(metric, rows, pairs, protocol.trials, datasets))
        yield Audit(table, metric, len(rows), outcomes)


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
