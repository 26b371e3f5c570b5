"""The page of a paper: its protocol, its counts, its claims and its pictures."""

import struct
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec import convert
from msgspec.structs import replace

from methods.bench.experiments import load_experiments
from methods.figures.mathml import as_mathml
from methods.report import paper_pages
from methods.report.found import Found
from methods.report.paper_pages import (
    in_print,
    kind_of_work,
    sentence,
    summary_of,
    typeset,
    write_paper_pages,
)
from methods.report.site_folder import SiteFolder
from methods.schemas.paper import PaperFile
from tests.made_up import experiment, study, write_experiment, write_paper
from tests.report.conftest import Page

ROOT = Path(__file__).resolve().parents[2]
LOWER = {"function": "methods.claims.scores.lower", "study": "main", "methods": ["A"],
         "than": ["B"], "where": "Table 1"}  # fmt: skip
RANKS = {"function": "methods.figures.curves.rank_diagram", "study": "main"}
# in the order of the paper's summary
VERDICTS = {"a": "cannot be tested here", "b": "inconclusive", "c": "holds", "d": "fails",
            "e": "holds", "f": "holds", "ours1": "holds", "ours2": "fails", "ours3": "inconclusive",
            "ours4": "holds"}  # fmt: skip


def entry(name, verdict="holds", **more):
    """What the page is given of a claim of experiment `toy`."""
    return {"name": f"toy/{name}", "where": "Table 1", "says": f"Says {name}", "about": "",
            "beyond": name.startswith("ours"), "derived": "", "verdict": verdict,
            "counted_as": verdict, "reason": "So it is.", "flips": {}, "flip": "", "beside": None,
            "at": "", "kind": "", "test": LOWER, **more}  # fmt: skip


def paper(**more):
    return convert(
        {
            "title": "Margins", "authors": ["A. One"], "year": 2001, "venue": "J", "doi": "10.1/m",
            "bibtex": "@article{a}", "licence": "None", "proposes": "A bound.", **more,
        },
        PaperFile,
    )  # fmt: skip


def picture(folder, name, width, height):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.png").write_bytes(16 * b"x" + struct.pack(">II", width, height))


@pytest.fixture
def project(tmp_path, monkeypatch):
    """An experiment on paper `mine` and one on none; their plan has three trials of each study."""
    monkeypatch.chdir(tmp_path)
    write_paper(tmp_path, "mine")
    claims = {
        name: LOWER | {"says": f"Says {name}"} | ({"beyond": True} if "ours" in name else {})
        for name in VERDICTS
    }
    content = experiment(
        source="mine",
        claims=claims,
        figures={"tall": RANKS, "wide": RANKS | {"caption": "Ranks"}, "lost": RANKS},
        studies={"main": study(["alpha", "beta"], ["A", "B"], about="All of it"),
                 "sizes": study(["alpha"], ["A"])},
    )  # fmt: skip
    write_experiment(tmp_path, content)
    write_experiment(tmp_path, experiment(claims={"a": claims["a"]}), "alone")
    experiments = load_experiments(tmp_path / "workflow/experiments")
    return SimpleNamespace(
        experiments=experiments, scale="quick", trials=lambda study, dataset: len(dataset)
    )


def write(plan, papers, verdicts=None, **more):
    """The rows for the front page."""
    verdicts = {f"toy/{n}": entry(n, v) for n, v in VERDICTS.items()} | (verdicts or {})
    return write_paper_pages(SiteFolder(Path("site")), plan, papers, verdicts, Path("got"), **more)


def summary(plan, paper, verdicts):
    chosen = [plan.experiments["toy"]]
    return summary_of("mine", paper, plan, chosen, {each["name"]: each for each in verdicts})


def test_a_paper_with_an_experiment_has_a_page_in_two_forms_and_a_row(project):
    rows = write(project, {"first": paper(), "mine": paper(), "last": paper()}, linked=["toy"])
    written = {path.name for path in Path("site").rglob("*") if path.is_file()}
    assert written == {"mine.html", "mine.md"}
    (row,) = rows
    assert (row["href"], row["title"], row["venue"]) == ("papers/mine.html", "Margins", "J")
    assert [*row["authors"], row["year"], row["address"]] == [
        "A. One", 2001, "https://doi.org/10.1/m",
    ]  # fmt: skip
    assert row["sentence"] == (
        "Of 6 claims of the paper, 3 hold, 1 fails and 1 is inconclusive. 1 cannot be tested here."
    )
    assert (row["kind"], row["waits"], row["left_out"]) == ("paper", True, 0)
    assert (row["claims"], row["picture"], row["found"]) == ("5 of 6", None, [])
    assert "# Margins\n\nA. One (2001)." in Path("site/papers/mine.md").read_text()
    assert row["sentence"] in Page("site/papers/mine.html").text


