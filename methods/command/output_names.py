"""Do the tables, figures and claims of an experiment name only what the experiment has?

`check` and the Snakefile ask before anything is fitted, so that a misspelled name costs a second
and not the hours of a run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

from methods.bench.construct import options_of
from methods.bench.experiments import SCALES, Experiment, Study
from methods.bench.metrics import METRICS
from methods.bench.plan import Plan
from methods.command.code_names import faults_of_code
from methods.command.known_sound import faults_unless_known
from methods.command.printed_rows import PrintedRows, printed_rows
from methods.errors import UserError, unknown
from methods.measures.ensemble_diversity import DIVERSITY_MEASURES
from methods.schemas.metric_entries import CURVES
from methods.schemas.option_kinds import Curve
from methods.schemas.option_mentions import (
    A_KEY,
    Mention,
    Misfit,
    Place,
    option_mentions,
    option_types,
)
from methods.schemas.outputs import CLAIM_KEYS

# of each kind of output the keys that are for the reader and no options of its function
READER_KEYS: Mapping[str, tuple[str, ...]] = {
    "tables": (), "figures": ("caption",), "claims": CLAIM_KEYS,
}  # fmt: skip
LONGEST_VALUE = 80


def faults_of_names(plan: Plan, root: Path) -> Iterator[str]:
    """Names that a run would look for in vain: of code, and in tables, figures and claims."""
    yield from faults_of_code(plan, plan.studies())
    yield from faults_of_outputs(plan.experiments.values(), root)


def faults_of_outputs(experiments: Iterable[Experiment], root: Path) -> Iterator[str]:
    """One line for each name, choice or value that an output should not have."""
    for experiment in experiments:
        printed = printed_rows(root / "workflow" / "published" / f"{experiment.source}.csv")
        entries = [entry for kind in READER_KEYS for entry in getattr(experiment, kind).values()]
        yield from faults_unless_known(
            f"outputs {experiment!r} {printed}",
            [str(entry.get("function")) for entry in entries],
            partial(_faults_of_experiment, experiment, printed),
        )


def _faults_of_experiment(experiment: Experiment, printed: PrintedRows) -> Iterator[str]:
    for kind in READER_KEYS:
        for name in getattr(experiment, kind):
            yield from faults_of_output(experiment, kind, name, printed)


def faults_of_output(
    experiment: Experiment, kind: str, name: str, printed: PrintedRows
) -> Iterator[str]:
    """What is wrong with one table, figure or claim."""
    where = f"{experiment.name}: {kind}: {name}"
    try:
        function, options = options_of(getattr(experiment, kind)[name], READER_KEYS[kind])
        options = {**defaults_of_curves(function), **options}
        parts = option_mentions(function, options)
    except UserError as error:
        yield f"{where}: {error}"
        return
    except Exception as error:  # a module of the user may raise anything when it is imported
        yield f"{where}: {type(error).__name__}: {error}"
        return
    yield from faults_of_direction(experiment, options, where)
    yield from faults_of_share(options, where)
    known = known_names(experiment, [p for p in parts if isinstance(p, Mention)], printed)
    for part in parts:
        fault = complaint(part, known, f"{where}: {described(part.place)}")
        if fault is not None:
            yield str(fault)


def faults_of_direction(
    experiment: Experiment, options: Mapping[str, Any], where: str
) -> Iterator[str]:
    """A direction of a metric that knows its own, which is for recorded numbers."""
    study, metric = experiment.studies.get(str(options.get("study"))), options.get("metric")
    if study and metric in study.metrics and "lower_is_better" in options:
        yield f"{where}: {metric} knows its direction; remove lower_is_better"


def faults_of_share(options: Mapping[str, Any], where: str) -> Iterator[str]:
    """A share of the cases that no count of them can be: a claim that needs it always fails."""
    need = options.get("need")
    if isinstance(need, int | float) and not 0 <= need <= 1:
        yield f"{where}: need: {need} is no share from 0 to 1; write 0.5 for half of the cases"


def defaults_of_curves(function: Callable[..., Any]) -> dict[str, str]:
    """The curve of test values that a function draws without being told; its study must have it."""
    return {
        name: option.default
        for name, option in signature(function).parameters.items()
        if option_types(function).get(name) == Curve and option.default in CURVES
    }


def complaint(
    part: Mention | Misfit, known: Mapping[str, set[str]], where: str
) -> UserError | None:
    """What is wrong with one name or value, None if nothing is."""
    if isinstance(part, Mention):
        # "method" has those of the printed tables that the output names, and of no other table
        kinds = ("method",) if "method" in part.kinds else part.kinds
        names = set().union(*(known[kind] for kind in kinds))
        if part.name in names:
            return None
        if part.kinds == ("curve",) and part.name in CURVES:
            return UserError(f"{where}: add {part.name} to the metrics of the study")
        return unknown(" or ".join(kinds), part.name, names - {""}, where)
    if part.choices and isinstance(part.value, str | int | float):
        what = part.expected if part.expected == A_KEY else "choice"
        return unknown(what, part.value, part.choices, where)
    value = repr(part.value)
    value = value if len(value) <= LONGEST_VALUE else value[:LONGEST_VALUE] + "..."
    return UserError(f"{where}: expected {part.expected}, got {value}")


def described(place: Place) -> str:
    """A place as a message says it: the option and the keys inside it."""
    return ": ".join(str(step) for step in place if not isinstance(step, int))


def known_names(
    experiment: Experiment, mentions: Sequence[Mention], printed: PrintedRows
) -> dict[str, set[str]]:
    """The names of each kind that an output may mention.

    They come from the studies and from the printed tables that the output mentions.
    """

    def mentioned(kind: str) -> set[str]:
        return {mention.name for mention in mentions if kind in mention.kinds}

    tables = {row["table"] for row in printed}
    of_tables = mentioned("printed table")
    rows = [row for row in printed if row["table"] in those_meant(of_tables, tables)]
    studies = [experiment.studies[s] for s in those_meant(mentioned("study"), experiment.studies)]
    methods = {method.name for study in studies for method in study.methods}
    conditions = [study.conditions for study in studies]
    return {
        "study": set(experiment.studies),
        "claim": set(experiment.claims),
        "method": methods | {row["method"] for row in rows if of_tables},
        "data set": {name for study in studies for name in study.datasets},
        "metric": {name for study in studies for name in recorded_metrics(study)},
        "curve": {name for study in studies for name in stored_curves(study)},
        "condition": {label for c in conditions for scale in SCALES for label in c.labels(scale)},
        "printed table": tables,
        "printed metric": {row["metric"] for row in rows},
        "printed method": {name for row in rows for name in methods_of(row)},
        "printed data set": {row["dataset"] for row in rows},
    }


def methods_of(row: Mapping[str, str]) -> list[str]:
    """The method of a printed row; of a count of wins both sides, of which it is the first."""
    from methods.forensics.rankings import COUNTS  # which imports numpy; a list of names needs none

    return row["dataset"].split(" vs ") if row["metric"] == COUNTS else [row["method"]]


def those_meant(mentioned: set[str], existing: Collection[str]) -> Collection[str]:
    """Where to look names up: in those mentioned; in all if none is, or if one does not exist."""
    return mentioned if mentioned and mentioned <= set(existing) else existing


def recorded_metrics(study: Study) -> Iterator[str]:
    """The numbers that the fits of a study leave."""
    for metric in METRICS:
        yield metric
        yield f"train_{metric}"
    yield from (name for name in study.metrics if name not in CURVES)
    yield from study.record.scalars
    yield from study.record.measures
    if study.record.components:
        yield from DIVERSITY_MEASURES


def stored_curves(study: Study) -> Iterator[str]:
    """The curves that the fits of a study leave."""
    yield from study.record.traces
    yield from study.record.curves
    yield from (name for name in study.metrics if name in CURVES)
