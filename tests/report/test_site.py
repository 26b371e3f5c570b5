"""The files of the site: escaped, complete, self-contained, with no leftovers."""

import json
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pandas as pd
import pytest
import yaml
from jsonschema import Draft202012Validator

from methods.bench.experiments import load_experiments, slug
from methods.bench.plan import Plan
from methods.figures.verdict_counts import PARTS
from methods.report.site import in_order_of_papers, write_report
from tests.made_up import store_frame
from tests.report.conftest import NASTY, Page, broken_links, lose

ROOT = Path(__file__).resolve().parents[2]
SITE = Path("results/report")
EXPERIMENT = SITE / "experiments/toy/index.html"
LOADED = (("link", "href"), ("script", "src"), ("img", "src"))


@pytest.fixture(scope="session")
def pages(reported):
    folder = reported / SITE
    return {str(path.relative_to(folder)): Page(path) for path in folder.rglob("*.html")}


@pytest.fixture
def site(pages, reported, monkeypatch):
    monkeypatch.chdir(reported)
    return pages


def test_no_name_becomes_markup(site):
    for name, page in site.items():
        assert page.open == [], name
        assert page.values("onerror") == [], name
        assert all(source != "x" for source in page.values("src")), name
    assert site["index.html"].text.count(NASTY) >= 6
    assert site["experiments/toy/index.html"].text.count(NASTY) >= 10


def test_the_text_of_a_picture_states_the_verdicts_on_what_it_draws(site):
    texts = site["experiments/toy/index.html"].values("alt")
    verdicts = ("holds", "cannot be tested here", "fails")
    told = " ".join(f"{NASTY} says ({NASTY}): {verdict}." for verdict in verdicts)
    # the claims are on errors, and so are the ranks; the other figure has the seconds
    assert texts.count(f"{NASTY}. {told}") == texts.count(f"{NASTY}.") == 1


def test_each_experiment_method_and_data_set_has_a_page(site):
    assert set(site) == {
        "index.html", "experiments/toy/index.html", "methods/index.html", "methods/b.html",
        f"methods/{slug(NASTY)}.html", "datasets/index.html", "datasets/alpha.html",
        "datasets/beta.html", "testing.html", "glossary.html",
    }  # fmt: skip


def test_every_link_leads_to_a_file_and_an_anchor_of_the_site(site):
    assert len(site) > 1 and not broken_links(SITE)


def test_nothing_is_loaded_from_another_site(site):
    for page in site.values():
        for tag, attributes in page.tags:
            for loading, attribute in LOADED:
                if tag == loading and attribute in attributes:
                    assert not urlsplit(attributes[attribute]).scheme, page.path
                    assert not attributes[attribute].startswith("//"), page.path
    assert "url(" not in (SITE / "assets/site.css").read_text()
    assert "fetch(" not in (SITE / "assets/site.js").read_text()


def test_images_have_their_size_so_that_the_page_stays_still(site):
    sizes = [a for page in site.values() for tag, a in page.tags if tag == "img" and "src" in a]
    assert sizes
    assert all(int(image["width"]) > 0 and int(image["height"]) > 0 for image in sizes)


def test_the_ledger_meets_its_schema(site):
    schema = yaml.safe_load((ROOT / "workflow/schemas/claims.schema.yaml").read_text())
    ledger = json.loads(Path("results/claims.json").read_text())
    Draft202012Validator(schema).validate(ledger | {"claims": ledger["claims"][:1]})
    assert ledger["counts"] == {
        "holds": 1, "fails": 0, "inconclusive": 0, "cannot be tested here": 1, "derived": 1,
    }  # fmt: skip
    assert {word for word, n in ledger["counts_beyond"].items() if n} == {"fails"}
    assert {**json.loads((SITE / "claims.json").read_text()), "seal": ledger["seal"]} == ledger


