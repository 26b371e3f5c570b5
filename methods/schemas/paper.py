"""The model of a paper file, workflow/papers/<key>.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from methods.errors import UserError
from methods.schemas.model import DottedPath, Model, Names, described
from methods.schemas.reading import read
from methods.yaml_files import read_yaml, yaml_files_in

FOLDER = Path("workflow", "papers")
SERVING = ("outputs", "code", "claims")  # keys of a part that name what serves it

Output = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9_]+/[^/]+$",
        extra={"expected": "an experiment and a name in it, such as heart/table1"},
    ),
]
Outputs = Annotated[tuple[Output, ...], described("Tables or figures, as experiment/name")]
ClaimNames = Annotated[tuple[Output, ...], described("Claims, as experiment/name")]
Why = Annotated[str, described("Why nothing here serves it; only where nothing does")]


class Part(Model, frozen=True, kw_only=True):
    """Something that the paper prints: what serves it here, or why nothing does."""

    shows: Annotated[str, described("What it shows, in our words")]
    why: Why = ""

    @property
    def served_by(self) -> tuple[str, ...]:
        return tuple(name for key in SERVING for name in getattr(self, key, ()))

    def __post_init__(self) -> None:
        if bool(self.served_by) == bool(self.why):
            given = "one of the two" if self.why else "one of them"
            raise UserError(f"write what serves it or why nothing does, {given}")


class Equation(Part, frozen=True, kw_only=True):
    """An equation, and the code and the claims that are about it."""

    latex: Annotated[str, described("The equation in LaTeX, as matplotlib's mathtext reads it")] = (
        ""
    )
    code: Annotated[
        tuple[DottedPath, ...], described("Dotted paths of what computes or minimises it")
    ] = ()
    claims: ClaimNames = ()


class Figure(Part, frozen=True, kw_only=True):
    outputs: Outputs = ()


class Table(Part, frozen=True, kw_only=True):
    """A printed table; `numbers` is its name in the file of printed numbers."""

    numbers: Annotated[
        str, described("Its name in the file of printed numbers; empty if it has no numbers there")
    ] = ""
    outputs: Outputs = ()


class Choice(Model, frozen=True, kw_only=True):
    """What the paper leaves open, and what was chosen here."""

    open: str
    chosen: str


class Missing(Model, frozen=True, kw_only=True):
    """What was not available, why, and what stands in its place."""

    what: str
    why: str
    instead: str = "Nothing."


class LeftOut(Model, frozen=True, kw_only=True):
    """A claim of the paper that no experiment tests."""

    where: str
    says: str
    why: str


class Summary(Model, frozen=True, kw_only=True):
    """What the one-page summary shows of the paper; its numbers come from the ledger."""

    equations: Annotated[
        tuple[str, ...],
        described("Numbers of the equations that the paper proposes, with their LaTeX"),
    ] = ()
    figures: Annotated[
        tuple[Output, ...],
        Meta(max_length=2),
        described("At most two figures, as experiment/name"),
    ] = ()
    claims: Annotated[
        tuple[Output, ...], described("The claims of the verdict table, as experiment/name")
    ] = ()


class PaperFile(Model, frozen=True, kw_only=True):
    """A paper: who, where, what it prints, and what was not available."""

    title: str
    place: Annotated[
        int, described("Its place in lists of papers; those with one place are in order of keys")
    ] = 1_000
    authors: Names
    year: Annotated[int, Meta(ge=1900, le=2100)]
    venue: Annotated[str, described("Journal, proceedings or institution")]
    doi: str = ""
    address: Annotated[str, described("Where the text can be read")] = ""
    bibtex: str
    licence: Annotated[str, described("Licence of the text, or that none is stated")]
    sections: Annotated[dict[str, str], described("Number to heading")] = {}
    proposes: Annotated[str, described("What it proposes, in our words")]
    equations: Annotated[dict[str, Equation], described("Number, or place, to equation")] = {}
    tables: Annotated[dict[str, Table], described("Number to printed table")] = {}
    figures: Annotated[dict[str, Figure], described("Number to figure")] = {}
    left_open: tuple[Choice, ...] = ()
    unavailable: tuple[Missing, ...] = ()
    untested: Annotated[
        tuple[LeftOut, ...], described("Claims of the paper that no experiment tests")
    ] = ()
    summary: Summary = Summary()

    def __post_init__(self) -> None:
        if not (self.doi or self.address):
            raise UserError("write a doi or an address")
        if not self.bibtex.lstrip().startswith("@"):
            raise UserError("bibtex: an entry begins with @")

    def parts(self) -> Iterator[tuple[str, str, Part]]:
        """Kind, number and part for each table, figure and equation."""
        for kind in ("tables", "figures", "equations"):
            for number, part in getattr(self, kind).items():
                yield kind, number, part


def load_paper(path: Path) -> PaperFile:
    return read(PaperFile, read_yaml(path), str(path))


def load_papers(root: Path) -> dict[str, PaperFile]:
    """Every paper of a project by key, in the order of their places."""
    papers = {path.stem: load_paper(path) for path in yaml_files_in(root / FOLDER)}
    return dict(sorted(papers.items(), key=lambda entry: entry[1].place))


def keys_of_papers(root: Path) -> tuple[str, ...]:
    """The stems of the paper files, which experiments and descriptors name."""
    return tuple(sorted(path.stem for path in yaml_files_in(root / FOLDER)))
