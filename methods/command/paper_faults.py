"""What is wrong with the papers: what their files name, and the tables of printed numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from methods.bench.construct import resolve
from methods.bench.plan import Plan
from methods.claims.coverage import experiments_on
from methods.command.known_sound import faults_unless_known
from methods.command.printed_rows import PUBLISHED, printed_rows
from methods.errors import UserError, unknown
from methods.project import command
from methods.schemas.paper import (
    FOLDER,
    Equation,
    Figure,
    PaperFile,
    Table,
    keys_of_papers,
    load_papers,
)


def faults_of_papers(plan: Plan, root: Path) -> Iterator[str]:
    """One line for each fault. `plan` has all experiments."""
    papers = load_papers(root)
    for key, paper in papers.items():
        printed = root / PUBLISHED / f"{key}.csv"
        tables = printed_tables(printed) if printed.exists() else []
        yield from faults_of_paper(plan, key, paper, tables, f"{FOLDER / key}.yaml")


def faults_of_numbers(root: Path) -> Iterator[str]:
    """One line for each table of printed numbers that cannot be read, or that has no paper."""
    keys = keys_of_papers(root)
    for file in sorted((root / PUBLISHED).glob("[!.]*.csv")):
        try:
            printed_tables(file)
        except UserError as error:
            yield str(error)
        if file.stem not in keys:
            yield (
                f"{PUBLISHED / file.name}: there is no {FOLDER / file.stem}.yaml; "
                f"{command(f'new paper {file.stem}')} shows what it may say"
            )


def printed_tables(file: Path) -> list[str]:
    """The names of the tables of a file of printed numbers."""
    return [*dict.fromkeys(row["table"] for row in printed_rows(file))]


def faults_of_paper(
    plan: Plan, key: str, paper: PaperFile, tables: Iterable[str], where: str
) -> Iterator[str]:
    """What the file of one paper names that is not there, and what it does not name."""
    experiments = experiments_on(key, plan.experiments.values())
    outputs = [f"{e.name}/{name}" for e in experiments for name in (*e.tables, *e.figures)]
    figures = [f"{e.name}/{name}" for e in experiments for name in e.figures]
    claims = [f"{e.name}/{name}" for e in experiments for name in e.claims]
    tables = list(tables)
    for kind, number, part in paper.parts():
        place = f"{where}: {kind}.{number}"
        if isinstance(part, Table):
            if part.numbers and part.numbers not in tables:
                yield str(unknown("printed table", part.numbers, tables, f"{place}: numbers"))
            yield from _unknown_names("output", part.outputs, outputs, f"{place}: outputs")
        elif isinstance(part, Figure):
            yield from _unknown_names("figure", part.outputs, figures, f"{place}: outputs")
        elif isinstance(part, Equation):
            yield from _unknown_names("claim", part.claims, claims, f"{place}: claims")
            faults = faults_unless_known(
                f"equation {part.code} {part.latex}", part.code, partial(_faults_of_equation, part)
            )
            yield from (f"{place}: {fault}" for fault in faults)
    named = {part.numbers for part in paper.tables.values()}
    for table in tables:
        if table not in named:
            yield f"{where}: tables: none has {table!r} of {PUBLISHED / key}.csv as its numbers"
    yield from _faults_of_summary(paper, figures, claims, f"{where}: summary")


def _faults_of_equation(equation: Equation) -> Iterator[str]:
    for path in equation.code:
        try:
            resolve(path)
        except UserError as error:
            yield f"code: {error}"
    if equation.latex:
        from methods.figures.equations import as_svg  # imports matplotlib

        try:
            as_svg(equation.latex)
        except UserError as error:
            yield f"latex: {error}"


def _faults_of_summary(
    paper: PaperFile, figures: list[str], claims: list[str], where: str
) -> Iterator[str]:
    typeset = [number for number, equation in paper.equations.items() if equation.latex]
    for number in paper.summary.equations:
        if number in paper.equations and number not in typeset:
            yield f"{where}: equations: {number} has no latex"
        elif number not in typeset:
            yield str(unknown("equation", number, typeset, f"{where}: equations"))
    yield from _unknown_names("figure", paper.summary.figures, figures, f"{where}: figures")
    yield from _unknown_names("claim", paper.summary.claims, claims, f"{where}: claims")


def _unknown_names(
    what: str, names: Iterable[str], known: Iterable[str], where: str
) -> Iterator[str]:
    known = list(known)
    for name in names:
        if name not in known:
            yield str(unknown(what, name, known, where))
