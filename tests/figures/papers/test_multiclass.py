"""The tangram, and the sums of coefficients of its partitions."""

from pathlib import Path

import numpy as np
import pytest

from methods.data.generators.shapes import TANGRAM_PIECES
from methods.figures.papers.multiclass import dominating_partitions, partition_sums, tangram_pieces
from tests.made_up import made_up_results, store_arrays

# three columns of seven classes; the third is the negative of the first
COLUMNS = np.array([[1, -1, 1, 1, -1, 1, 1], [-1, -1, -1, -1, 1, 1, 1], [-1, 1, -1, -1, 1, -1, -1]])
COEFFICIENTS = np.array([0.5, 1.0, 0.75])


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2]}})
    folder = Path("results/toy/main/artifacts")
    folder.mkdir()
    kept = {
        f"a/{seed}/-/{what}": array
        for seed in (0, 1)
        for what, array in (("columns", COLUMNS.T), ("coefficients", COEFFICIENTS / (1 + seed)))
    }
    store_arrays(folder / "alpha.npz", **kept)
    return made


def test_a_column_and_its_negative_are_one_partition(results):
    first = partition_sums(results, "main", "A").head(2).to_dict("records")
    assert [(row["partition"], row["rounds"], row["sum"]) for row in first] == [
        ("+-++-++", 2, 1.25), ("++++---", 1, 1.0),
    ]  # fmt: skip


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