def test_the_front_page_counts_verdicts_and_lists_tested_headlines(site):
    text = site["index.html"].text
    assert "Of 3 claims of the works, 1 holds; 1 more holds by argument alone" in text
    assert "0 inconclusive" not in text
    assert "1 more claim is ours, beyond the works" in text
    assert text.count("(ours)") == 1 and "holds by argument theory" in text
    assert text.count(f"{NASTY} says") == 6  # all in the list, two as headlines
    # what cannot be tested stands last, though it is chosen first
    findings = text[text.index("Findings") : text.rindex("All claims")]
    assert findings.index("holds") < findings.index("cannot be tested here")
    assert findings.count("What would change it: ") == findings.count("Why not: ") == 1
    assert f"background-color:{PARTS['holds']}" in (SITE / "index.html").read_text()


def test_claims_come_before_the_list_of_experiments_which_is_named_as_such(site):
    text = site["index.html"].text
    assert text.rindex("All claims") < text.index("Experiments, and what ran of them")
    assert f"Experiment: {NASTY}" in site["experiments/toy/index.html"].text


def test_experiments_stand_in_the_order_of_the_papers_and_those_on_none_last():
    sources = {"a": "", "b": "second", "c": "first", "d": "second"}
    experiments = {name: SimpleNamespace(source=source) for name, source in sources.items()}
    plan = SimpleNamespace(experiments=experiments, running=lambda: list(sources))
    assert in_order_of_papers(plan, ["first", "second"]) == ["c", "b", "d", "a"]


def test_a_claim_shows_what_it_is_about_and_how_it_is_tested(site):
    text = site["experiments/toy/index.html"].text
    assert f"Test: {NASTY}" in text
    for page in ("index.html", "experiments/toy/index.html"):
        about = (SITE / page).read_text().count('<p class="about">')
        assert about == {"index.html": 6, "experiments/toy/index.html": 4}[page]
    assert "No number could change it; tests/a.py::test_b checks it." in text


def test_gaps_are_on_the_front_page_with_their_reason(site):
    assert "toy/main/alpha, B: error in 1 fit: made to fail" in site["index.html"].text


@pytest.mark.slow
def test_a_gap_links_to_the_log_of_its_first_fit(run):
    log = Path("results/logs/toy/main/fit/alpha/b/0000-0002.log")
    write_report(Plan.from_config({}, run), run, {})
    assert "log" not in [a.get("href", "")[-3:] for _, a in Page(SITE / "index.html").tags]
    log.parent.mkdir(parents=True)
    log.write_text("seed 2 -: error")
    write_report(Plan.from_config({}, run), run, {})
    for name in ("index.html", "experiments/toy/index.html"):
        page = Page(SITE / name)
        links = [h for h in page.values("href") if h.endswith(".log")]
        assert [(page.path.parent / h).resolve() for h in links] == [log.resolve()]


def test_fits_that_warned_are_counted(site):
    assert "B: 1 on alpha" in site["experiments/toy/index.html"].text


@pytest.mark.slow
def test_fits_that_recorded_a_number_that_is_not_finite_are_named(run):
    path = Path("results/toy/main/runs/alpha.parquet")
    runs = pd.read_parquet(path)
    noted = (runs["method"] == "B") & (runs["status"] == "ok")
    runs.loc[noted, "message"] = "scalar 'gap' is nan"
    store_frame(runs, path)
    write_report(Plan.from_config({}, run), run, {})
    n_fits = noted.sum()
    line = f"B: scalar 'gap' is nan, in one of {n_fits} such fits"
    assert line in Page(SITE / "experiments/toy/index.html").text


@pytest.mark.slow
def test_an_unavailable_data_set_is_a_labelled_gap(run):
    lose("alpha", "no network")
    write_report(Plan.from_config({}, run), run, {})
    front = Page(SITE / "index.html").text
    assert "alpha could not be fetched. What was tried no network" in front
    assert "toy/main/alpha" not in front
    assert "Not in this run. alpha could not be fetched." in Page(SITE / "datasets/alpha.html").text
    assert "Not in this run" not in Page(SITE / "datasets/beta.html").text


