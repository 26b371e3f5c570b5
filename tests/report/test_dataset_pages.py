"""The page of a data set."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from msgspec import convert

from methods.bench import paths
from methods.report import dataset_pages
from methods.report.dataset_pages import score_in_words, winners, write_dataset_pages
from methods.report.shown_tables import ShownTable
from methods.report.site_folder import SiteFolder, templates
from methods.schemas.dataset import Descriptor
from methods.schemas.in_papers import Printed
from tests.report.conftest import Page

FILES = [
    {"path": "far/a.csv", "url": ["https://example.org/a", "https://example.org/b"],
     "sha256": "a" * 64},
    {"path": "far/b.csv.gz", "content_sha256": "b" * 64},
]  # fmt: skip


def in_papers(printed, missing=None):
    """What the page says of a data set in the papers."""
    d = SimpleNamespace(
        name="alpha", title="", task="binary", licence="", origin="", citation="", notes="",
        unavailable=None, content_hash="", printed=[printed],
    )  # fmt: skip
    page = templates().get_template("dataset.html").render(
        d=d, shape="", classes="", balance=[], sources=[], missing=missing, tables=[], read=[],
        wins=[], assets="", home="", has_claims=True, has_papers=True, has_speed=True, kept=True,
        origin={}, results="",
    )  # fmt: skip
    return page.partition("In the papers</h2>")[2].partition("</ul>")[0]


def printed(**more):
    return Printed(**{"source": "p", "name": "alpha", "shape": (3, 2), "meets": True, **more})


def test_what_is_not_printed_is_not_said():
    text = in_papers(printed())
    assert "3 × 2; ours matches what is printed</li>" in text and "None" not in text
    assert "does not match" in in_papers(printed(meets=False))
    assert "ours" not in in_papers(printed(meets=None))
    assert "printed. Table 1.</li>" in in_papers(printed(note="Table 1."))


@pytest.mark.parametrize(("meets", "shape"), [(True, "this"), (False, "another")])
def test_a_data_set_that_was_not_fetched_matches_nothing(meets, shape):
    text = in_papers(printed(meets=meets), {"text": "gone", "more": "tried"})
    assert f"it was not fetched here, and {shape} shape is expected</li>" in text
    assert "ours" not in text


@pytest.mark.parametrize(
    ("options", "told"),
    [({}, "test error in percent"), ({"metric": "brier"}, "brier"),
     ({"metric": "brier", "percent": True}, "brier in percent")],
)  # fmt: skip
def test_a_mean_has_its_unit(options, told):
    results = SimpleNamespace(study=lambda name: SimpleNamespace(metrics={"brier": None}))
    table = ShownTable("t", {"study": "main", **options}, None, "", [], [])
    assert score_in_words(results, table) == told


def descriptor(name="alpha", source=None, **more):
    return convert(
        {
            "name": name, "title": f"The set {name}", "task": "binary", "shape": [8, 3],
            "classes": {"no": 6, "yes": 2}, "licence": "free", "origin": "x", "citation": "y",
            "printed": [], "sources": [source or {"bundled": "load_iris"}], **more,
        },
        Descriptor,
    )  # fmt: skip


def toy(*descriptors):
    """Results of an experiment with these data sets, which names no metric beside the error."""
    study = SimpleNamespace(metrics={}, methods=[])
    return SimpleNamespace(
        plan=SimpleNamespace(catalogue={each.name: each for each in descriptors}),
        experiment=SimpleNamespace(name="toy", title="Toy", studies={"main": study}),
        datasets=lambda study: [each.name for each in descriptors],
        study=lambda name: study, folder=Path("nowhere"),
    )  # fmt: skip


def of_scores(name="t", **cells):
    """A table of scores on alpha of the methods A, B and C, and on beta of A alone."""
    columns = {"dataset": ["alpha", "alpha", "alpha", "beta"], "method": ["A", "B", "C", "A"],
               "n": [6, 6, 1, 6], "trials": 6, "mean": [10.5, 20.25, 30.0, 40.0], "std": 1.0,
               "rank": [1.0, 2.0, 3.0, 1.0], "best": [True, False, False, True],
               "not_worse_than_best": [True, True, False, True]}  # fmt: skip
    data = pd.DataFrame(columns | cells)
    return ShownTable(name, {"study": "main", "caption": "Errors"}, data, "Errors: of all", [], [])


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write the pages of some data sets, and read one of them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(dataset_pages, "missing_datasets", lambda results: {})

    def write(name, *descriptors, tables=(), kept=False):
        site = SiteFolder(Path("site"), kept=kept)
        write_dataset_pages(site, [toy(*descriptors)], {"toy": tables})
        return Page(f"site/datasets/{name}.html")

    return write


def test_a_page_has_the_sizes_the_classes_and_the_best_methods(written):
    page = written("alpha", descriptor(), tables=[of_scores()])
    assert "The set alpha" in page.text and "Shape 8 × 3" in page.text
    assert "no 6 (75%), yes 2 (25%)" in page.text
    assert "Toy: Errors test error in percent A 10.50 3 B" in page.text
    assert "../experiments/toy/index.html#table-t" in page.values("href")


@pytest.mark.parametrize(
    ("classes", "told", "bars"),
    [({"a": 1, "b": 3}, "a 1 (25%), b 3 (75%)", ["1", "3"]),
     ({"a": 5, "b": None}, "a 5 (100%), b", ["5"]), ({"a": None, "b": None}, "a, b", [])],
)  # fmt: skip
def test_a_class_of_unknown_size_has_no_share_and_no_bar(written, classes, told, bars):
    page = written("alpha", descriptor(classes=classes))
    assert f"{told} Licence" in page.text
    assert page.values("style") == [f"flex-grow:{count}" for count in bars]


def test_an_unknown_size_is_that_of_the_prepared_table_and_else_a_question(written, monkeypatch):
    unknown = descriptor(shape=[None, None])
    assert "Shape ? × ?" in written("alpha", unknown).text
    features = {paths.prepared("alpha"): ["age", "height"]}
    monkeypatch.setattr(dataset_pages, "features_in", features.get)
    half = descriptor(shape=[4, None])
    assert "Shape 4 × 2 " in written("alpha", half).text
    assert "4 × 2" in written("index", half).text
    assert "Shape ? × 2 " in written("alpha", unknown).text, "features are no rows"


@pytest.mark.parametrize(("kept", "told"), [(False, "in this run"), (True, "in the kept run")])
def test_the_index_lists_each_data_set_and_whether_it_ran(written, monkeypatch, kept, told):
    lost = {"dataset": "beta", "message": "no network"}
    monkeypatch.setattr(dataset_pages, "missing_datasets", lambda results: {"beta": lost})
    index = written("index", descriptor("beta"), descriptor("alpha", shape=[9, 2]), kept=kept)
    assert f"licence {told} " in index.text
    assert "alpha The set alpha binary 9 × 2 no 6 (75%), yes 2 (25%) free yes beta" in index.text
    assert index.text.partition("beta The set beta")[2].startswith(
        " binary 8 × 3 no 6 (75%), yes 2 (25%) free no"
    )
    assert {"alpha.html", "beta.html"} <= set(index.values("href"))
    shown = [Page(f"site/datasets/{name}.html").text for name in ("alpha", "beta")]
    assert ["could not be fetched" in text for text in shown] == [False, True]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ({"bundled": "load_iris"}, "bundled with scikit-learn: load_iris"),
        ({"generator": "twonorm", "parameters": {"n": 9, "d": 2}},
         "drawn by generator twonorm(n=9, d=2)"),
        ({"frame": "plugins.own.read", "target": "y"}, "a data frame of plugins.own.read"),
        ({"openml": 31}, "openml.org, data set 31"),
        ({"openml_task": 7, "openml_splits": 10}, "openml.org, task 7"),
        ({"files": FILES, "format": "delimited"},
         f"files, read as delimited https://example.org/a {64 * 'a'} far/b.csv.gz {64 * 'b'}"),
    ],
)  # fmt: skip
def test_a_source_says_where_the_data_come_from(written, source, told):
    assert written("alpha", descriptor(source=source)).text.split("Sources ")[1].startswith(told)


def test_the_best_methods_are_those_of_the_data_set_with_a_trial():
    (row,) = winners(toy(), [of_scores()], "alpha")
    assert (row["best"], row["mean"], row["close"], row["methods"]) == ("A", "10.50", "B", 3)
    (row,) = winners(toy(), [of_scores(n=[6, 6, 0, 6])], "alpha")
    assert row["methods"] == 2
    first, second = of_scores("lost", n=[0, 0, 0, 6]), of_scores("next")
    rows = winners(toy(), [first, second], "alpha")
    assert [row["href"] for row in rows] == ["../experiments/toy/index.html#table-next"]


def test_the_best_mean_has_the_decimals_of_its_table():
    results, table = toy(), of_scores(mean=[0.97312, 0.5, 0.4, 0.3])
    results.study("main").metrics = {"roc_auc": None}
    named = replace(table, options=table.options | {"metric": "roc_auc"})
    assert [row["mean"] for row in winners(results, [named, table], "alpha")] == ["0.9731", "0.97"]


def test_methods_that_share_the_best_mean_are_all_named():
    tied = {"mean": [0.5, 0.5, 1.0, 1.0], "best": [True, True, False, True]}
    (row,) = winners(toy(), [of_scores(**tied)], "alpha")
    assert (row["best"], row["mean"], row["close"]) == ("A, B", "0.50", "")


def test_without_a_best_method_there_are_too_few_trials():
    none = {"best": False, "not_worse_than_best": [False, True, False, False]}
    (row,) = winners(toy(), [of_scores(**none)], "alpha")
    assert (row["best"], row["mean"], row["close"]) == ("too few trials to say", "–", "B")


def test_the_best_mean_is_that_of_the_best_method_wherever_it_stands():
    second = {"best": [False, True, False, True], "not_worse_than_best": [False, True, False, True]}
    (row,) = winners(toy(), [of_scores(**second)], "alpha")
    assert (row["best"], row["mean"]) == ("B", "20.25")


def test_each_missing_data_set_is_one_in_the_index(written, monkeypatch):
    lost = dict.fromkeys(("alpha", "gamma"))
    monkeypatch.setattr(dataset_pages, "missing_datasets", lambda results: lost)
    told = {"text": "gone", "more": ""}
    monkeypatch.setattr(dataset_pages, "in_short", lambda results, failure: told)
    page = written("index", *(descriptor(name) for name in ("alpha", "beta", "gamma")))
    assert [text for text in page.texts if text in ("yes", "no")] == ["no", "yes", "no"]
