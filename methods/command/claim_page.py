"""A claim as people read it: its words, its test, its verdicts, and the numbers behind them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from methods.bench import paths
from methods.claims.ledger import PAPERS_SCALE, read_claims
from methods.claims.sentences.evidence import columns
from methods.claims.sentences.words import listed, number, words
from methods.command.layout import counted, flow, print_fields, print_table
from methods.schemas.paper import FOLDER, keys_of_papers, load_paper

Entry = Mapping[str, Any]
ROWS = 10  # of evidence
# columns that only --json has
LEFT_OUT = ("p_not", "p_holds", "could_have_seen", "verdict_corrected_for_resampling", "changed_by")


def print_claim(root: Path, entry: Entry, judged: bool = True, is_kept: bool = False) -> None:
    """An entry of the ledger, with the kept verdict beside it.

    It may not be `judged` yet. An entry that `is_kept` is of the kept results, and stands alone.
    """
    kept = None if is_kept else kept_entry(root, entry)
    led = kept or (entry if judged else {})
    about = f" [{entry['about']}]" if entry["about"] else ""
    options = {key: value for key, value in entry["test"].items() if key not in ("function", "why")}
    fields = [
        ("claim", entry["name"]),
        ("where", f"{entry['source']}, {entry['where']}"),
        ("beyond", "the source, the claim is ours" if entry["beyond"] else ""),
        ("on", ", ".join(entry["datasets"])),
        ("one draw", entry["one_draw"]),
        ("tested", entry["tested"]),
        ("shown by", entry["derived"]),
        ("verdict", _verdict(led) if led else "not tested yet"),
        ("why", led.get("reason")),
        ("argument", entry["argument"]),
        ("flip", led.get("flip")),
        *_this_run(entry if judged else {}, kept),
        ("function", entry["test"]["function"]),
        ("options", flow(options)),
        ("source", source(root, entry["source"])),
    ]
    print(f"{entry['says']}{about}\n")
    print_fields(fields)
    print_evidence(led)


def kept_entry(root: Path, entry: Entry) -> Entry | None:
    """What is kept of the same claim and test at the papers' scale."""
    experiment, _ = entry["name"].split("/")
    file = root / paths.REFERENCE / experiment / "claims.json"
    for claim in read_claims(file) if file.exists() else ():
        if claim["name"] == entry["name"] and claim["scale"] == PAPERS_SCALE:
            return claim if claim["test"] == entry["test"] else None
    return None


def _verdict(entry: Entry) -> str:
    at = "papers'" if entry["scale"] == PAPERS_SCALE else entry["scale"]
    return f"{entry['verdict']}, at the {at} scale"


def _this_run(entry: Entry, kept: Entry | None) -> Iterable[tuple[str, Any]]:
    """The verdict of this run beside a kept one, and its reason if it is another one."""
    if entry and kept is not None:
        yield "this run", _verdict(entry)
        if entry["reason"] != kept["reason"]:
            yield "", entry["reason"]


def print_evidence(entry: Entry) -> None:
    """The first rows, without the columns that few readers need."""
    evidence = entry.get("evidence")
    if not evidence:
        return
    told = [column for column in columns(entry) if column.key not in LEFT_OUT]
    shown = evidence[:ROWS]
    more = f", the first {ROWS}" if len(evidence) > ROWS else ""
    print(f"\nevidence: {counted(len(evidence), 'row')}{more} (--json has all)")
    rows = [[_cell(column.value(row)) for column in told] for row in shown]
    print_table([column.head.upper() for column in told], rows)


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | int):
        return number(value, 3)
    if isinstance(value, list):
        return " to ".join(_cell(each) for each in value)
    return words(str(value)) if " " not in str(value) else str(value)


def source(root: Path, key: str) -> str:
    """Who wrote the paper, when, its title and where it can be read."""
    if key not in keys_of_papers(root):
        return ""
    paper = load_paper(root / FOLDER / f"{key}.yaml")
    where = f"https://doi.org/{paper.doi}" if paper.doi else paper.address
    return f"{listed(paper.authors)} ({paper.year}). {paper.title}. {where}"