def test_our_number_is_beside_the_printed_one_with_a_shaded_difference(site):
    page = site["experiments/toy/index.html"]
    assert "14.00 ± 5.29 1 2 5.00 ± 1.00 +11.0" in page.text
    assert "printed upper2" in page.values("class")


def test_a_cell_with_too_few_trials_says_how_many(site):
    assert "n=2/3" in site["experiments/toy/index.html"].text


def test_wins_and_losses_are_shaded(site):
    classes = site["experiments/toy/index.html"].values("class")
    assert "win counted" in classes and "loss counted" in classes


def test_a_table_of_another_kind_is_shown_as_stored(site):
    assert "1.00 ± 0.10 n=1/2" not in site["experiments/toy/index.html"].values("class")
    assert "**1.00 ± 0.10** n=1/2" not in site["experiments/toy/index.html"].text
    assert "1.00 ± 0.10 n=1/2" in site["experiments/toy/index.html"].text


def test_the_page_of_a_method_says_where_it_is_good_and_what_it_is(site):
    text = site["methods/b.html"].text
    assert "Where is it good? Of 1 data set in" in text
    assert "it is best on 1 (beta), and" in text
    assert "It is clearly worst on 1 (beta)." in site[f"methods/{slug(NASTY)}.html"].text
    assert "sklearn.dummy.DummyClassifier" in text and "strategy: most_frequent" in text
    assert "beta" in text and "Parameters" in text


def test_the_page_of_a_data_set_names_its_source_and_the_best_methods(site):
    text = site["datasets/beta.html"].text
    assert "bundled with scikit-learn: load_breast_cancer" in text
    assert "benign 357 (63%)" in text
    assert "B 10.00 2 –" in text and f"{NASTY}, B 10.00" not in text


@pytest.mark.slow
def test_pages_that_are_no_longer_selected_are_removed(run):
    write_report(Plan.from_config({"methods": ["B"], "datasets": ["alpha"]}, run), run, {})
    assert (SITE / "methods/b.html").exists()
    assert [path.name for path in (SITE / "datasets").iterdir()] != []
    assert not (SITE / "datasets/beta.html").exists()


@pytest.mark.slow
def test_a_report_of_the_same_results_is_the_same_to_the_byte(run):
    before = {path: path.read_bytes() for path in SITE.rglob("*") if path.is_file()}
    write_report(Plan.from_config({}, run), run, {})
    assert before == {path: path.read_bytes() for path in SITE.rglob("*") if path.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize(("formats", "suffix"), [(["png", "pdf"], ".png"), (["pdf"], None)])
def test_figures_are_shown_in_a_format_that_a_browser_shows(run, formats, suffix):
    write_report(Plan.from_config({"figure_formats": formats}, run), run, {})
    shown = [Path(source).suffix for source in Page(EXPERIMENT).values("src") if "f." in source]
    assert shown == ([suffix] if suffix else [])


def test_headlines_are_claims_of_the_experiments():
    experiments = load_experiments(ROOT / "workflow/experiments")
    known = {f"{e.name}/{claim}" for e in experiments.values() for claim in e.claims}
    chosen = yaml.safe_load((ROOT / "workflow/report/headlines.yaml").read_text())
    assert set(chosen) <= known


def test_a_link_to_no_page_to_no_anchor_or_out_of_the_site_is_broken(tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "outside.html").write_text("<p>x</p>")
    bad = ["lost.html", "#lost", "other.html#lost", "../outside.html"]
    good = ["#here", "other.html", "other.html#there", "https://example.org/lost"]
    links = "".join(f'<a href="{address}">x</a>' for address in bad + good)
    (site / "page.html").write_text(f'<p id="here">{links}</p>')
    (site / "other.html").write_text('<p id="there">x</p>')
    assert broken_links(site) == [f"page.html: {address}" for address in bad]