def test_the_front_page_tells_four_claims_of_a_paper_and_two_of_ours(project):
    (row,) = write(project, {"mine": paper(summary={"claims": [f"toy/{n}" for n in VERDICTS]})})
    assert [claim["name"] for claim in row["told"]] == ["toy/d", "toy/c", "toy/e", "toy/b"]
    assert [claim["name"] for claim in row["ours"]] == ["toy/ours2", "toy/ours1"]


@pytest.mark.parametrize(
    ("folder", "page", "address"),
    [("papers", "papers/mine.html", "../experiments/toy/index.html"),
     ("", "mine.html", "experiments/toy/index.html")],
)  # fmt: skip
def test_a_claim_leads_to_its_evidence_from_each_folder(project, folder, page, address):
    found = {"mine": [Found("As [said](x.md#toy-c)", "Part one", ("toy",))]}
    (row,) = write(
        project, {"mine": paper(summary={"claims": ["toy/c"]})},
        folder=folder, linked=["toy"], found=found,
    )  # fmt: skip
    assert row["href"] == page
    assert f"{address}#claim-toy_c" in Page(Path("site", page)).values("href")
    assert f'<a href="{address}#claim-toy_c">said</a>' in Path("site", page).read_text()
    (told,) = row["found"]
    assert 'href="experiments/toy/index.html#claim-toy_c"' in told["text"]
    assert told["title"] == "Part one"
    assert told["counts"].startswith("Of 6 claims of the chapter, 3 hold, 1 fails and")


def test_a_page_shows_the_drawn_figures_and_the_front_page_the_first_wide_one(project):
    mine = paper(summary={"figures": ["toy/tall", "toy/wide"], "claims": ["toy/c"]})
    picture(Path("got/toy"), "tall", 100, 200)
    (row,) = write(project, {"mine": mine})
    assert row["picture"]["file"] == "papers/mine-toy-tall.png"  # no other was drawn
    picture(Path("got/toy"), "wide", 200, 200)
    (row,) = write(project, {"mine": mine})
    assert row["picture"]["file"] == "papers/mine-toy-wide.png"
    assert (row["picture"]["width"], row["picture"]["height"]) == (200, 200)
    assert row["picture"]["caption"] == "Ranks"
    assert row["picture"]["alt"].startswith("Ranks. Says a: cannot be tested here.")
    page = Page("site/papers/mine.html")
    assert page.values("src")[-2:] == ["mine-toy-tall.png", "mine-toy-wide.png"]
    assert page.values("alt") == ["toy/tall", "Ranks"]
    assert "![Ranks](mine-toy-wide.png)" in Path("site/papers/mine.md").read_text()


def test_a_figure_of_no_experiment_on_the_paper_is_not_shown(project):
    picture(Path("got/alone"), "wide", 200, 100)
    (row,) = write(project, {"mine": paper(summary={"figures": ["alone/wide", "toy/lost"]})})
    assert row["picture"] is None


def test_the_summary_has_the_judged_claims_in_the_order_of_the_paper(project):
    mine = paper(summary={"claims": ["toy/c", "toy/gone", "alone/a", "toy/a", "toy/b"]})
    other = entry("a") | {"name": "alone/a"}
    judged = [entry("a"), entry("c"), entry("ours1"), other, entry("gone")]
    shown = summary(project, mine, judged)
    assert [claim["name"] for claim in shown["claims"]] == ["toy/c", "toy/a"]
    assert [claim["name"] for claim in shown["all_claims"]] == ["toy/a", "toy/c", "toy/ours1"]
    assert shown["counts"] == "Of 2 claims of the paper, 2 hold." and shown["beyond"] == 1
    first = shown["claims"][0]
    assert (first["experiment"], first["id"]) == ("toy", "claim-toy_c")
    assert first["change"] == "No change of the errors would turn it."
    assert [line.split()[-1] for line in shown["commands"]] == [
        "'experiments=[toy]'", "mine", "toy/c",
    ]  # fmt: skip


