"""A paper part by part: each output and each claim is shown once, in its place."""

import json
from pathlib import Path

import pytest
from msgspec import convert

from methods.bench.experiments import load_experiments
from methods.report.paper_pages import kind_of_work, told_first
from methods.report.paper_story import Story, places_of
from methods.report.site_folder import SiteFolder
from methods.schemas.paper import PaperFile, load_papers
from tests.made_up import experiment, write_experiment

ROOT = Path(__file__).resolve().parents[2]
PRINTED = {"Table": ["1", "4.2", "4.3", "4.4", "4.5"], "Figure": ["1", "3.1"]}
SVG = '<svg width="10pt" height="10pt"></svg>'


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("section 4, Table 1", {("Table", "1")}),
        ("section 4.4, Tables 4.2, 4.4 and 4.5",
         {("Table", "4.2"), ("Table", "4.4"), ("Table", "4.5")}),
        ("Tables 4.2 to 4.4", {("Table", "4.2"), ("Table", "4.3"), ("Table", "4.4")}),
        ("section 1; section 4, Figure 1", {("Figure", "1")}),
        ("section 3.3.1, Figure 3.1(a)", {("Figure", "3.1")}),
        ("Table 2.4, and the abstract of the chapter", {("Table", "2.4")}),
        ("section 3, theorem 2", set()),
        ("Tables 4.2 and 4.3 to 4.5", {("Table", f"4.{i}") for i in (2, 3, 4, 5)}),
        ("Tables 9.1 to 4.3", {("Table", "9.1"), ("Table", "4.3")}),
        ("Tables 4.2 to 9.9", {("Table", "4.2"), ("Table", "9.9")}),
        ("Tables 4.2, 4.3 to 9.9", {("Table", "4.2"), ("Table", "4.3"), ("Table", "9.9")}),
        ("Table 1 and Figures 1 to 3.1", {("Table", "1"), ("Figure", "1"), ("Figure", "3.1")}),
    ],
)  # fmt: skip
def test_the_place_of_a_claim_names_tables_and_figures(where, expected):
    assert places_of(where, PRINTED) == expected


PART = {"shows": "Errors", "outputs": ["toy/f"]}
FIGURES = {"1, left": PART, "1, right": PART, "2": {"shows": "A sketch", "why": "No data"}}
TABLES = {"1": {"shows": "Errors", "outputs": ["toy/odd", "toy/lost"]},
          "2": {"shows": "Errors", "outputs": ["toy/scores", "other/scores"]},
          "3": {"shows": "Both", "outputs": ["toy/again", "toy/scores"]}}  # fmt: skip
OF_SCORES = {"function": "methods.tables.scores.score_table", "study": "main"}


def put(name, columns, rows, data, experiment="toy"):
    """Store a table as the steps before the report do."""
    folder = Path("results", experiment)
    folder.mkdir(parents=True, exist_ok=True)
    stored = {"caption": f"Title {name}: note", "columns": columns, "rows": rows}
    (folder / f"{name}.json").write_text(json.dumps(stored))
    (folder / f"{name}.csv").write_text(data)


@pytest.fixture
def made(tmp_path, monkeypatch):
    """The folder of a run with a figure and three tables, one without methods."""
    monkeypatch.chdir(tmp_path)
    put("odd", ["gap"], [["a", "1"], ["b", "2"]], "")
    for name in ("scores", "again"):
        put(name, ["alpha"], [["A", "0.1"]], "dataset,method,mean\nalpha,A,0.1\nalpha,B,0.2\n")
    Path("results/toy/f.svg").write_text(SVG)
    names = ("odd", "lost", "scores", "again")
    write_experiment(tmp_path, experiment(
        tables=dict.fromkeys(names, OF_SCORES),
        figures={"f": {"function": "methods.figures.curves.rank_diagram", "study": "main",
                       "caption": "Ranks"}},
    ))  # fmt: skip
    return tmp_path


def story(folder, figures=FIGURES, tables=TABLES):
    paper = convert(
        {
            "title": "T", "authors": ["A"], "year": 2000, "venue": "V", "doi": "d",
            "bibtex": "@a{}", "licence": "None", "proposes": "P",
            "figures": figures, "tables": tables,
        },
        PaperFile,
    )  # fmt: skip
    experiments = load_experiments(folder / "workflow/experiments").values()
    test = {"function": "methods.claims.scores.lower", "study": "main"}
    claims = [
        {"name": f"toy/{i}", "where": where, "says": f"claim {i}", "verdict": "fails", "test": test}
        for i, where in enumerate(("Figure 1", "Table 1 and Figure 1", "Table 1", "section 2"))
    ]
    return Story(SiteFolder(Path("site")), paper, [*experiments], claims, Path("results"), "p/k")


