"""The stored claims of an experiment as the report shows them: test and evidence as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from methods.bench import paths
from methods.bench.construct import resolve
from methods.bench.experiments import slug
from methods.bench.results import Results
from methods.claims.ledger import read_claims
from methods.claims.sentences.evidence import Column, columns
from methods.claims.verdicts import VERDICTS
from methods.errors import UserError
from methods.report.cells import cell
from methods.schemas.option_mentions import Mention, option_mentions
from methods.tables.table import NO_VALUE

FIRST = ("reading", "dataset", "method", "than", "setting", "verdict", "difference", "interval")
SHORT = 24  # letters of a cell that stays on one line
METHODS = {"method", "printed method"}  # kinds of names
EVIDENCE_ROWS = 200  # of one claim on its page; claims.json has all


def stored_claims(results: Results) -> list[dict[str, Any]]:
    """Every claim of the experiment with its verdict and evidence."""
    return read_claims(results.path(paths.claims(results.experiment.name)))


def claim_id(claim: Mapping[str, Any]) -> str:
    """The anchor of a claim on the page of its experiment."""
    return f"claim-{slug(claim['name'])}"


def shown_claim(results: Results, claim: dict[str, Any]) -> dict[str, Any]:
    """The claim with its test in words, its evidence as a table, and outputs on the same study."""
    evidence, test = claim["evidence"], claim["test"]
    shown = in_order(columns(claim))
    return claim | {
        "id": claim_id(claim),
        "function": test["function"],
        "related": _outputs_on(results, studies_in(test)),
        "readings": [
            {"id": claim_id({"name": f"{results.experiment.name}/{name}"}), "name": name}
            for name in test.get("readings", ())
        ],
        "columns": [column.head for column in shown],
        "rows": [_evidence_row(row, shown) for row in evidence[:EVIDENCE_ROWS]],
        "left_out": max(0, len(evidence) - EVIDENCE_ROWS),
    }


def methods_in(test: Mapping[str, Any]) -> set[str]:
    """The methods that the test of a claim names, whether they run or are only printed."""
    try:
        function = resolve(test["function"])
    except UserError:  # stored by an older version, with a function that is gone
        return set()
    named = option_mentions(function, test)
    return {m.name for m in named if isinstance(m, Mention) and METHODS.intersection(m.kinds)}


def studies_in(entry: Mapping[str, Any]) -> set[str]:
    """The studies that the test of a claim, a table or a figure is about."""
    named = (entry.get(key, ()) for key in ("study", "studies"))
    return set().union(*({study} if isinstance(study, str) else study for study in named))


def in_order(shown: Iterable[Column]) -> list[Column]:
    """The columns of evidence: what a row is about, what was found, and then the numbers."""
    places = {name: place for place, name in enumerate(FIRST)}
    return sorted(shown, key=lambda column: places.get(column.key, len(places)))


def _outputs_on(results: Results, studies: Set[str]) -> list[dict[str, str]]:
    """The tables and figures of any of the studies."""
    outputs = {"table": results.experiment.tables, "figure": results.experiment.figures}
    return [
        {"id": f"{kind}-{name}", "name": name}
        for kind, entries in outputs.items()
        for name, entry in entries.items()
        if studies & studies_in(entry)
    ]


def _evidence_row(row: Mapping[str, Any], shown: Sequence[Column]) -> list[Any]:
    texts = [in_words(column.value(row)) for column in shown]
    cells = [cell(text, _kind(text)) for text in texts]
    return [texts[0], *cells[1:]]


def _kind(text: str) -> str:
    verdict = text.split()[0] if text in VERDICTS else ""
    return " ".join(filter(None, [verdict, "short" * (len(text) <= SHORT)]))


def in_words(value: Any) -> str:
    """A value of claims.json as a reader would write it."""
    if value is None:
        return NO_VALUE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        if len(value) == 2 and all(isinstance(v, float | int) for v in value):
            return " to ".join(map(in_words, value))
        return "[" + ", ".join(map(in_words, value)) + "]"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {in_words(entry)}" for key, entry in value.items())
    return str(value)
