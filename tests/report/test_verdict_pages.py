"""The kept verdicts in Markdown are those of the ledger, and lead to what exists."""

import json
import re
from pathlib import Path

import pytest

from methods.bench import paths
from methods.claims.counts import COUNTED, counts
from methods.claims.kinds import KINDS
from methods.command.judge import plan_of_kept, read_ledger
from methods.report.found import read_found
from methods.report.markdown import table
from methods.report.verdict_pages import write_verdict_pages
from methods.schemas.paper import load_papers

ROOT = Path(__file__).parents[2]
KEPT = ROOT / paths.REFERENCE


@pytest.fixture(scope="module")
def claims():
    return read_ledger(KEPT)["claims"]


@pytest.fixture(scope="module")
def pages(claims, tmp_path_factory):
    folder = tmp_path_factory.mktemp("verdicts")
    (folder / "old.md").write_text("of a paper that is no more")
    (folder / "README.md").write_text("| [Old](old.md) | 3 |\n[docs](../../docs/testing.md)\n")
    for experiment in (path.parent for path in KEPT.glob("*/claims.json")):
        (folder / experiment.name).symlink_to(experiment)
    experiments = plan_of_kept(ROOT).experiments.values()
    write_verdict_pages(folder, load_papers(ROOT), experiments, claims, read_found(ROOT))
    return {page.name: page.read_text(encoding="utf-8") for page in folder.glob("*.md")}


def test_the_kept_pages_are_made_from_the_kept_ledger(pages):
    assert pages == {page.name: page.read_text(encoding="utf-8") for page in KEPT.glob("*.md")}


def test_notes_of_the_user_beside_the_pages_stay(tmp_path):
    notes = tmp_path / "notes.md"
    notes.write_text("mine")
    for _ in range(2):
        write_verdict_pages(tmp_path, {}, [], [])
    assert notes.read_text() == "mine"


def test_every_claim_of_the_kept_run_has_a_row_of_its_own(pages, claims):
    anchors = [name for page in pages.values() for name in re.findall(r'<a id="([^"]+)">', page)]
    assert sorted(anchors) == sorted(claim["name"].replace("/", "-") for claim in claims)


def test_a_claim_on_one_draw_says_why(pages, claims):
    drawn_once = [claim for claim in claims if claim["one_draw"]]
    assert drawn_once
    for claim in drawn_once:
        row = f"One draw of generated data: {claim['one_draw']}."
        assert row in pages[f"{claim['source']}.md"]


def test_each_verdict_says_what_it_rests_on(pages):
    rows = [
        row for text in pages.values() for row in text.splitlines() if row.startswith("| <a id")
    ]
    cells = [row.split(" | ")[0] for row in rows if row.count(" | ") > 1]
    assert cells and all(any(f"<br>*{kind}*" in cell for kind in KINDS) for cell in cells)


def test_the_last_row_of_the_index_counts_all_claims(pages, claims):
    last = [line for line in pages["README.md"].splitlines() if line.startswith("| all")]
    theirs, ours = (counts(claims, beyond=beyond) for beyond in (False, True))
    derived = [claim["verdict"] for claim in claims if claim["derived"] and not claim["beyond"]]
    # readings of which an argument settles each may disagree
    argued = [verdict for verdict in derived if verdict != "inconclusive"]
    ways = f"{argued.count('holds')} hold, {argued.count('fails')} fail"
    assert theirs["derived"] == len(argued) > argued.count("holds") > 0
    of_words = [ways if word == "derived" else theirs[word] for word in COUNTED]
    numbers = [sum(theirs.values()), *of_words, sum(ours.values())]
    assert last == [table(["all", *map(str, numbers)], []).splitlines()[0]]


def test_the_chapters_of_a_work_are_counted_apart_and_add_up(pages, claims):
    rows = [line.split(" | ") for line in pages["README.md"].splitlines() if line.startswith("|")]
    chapters = read_found(ROOT)["thesis"]
    of_chapters = [row for row in rows for each in chapters if row[0] == f"| {each.title}"]
    whole = next(row for row in rows if "](thesis.md)" in row[0])
    assert len(of_chapters) == len(chapters) > 1
    for column in (1, 2, 3, 4, -1):
        numbers = [int(row[column].strip(" |")) for row in of_chapters]
        assert sum(numbers) == int(whole[column].strip(" |"))


def test_links_and_pictures_lead_to_files(pages):
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", "".join(pages.values()))
    assert len(targets) > len(pages)
    assert not [target for target in targets if not (KEPT / target).exists()]


def test_a_cell_stays_in_its_row():
    assert table(["a"], [["x |\n y"]]).splitlines()[2] == "| x \\| y |"


def test_the_seals_of_kept_verdicts_have_no_folder_of_a_machine():
    files = sorted(KEPT.rglob("claims.json"))
    named = [json.loads(file.read_text())["seal"]["made_from"]["file"] for file in files]
    assert named == [file.relative_to(ROOT).as_posix() for file in files]
