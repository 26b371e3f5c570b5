"""The page of an experiment: its tables, figures and claims, with the files beside it."""

import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from msgspec import structs

from methods.bench import paths
from methods.bench.construct import options_of
from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.report import experiment_page
from methods.report.experiment_page import write_experiment_page
from methods.report.shown_tables import shown_tables
from methods.report.site_folder import SiteFolder
from methods.report.two_verdicts import TwoVerdicts
from methods.schemas.experiment import Conditions
from methods.sealed_files import write_sealed_json
from methods.tables.table import write_table
from tests.made_up import made_up_results
from tests.report.conftest import Page, add_metric, claim

SCORES = {"function": "methods.tables.scores.score_table", "study": "main", "caption": "Errors"}
WINS = {"function": "methods.tables.wins.win_tie_loss_table", "study": "main", "caption": "Wins"}
PRINTED = {"published": {"table": "t1", "metric": "error", "trials": 3}}
GROWTH = {"function": "methods.figures.curves.sweep", "study": "main", "caption": "Growth"}
RANKS = {"function": "methods.figures.curves.rank_diagram", "study": "main"}
BOTH = {"function": "methods.figures.curves.rank_diagram", "studies": ["main"]}
CURVE = "x,mean,method\n1,0.5,A\n2,0.25,A\n"
ERRORS = {"A": [0.1, 0.2, 0.12], "B": [0.3, 0.2, 0.4]}
MEGABYTE = 1_048_576


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """The folder of a run with two tables, three figures and three claims, and its results."""
    root = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        published = pd.DataFrame(
            [("t1", "alpha", "A", "error", 5.0, 1.0, "std")],
            columns=["table", "dataset", "method", "metric", "value", "spread", "spread_kind"],
        )
        results = made_up_results(
            root, {"alpha": ERRORS, "beta": ERRORS},
            published=published, title="The toy",
            tables={"scores": SCORES | PRINTED, "wins": WINS},
            figures={"growth": GROWTH, "ranks": RANKS, "both": BOTH},
        )  # fmt: skip
        add_metric("alpha", "train_error")
        for name, entry in results.experiment.tables.items():
            make, options = options_of(entry)
            write_table(make(results, **options), paths.output("toy", name))
        for name, data in (("growth", CURVE), ("ranks", "method,average_rank\nA,1\n"),
                           ("both", "method,average_rank\nA,1\n")):  # fmt: skip
            Path(f"results/toy/{name}.csv").write_text(data)
            Path(f"results/toy/{name}.svg").write_text('<svg width="30pt" height="15pt"></svg>')
            (root / f"results/toy/{name}.png").write_bytes(24 * b"\1")
        claims = [claim("toy/a", "holds"), claim("toy/b", "fails"),
                  claim("toy/ours", "inconclusive", beyond=True)]  # fmt: skip
        for each in claims:
            each |= {"says": f"Says {each['name']}", "about": ""}
        write_sealed_json("results/toy/claims.json", {"claims": claims}, {})
        return root, Results.load(Plan.from_config({}, root), "toy", root)


