"""Drawings of chapter 1: the data they return, and that each element is drawn."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.pyplot import close
from sklearn.metrics import roc_auc_score

from methods.figures.papers import complexity_drawing

X = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [0.0, -2.0], [1.0, -2.0]])
POSITIVE = np.array([True, True, True, False, False])


@pytest.fixture(autouse=True)
def closed():
    yield
    close("all")


def upper_half(points):
    return points[:, 1] + 1


def test_examples_of_a_cluster_are_joined_by_the_shortest_tree():
    figure, data = complexity_drawing.draw_clusters(X, POSITIVE, [7, 7, 7, 2, 2], upper_half)
    lines = {tuple(map(tuple, line.get_xydata())) for line in figure.axes[0].lines}
    assert {frozenset(line) for line in lines} == {
        frozenset({(0.0, 0.0), (1.0, 0.0)}),
        frozenset({(1.0, 0.0), (3.0, 0.0)}),
        frozenset({(0.0, -2.0), (1.0, -2.0)}),
    }
    assert data["cluster"].tolist() == [7, 7, 7, 2, 2]


def test_each_principal_subset_has_a_panel_with_its_own_examples():
    subsets = np.array([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]], dtype=bool)
    points = np.array([[0, 2], [4, 0]])
    figure, data = complexity_drawing.draw_subsets(X, POSITIVE, points, subsets, upper_half)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_xlabel() for axes in shown] == [
        "complexity 0, 2 wrong",
        "complexity 4, 0 wrong",
    ]
    assert data.groupby("subset")["example"].apply(list).tolist() == [[0, 1, 2], [0, 1, 2, 3, 4]]


def test_curves_have_a_line_and_a_band_for_each_group():
    data = pd.DataFrame(
        {"group": ["noisy"] * 2 + ["noiseless"] * 2, "x": [5, 10] * 2,
         "mean": [1.0, 2.0, 0.5, 0.3], "se": 0.1}
    )  # fmt: skip
    figure, table = complexity_drawing.draw_contributions(data)
    (axes,) = figure.axes
    assert [line.get_label() for line in axes.lines] == ["noisy", "noiseless"]
    assert len(axes.collections) == 2
    assert table is data


def test_roc_gives_the_area_of_scikit_learn_and_starts_with_every_noisy_one_missed():
    noisy = np.array([True, False, True, False, False])
    score = np.array([3.0, 1.0, 1.5, 2.0, 0.0])
    styles = {"average": {"color": "k", "marker": "o"}}
    _, data = complexity_drawing.draw_roc({"average": score}, noisy, styles)
    assert data["auc"].unique().tolist() == [roc_auc_score(noisy, score)]
    assert data.iloc[0][["false_positive", "false_negative"]].tolist() == [0, 1]
    assert data.iloc[-1][["false_positive", "false_negative"]].tolist() == [1, 0]


def test_fingerprint_shows_every_category_and_the_flipped_ones():
    categories = np.array(["typical", "critical", "noisy", "typical"])
    figure, data = complexity_drawing.draw_fingerprint(
        np.arange(4.0), categories, np.linspace(-1, 1, 4), np.array([False, False, True, True])
    )
    sizes = [len(points.get_offsets()) for points in figure.axes[0].collections]
    assert sizes == [2, 1, 1]
    assert data["index"].tolist() == [1, 2, 3, 4]
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["flipped", "typical", "critical", "noisy"]
