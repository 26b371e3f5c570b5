"""How a run ended, in a few lines.

They are on fits, missing data sets, who wins on a table of the user's, verdicts, and the report.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from methods.bench import paths
from methods.bench.guard import ABSENT, MISSING, NOT_TRIED, OK, STATUSES, one_line
from methods.bench.plan import Plan
from methods.claims.counts import BY_ARGUMENT, DERIVED
from methods.command.layout import counted
from methods.command.status import missing
from methods.csv_files import read_csv_with_names
from methods.errors import UserError
from methods.parquet_files import read_frame
from methods.project import command
from methods.tables.fit_rows import row_per_fit

SHOWN = 3  # failed fits and missing data sets that are named with the reason
WINNERS = "methods.tables.winner.winner_table"
TEXTS = ("dataset", "method", "reason")
COLUMNS = ["method", "seed", "condition", "status", "message"]


def outcome(plan: Plan, since: float = 0.0) -> list[str]:
    """The lines; the verdicts and the report only if they were made after the time `since`."""
    lines: list[str] = []
    try:
        lines += _fits(plan)
        lines += _missing(plan)
        if _is_new(since):
            lines += [*_winners(plan), *_verdicts()]
    except (OSError, ValueError, LookupError, UserError) as error:
        lines.append(f"how the fits ended cannot be said: {one_line(error)}")
    return lines


def _is_new(since: float) -> bool:
    ledger = Path(paths.LEDGER)
    return ledger.exists() and ledger.stat().st_mtime >= since


def _verdicts() -> Iterator[str]:
    counts = json.loads(Path(paths.LEDGER).read_text(encoding="utf-8"))
    said, of_ours = (
        ", ".join(
            f"{n:,} {BY_ARGUMENT if word == DERIVED else word}"
            for word, n in counts[key].items()
            if n
        )
        for key in ("counts", "counts_beyond")
    )
    if said or of_ours:
        yield f"claims: {said or 'none'}" + (f"; ours: {of_ours}" if of_ours else "")
    # `try` and `land` are called in another folder, as a rule
    folder = Path.cwd() if Path(paths.OWN_LOCK).exists() else Path()
    yield f"report: {folder / paths.REPORT}, with tables and figures in results/<experiment>/"


def _winners(plan: Plan) -> Iterator[str]:
    """The sentences of each table of who wins, its first rows, and what became of columns."""
    for name in plan.running():
        experiment = plan.experiments[name]
        for table, options in experiment.tables.items():
            if options["function"] != WINNERS:
                continue
            from methods.bench.warm_up import encoding_of  # imports scikit-learn
            from methods.data.column_words import in_short
            from methods.data.prepare import columns_in
            from methods.tables.winner import answers, first_rows

            data = read_csv_with_names(paths.output(name, table, "csv"), TEXTS)
            for dataset, sentences in answers(data).items():
                yield from sentences
                yield from first_rows(data[data["dataset"] == dataset])
                how = encoding_of(experiment.study(options["study"]))
                yield from in_short(columns_in(paths.prepared(dataset)), how)


def _fits(plan: Plan) -> Iterator[str]:
    counts: Counter[str] = Counter()
    failures: dict[str, str] = {}  # the first of each method on each data set
    not_finite: list[str] = []  # fits that recorded NaN or infinity
    for study in plan.studies():
        methods = [method.name for method in plan.methods(study)]
        for dataset in plan.datasets(study):
            file = Path(paths.stored(study.experiment, study.name, dataset)["runs"])
            if not file.exists():
                continue
            runs = read_frame(file, COLUMNS)
            runs = runs[runs["method"].isin(methods)]
            runs = row_per_fit(runs, study)
            counts.update(runs["status"])
            for run in runs[~runs["status"].isin(NOT_TRIED) & (runs["message"] != "")].itertuples():
                place = f"{study.where}/{dataset}/{run.method}"
                seed, message = f"{place} seed {run.seed}", one_line(run.message)
                if run.status == OK:
                    not_finite.append(f"{seed}: {message}")
                else:
                    failures.setdefault(place, f"{seed}: {run.status} {message}")
    if not counts:
        return
    bad = {status: counts[status] for status in STATUSES if status not in (OK, *NOT_TRIED)}
    by_status = ", ".join(f"{n:,} {status}" for status, n in bad.items() if n)
    yield (
        f"fits: {counts[OK]:,} done, {sum(bad.values()):,} failed"
        + (f" ({by_status})" if by_status else "")
        + (f", {counts[MISSING]:,} without their data set" if counts[MISSING] else "")
        + (f", {counts[ABSENT]:,} without their package" if counts[ABSENT] else "")
    )
    for said in list(failures.values())[:SHOWN]:
        yield f"  {said}"
    if len(failures) > SHOWN:
        yield (
            f"  and {len(failures) - SHOWN:,} more methods on data sets;"
            f" {command('status')} lists fits that failed"
        )
    if not_finite:
        n_fits = counted(len(not_finite), "fit")
        yield f"not finite: recorded by {n_fits}, such as {not_finite[0]}"


def _missing(plan: Plan) -> Iterator[str]:
    reasons = list(missing(plan))
    if reasons:
        names = ", ".join(reason.partition(":")[0] for reason in reasons)
        yield f"missing: {counted(len(reasons), 'data set')}, {names}"
        for reason in reasons[:SHOWN]:
            yield f"  {one_line(reason)}"
        yield (
            "  put copies into a folder and start again with MARGINBENCH_MIRROR=<folder>;"
            f" {command('status')} has all reasons"
        )
