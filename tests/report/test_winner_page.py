"""The front page of a table of the user's: who wins first, then the columns and the file."""

import numpy as np

from methods.bench import paths
from methods.data.columns import Column
from methods.data.prepare import Dataset, save_dataset
from methods.report.shown_tables import ShownTable
from methods.report.site_folder import templates
from methods.report.winner_page import FUNCTION, winners_shown
from methods.tables.winner import winner_table
from tests.made_up import made_up_results

JITTER = 0.001 * np.arange(8)


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
    assert winner["headline"] == "A wins."
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
