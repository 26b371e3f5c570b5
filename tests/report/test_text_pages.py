"""How a claim is tested is said on a page of the report, from one source."""

from pathlib import Path

from methods.bench.statistics import ALPHA, FEWEST_TRIALS
from methods.report.site_folder import SiteFolder
from methods.report.text_pages import claims_testing, write_text_pages
from tests.report.conftest import Page, broken_links

ROOT = Path(__file__).parents[2]


def test_the_page_of_the_docs_is_made_from_the_text():
    remedy = "run `python -m methods document`"
    assert (ROOT / "docs/testing.md").read_text() == claims_testing(), remedy


def test_the_text_has_the_numbers_of_the_tests():
    words = {6: "six"}
    assert f"fewer than {words[FEWEST_TRIALS]} trials" in claims_testing()
    assert f"at {100 * ALPHA:g} %" in claims_testing()


def test_a_checkout_has_the_pages_of_its_docs_and_a_project_without_docs_has_two(tmp_path):
    site = SiteFolder(tmp_path)
    site.assets()
    alone = write_text_pages(site, tmp_path / "docs")
    assert list(alone) == ["testing.html", "glossary.html"]
    assert not [link for link in Page(tmp_path / "testing.html").values("href")
                if "replicators" in link]  # fmt: skip
    texts = write_text_pages(site, ROOT / "docs")
    assert texts["protocol.html"] == "The protocol of the yardstick"
    assert "glossary.html#words-of-a-source-in-a-claim-test" in (
        Page(tmp_path / "replicators.html").values("href")
    )
    places = "".join(f'<p id="{place}"></p>' for place in ("claims", "experiments"))
    for page in ("index.html", "methods/index.html", "datasets/index.html"):
        site.text(page, places)
    assert not broken_links(tmp_path)


def test_a_link_to_a_kept_table_leads_to_its_place_on_the_page_of_its_experiment(tmp_path):
    site = SiteFolder(tmp_path / "site")
    site.text("experiments/toy/scores.md", "")
    (tmp_path / "protocol.md").write_text("# P\n\n[S](../results/reference/toy/scores.md)\n")
    write_text_pages(site, tmp_path)
    links = Page(tmp_path / "site/protocol.html").values("href")
    assert "experiments/toy/index.html#table-scores" in links