@pytest.fixture
def results(stored, monkeypatch):
    root, results = stored
    monkeypatch.chdir(root)
    return results


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write the page of some results, and read it."""

    def write(results, tables=None, papers=None, logs="../"):
        tables = shown_tables(results) if tables is None else tables
        files = {"A": "a.html", "B": "b.html"}
        site = SiteFolder(tmp_path, results=logs)
        write_experiment_page(site, results, tables, files, TwoVerdicts(), papers or {})
        return Page(tmp_path / "experiments/toy/index.html")

    return write


def drawn(results, *formats):
    """The results of a run that drew these formats."""
    plan = replace(results.plan, config={**results.plan.config, "figure_formats": list(formats)})
    return replace(results, plan=plan)


def beside(page):
    folder = page.path.parent
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_the_page_has_its_claims_counted_apart_and_links_to_methods(results, write):
    page = write(results)
    assert "Experiment: The toy" in page.text
    assert [label for label in page.values("aria-label") if label[0].isdigit()] == [
        "1 holds, 1 fails", "1 inconclusive",
    ]  # fmt: skip
    assert {"../../methods/a.html", "../../methods/b.html"} <= set(page.values("href"))
    assert {"claim-toy_a", "claim-toy_b", "claim-toy_ours"} <= set(page.values("id"))
    assert "'experiments=[toy]'" in page.text


def test_an_experiment_on_a_paper_leads_to_it(results, write):
    paper = {"mine": SimpleNamespace(title="Margins")}
    assert not any("papers/" in link for link in write(results, [], paper).values("href"))
    on_it = replace(results, experiment=structs.replace(results.experiment, source="mine"))
    page = write(on_it, [], paper)
    assert "../../papers/mine.html" in page.values("href") and "on Margins" in page.text


def test_each_table_has_its_files_and_a_table_of_scores_other_metrics(results, write):
    page = write(results)
    files = {f"{name}.{kind}" for name in ("scores", "wins") for kind in ("csv", "md", "tex")}
    assert files <= beside(page) & set(page.values("href"))
    for name in files:
        assert (page.path.parent / name).read_bytes() == Path("results/toy", name).read_bytes()
    options = re.findall("<option value=.*?</option>", page.path.read_text())
    assert options == ['<option value="error">test error</option>',
                       '<option value="train_error">training error</option>']  # fmt: skip
    scripts = {name for name in beside(page) if name.startswith("tables/")}
    assert scripts == {"tables/scores.train_error.js"}
    text = (page.path.parent / "tables/scores.train_error.js").read_text()
    assert text.startswith('marginbenchFile("tables/scores.train_error",')
    assert "../../methods/a.html" in text
    assert "more wins than losses" in page.text and "14.00 ± 5.29" in page.text


def test_trials_lie_in_a_script_for_each_data_set(results, write):
    page = write(results)
    scripts = {name for name in beside(page) if name.startswith("trials/")}
    assert scripts == {"trials/main.alpha.js", "trials/main.beta.js"}
    text = (page.path.parent / "trials/main.alpha.js").read_text()
    assert '"error":[0.1,0.2,0.12]' in text and '"page":"../../methods/a.html"' in text


@pytest.mark.slow
def test_how_to_read_scores_and_printed_numbers_is_told_where_there_are_some(results, write):
    scores, wins = shown_tables(results)
    trials, print_ = "Click a cell to see its trials", "The number in small type is the printed one"
    unprinted = replace(scores, data=scores.data.drop(columns="printed"))
    with_print = replace(wins, data=wins.data.assign(printed=1.0))
    for tables, told in (
        ([scores, wins], [True, True]), ([unprinted, with_print], [True, False]),
        ([unprinted, scores], [True, True]), ([wins], [False, False]),
    ):  # fmt: skip
        text = write(drawn(results, "pdf"), tables).text
        assert [trials in text, print_ in text] == told


@pytest.mark.parametrize(
    ("formats", "suffix"),
    [(("svg", "png"), "svg"), (("pdf", "png", "svg"), "svg"), (("png", "pdf"), "png")],
)
def test_a_figure_is_shown_in_the_best_format_that_was_drawn(results, write, formats, suffix):
    page = write(drawn(results, *formats), [])
    assert page.values("src")[-3:] == [f"{name}.{suffix}" for name in ("growth", "ranks", "both")]
    assert {f"growth.{suffix}", "growth.csv", "ranks.csv"} <= beside(page) & {*page.values("href")}
    told = "Says toy/a: holds. Says toy/b: fails. Says toy/ours: inconclusive."
    texts = [f"{caption}. {told}" for caption in ("Growth", "ranks", "both")]
    assert [text for text in page.values("alt") if text] == texts


def test_no_figure_is_shown_if_no_browser_shows_what_was_drawn(results, write):
    page = write(drawn(results, "pdf"), [])
    assert "figures" not in page.values("id") and "growth.csv" not in beside(page)


def test_a_figure_of_curves_has_a_chart_with_the_axis_that_its_study_varies(results, write):
    study = structs.replace(results.study("main"), conditions=Conditions("parameter", "C", ("",)))
    experiment = structs.replace(results.experiment, studies={"main": study})
    page = write(replace(drawn(results, "svg"), experiment=experiment), [])
    assert {name for name in beside(page) if "curves" in name} == {"curves/growth.js"}
    text = (page.path.parent / "curves/growth.js").read_text()
    (chart,) = json.loads(text.removeprefix('marginbenchFile("curves/growth",')[:-3])
    assert chart["x"] == "C" and chart["series"][0]["points"] == [[1.0, 0.5], [2.0, 0.25]]
    assert page.values("data-curves") == ["growth"]


@pytest.mark.parametrize(
    ("size", "elsewhere", "copied"),
    [(MEGABYTE, False, True), (MEGABYTE + 1, False, False), (MEGABYTE + 1, True, True)],
)
def test_data_of_more_than_a_megabyte_stay_where_they_are(results, write, size, elsewhere, copied):
    file = Path("results/toy/ranks.csv")
    before = file.read_text()
    file.write_text("a\n" + (size - 3) * "1" + "\n")
    try:
        page = write(drawn(results, "svg"), [], logs=None if elsewhere else "../")
    finally:
        file.write_text(before)
    assert ("ranks.csv" in beside(page)) is copied
    assert ("ranks.csv" if copied else "../../../toy/ranks.csv") in page.values("href")


def test_outputs_of_a_study_without_fits_are_told_instead_of_shown(results, write):
    lacking = replace(drawn(results, "svg"), only=frozenset())
    tables = [replace(table, data=pd.DataFrame(), rows=[]) for table in shown_tables(results)]
    page = write(lacking, tables)
    assert page.text.count("Nothing to show: no fit of main is selected.") == 4
    assert {"table-scores", "table-wins", "figure-growth"} <= set(page.values("id"))
    assert "Growth. Nothing to show" in page.text
    assert not {"scores.csv", "growth.svg", "growth.csv"} & beside(page)


def test_the_axis_of_a_chart_is_what_the_study_of_its_figure_varies(results, write):
    main = structs.replace(results.study("main"), conditions=Conditions("parameter", "C", ("",)))
    other = Conditions("parameter", "D", ("",))
    first = structs.replace(main, name="first", datasets=(), conditions=other)
    experiment = structs.replace(results.experiment, studies={"first": first, "main": main})
    page = write(replace(drawn(results, "svg"), experiment=experiment), [])
    text = (page.path.parent / "curves/growth.js").read_text()
    assert '"x":"C"' in text and '"x":"D"' not in text


def test_each_table_of_scores_has_scripts_of_its_own(results, write):
    scores, wins = shown_tables(results)
    page = write(results, [wins, scores])
    scripts = {name for name in beside(page) if name.startswith("tables/")}
    assert scripts == {"tables/scores.train_error.js"}


def test_the_command_names_the_experiment_and_not_its_paper(results, write):
    on_it = replace(results, experiment=structs.replace(results.experiment, source="mine"))
    assert "'experiments=[toy]'" in write(on_it, []).text


def test_data_sets_of_a_table_are_looked_for_in_its_own_study(results, write):
    first = structs.replace(results.study("main"), name="first", datasets=())
    studies = {"first": first, "main": results.study("main")}
    experiment = structs.replace(results.experiment, studies=studies)
    page = write(replace(results, experiment=experiment))
    assert "not in its study now" not in page.text


def test_a_chart_has_the_colours_of_its_picture(results, write, monkeypatch):
    of_b = pd.DataFrame({"x": [1, 2], "mean": [0.5, 0.25], "method": "B"})
    monkeypatch.setattr(experiment_page, "stored_data", lambda file: of_b)
    figures = {"growth": GROWTH | {"methods": ["A", "B"]}}
    experiment = structs.replace(results.experiment, figures=figures)
    page = write(replace(drawn(results, "svg"), experiment=experiment), [])
    assert '"colour":1' in (page.path.parent / "curves/growth.js").read_text()
