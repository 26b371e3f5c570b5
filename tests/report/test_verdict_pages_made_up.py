"""The kept verdicts in Markdown, of made-up works: each row, and the counts of the index."""

from types import SimpleNamespace

import pandas as pd
import pytest
from msgspec import convert

from methods.report import verdict_pages
from methods.report.found import Found
from methods.report.verdict_pages import write_verdict_pages
from methods.schemas.paper import PaperFile

TEST = {"function": "methods.claims.scores.lower", "study": "main"}
ZERO = dict.fromkeys(
    ("holds", "holds by argument", "fails", "fails by argument", "inconclusive",
     "cannot be tested here"), 0
)  # fmt: skip


def paper(title, bibtex="@article{a}", figures=()):
    return convert(
        {"title": title, "authors": ["A. One", "B. Two"], "year": 2001, "venue": "J",
         "doi": "10.1/m", "bibtex": bibtex, "licence": "x", "proposes": "P",
         "summary": {"figures": list(figures)}},
        PaperFile,
    )  # fmt: skip


def experiment(name, source=None, **figures):
    title = f"Title {name}"
    return SimpleNamespace(name=name, title=title, source=source or name, figures=figures)


def claim(name, verdict, **more):
    return {"name": name, "says": f"Says {name}.", "where": "Table 1", "about": "", "one_draw": "",
            "beyond": False, "derived": "", "argument": "", "verdict": verdict, "reason": "So.",
            "flip": "Then not.", "test": TEST, **more}  # fmt: skip


