"""The models of tables, figures and claims in an experiment file."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from methods.schemas.model import DottedPath, described

# of a test in a module of tests, or of a place on a page
ANCHOR = r"^$|^[^:#]+\.py::\w+$|^[^:#]+\.(md|rst)#[\w-]+$"


class Output(Struct):
    """A function of the results; all other keys are its options."""

    function: DottedPath
    study: Annotated[
        str | list[str] | None,
        described("The studies that the function reads, for a function with such an option"),
    ] = None


class Claim(Output, kw_only=True):
    """A claim of a paper, and the function of the results that tests it."""

    where: Annotated[str, described("Section, equation, table or figure")]
    says: Annotated[str, described("The claim in our words, with every condition that it makes")]
    about: Annotated[
        str, described("The variant or the reading that the claim is about, if there are several")
    ] = ""
    beyond: Annotated[
        bool,
        described(
            "Whether the claim is ours and goes beyond the source. It is counted apart, and it may"
            " rest on data sets that the source does not have"
        ),
    ] = False
    any_data: Annotated[
        bool,
        described(
            "Whether the claim is about all data, as a theorem is. It may then rest on data sets"
            " that the source does not have"
        ),
    ] = False
    derived: Annotated[
        str,
        Meta(
            pattern=ANCHOR, extra={"expected": "a test file.py::test_name or a page file.md#place"}
        ),
        described("The test or the page that shows a claim which no number could change"),
    ] = ""
    argument: Annotated[
        str, described("Why a derived claim holds or fails, in a few sentences")
    ] = ""
    one_draw: Annotated[
        str, described("What all trials of the claim share, if it is not what the study says")
    ] = ""


# keys of a claim that are for the reader and no options of its function
CLAIM_KEYS = tuple(Claim.__annotations__)
