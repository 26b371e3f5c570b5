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
    ],
)  # fmt: skip
def test_the_place_of_a_claim_names_tables_and_figures(where, expected):
    assert places_of(where, PRINTED) == expected


def toy_paper():
    part = {"shows": "Errors", "outputs": ["toy/f"]}
    return convert(
        {
            "title": "T", "authors": ["A"], "year": 2000, "venue": "V", "doi": "d",
            "bibtex": "@a{}", "licence": "None", "proposes": "P",
            "figures": {"1, left": part, "1, right": part,
                        "2": {"shows": "A sketch", "why": "No data"}},
            "tables": {"1": {"shows": "Errors", "outputs": ["toy/odd", "toy/lost"]},
                       "2": {"shows": "Errors", "outputs": ["toy/scores"]}},
        },
        PaperFile,
    )  # fmt: skip


def story(folder):
    experiments = list(load_experiments(folder / "workflow/experiments").values())
    experiments[0].tables["lost"] = experiments[0].tables["odd"]
    test = {"function": "methods.claims.scores.lower", "study": "main"}
    claims = [
        {"name": f"toy/{i}", "where": where, "says": f"claim {i}", "verdict": "fails", "test": test}
        for i, where in enumerate(("Figure 1", "Table 1 and Figure 1", "Table 1", "section 2"))
    ]
    return Story(SiteFolder(Path("site")), toy_paper(), experiments, claims, Path("results"), "toy")


def test_each_output_and_each_claim_is_shown_once(run):
    told = story(run)
    first, second = told.figures[0]["parts"]
    assert [each["file"] for each in first["shown"]] == ["toy-toy-f.svg"] and first["notes"] == []
    assert second["shown"] == [] and "see Figure 1" in second["notes"][0]
    assert [claim["says"] for claim in told.figures[0]["claims"]] == ["claim 0", "claim 1"]
    assert [claim["says"] for claim in told.tables[0]["claims"]] == ["claim 2"]
    assert [claim["says"] for claim in told.others] == ["claim 3"]
    assert told.figures[1]["parts"][0]["why"] == "No data"
    stored = json.loads(Path("results/toy/odd.json").read_text())
    assert len(told.tables[0]["parts"][0]["shown"][0]["rows"]) == len(stored["rows"])


def test_the_first_table_with_methods_explains_their_names(run):
    named = story(run)
    without, (shown,) = (table["parts"][0]["shown"] for table in named.tables)
    assert not any(each["families"] for each in without)
    families = shown["families"]
    told = [name for family in families for name in family["names"]]
    assert set(told) <= named.named and len(told) == len(set(told)) > 0
    assert all(family["summary"] for family in families)


def test_an_output_that_was_not_made_is_named(run):
    part = story(run).tables[0]["parts"][0]
    assert part["notes"] == ["toy/lost is not in these results"]


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
    for experiment in load_experiments(ROOT / "workflow/experiments").values():
        for claim in experiment.claims.values() if experiment.source == key else ():
            for kind, number in places_of(claim["where"], printed):
                assert number in printed[kind], claim["where"]