CLAIMS = [
    claim("a/1", "holds"), claim("a/2", "fails"),
    claim("b/1", "cannot be tested here", about="at depth 2"),
    claim("b/2", "holds", derived="tests/a.py::test_b", argument="By cases."),
    claim("b/ours", "inconclusive", beyond=True),
    claim("b/own", "holds", beyond=True, derived="x.md"),
    claim("c/1", "fails", derived="docs/p.md"), claim("c/2", "holds", derived="docs/p.md"),
    claim("c/3", "fails", derived="docs/p.md"), claim("d/ours", "fails", beyond=True),
]  # fmt: skip
EXPERIMENTS = [experiment("a", "long"), experiment("b", "long"), experiment("c", "short"),
               experiment("d"), experiment("quiet")]  # fmt: skip


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write the pages: their texts by name, and the tallies that were drawn."""
    drawn = []
    monkeypatch.setattr(verdict_pages, "draw_verdict_counts", lambda tallies: tallies)
    monkeypatch.setattr(verdict_pages, "write_figure", lambda *given: drawn.append(given))

    def write(claims=CLAIMS, papers=None, experiments=EXPERIMENTS, found=None):
        papers = papers or {"long": paper("Long", "@phdthesis{a}"), "short": paper("Short"),
                            "none": paper("None")}  # fmt: skip
        write_verdict_pages(tmp_path, papers, iter(experiments), claims, found or {})
        return {page.name: page.read_text() for page in tmp_path.glob("*.md")}, drawn

    return write


def rows(page):
    return [line for line in page.splitlines() if line.startswith("| ")]


def row_of(write, **more):
    """The row of one claim on the page of its work."""
    pages, _ = write([claim("d/1", "holds") | more])
    return rows(pages["d.md"])[-1]


def test_each_work_with_claims_has_a_page_and_pages_of_others_are_removed(write, tmp_path):
    (tmp_path / "old.md").write_text("of a paper that is no more")
    (tmp_path / "README.md").write_text("| [Old](old.md) | 3 |\n")
    (tmp_path / "kept.txt").write_text("no page")
    pages, _ = write()
    assert set(pages) == {"README.md", "long.md", "short.md", "d.md"}
    assert (tmp_path / "kept.txt").exists()


def test_the_index_counts_the_claims_of_each_work_and_of_all(write):
    index, _ = write()
    assert rows(index["README.md"]) == [
        "| of | claims | holds | fails | inconclusive | cannot be tested here | by argument |"
        " ours beside them |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        "| [Long](long.md) | 4 | 1 | 1 | 0 | 1 | 1 hold | 2 |",
        "| [Short](short.md) | 3 | 0 | 0 | 0 | 0 | 1 hold, 2 fail | 0 |",
        "| [Title d](d.md) | 0 | 0 | 0 | 0 | 0 | 0 | 1 |",
        "| all | 7 | 1 | 1 | 0 | 1 | 2 hold, 2 fail | 3 |",
    ]
    parts = index["README.md"].split("\n\n")
    assert parts[0] == "# Verdicts at the papers' scale"
    assert parts[1].startswith("![") and parts[1].endswith("](verdicts.png)")
    assert "claim NAME" in parts[-1] and index["README.md"].endswith("own.\n")


def test_the_picture_has_the_claims_of_the_works_alone(write, tmp_path):
    _, ((figure, data, stem, formats),) = write()
    assert figure == {
        "Long": ZERO | {"holds": 1, "fails": 1, "holds by argument": 1, "cannot be tested here": 1},
        "Short": ZERO | {"holds by argument": 1, "fails by argument": 2},
    }
    assert list(data["work"]) == ["Long", "Short"] and list(data["fails"]) == [1, 0]
    assert isinstance(data, pd.DataFrame)
    assert (stem, formats) == (str(tmp_path / "verdicts"), ["png"])


def test_without_a_claim_of_a_work_there_is_no_picture(write):
    pages, drawn = write([claim("d/ours", "fails", beyond=True)])
    assert not drawn and "verdicts.png" not in pages["README.md"]
    assert pages["README.md"].split("\n\n")[1].startswith("| of |")


def test_chapters_are_counted_below_their_work_and_in_its_place_in_the_picture(write):
    chapters = [Found("x", "One", ("a",)), Found("y", "Two", ("b",)), Found("z", "Three", ("c",))]
    pages, ((tallies, *_),) = write(found={"long": chapters, "short": [Found("whole")]})
    firsts = [row.split(" | ")[0] for row in rows(pages["README.md"])[2:]]
    assert firsts == ["| [Long](long.md)", "| One", "| Two", "| [Short](short.md)",
                      "| [Title d](d.md)", "| all"]  # fmt: skip
    assert rows(pages["README.md"])[4] == "| Two | 2 | 0 | 0 | 0 | 1 | 1 hold | 2 |"
    assert list(tallies) == ["One", "Two", "Short"]


def test_a_page_has_its_counts_and_a_part_for_each_experiment(write):
    pages, _ = write()
    assert pages["long.md"] == (
        "# Long\n\nA. One, B. Two (2001). <https://doi.org/10.1/m>\n\n"
        "Of 4 claims of the thesis, 1 holds and 1 fails; 1 more holds by argument alone."
        " 1 cannot be tested here."
        " Of 2 claims of ours, 1 is inconclusive; 1 more holds by argument alone.\n\n"
        "## Title a\n\n| verdict | claim | what was found |\n| --- | --- | --- |\n"
        '| <a id="a-1"></a>✓ holds<br>*experiment* | Says a/1.<br>*Table 1*, `a/1` |'
        " So. Then not. |\n"
        '| <a id="a-2"></a>✕ fails<br>*experiment* | Says a/2.<br>*Table 1*, `a/2` |'
        " So. Then not. |\n\n"
        "## Title b\n\n| verdict | claim | what was found |\n| --- | --- | --- |\n"
        '| <a id="b-2"></a>= holds&nbsp;by&nbsp;argument<br>*theory* |'
        " Says b/2.<br>*Table 1*, `b/2` | So. Then not. The argument: By cases."
        " It is checked by [test_b](../../tests/a.py). |\n"
        '| <a id="b-ours"></a>≈ inconclusive<br>*experiment* |'
        " Says b/ours.<br>*Table 1, ours*, `b/ours` | So. Then not. |\n"
        '| <a id="b-own"></a>= holds&nbsp;by&nbsp;argument<br>*theory* |'
        " Says b/own.<br>*Table 1, ours*, `b/own` | So. Then not. The proof is on"
        " [x.md](../../x.md). |\n\n"
        "<details><summary>1 that cannot be tested here</summary>\n\n"
        "| claim | why it is not tested |\n| --- | --- |\n"
        '| <a id="b-1"></a>Says b/1.<br>About: at depth 2.<br>*Table 1*, `b/1` | So. |\n\n'
        "</details>\n"
    )


def test_a_work_of_one_experiment_has_one_part_and_says_whose_claims_it_has(write):
    pages, _ = write()
    assert pages["short.md"].startswith(
        "# Short\n\nA. One, B. Two (2001). <https://doi.org/10.1/m>\n\n"
        "Of 3 claims of the paper, 1 holds and 2 fail by argument alone.\n\n| verdict |"
    )
    assert pages["d.md"].startswith("# Title d\n\nOf 1 claim of ours, 1 fails.\n\n| verdict |")
    pages, _ = write([claim("d/1", "holds")])
    assert "\n\nOf 1 claim of the work, 1 holds.\n\n" in pages["d.md"]
    pages, _ = write([claim("d/1", "cannot be tested here")])
    assert "what was found" not in pages["d.md"] and "<details>" in pages["d.md"]


def test_a_row_says_of_what_and_on_how_many_draws(write):
    assert row_of(write).endswith("| Says d/1.<br>*Table 1*, `d/1` | So. Then not. |")
    told = "| Says d/1.<br>About: all.<br>One draw of generated data: short.<br>*Table 1*, `d/1` |"
    assert told in row_of(write, says="Says d/1", about="all", one_draw="short")
    assert "| So. |" in row_of(write, flip="")


def test_the_first_figure_of_the_summary_that_is_kept_follows_the_counts(write, tmp_path):
    captions = {"f": {"caption": "Drawn."}, "g": {}, "h": {"caption": "Ranks."}}
    experiments = [experiment("a", "long", **captions)]
    papers = {"long": paper("Long", figures=["a/f", "a/h"])}

    def shown():
        pages, _ = write([claim("a/1", "holds")], papers, experiments)
        return pages["long.md"].split("\n\n")[2:]

    assert shown()[1].startswith("| verdict")
    (tmp_path / "a").mkdir()
    (tmp_path / "a/h.png").write_bytes(b"")
    assert shown()[1:3] == ["![Ranks.](a/h.png)", "Ranks."]
    (tmp_path / "a/f.png").write_bytes(b"")
    assert shown()[:3] == ["Of 1 claim of the paper, 1 holds.", "![Drawn.](a/f.png)", "Drawn."]
    (tmp_path / "a/g.png").write_bytes(b"")
    papers["long"] = paper("Long", figures=["a/g"])
    assert shown()[1:3] == ["![a/g](a/g.png)", "a/g."]
