"""The page of a method: its works, claims, settings, seconds, and others of its class."""

import json
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from msgspec import convert, structs

from methods.bench.experiments import load_experiments
from methods.report import method_pages
from methods.report.method_pages import files_of_methods, write_method_pages
from methods.report.shown_claims import methods_in
from methods.report.site_folder import SiteFolder
from methods.report.two_verdicts import TwoVerdicts
from methods.schemas.paper import PaperFile, Summary
from tests.made_up import experiment, write_experiment, write_paper
from tests.report.conftest import Page

DUMMY = "sklearn.dummy.DummyClassifier"
POCKET, AVERAGED = "methods.PocketPerceptron", "methods.AveragedPerceptron"
GRID = [0.5, "λ"]
SEARCH = {"class": "sklearn.model_selection.GridSearchCV", "estimator": {"class": AVERAGED},
          "cv": 3, "param_grid": [{"z": GRID}, {"a": GRID}]}  # fmt: skip
METHODS = {
    "on_first": {"Prior": {"class": DUMMY, "strategy": "prior"},
                 "Most": {"class": DUMMY, "strategy": "most_frequent"},
                 "Pocket": {"class": POCKET}},
    "on_second": {"Most": {"class": DUMMY}, "L2-ERM30": SEARCH},
    "on_none": {"L2-ERM30": SEARCH},
}  # fmt: skip
EQUATIONS = {
    "first": {"1": {"shows": "Other", "latex": "a", "code": ["methods.ROMMA"]},
              "2": {"shows": "Prose", "code": [POCKET]}},
    "second": {"7": {"shows": "The update", "latex": "b < c", "code": [POCKET]},
               "8": {"shows": "Of no code", "latex": "d", "why": "x"}},
}  # fmt: skip


def claim(name, methods=(), than=(), experiment="on_first"):
    test = {"function": "methods.claims.scores.lower", "study": "main"}
    test |= {"methods": list(methods)} if methods else {}
    test |= {"than": list(than)} if than else {}
    return {"name": f"{experiment}/{name}", "says": f"Says {name}", "where": "Table 1", "about": "",
            "beyond": False, "derived": "", "verdict": "holds", "reason": "So.",
            "test": test}  # fmt: skip


CLAIMS = {
    "on_first": [claim("a", ["Most"]), claim("b", ["Prior"], ["Most"]), claim("c", ["Prior"]),
                 claim("d")],
    "on_second": [claim("e", than=["Most"], experiment="on_second")],
    "on_none": [],
}  # fmt: skip


def papers(**more):
    return {
        key: convert(
            {"title": f"Paper {key}", "authors": ["A"], "year": 2001, "venue": "J", "doi": "d",
             "bibtex": "@a{}", "licence": "x", "proposes": "P", "equations": equations, **more},
            PaperFile,
        )
        for key, equations in EQUATIONS.items()
    }  # fmt: skip


