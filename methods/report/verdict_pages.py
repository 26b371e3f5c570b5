"""The kept verdicts in Markdown, which a hosted repository shows without a run.

An index has the counts, also as a picture. A page for each paper has each claim with its verdict,
what was found, and the smallest change that would turn it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pandas as pd

from methods.bench.experiments import Experiment
from methods.claims.counts import DERIVED, counted_as, counts
from methods.claims.coverage import experiments_on
from methods.claims.kinds import kind_of
from methods.claims.verdicts import FAILS, HOLDS, UNTESTABLE, VERDICTS
from methods.figures.style import write_figure
from methods.figures.verdict_counts import draw_verdict_counts
from methods.files import write_atomically
from methods.project import command
from methods.report.found import Found
from methods.report.markdown import table
from methods.report.paper_markdown import address_of
from methods.report.paper_pages import kind_of_work, sentence
from methods.report.tallies import in_words, tally
from methods.schemas.paper import PaperFile

Claim = Mapping[str, Any]
INDEX = "README.md"  # hosts show it below the list of files
LINKED = re.compile(r"\]\((\w+\.md)\)")  # pages beside the index
MARKS = {"holds": "✓", "fails": "✕", "inconclusive": "≈", DERIVED: "="}
PICTURE = (
    "![How many claims of each work hold or fail, by trials or printed numbers, by argument"
    " alone, are inconclusive, or cannot be tested here](verdicts.png)"
)
ABOUT = (
    "[How a claim is tested](../../docs/testing.md) has a page of its own. Claims of a paper are"
    " counted apart from ours, which go beyond what it says. A verdict by argument follows from a"
    " proof or a counter-example, which the page names. Each verdict says what it rests on:"
    " theory, an experiment, our numbers against the printed ones, or the arithmetic of printed"
    " numbers alone."
    " [The words](../../docs/glossary.md) are explained in the glossary. `{command}` judges a"
    " claim again on the stored results, and fits nothing."
    " [What each method is given](../../docs/protocol.md) and [what to know before you repeat a"
    " work](../../docs/replicators.md) have pages of their own."
)


def write_verdict_pages(
    folder: Path,
    papers: Mapping[str, PaperFile],
    experiments: Iterable[Experiment],
    claims: Sequence[Claim],
    found: Mapping[str, Sequence[Found]] = MappingProxyType({}),
) -> None:
    """Write the index and a page for each paper with kept claims, into the folder of the ledger.

    The chapters of a long work, which `found` names, are counted apart in the index.
    """
    rows, pages, tallies = [], {}, {}
    for key, title, head, of_page in _subjects(folder, papers, list(experiments)):
        names = {experiment.name: experiment for experiment in of_page}
        told = [claim for claim in claims if _experiment(claim) in names]
        if told:
            kind = kind_of_work(papers[key]) if key in papers else "work"
            pages[f"{key}.md"] = _page(title, head, names, told, kind)
            rows.append([f"[{title}]({key}.md)", *_tally(told)])
        bars = [(title, told)]
        if chapters := [chapter for chapter in found.get(key, ()) if chapter.title]:
            bars = [(chapter.title, list(chapter.of(told))) for chapter in chapters]
            rows += [[of, *_tally(of_part)] for of, of_part in bars if of_part]
        for of, of_part in bars:
            if any((counted := tally(of_part, beyond=False)).values()):
                tallies[of] = counted
    headers = ["of", "claims", *VERDICTS, "by argument", "ours beside them"]
    index = table(headers, [*rows, ["all", *_tally(claims)]])
    if tallies:
        _draw(tallies, folder)
    parts = [
        "# Verdicts at the papers' scale",
        PICTURE if tallies else "",
        index,
        ABOUT.format(command=command("claim NAME")),
    ]
    pages[INDEX] = "\n\n".join(filter(None, parts)) + "\n"
    for old in _pages_before(folder) - pages.keys():
        (folder / old).unlink(missing_ok=True)
    for name, text in pages.items():
        write_atomically(folder / name, partial(Path.write_text, data=text, encoding="utf-8"))


def _pages_before(folder: Path) -> set[str]:
    """The pages to which the index there links. Other texts may be notes of the user."""
    index = folder / INDEX
    return set(LINKED.findall(index.read_text(encoding="utf-8"))) if index.exists() else set()


def _draw(tallies: Mapping[str, Mapping[str, int]], folder: Path) -> None:
    data = pd.DataFrame([{"work": title, **counted} for title, counted in tallies.items()])
    write_figure(draw_verdict_counts(tallies), data, str(folder / "verdicts"), ["png"])


def _subjects(
    folder: Path, papers: Mapping[str, PaperFile], experiments: Sequence[Experiment]
) -> Iterator[tuple[str, str, list[str], list[Experiment]]]:
    """A key, a title, opening lines and experiments: each paper, and each experiment on none."""
    for key, paper in papers.items():
        named = experiments_on(key, experiments)
        by = f"{', '.join(paper.authors)} ({paper.year}). <{address_of(paper)}>"
        yield key, paper.title, [by, *_picture(folder, paper, named)], named
    for experiment in experiments:
        if experiment.source not in papers:
            yield experiment.name, experiment.title, [], [experiment]


def _page(
    title: str,
    opening: Sequence[str],
    experiments: Mapping[str, Experiment],
    claims: Sequence[Claim],
    kind: str,
) -> str:
    parts = [f"# {title}", *opening[:1]]
    parts += [" ".join(filter(None, [_theirs(claims, kind), _ours(claims)])), *opening[1:]]
    for name, experiment in experiments.items():
        of_experiment = [claim for claim in claims if _experiment(claim) == name]
        told = [claim for claim in of_experiment if claim["verdict"] != UNTESTABLE]
        untold = [claim for claim in of_experiment if claim["verdict"] == UNTESTABLE]
        if len(experiments) > 1:
            parts.append(f"## {experiment.title}")
        if told:
            parts.append(table(["verdict", "claim", "what was found"], map(_row, told)))
        if untold:
            listed = table(["claim", "why it is not tested"], map(_untold, untold))
            summary = f"<summary>{len(untold)} that cannot be tested here</summary>"
            parts.append(f"<details>{summary}\n\n{listed}\n\n</details>")
    return "\n\n".join(parts) + "\n"


def _picture(folder: Path, paper: PaperFile, experiments: Iterable[Experiment]) -> list[str]:
    """The first kept figure of the summary, which lies in the folder of its experiment."""
    figures = {f"{e.name}/{name}": entry for e in experiments for name, entry in e.figures.items()}
    kept = [each for each in paper.summary.figures if (folder / f"{each}.png").exists()]
    for output in kept[:1]:
        caption = figures[output].get("caption", output)
        return [f"![{caption}]({output}.png)", f"{caption.rstrip('.')}."]
    return []


def _row(claim: Claim) -> list[str]:
    word = counted_as(claim)
    verdict = claim["verdict"] + (" by argument" if word == DERIVED else "")
    return [
        f'<a id="{_anchor(claim)}"></a>{MARKS[word]} {verdict.replace(" ", "&nbsp;")}'
        f"<br>*{kind_of(claim)}*",
        _said(claim),
        " ".join(filter(None, [claim["reason"], claim["flip"], _argument(claim)])),
    ]


def _untold(claim: Claim) -> list[str]:
    return [f'<a id="{_anchor(claim)}"></a>{_said(claim)}', claim["reason"]]


def _said(claim: Claim) -> str:
    about = f"<br>About: {claim['about']}." if claim["about"] else ""
    about += f"<br>One draw of generated data: {claim['one_draw']}." if claim["one_draw"] else ""
    ours = ", ours" if claim["beyond"] else ""
    says = claim["says"].rstrip(".")
    return f"{says}.{about}<br>*{claim['where']}{ours}*, `{claim['name']}`"


def _argument(claim: Claim) -> str:
    """Why no number could change a verdict, and the test or the page that shows it."""
    if not claim["derived"]:
        return ""
    path, _, place = claim["derived"].partition("::")
    shown = f"[{place or path}](../../{path})"
    checked = f"It is checked by {shown}." if place else f"The proof is on {shown}."
    return f"The argument: {claim['argument']} {checked}" if claim["argument"] else checked


def _theirs(claims: Sequence[Claim], kind: str) -> str:
    counted = tally(claims, beyond=False)
    return sentence(counted, kind) if any(counted.values()) else ""


def _ours(claims: Sequence[Claim]) -> str:
    counted = tally(claims, beyond=True)
    return in_words(counted, "of ours") if any(counted.values()) else ""


def _tally(claims: Sequence[Claim]) -> list[str]:
    """How many claims the source has, how many of them have each verdict, and how many are ours."""
    theirs, ours = (counts(claims, beyond=beyond) for beyond in (False, True))
    cells = {word: str(n) for word, n in theirs.items()} | {DERIVED: _derived(claims)}
    return [str(sum(theirs.values())), *cells.values(), str(sum(ours.values()))]


def _derived(claims: Sequence[Claim]) -> str:
    """How many derived claims of the source hold and how many fail."""
    derived = [c["verdict"] for c in claims if counted_as(c) == DERIVED and not c["beyond"]]
    ways = {"hold": derived.count(HOLDS), "fail": derived.count(FAILS)}
    return ", ".join(f"{n} {way}" for way, n in ways.items() if n) or "0"


def _experiment(claim: Claim) -> str:
    return str(claim["name"]).partition("/")[0]


def _anchor(claim: Claim) -> str:
    return str(claim["name"]).replace("/", "-")
