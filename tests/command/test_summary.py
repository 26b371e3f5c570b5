"""Summaries of papers from the kept results."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from methods.command.command_line import main
from methods.schemas.paper import load_papers

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium")
MOST_SIDES = 2


@pytest.fixture(scope="module")
def summaries(tmp_path_factory):
    folder = tmp_path_factory.mktemp("summaries")
    assert main(["summary", "--out", str(folder)]) == 0
    return folder


PAPERS = load_papers(ROOT)


@pytest.mark.slow
@pytest.mark.parametrize("key", PAPERS)
def test_a_summary_has_every_part_in_the_order_of_an_article(summaries, key):
    page, text = ((summaries / f"{key}.{kind}").read_text() for kind in ("html", "md"))
    for content, sign in ((page[page.index("<h2") :], "</h2>"), (text, "\n")):
        parts = ["What it proposes", "Protocol", "What it leaves open", "Verdicts",
                 "What was not available", "How to run it"]  # fmt: skip
        places = [content.index(part) for part in parts]
        assert places == sorted(places) and sign in content
    assert page.count("<math ") == len(PAPERS[key].summary.equations) == text.count("$$\n")
    in_short, one_by_one, rest = page.partition("Figures, one by one")
    assert in_short.count("<img") == len(PAPERS[key].summary.figures)
    assert one_by_one and rest.count("<img") >= 1
    assert not re.search(r'(src|href)="(?!https?:)[^"#]*index.html', page)  # there is no report
    loaded = re.findall(r'<(?:img|link|script)[^>]* (?:src|href)="([^"]+)"', page)
    assert loaded and all((summaries / name).is_file() for name in loaded)


@pytest.mark.slow
def test_verdicts_and_shifts_are_those_of_the_kept_ledger(summaries):
    kept = json.loads((ROOT / "results/reference/claims.json").read_text())["claims"]
    entries = {entry["name"]: entry for entry in kept}
    shown = 0
    for key, paper in PAPERS.items():
        text = (summaries / f"{key}.md").read_text()
        for name in paper.summary.claims:
            says, about = entries[name]["says"], entries[name]["about"]
            words = f"| {says} [{about}] |"
            (line,) = [l for l in text.splitlines()  # noqa: E741
                       if l.startswith(f"| {entries[name]['where']}")
                       and (words if words in text else f"| {says} |") in l]  # fmt: skip
            assert f"| {entries[name]['verdict']}" in line
            if entries[name]["flips"] and entries[name]["verdict"] != "cannot be tested here":
                told = line.split(" | ")[-1].rstrip(" |.")
                assert entries[name]["flip"].startswith(told)
                shown += 1
    assert shown


@pytest.mark.slow
def test_a_protocol_says_what_it_does_not_do_though_others_would(summaries):
    thesis = (summaries / "thesis.md").read_text()
    assert "folds 10, stratify: no, prefer given" in thesis and "train 0.8" in thesis


def test_a_misspelt_paper_is_one_line(capsys):
    assert main(["summary", "emr"]) == 1
    assert "unknown paper 'emr'; did you mean 'erm'?" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
@pytest.mark.parametrize("key", PAPERS)
def test_a_summary_prints_on_two_sides(summaries, tmp_path, key):
    pdf = tmp_path / "page.pdf"
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
               "--no-pdf-header-footer", f"--user-data-dir={tmp_path / 'profile'}",
               f"--print-to-pdf={pdf}", (summaries / f"{key}.html").as_uri()]  # fmt: skip
    subprocess.run([str(CHROMIUM), *options], check=True, capture_output=True, timeout=120)
    sides = len(re.findall(rb"/Type */Page\b", pdf.read_bytes()))
    assert 1 <= sides <= MOST_SIDES
