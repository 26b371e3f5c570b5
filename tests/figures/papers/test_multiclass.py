"""The tangram, and the figure of its dominating partitions."""

import pandas as pd
import pytest
from matplotlib.colors import to_hex

from methods.data.generators.shapes import TANGRAM_PIECES, tangram
from methods.figures.papers import multiclass
from methods.figures.papers.multiclass import (
    EXAMPLES,
    SIDE_COLOURS,
    dominating_partitions,
    tangram_pieces,
)
from tests.tables.papers.votes import results_of_votes


@pytest.fixture
def results(tmp_path, monkeypatch):
    return results_of_votes(tmp_path, monkeypatch)


def test_the_figure_shows_the_first_trial_and_the_data_all(results):
    figure, data = dominating_partitions(results, study="main", methods=["A"])
    assert sorted(data["seed"].unique()) == [0, 1]
    titles = [panel.get_title() for panel in figure.axes]
    assert titles == ["A\n2 rounds, sum 1.2, mean 0.625", "A\n1 rounds, sum 1.0, mean 1.000"]
    assert all(len(panel.patches) == len(TANGRAM_PIECES) for panel in figure.axes)


def test_the_pieces_are_drawn_with_their_numbers(results):
    figure, data = tangram_pieces(results)
    assert [text.get_text() for text in figure.axes[0].texts] == list("0123456")
    assert data.groupby("piece").size().sum() == sum(map(len, TANGRAM_PIECES))


def sides(panel):
    """The side of each piece, in the order of the pieces."""
    of_colour = {colour: side for side, colour in SIDE_COLOURS.items()}
    return "".join(of_colour[to_hex(piece.get_facecolor()).upper()] for piece in panel.patches)


def test_each_panel_has_the_sides_of_its_partition(results):
    figure, _ = dominating_partitions(results, study="main", methods=["A"])
    assert [sides(panel) for panel in figure.axes] == ["+-++-++", "++++---"]


def test_each_row_has_the_partitions_of_its_method(monkeypatch):
    def sums(results, study, method):
        partition = {"A": "+------", "B": "++-----"}[method]
        return pd.DataFrame([{"method": method, "seed": 0, "partition": partition, "rounds": 2,
                              "sum": 3.0}])  # fmt: skip

    monkeypatch.setattr(multiclass, "partition_sums", sums)
    figure, _ = dominating_partitions(None, study="main", methods=["B", "A"])
    assert [sides(panel) for panel in figure.axes] == ["++-----", "", "+------", ""]
    assert [panel.get_title()[:1] for panel in figure.axes] == ["B", "", "A", ""]


def test_the_examples_of_a_piece_are_drawn_with_its_number(results):
    figure, _ = tangram_pieces(results)
    X, y = tangram(EXAMPLES, 0)
    (panel,) = figure.axes
    drawn = [line.get_xydata().tolist() for line in panel.lines]
    assert drawn == [X[y == piece].tolist() for piece in range(len(TANGRAM_PIECES))]
    assert [text.get_text() for text in panel.texts] == list("0123456")
    for patch, text in zip(panel.patches, panel.texts, strict=True):
        assert patch.get_path().contains_point(text.get_position())