def test_each_output_and_each_claim_is_shown_once(made):
    told = story(made)
    assert [figure["title"] for figure in told.figures] == ["Figure 1", "Figure 2"]
    first, second = told.figures[0]["parts"]
    assert [each["file"] for each in first["shown"]] == ["k-toy-f.svg"] and first["notes"] == []
    assert (first["panel"], second["panel"], first["shows"]) == ("left", "right", "Errors")
    assert second["shown"] == [] and second["notes"] == ["Ranks: see Figure 1"]
    assert [claim["says"] for claim in told.figures[0]["claims"]] == ["claim 0", "claim 1"]
    assert [claim["says"] for claim in told.tables[0]["claims"]] == ["claim 2"]
    assert [claim["says"] for claim in told.others] == ["claim 3"]
    assert told.figures[1]["parts"][0]["why"] == "No data"
    (odd,) = told.tables[0]["parts"][0]["shown"]
    assert [row[0] for row in odd["rows"]] == ["a", "b"] and odd["columns"] == ["", "gap"]
    assert (odd["title"], odd["note"], odd["id"]) == ("Title odd", "note", "table-odd")
    assert told.tables[2]["parts"][0]["notes"] == ["toy/scores: see Table 2"]


def test_a_picture_is_copied_with_its_caption_and_the_claims_on_it_in_words(made):
    (shown,) = story(made).figures[0]["parts"][0]["shown"]
    assert Path("site", shown["copy"]).read_text() == SVG and shown["copy"] == "p/k-toy-f.svg"
    assert (shown["caption"], shown["width"]) == ("Ranks", 13)
    assert shown["alt"] == "Ranks. claim 0: fails. claim 1: fails."


@pytest.mark.parametrize("kinds", [("svg",), ("png",), ("svg", "png"), ()])
def test_a_picture_is_the_best_that_was_drawn(made, kinds):
    Path("results/toy/f.svg").unlink()
    for kind in kinds:
        Path(f"results/toy/f.{kind}").write_bytes(SVG.encode())
    part = story(made).figures[0]["parts"][0]
    assert [each["kind"] for each in part["shown"]] == list(kinds[:1])
    assert part["notes"] == ([] if kinds else ["toy/f is not in these results"])


def test_the_first_table_with_methods_explains_their_names(made):
    named = story(made)
    (odd,), (scores,), (again,) = (table["parts"][0]["shown"] for table in named.tables)
    assert odd["families"] == again["families"] == []
    (family,) = scores["families"]
    assert family["names"] == ["A", "B"] and named.named == {"A", "B"}
    assert family["summary"].startswith("DummyClassifier makes predictions")


def test_an_output_that_was_not_made_is_named(made):
    put("scores", ["gap"], [["a", "1"]], "", "other")  # of an experiment on another paper
    of_run, of_none, _ = (table["parts"][0]["notes"] for table in story(made).tables)
    assert of_run == ["toy/lost is not in these results"]
    assert of_none == ["other/scores is not in these results"]


def test_decided_claims_are_told_first_and_each_verdict_is_told():
    verdicts = ["inconclusive", "holds", "holds", "holds", "fails"]
    claims = [{"verdict": verdict, "beyond": False} for verdict in verdicts]
    told = told_first([*claims, {"verdict": "fails", "beyond": True}], 4, beyond=False)
    assert [claim["verdict"] for claim in told] == ["fails", "holds", "holds", "inconclusive"]
    assert len(told_first(claims, 2, beyond=False)) == 2


def test_ours_are_told_apart_from_those_of_the_paper():
    claims = [{"verdict": "fails", "beyond": beyond} for beyond in (True, False, True)]
    assert told_first(claims, 4, beyond=True) == [claims[0], claims[2]]


@pytest.mark.parametrize(("key", "kind"), [("erm", "paper"), ("thesis", "thesis")])
def test_a_thesis_is_called_a_thesis(key, kind):
    assert kind_of_work(load_papers(ROOT)[key]) == kind


@pytest.mark.parametrize("key", load_papers(ROOT))
def test_every_table_or_figure_that_a_claim_names_is_in_the_paper_file(key):
    paper = load_papers(ROOT)[key]
    printed = {
        kind: [name.partition(",")[0] for name in getattr(paper, f"{kind.lower()}s")]
        for kind in ("Table", "Figure")
    }
    for each in load_experiments(ROOT / "workflow/experiments").values():
        for claim in each.claims.values() if each.source == key else ():
            for kind, number in places_of(claim["where"], printed):
                assert number in printed[kind], claim["where"]


def test_a_picture_is_not_told_by_claims_on_what_it_does_not_draw(made):
    ranks = {"function": "methods.figures.curves.rank_diagram", "study": "main",
             "caption": "Ranks", "metric": "train_error"}  # fmt: skip
    write_experiment(made, experiment(figures={"f": ranks}))
    (shown,) = story(made, tables={}).figures[0]["parts"][0]["shown"]
    assert shown["alt"] == "Ranks."


def test_names_of_methods_are_explained_by_the_experiment_of_the_table(made):
    write_experiment(made, experiment(methods=["Z"]), "other")
    (scores,) = story(made).tables[1]["parts"][0]["shown"]
    assert [family["names"] for family in scores["families"]] == [["A", "B"]]
