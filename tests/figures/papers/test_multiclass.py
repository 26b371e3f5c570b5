"""The tangram, and the figure of its dominating partitions."""

import pytest

from methods.data.generators.shapes import TANGRAM_PIECES
from methods.figures.papers.multiclass import dominating_partitions, tangram_pieces
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
