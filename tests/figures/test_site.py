"""The report page and the ledger: everything that has a name is escaped, nothing is fetched."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest

from methods.bench.plan import Plan
from methods.bench.typesetting import Table, write_table
from methods.figures.site import write_report
from tests.made_up import made_up_results

NAN = float("nan")
NASTY = "<img src=x onerror=alert(1)>|&\"'"
TABLE = {"function": "methods.bench.tables.score_table", "study": "main", "caption": NASTY}
FIGURE = {"function": "methods.figures.curves.rank_diagram", "study": "main"}


class Reader(HTMLParser):
    """Collects start tags with attributes, text, and whether tags nest."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.texts, self.open = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in ("meta", "img", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        self.texts.append(text)

    def text(self):
        return " ".join(self.texts)

    def attributes(self, name):
        return [attributes[name] for _, attributes in self.tags if name in attributes]


def verdict(name, word):
    return {"name": name, "source": "toy", "where": NASTY, "says": NASTY, "verdict": word,
            "reason": NASTY, "evidence": [], "test": {}, "scale": "quick"}  # fmt: skip


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made_up_results(
        tmp_path,
        {"alpha": {NASTY: [0.1, 0.2], "B": [0.3, NAN]}},
        title=NASTY,
        tables={"t": TABLE},
        figures={"f": FIGURE},
    )
    cells = pd.DataFrame([["**1.00 ± 0.10** n=1/2"]], index=[NASTY], columns=["a|b"])
    write_table(Table(pd.DataFrame(), cells, NASTY), "results/toy/t")
    claims = [verdict("toy/a", "holds"), verdict(NASTY, "cannot be tested here")]
    Path("results/toy/claims.json").write_text(json.dumps(claims))
    return tmp_path


@pytest.fixture
def page(root):
    write_report(Plan.from_config({}, root), root)
    return Reader((root / "results/report/index.html").read_text())


def test_no_name_becomes_markup(page):
    assert page.open == []
    assert page.attributes("onerror") == []
    assert [tag for tag, _ in page.tags].count("img") == 1  # the figure
    assert page.text().count(NASTY) >= 8


def test_the_ledger_has_schema_counts_and_claims(page, root):
    ledger = json.loads((root / "results/claims.json").read_text())
    assert {"schema": 1, "scale": "quick", "datasets": "embedded"}.items() <= ledger.items()
    assert ledger["counts"] == {
        "holds": 1, "fails": 0, "inconclusive": 0, "cannot be tested here": 1,
    }  # fmt: skip
    assert [claim["name"] for claim in ledger["claims"]] == ["toy/a", NASTY]


def test_a_pipe_in_a_name_moves_no_cell(page, root):
    rows = re.findall(
        r"<tr><th scope=\"row\">.*?</tr>", (root / "results/report/index.html").read_text()
    )
    (row,) = (row for row in rows if "±" in row)
    assert row.count("<td>") == 1 and "<strong>1.00 ± 0.10</strong> n=1/2" in row


def test_tables_and_figures_link_to_their_data(page):
    assert "../toy/f.svg" in page.attributes("src")
    assert {"../toy/f.csv", "../toy/t.csv"} <= set(page.attributes("href"))


def test_nothing_is_loaded_from_elsewhere(page):
    for address in page.attributes("src") + page.attributes("href"):
        assert not re.match(r"(https?:)?//", address)
    assert "script" not in [tag for tag, _ in page.tags]


def test_failed_fits_are_counted_with_their_reason(page):
    assert "3 ok, 1 error" in page.text()
    assert "alpha, B: error in 1 trials: made to fail" in page.text()


def test_a_study_that_did_not_run_is_said_to(root):
    write_report(Plan.from_config({"methods": ["B"]}, root), root)
    assert "B: error in 1 trials" in Reader(Path("results/report/index.html").read_text()).text()


def test_figures_are_shown_in_a_format_that_a_browser_shows(root):
    for formats, shown in ((["png", "pdf"], ["../toy/f.png"]), (["pdf"], [])):
        write_report(Plan.from_config({"figure_formats": formats}, root), root)
        page = Reader((root / "results/report/index.html").read_text())
        assert page.attributes("src") == shown
