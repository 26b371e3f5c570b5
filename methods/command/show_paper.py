"""What `show` and `list` say of papers: who, where, and how much of each is served here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from methods.bench.experiments import Experiment
from methods.claims.coverage import counts_of, experiments_on, rows_of
from methods.command import last_run
from methods.command.layout import print_fields, print_table
from methods.schemas.paper import FOLDER, PaperFile, load_paper, load_papers


def show_paper(root: Path, experiments: Mapping[str, Experiment], key: str) -> None:
    """Who, where, what was not available, and what serves each part of the paper."""
    paper = load_paper(root / FOLDER / f"{key}.yaml")
    on_it = experiments_on(key, experiments.values())
    print(f"paper {key!r}\n")
    print_fields(
        [
            ("title", paper.title),
            ("authors", ", ".join(paper.authors)),
            ("year", paper.year),
            ("venue", paper.venue),
            ("doi", paper.doi),
            ("address", paper.address),
            ("licence", paper.licence),
            ("proposes", paper.proposes),
            ("experiments", ", ".join(experiment.name for experiment in on_it)),
            *(("left open", f"{each.open}: {each.chosen}") for each in paper.left_open),
            *(("missing", f"{each.what}: {each.why}") for each in paper.unavailable),
            *((kind, f"{n} served") for kind, n in served(paper, on_it).items()),
        ]
    )
    print()
    rows = rows_of(paper)
    print_table(
        ("PART", "SHOWS", "SERVED BY, OR WHY NOT"),
        [(f"{r.kind} {r.number}", r.shows, ", ".join(r.served_by) or r.why) for r in rows],
    )


def list_papers(root: Path, experiments: Mapping[str, Experiment]) -> None:
    """Each paper with its experiments, and with what is served of it."""
    rows = []
    for key, paper in load_papers(root).items():
        on_it = experiments_on(key, experiments.values())
        counts = served(paper, on_it).values()
        rows.append((key, ", ".join(e.name for e in on_it), *counts, paper.title))
    headers = ("PAPER", "EXPERIMENTS", "TABLES", "FIGURES", "EQUATIONS", "CLAIMS", "TITLE")
    print_table(headers, rows)


def served(paper: PaperFile, experiments: list[Experiment]) -> dict[str, str]:
    """By kind, how many are served of how many, with the verdicts of the last run."""
    verdicts = {
        f"{experiment.name}/{name}": entry
        for experiment in experiments
        for name, entry in last_run.verdicts(experiment.name).items()
    }
    return counts_of(paper, experiments, verdicts)