def test_claims_that_say_the_same_of_one_place_are_told_apart(project):
    mine = paper(summary={"claims": ["toy/a", "toy/b", "toy/c", "toy/d"]})
    same, elsewhere = {"says": "As good"}, {"says": "As good", "where": "Table 2"}
    judged = [entry("a", **same), entry("b", **same), entry("c", **elsewhere), entry("d")]
    twins = {claim["name"]: claim["has_twin"] for claim in summary(project, mine, judged)["claims"]}
    assert twins == {"toy/a": True, "toy/b": True, "toy/c": False, "toy/d": False}


@pytest.mark.parametrize(
    ("verdicts", "waits"),
    [({"a": "holds", "ours1": "cannot be tested here"}, False), ({}, False),
     ({"a": "holds", "b": "cannot be tested here"}, True)],
)  # fmt: skip
def test_a_paper_waits_if_a_claim_of_its_own_cannot_be_tested(project, verdicts, waits):
    judged = [entry(name, verdict) for name, verdict in verdicts.items()]
    assert summary(project, paper(), judged)["waits"] is waits


@pytest.mark.parametrize(
    ("split", "told"),
    [
        ({"kind": "holdout", "train": 1, "train_rows": {"alpha": 9}, "stratify": True},
         "holdout, train 1, train rows by data set, stratify"),
        ({"kind": "folds", "folds": 5}, "folds, folds 5"),
        ({"kind": "folds", "folds": 5, "stratify": False}, "folds, folds 5, stratify: no"),
        ({"kind": "given"}, "given"), ({"kind": "given", "by": "run"}, "given, by run"),
    ],
)  # fmt: skip
def test_the_protocol_tells_how_rows_of_studies_with_data_are_split(project, tmp_path, split, told):
    (tmp_path / "workflow/experiments/alone.yaml").unlink()
    studies = {"main": study(["alpha", "be"], ["A", "B"], about="All of it", split=split),
               "lost": study(["be"], ["A"])}  # fmt: skip
    write_experiment(tmp_path, experiment(source="mine", studies=studies))
    (toy,) = load_experiments(tmp_path / "workflow/experiments").values()
    kept = {**toy.studies, "lost": replace(toy.studies["lost"], datasets=())}
    project.experiments["toy"] = replace(toy, studies=kept)
    (row,) = summary(project, paper(), [])["protocol"]
    assert row == {"study": "toy/main", "about": "All of it", "split": told, "size": "2 x 2",
                   "trials": "2 to 5"}  # fmt: skip


def test_a_study_that_says_nothing_of_itself_is_told_by_its_name(project):
    assert [row["about"] for row in summary(project, paper(), [])["protocol"]] == [
        "All of it", "sizes",
    ]  # fmt: skip


def test_studies_of_the_claims_and_figures_of_the_summary_are_printed(project, tmp_path):
    several = {"function": "methods.claims.x", "studies": ["sizes", "more"]}
    toy = SimpleNamespace(
        name="toy", claims={"a": {"study": "main"}, "b": several, "c": {"study": "other"}},
        figures={"f": {"study": "drawn"}, "g": {"study": "other"}, "h": {}},
    )  # fmt: skip
    mine = paper(summary={"claims": ["toy/a"], "figures": ["toy/f", "toy/h"]})
    assert paper_pages._studies_of(mine, [toy]) == {"toy/main", "toy/drawn"}
    mine = paper(summary={"claims": ["toy/b"]})
    assert paper_pages._studies_of(mine, [toy]) == {"toy/sizes", "toy/more"}


@pytest.mark.parametrize(("text", "told"), [
    ("All rights reserved", "all rights reserved"), ("CC BY 4.0", "CC BY 4.0"),
    ("A copy of UCI", "a copy of UCI"), ("MATLAB is not at hand", "MATLAB is not at hand"),
])  # fmt: skip
def test_words_of_a_paper_that_continue_a_sentence_keep_their_abbreviations(project, text, told):
    lost = [{"what": "W", "why": "Y", "instead": text}]
    write(project, {"mine": paper(licence=text, unavailable=lost, tables={
        "1": {"shows": "S", "why": text}})})  # fmt: skip
    shown = Page("site/papers/mine.html").text
    for beginning in ("Licence of the text", "In its place", "Not made here"):
        assert f"{beginning}: {told}." in shown


