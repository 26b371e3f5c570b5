"""The page of `land`: its sentences, two figures of ranks and four tables, with their files."""

from pathlib import Path
from types import SimpleNamespace

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from methods.report import landing_page
from methods.report.landing_page import write_landing_page
from methods.tables.table import Table
from tests.report.conftest import Page

RESULTS = SimpleNamespace(study=lambda name: SimpleNamespace(about=f"About {name}"))
FOLDER = Path("results/landing")
ASKED = {"study": "halves", "metric": "brier"}


def table(name, asked):
    """A table that says what was asked of it."""
    cells = pd.DataFrame([["0.25", "x"]], index=[f"row of {name}"], columns=["gap", "n"])
    return Table(pd.DataFrame([asked]), cells, f"Title {name}: note: of {name}")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    root = tmp_path_factory.mktemp("land")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        for name in ("dataset_table", "sensitivity_table", "advice_table"):
            made = lambda results, name=name, **asked: table(name, asked)  # noqa: E731
            patch.setattr(landing_page, name, made)
        for name in ("rank_diagram", "bootstrap_ranks"):
            drawn = lambda results, name=name, **asked: (  # noqa: E731
                plt.figure(), pd.DataFrame([asked | {"of": name}])
            )  # fmt: skip
            patch.setattr(landing_page, name, drawn)
        FOLDER.mkdir(parents=True)
        (FOLDER / "old.html").write_text("of an earlier run")
        written = write_landing_page(
            RESULTS, "halves", "Mine", "brier", 0.5, table("pairs", {}),
            ["Mine wins.", "By far."], ["Same rows."],
        )  # fmt: skip
        assert written == "results/landing/index.html"
        yield Page(root / written)


def of(page, name):
    return page.path.parent / name


def test_the_page_says_where_the_method_lands(page):
    assert "Where Mine lands About halves Mine wins. By far. Same rows." in page.text
    assert of(page, "assets/site.css").exists() and "assets/site.css" in page.values("href")


def test_it_leads_to_the_report_which_has_no_claims(page):
    assert "../report/index.html#experiments" in page.values("href")
    assert not any("#claims" in link or "testing.html" in link for link in page.values("href"))


def test_two_figures_show_the_ranks_with_their_data(page):
    assert page.values("src")[-2:] == ["ranks.svg", "intervals.svg"]
    assert {"figure-ranks", "figure-intervals"} <= set(page.values("id"))
    ranks, intervals = (pd.read_csv(of(page, f"{name}.csv")) for name in ("ranks", "intervals"))
    assert ranks.loc[0].to_dict() == ASKED | {"of": "rank_diagram"}
    assert intervals.loc[0].to_dict() == ASKED | {"of": "bootstrap_ranks", "highlight": "['Mine']"}
    assert page.text.count("Average ranks over data sets; 1 is the best.") == 2
    assert int(page.values("width")[0]) > 0


@pytest.mark.parametrize(
    ("name", "title", "asked"),
    [
        ("pairs", "pairs", {}), ("sensitivity", "sensitivity_table", ASKED),
        ("datasets", "dataset_table", ASKED | {"method": "Mine", "rope": 0.5}),
        ("advice", "advice_table", ASKED),
    ],
)  # fmt: skip
def test_each_table_stands_on_the_page_with_its_files(page, name, title, asked):
    assert f"Title {title} note: of {title} csv md tex json" in page.text
    assert f"gap n row of {title} 0.25 x" in page.text and f"table-{name}" in page.values("id")
    for kind in ("csv", "md", "tex", "json"):
        assert of(page, f"{name}.{kind}").exists() and f"{name}.{kind}" in page.values("href")
    if asked:
        assert pd.read_csv(of(page, f"{name}.csv")).loc[0].to_dict() == asked


def test_files_of_an_earlier_landing_are_removed(page):
    assert not of(page, "old.html").exists()