@pytest.fixture
def results(tmp_path, monkeypatch):
    """Three experiments: on each of two papers, and on none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(method_pages, "stored_claims", lambda r: CLAIMS[r.experiment.name])
    for key in EQUATIONS:
        write_paper(tmp_path, key)
    for name, methods in METHODS.items():
        source = name.removeprefix("on_")
        on = {"source": source} if source in EQUATIONS else {}
        write_experiment(tmp_path, experiment(methods=methods, title=f"Title {name}", **on), name)
    return [
        SimpleNamespace(
            experiment=each,
            methods=lambda study, of=each: [method.name for method in of.studies[study].methods],
        )
        for each in reversed(load_experiments(tmp_path / "workflow/experiments").values())
    ]


@pytest.fixture
def written(results, monkeypatch):
    """Write the pages, and read one of them."""

    def write(name, on=None, seconds=None):
        monkeypatch.setattr(method_pages, "seconds_by_rows", lambda experiments: seconds or {})
        tables = {each.experiment.name: [] for each in results}
        files = files_of_methods(results[::-1])
        on = papers() if on is None else on
        write_method_pages(SiteFolder(Path("site")), results, tables, files, on, TwoVerdicts())
        return Page(f"site/methods/{name}.html")

    return write


def test_each_method_that_runs_has_a_page_of_its_own(results):
    assert files_of_methods(results[::-1]) == {
        "Prior": "prior.html", "Most": "most.html", "Pocket": "pocket.html",
        "L2-ERM30": "l2_erm30.html",
    }  # fmt: skip
    study = SimpleNamespace(experiment=SimpleNamespace(studies={"main": 0}),
                            methods=lambda study: ["A b", "a-B", "A B 2", "Index"])  # fmt: skip
    files = {
        "A b": "a_b.html",
        "a-B": "a_b_2.html",
        "A B 2": "a_b_2_2.html",
        "Index": "index_2.html",
    }
    assert files_of_methods([study]) == files


def test_the_index_lists_methods_by_class_with_what_they_are(written):
    page = written("index")
    rows = page.values("data-row")
    assert rows == ["L2-ERM30", "Pocket", "Most", "Prior"]
    l2, pocket, most = (
        page.text.partition(f"{name} ")[2].partition(f" {after} ")[0]
        for name, after in pairwise(rows)
    )
    assert "of 30 components" in l2 and l2.endswith(f"{AVERAGED} Title on_second, Title on_none")
    assert pocket.endswith(f"{POCKET} Title on_first") and "erceptron" in pocket
    assert most.endswith(f"{DUMMY} Title on_second, Title on_first")
    assert most.startswith("DummyClassifier makes predictions that ignore")
    assert {"l2_erm30.html", "pocket.html", "most.html"} <= set(page.values("href"))


def test_other_settings_of_the_class_are_linked(written):
    for name, other in (("prior", "most"), ("most", "prior")):
        links = written(name).values("href")
        assert f"{other}.html" in links and f"{name}.html" not in links
    assert "the same class with other settings" not in written("pocket").text


def test_the_page_says_what_the_class_and_the_name_are(written):
    assert "DummyClassifier makes predictions that ignore" in written("most").text
    assert "The name L2-ERM30: " in written("l2_erm30").text
    assert "The name" not in written("most").text


def test_a_class_has_the_equations_that_name_it_and_else_the_papers_of_its_experiments(written):
    pocket = written("pocket")
    assert "Source: Paper second ." in pocket.text and "(7) The update" in pocket.text
    assert "../papers/second.html" in pocket.values("href")
    assert not any(text in pocket.text for text in ("Other", "Prose", "Of no code"))
    averaged = written("l2_erm30")
    assert "Source: Paper second ." in averaged.text and "The update" not in averaged.text
    assert "Source: " not in written("most").text  # it is not ours
    assert "Source: " not in written("l2_erm30", {"first": papers()["first"]}).text


def test_the_claims_that_name_a_method_are_shown_with_those_of_summaries_first(written):
    def said(name, **more):
        page = written(name, papers(**more))
        links = [link for link in page.values("href") if "#claim-" in link]
        return [link.removeprefix("../experiments/") for link in links]

    first, second = ("on_first/index.html#claim-on_first_", "on_second/index.html#claim-on_second_")
    assert said("most") == [f"{second}e", f"{first}a", f"{first}b"]
    chosen = said("most", summary={"claims": ["on_first/b"]})
    assert chosen == [f"{first}b", f"{second}e", f"{first}a"]
    assert said("prior") == [f"{first}b", f"{first}c"] and said("pocket") == []
    assert "Says b" in written("most").text and "Says c" not in written("most").text


def test_settings_stand_as_in_each_experiment_file_without_anchors(written):
    search = written("l2_erm30").text
    grid = "cv: 3 param_grid: - z: - 0.5 - λ - a: - 0.5 - λ"
    assert search.count(grid) == 2 and "&id" not in search and "*id" not in search
    most = written("most").text
    assert f"Title on_second class: {DUMMY} Title on_first" in most
    assert f"Title on_first class: {DUMMY} strategy: most_frequent" in most
    assert "../experiments/on_second/index.html" in written("most").values("href")


def test_seconds_over_three_sizes_have_a_chart_and_a_file(written):
    sizes = pd.DataFrame(
        {"dataset": "alpha", "n_train": [10, 20, 40], "mean": [0.5, 1.0, 1 / 3], "size": 3,
         "study": "toy/main"}
    )  # fmt: skip
    page = written("most", seconds={"Most": sizes, "Prior": sizes.iloc[:2]})
    assert Path("site/methods/most.csv").read_text().splitlines() == [
        "dataset,n_train,mean,size,study", "alpha,10,0.5,3,toy/main", "alpha,20,1,3,toy/main",
        "alpha,40,0.3333333,3,toy/main",
    ]  # fmt: skip
    assert "most.csv" in page.values("href")
    (chart,) = [json.loads(text) for text in page.texts if text.startswith('{"label"')]
    assert chart["series"][0]["points"] == [[10.0, 0.5], [20.0, 1.0], [40.0, 0.3333]]
    for name in ("prior", "pocket"):  # with two sizes, and with none
        assert not Path(f"site/methods/{name}.csv").exists()
        assert "Seconds against" not in Page(f"site/methods/{name}.html").text


def test_a_claim_with_methods_by_study_names_them():
    by_study = {"function": "methods.claims.best.lowest_in_studies",
                "methods": {"main": ["A"]}, "than": {"main": ["B"]}}  # fmt: skip
    assert methods_in(by_study) == {"A", "B"}
    gap = {"function": "methods.claims.papers.drm_figure.gap_closes", "method": "A", "than": "BC"}
    assert methods_in(gap) == {"A", "BC"}
    assert methods_in({"function": "methods.claims.gone.away", "methods": ["A"]}) == set()


def test_claims_of_the_summary_of_any_paper_come_first(written):
    told = papers()
    told["second"] = structs.replace(
        told["second"], summary=convert({"claims": ["on_first/b"]}, Summary)
    )
    text = written("most", told).text
    assert text.index("Says b") < text.index("Says e")


def test_a_name_of_two_classes_is_listed_by_that_of_its_first_experiment(results, written):
    (most,) = (m for m in results[0].experiment.studies["main"].methods if m.name == "Most")
    most.spec["class"] = POCKET
    assert f"{POCKET} Title on_second, Title on_first" in written("index").text
