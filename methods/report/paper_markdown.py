"""The summary of a paper in Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from methods.claims.counts import DERIVED
from methods.report.markdown import table
from methods.schemas.paper import PaperFile


def markdown_of(shown: Mapping[str, Any], figures: Sequence[Mapping[str, Any]]) -> str:
    """The summary in Markdown; equations are LaTeX between dollars."""
    paper = shown["paper"]
    lines = [
        f"# {paper.title}",
        f"{', '.join(paper.authors)} ({paper.year}). {paper.venue}. "
        f"<{address_of(paper)}>",
        "## What it proposes",
        paper.proposes,
        *(f"$${each['latex']}$$\n\n({each['number']}) {each['shows']}." for each in
          shown["equations"]),
        "## Protocol",
        _table_of(("study", "about", "split", "data sets x methods", "trials"),
               [[row[key] for key in ("study", "about", "split", "size", "trials")]
                for row in shown["protocol"]]),
        "## What it leaves open",
        _table_of(("open", "chosen here"), [[each.open, each.chosen] for each in paper.left_open]),
        "## Verdicts",
        shown["counts"],
        _table_of(("where", "claim", "verdict", "what would change it, or why it is not tested"),
               [[claim["where"] + ", ours" * claim["beyond"], _said(claim), _stands(claim),
                 claim["change"]]
                for claim in shown["claims"]]),
        *(f"![{figure['caption']}]({figure['file']})\n\n{figure['caption']}." for figure in
          figures),
        "## What was not available",
        _table_of(("what", "why", "in its place"),
               [[each.what, each.why, each.instead] for each in paper.unavailable]),
        "## How to run it",
        "```\n" + "\n".join(shown["commands"]) + "\n```",
    ]  # fmt: skip
    return "\n\n".join(line for line in lines if line) + "\n"


def address_of(paper: PaperFile) -> str:
    return paper.address or f"https://doi.org/{paper.doi}"


def _said(claim: Mapping[str, Any]) -> str:
    """What a claim says, with the reading that it is about if another says the same."""
    told_apart = claim["has_twin"] and claim["about"]
    return f"{claim['says']} [{claim['about']}]" if told_apart else str(claim["says"])


def _stands(claim: Mapping[str, Any]) -> str:
    """The leading verdict of a claim, and what the other one says of it."""
    beside = claim["beside"]
    other = f"; {beside['by']} {beside['relation']}: {beside['verdict']}" if beside else ""
    return claim["verdict"] + " by argument" * (claim["counted_as"] == DERIVED) + other


def _table_of(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return table(headers, rows) if rows else "Nothing."
