"""The summary of a paper in Markdown."""

import pytest
from msgspec import convert
from msgspec.structs import replace

from methods.report.paper_markdown import address_of, markdown_of
from methods.schemas.paper import PaperFile

PAPER = convert(
    {
        "title": "Margins", "authors": ["A. One", "B. Two"], "year": 2001, "venue": "J",
        "address": "https://example.org/m", "doi": "10.1/m", "bibtex": "@a{}",
        "licence": "none", "proposes": "A bound.",
        "left_open": [{"open": "the grid", "chosen": "powers of 2"}],
    },
    PaperFile,
)  # fmt: skip
CLAIM = {"where": "Table 1", "says": "A beats B", "about": "at depth 2", "verdict": "holds",
         "counted_as": "holds", "beyond": False, "has_twin": False, "beside": None,
         "change": "0.01 lower."}  # fmt: skip
BESIDE = {"by": "this run", "relation": "contradicts it", "verdict": "fails"}


def summary(claims=(), **more):
    return {
        "paper": PAPER, "equations": [], "protocol": [], "counts": "Of 1 claim, 1 holds.",
        "claims": [CLAIM | claim for claim in claims], "commands": ["run it", "show it"], **more,
    }  # fmt: skip


def row(**claim):
    """The row of a claim in the table of verdicts."""
    (line,) = [
        line
        for line in markdown_of(summary([claim]), []).splitlines()
        if line.startswith("| Table 1")
    ]
    return line


def test_the_parts_stand_in_the_order_of_an_article():
    shown = summary(
        [{}],
        equations=[{"number": "3", "latex": "a < b", "shows": "The bound"}],
        protocol=[{"study": "toy/main", "about": "all", "split": "holdout, train 0.5",
                   "size": "2 x 3", "trials": "10", "more": "left out"}],
    )  # fmt: skip
    assert markdown_of(shown, [{"caption": "Ranks", "file": "toy-f.svg"}]) == (
        "# Margins\n\nA. One, B. Two (2001). J. <https://example.org/m>\n\n"
        "## What it proposes\n\nA bound.\n\n$$a < b$$\n\n(3) The bound.\n\n"
        "## Protocol\n\n"
        "| study | about | split | data sets x methods | trials |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| toy/main | all | holdout, train 0.5 | 2 x 3 | 10 |\n\n"
        "## What it leaves open\n\n| open | chosen here |\n| --- | --- |\n"
        "| the grid | powers of 2 |\n\n"
        "## Verdicts\n\nOf 1 claim, 1 holds.\n\n"
        "| where | claim | verdict | what would change it, or why it is not tested |\n"
        "| --- | --- | --- | --- |\n| Table 1 | A beats B | holds | 0.01 lower. |\n\n"
        "![Ranks](toy-f.svg)\n\nRanks.\n\n"
        "## What was not available\n\nNothing.\n\n"
        "## How to run it\n\n```\nrun it\nshow it\n```\n"
    )


def test_a_paper_without_a_proposal_leaves_no_empty_paragraph():
    text = markdown_of(summary() | {"paper": replace(PAPER, proposes="")}, [])
    assert "## What it proposes\n\n## Protocol\n\nNothing.\n\n" in text


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ({"beyond": True}, "| Table 1, ours | A beats B | holds |"),
        ({"has_twin": True}, "| Table 1 | A beats B [at depth 2] | holds |"),
        ({"has_twin": True, "about": ""}, "| Table 1 | A beats B | holds |"),
        ({"counted_as": "derived"}, "| Table 1 | A beats B | holds by argument |"),
        ({"beside": BESIDE}, "| A beats B | holds; this run contradicts it: fails |"),
        ({"beside": BESIDE, "counted_as": "derived"}, "holds by argument; this run contradicts"),
    ],
)
def test_a_claim_says_whose_it_is_of_which_reading_and_what_the_other_run_says(claim, told):
    assert told in row(**claim)


def test_the_address_is_that_of_the_text_or_else_of_the_doi():
    assert address_of(PAPER) == "https://example.org/m"
    assert address_of(replace(PAPER, address="")) == "https://doi.org/10.1/m"