def test_equations_of_the_summary_are_typeset(project):
    equations = {"1": {"shows": "A bound", "latex": "a < b", "code": ["methods.Margin"]},
                 "2": {"shows": "Other", "latex": "c", "code": ["methods.Margin"]}}  # fmt: skip
    mine = paper(equations=equations, summary={"equations": ["1"]})
    (shown,) = summary(project, mine, [])["equations"]
    assert (shown["number"], shown["latex"], shown["shows"]) == ("1", "a < b", "A bound")
    assert shown["set"] == typeset("a < b")


@pytest.mark.parametrize(
    ("experiment", "study", "told"),
    [
        ("erm", "table1", " (in print 10)"),
        ("drm", "table1", " (in print 20)"),
        ("multiclass", "svms", " (in print 20 to 100)"),  # 20 with a test part
        ("drm", "mu", ""),  # beside no printed number
    ],
)
def test_the_trials_of_a_study_stand_beside_those_of_its_printed_numbers(experiment, study, told):
    assert in_print(load_experiments(ROOT / "workflow/experiments")[experiment], study) == told


def test_an_equation_is_drawn_only_if_no_browser_could_typeset_it(monkeypatch):
    drawn = []
    monkeypatch.setattr(paper_pages, "as_svg", lambda latex: drawn.append(latex) or "<svg/>")
    assert typeset("a + b").startswith("<math") and not drawn
    unknown = r"\overbrace{a < b}"
    assert as_mathml(unknown) == ""
    picture = '<span role="img" aria-label="\\overbrace{a &lt; b}"><svg/></span>'
    assert typeset(unknown) == picture and drawn == [unknown]


def test_counts_are_a_sentence_and_without_a_claim_it_says_so():
    none = dict.fromkeys(
        ("holds", "fails", "inconclusive", "cannot be tested here", "holds by argument",
         "fails by argument"), 0
    )  # fmt: skip
    assert sentence(none, "thesis") == "No claim of the thesis has been tested in this run."
    assert sentence(none | {"fails": 2}, "paper") == "Of 2 claims of the paper, 2 fail."


@pytest.mark.parametrize(
    ("bibtex", "kind"),
    [("@article{a}", "paper"), (" @phdthesis{a}", "thesis"), ("@mastersthesis{a}", "thesis")],
)
def test_a_thesis_is_called_one(bibtex, kind):
    assert kind_of_work(paper(bibtex=bibtex)) == kind


def test_a_summary_may_name_outputs_of_several_experiments(project):
    one, two = (
        SimpleNamespace(name=name, claims={"a": {"study": "main"}}, figures={})
        for name in ("one", "two")
    )
    mine = paper(summary={"claims": ["one/a", "two/a"]})
    assert paper_pages._studies_of(mine, [one, two]) == {"one/main", "two/main"}
    toy = project.experiments["toy"]
    both = [toy, replace(toy, name="zoo")]
    shown = summary_of("mine", paper(), project, both, {})
    assert shown["commands"][0].endswith("'experiments=[toy,zoo]'")


def test_the_size_of_a_study_is_data_sets_by_methods(project, tmp_path):
    studies = {"main": study(["alpha", "beta", "gamma"], ["A"])}
    write_experiment(tmp_path, experiment(methods=["A"], source="mine", studies=studies))
    project.experiments = load_experiments(tmp_path / "workflow/experiments")
    (row,) = summary(project, paper(), [])["protocol"]
    assert row["size"] == "3 x 1"


def test_the_front_page_names_all_authors_and_counts_each_chapter_apart(project):
    chapters = [Found("One.", "First", ("toy",)), Found("Two.", "Second", ("alone",))]
    mine = paper(authors=["A. One", "B. Two"])
    (row,) = write(project, {"mine": mine}, found={"mine": chapters})
    assert list(row["authors"]) == ["A. One", "B. Two"]
    first, second = (chapter["counts"] for chapter in row["found"])
    assert first.startswith("Of 6 claims of the chapter")
    assert second == "No claim of the chapter has been tested in this run."


def test_a_paper_is_run_again_at_its_scale_on_all_data_sets(project):
    command, *_ = summary(project, paper(), [])["commands"]
    assert "scale=paper datasets=all 'experiments=[toy]'" in command
