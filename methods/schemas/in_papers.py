"""What a descriptor says of papers, and of data that a fetch may not get."""

from __future__ import annotations

from typing import Annotated

from methods.schemas.model import Model, Name, Shape, described


class Printed(Model, frozen=True, kw_only=True):
    """What a paper prints of a data set."""

    source: Annotated[Name, described("Paper, the stem of a file in workflow/papers")]
    name: Annotated[str, described("Name of the data set in the paper")]
    shape: Annotated[Shape | None, described("As printed; null if no shape is printed")]
    meets: Annotated[bool | None, described("Whether the descriptor meets the printed shape")]
    note: str | None = None


class Unavailable(Model, frozen=True):
    """Why a fetch may not get a data set, and how a user who has it can use it here."""

    why: str
    how: str
