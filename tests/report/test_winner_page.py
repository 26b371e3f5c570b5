"""The front page of a table of the user's: who wins first, then the columns and the file."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from methods.bench import paths
from methods.data.columns import Column
from methods.data.prepare import Dataset, save_dataset
from methods.report import winner_page
from methods.report.shown_tables import ShownTable
from methods.report.site_folder import templates
from methods.report.winner_page import FUNCTION, winners_shown
from methods.tables.winner import winner_table
from tests.made_up import made_up_results

JITTER = 0.001 * np.arange(8)


def table(*datasets, function=FUNCTION, note=""):
    """A table of who wins on these data sets."""
    data = pd.DataFrame({"dataset": datasets, "method": "A"})
    options = {"function": function, "study": "main"}
    return ShownTable("who", options, data, f"Who wins: {note}", ["error"], [["A", "**1.0**"]])


@pytest.fixture
def told(monkeypatch):
    """Each data set has a headline and two sentences, and columns and notes named after it."""
    replaced = {
        "answers": lambda data: {d: [f"{d}{i}." for i in range(3)] for d in data["dataset"]},
        "columns_in": lambda path: [f"columns in {path}"], "notes_in": lambda path: [path],
        "in_short": lambda columns, how: [*columns, how], "encoding_of": lambda study: "how",
        "column_tables": lambda experiments, name: [len(experiments), name],
    }  # fmt: skip
    for name, function in replaced.items():
        monkeypatch.setattr(winner_page, name, function)

    def of(*tables):
        study = SimpleNamespace(about="about")
        experiment = SimpleNamespace(name="toy", title="Toy")
        results = SimpleNamespace(experiment=experiment, study=lambda name: study)
        return winners_shown([results], {"toy": tables})

    return of


def test_only_tables_of_who_wins_that_name_a_data_set_are_shown(told):
    tables = (table("x", function="methods.tables.wins.win_tie_loss_table"), table(), table("y"))
    assert [winner["headline"] for winner in told(*tables)] == ["y0."]


def test_the_first_data_set_gives_the_headline_and_the_others_all_their_sentences(told):
    (winner,) = told(table("x", "x", "y", "z", note="x0. x1. x2. y0. y1. y2. z0. z1. z2. Means."))
    assert winner["headline"] == "x0."
    assert winner["sentences"] == ["x1.", "x2.", "y0.", "y1.", "y2.", "z0.", "z1.", "z2."]
    assert winner["note"] == " Means."
    assert (winner["title"], winner["about"]) == ("Toy", "about")
    assert winner["href"] == "experiments/toy/index.html"


def test_each_data_set_has_its_columns_and_notes(told):
    (winner,) = told(table("x", "y", "x"))
    assert [each["name"] for each in winner["datasets"]] == ["x", "y"]
    assert winner["datasets"][1] == {
        "name": "y", "in_short": ["columns in results/data/y.npz", "how"], "tables": [1, "y"],
        "notes": ["results/data/y.npz"],
    }  # fmt: skip
    assert winner["columns"] == ["method", "error"]
    assert winner["rows"] == [["A", {"text": "1.0", "kind": "cell best"}]]


def test_the_front_page_opens_with_who_wins_and_names_what_was_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scores = {"A": (0.1 + JITTER).tolist(), "B": (0.3 + JITTER[::-1]).tolist()}
    results = made_up_results(tmp_path, {"alpha": scores})
    columns = (Column("age", "numeric", missing=3, distinct=9), Column("id", "identifier",
               left_out="it counts the rows"))  # fmt: skip
    notes = ("column 'clinic' is the group of a row",)
    dataset = Dataset("alpha", np.zeros((4, 1)), np.arange(4) % 2, ("x", "y"), notes=notes,
                      columns=columns)  # fmt: skip
    save_dataset(paths.prepared("alpha"), dataset, {})
    monkeypatch.setattr("methods.report.column_tables.load_splits", lambda *files: {})
    made = winner_table(results, study="main")
    rows = [[str(name), *cells] for name, cells in made.cells.T.items()]
    options = {"function": FUNCTION, "study": "main"}
    table = ShownTable("who", options, made.data, made.caption, list(made.cells.columns), rows)
    (winner,) = winners = winners_shown([results], {results.experiment.name: [table]})
    assert winner["headline"] == "A wins." and [row[0] for row in winner["rows"]] == ["A", "B"]
    assert winner["sentences"][0].startswith("A has the lowest error, 10.35 %: 20.00 points better")
    shared = {"assets": "", "results": "", "home": "", "origin": {}, "has_speed": False,
              "has_claims": False, "has_papers": False, "kept": False, "made_from": ""}  # fmt: skip
    page = (
        templates()
        .get_template("front.html")
        .render(winners=winners, links={}, experiments=[], gaps=[], papers=[], lacks=[], **shared)
    )
    shown = ["<h1>A wins</h1>", "20.00 points better than the next, B", "Left out: id (it counts",
             "gaps are filled with their median", "How the file was read", "is the group of a row",
             'id="experiments"']  # fmt: skip
    places = [page.index(text) for text in shown]
    assert places == sorted(places) and 'id="claims"' not in page
