"""What a descriptor says of papers, and of data that a fetch may not get."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from methods.errors import unknown
from methods.schemas.model import Model, Shape, described, one_of

PUBLISHED = Path(__file__).resolve().parents[2] / "workflow" / "published"
PAPERS = tuple(sorted(path.stem for path in PUBLISHED.glob("*.csv")))


class Printed(Model, frozen=True, kw_only=True):
    """What a paper prints of a data set."""

    source: Annotated[str, one_of(PAPERS, "File of workflow/published", kind="paper")]
    name: Annotated[str, described("Name of the data set in the paper")]
    shape: Annotated[Shape | None, described("As printed; null if no shape is printed")]
    meets: Annotated[bool | None, described("Whether the descriptor meets the printed shape")]
    note: str | None = None

    def __post_init__(self) -> None:
        if self.source not in PAPERS:
            raise unknown("paper", self.source, PAPERS)


class Unavailable(Model, frozen=True):
    """Why a fetch may not get a data set, and how a user who has it can use it here."""

    why: str
    how: str
