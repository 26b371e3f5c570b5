"""Each number of README.md and of docs/findings.md stands in a file that its sentence cites.

A sentence here is a paragraph, an item of a list or a row of a table. A link to a place in a page
cites that row alone.
"""

import re
from pathlib import Path

import pytest
from pandas import read_csv

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/findings.md")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)*")


def blocks_of(text):
    """The paragraphs, items and rows of a page, without headings, code and dividers."""
    text = FENCED.sub("", text)
    for part in re.split(r"\n\s*\n|\n(?=\s*(?:[-*] |\||\d+\. ))", text):
        if part.strip() and not part.lstrip().startswith("#"):
            yield " ".join(part.split())


def numbers_in(text):
    return {number.replace(",", "").rstrip(".") for number in NUMBER.findall(text)}


def cited_by(block, folder):
    """The text of the files that a block links to, and of the rows that it links to."""
    for _, _, target in LINK.findall(block):
        path, _, place = target.partition("#")
        file = folder / path
        if "//" in target or not path or not file.is_file() or file.suffix == ".png":
            continue
        text = file.read_text(encoding="utf-8")
        if f'id="{place}"' in text:
            text = next(line for line in text.splitlines() if f'id="{place}"' in line)
        yield text


def without_source(block, folder):
    """The numbers of a block that stand in no file that it cites."""
    said = CODE.sub("", LINK.sub(r"\2", block))
    return numbers_in(said) - numbers_in(" ".join(cited_by(block, folder)))


@pytest.mark.parametrize("page", PAGES)
def test_every_number_stands_in_a_file_that_is_cited_beside_it(page):
    path = ROOT / page
    faults = {block: lost for block in blocks_of(path.read_text(encoding="utf-8"))
              if (lost := without_source(block, path.parent))}  # fmt: skip
    assert not faults, "\n".join(f"{sorted(lost)}: {block}" for block, lost in faults.items())


def test_a_number_without_a_source_is_found(tmp_path):
    (tmp_path / "a.md").write_text('| <a id="x"></a> 12.5 % of 1,020 |\n| <a id="y"></a> 99 |\n')
    text = (
        "# 3 things\n\nIn 1,020 trials [one](a.md#x).\n- 99 [one](a.md#x)\n- `7` and 99 [two](a.md)"
    )
    lost = [without_source(block, tmp_path) for block in blocks_of(text)]
    assert lost == [set(), {"99"}, set()]


def test_the_advice_in_readme_is_what_the_kept_run_was_filled_with():
    rows = read_csv(ROOT / "results/reference/yardstick/advice.csv")
    first = rows["advice"][rows["group"] == "Measured data"].item().partition(". Not told")[0]
    assert first in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
