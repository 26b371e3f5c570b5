"""Drawings of chapter 1: the data they return, and that each element is drawn."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import PathCollection
from matplotlib.contour import ContourSet
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


def crosses(panel):
    """The examples drawn as upright crosses, which are of the positive class, and the others."""
    drawn = [points for points in panel.collections if isinstance(points, PathCollection)]
    upright, diagonal = sorted(drawn, key=lambda points: points.get_paths()[0].vertices.all())
    assert (upright.get_paths()[0].vertices == 0).any() and diagonal.get_paths()[0].vertices.all()
    return upright.get_offsets().tolist(), diagonal.get_offsets().tolist()


def test_the_classes_have_their_crosses_over_the_grey_of_the_negative_side():
    figure, _ = complexity_drawing.draw_clusters(X, POSITIVE, [7, 7, 7, 2, 2], upper_half)
    (panel,) = figure.axes
    assert crosses(panel) == (X[POSITIVE].tolist(), X[~POSITIVE].tolist())
    (ground,) = [part for part in panel.collections if isinstance(part, ContourSet)]
    grey = ground.get_paths()[0].get_extents()  # the examples lie between -2 and 3
    assert (grey.x0, grey.y0) == pytest.approx((-2.3, -2.3))
    assert (grey.x1, grey.y1) == pytest.approx((3.3, -1.0), abs=0.02)


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
    assert [crosses(axes) for axes in shown] == [
        (X[POSITIVE].tolist(), []), (X[POSITIVE].tolist(), X[~POSITIVE].tolist()),
    ]  # fmt: skip
    assert data.drop_duplicates("subset")[["complexity", "error"]].to_numpy().tolist() == (
        points.tolist()
    )
    assert data.groupby("subset")[["complexity", "error"]].nunique().eq(1).all(axis=None)


def test_curves_have_a_line_and_a_band_for_each_group():
    data = pd.DataFrame(
        {"group": ["noisy"] * 2 + ["noiseless"] * 2, "x": [5, 10] * 2,
         "mean": [1.0, 2.0, 0.5, 0.3], "se": 0.1}
    )  # fmt: skip
    figure, table = complexity_drawing.draw_contributions(data)
    (axes,) = figure.axes
    assert [line.get_label() for line in axes.lines] == ["noisy", "noiseless"]
    assert len(axes.collections) == 2
    assert [line.get_xydata().tolist() for line in axes.lines] == [
        [[5, 1], [10, 2]], [[5, 0.5], [10, 0.3]],
    ]  # fmt: skip
    assert axes.get_ylim()[0] == 0
    assert table is data


def test_roc_gives_the_area_of_scikit_learn_and_starts_with_every_noisy_one_missed():
    noisy = np.array([True, False, True, False, False])
    score = np.array([3.0, 1.0, 1.5, 2.0, 0.0])
    styles = {"average": {"color": "k", "marker": "o"}}
    figure, data = complexity_drawing.draw_roc({"average": score}, noisy, styles)
    (line,) = figure.axes[0].lines
    rates = data[["false_positive", "false_negative"]].to_numpy()
    assert line.get_xydata().tolist() == rates.tolist()
    assert line.get_label() == f"average (AUC {data['auc'][0]:.4f})"
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
    typical, critical, noisy = (
        points.get_offsets().tolist() for points in figure.axes[0].collections
    )
    assert (typical, critical) == ([[1, -1], [4, 1]], [[2, pytest.approx(-1 / 3)]])
    assert noisy == [[3, pytest.approx(1 / 3)]]
    (span,) = figure.axes[0].patches
    assert (span.get_extents().x0, span.get_extents().x1) == tuple(
        figure.axes[0].transData.transform([(2.5, 0), (4.5, 0)])[:, 0]
    )
    assert data["index"].tolist() == [1, 2, 3, 4]
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["flipped", "typical", "critical", "noisy"]
