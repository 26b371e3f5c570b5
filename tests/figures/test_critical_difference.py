from itertools import combinations

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from methods.bench.ranks import indistinguishable_groups
from methods.figures.critical_difference import (
    AXIS,
    AXIS_AT,
    LINE,
    OVERHANG,
    RULER_AT,
    critical_difference_height,
    draw_critical_difference,
)

NAMES = ["L2-ERM10", "SVM", "AdaBoost.ERP-Max-2", "DRM101", "Random forest", "ave-perc"]
COLUMN, PAGE = 3.5, 7.0  # inches


def ranks_of(n_methods, seed=0):
    ranks = 1 + (n_methods - 1) * np.random.default_rng(seed).beta(3, 3, size=n_methods)
    return {f"{NAMES[i % len(NAMES)]} {i}": float(rank) for i, rank in enumerate(ranks)}


def draw(ranks, critical_difference=1.0, width=COLUMN, height=None):
    groups = indistinguishable_groups(ranks, critical_difference)
    height = height or critical_difference_height(ranks, groups, width)
    figure = Figure(figsize=(width, height), dpi=200)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    draw_critical_difference(axes, ranks, critical_difference, groups)
    figure.draw_without_rendering()
    return axes


def lines_of(axes, style):
    return [
        line
        for line in axes.lines
        if line.get_linewidth() == style["linewidth"] and line.get_color() == style["color"]
    ]


def bars_of(axes):
    return [line for line in axes.lines if line not in lines_of(axes, LINE) + lines_of(axes, AXIS)]


def line_along(axes, y):
    """The axis of ranks or the ruler."""
    return next(line for line in lines_of(axes, AXIS) if list(line.get_ydata()) == [y, y])


@pytest.mark.slow
@pytest.mark.parametrize("n_methods", [2, 5, 12, 20])
@pytest.mark.parametrize("width", [COLUMN, PAGE])
@pytest.mark.parametrize("seed", range(3))
def test_labels_neither_overlap_nor_leave_the_figure(n_methods, width, seed):
    axes = draw(ranks_of(n_methods, seed), width=width)
    boxes = [text.get_window_extent() for text in axes.texts]
    for one, other in combinations(boxes, 2):
        assert not one.overlaps(other)
    page = axes.figure.bbox
    for box in boxes:
        assert page.x0 <= box.x0 and box.x1 <= page.x1
        assert page.y0 <= box.y0 and box.y1 <= page.y1


@pytest.mark.slow
@pytest.mark.parametrize("n_methods", [2, 5, 12, 20])
def test_every_method_is_named_once_with_its_rank_on_its_line(n_methods):
    ranks = ranks_of(n_methods)
    axes = draw(ranks)
    printed = [text.get_text() for text in axes.texts]
    for name, rank in ranks.items():
        assert printed.count(name) == 1
        y = next(text.get_position()[1] for text in axes.texts if text.get_text() == name)
        row = [t.get_text() for t in axes.texts if t.get_position()[1] == y]
        assert f"{rank:.2f}" in row
    assert len(lines_of(axes, LINE)) == n_methods


def test_methods_hang_from_their_ranks_best_on_the_left():
    ranks = {"good": 1.0, "fair": 2.5, "poor": 4.0, "bad": 2.75}
    axes = draw(ranks)
    first, last = line_along(axes, AXIS_AT).get_xdata()
    hooks = sorted(line.get_xdata()[0] for line in lines_of(axes, LINE))
    np.testing.assert_allclose(
        (np.array(hooks) - first) / (last - first) * 3 + 1, [1, 2.5, 2.75, 4]
    )
    at = {text.get_text(): text.get_position()[0] for text in axes.texts}
    assert max(at["good"], at["fair"]) < first
    assert min(at["poor"], at["bad"]) > last


def test_each_name_stands_beside_its_own_rank_and_the_axis_counts_from_the_best():
    ranks = {"bad": 2.75, "good": 1.0, "poor": 4.0, "fair": 2.5}
    axes = draw(ranks)
    first, last = line_along(axes, AXIS_AT).get_xdata()
    places = {text.get_text(): text.get_position() for text in axes.texts}
    for name, rank in ranks.items():
        (x, y), (rank_x, rank_y) = places[name], places[f"{rank:.2f}"]
        assert y == rank_y and (x < rank_x < first or last < rank_x < x)
    ticks = [places[str(rank)][0] for rank in (1, 2, 3, 4)]
    np.testing.assert_allclose((np.array(ticks) - first) / (last - first) * 3, [0, 1, 2, 3])


def test_lines_do_not_cross():
    axes = draw(ranks_of(20))
    for line in lines_of(axes, LINE):
        x, _, edge = line.get_xdata()
        y = line.get_ydata()[2]
        for other in lines_of(axes, LINE):
            other_x, other_y = other.get_xdata()[0], other.get_ydata()[2]
            crossed = min(x, edge) < other_x < max(x, edge) and other_y > y
            assert not crossed


@pytest.mark.parametrize(("n_methods", "critical_difference"), [(5, 0.3), (12, 3.0), (20, 2.0)])
def test_bars_span_the_groups_and_those_in_a_row_stay_apart(n_methods, critical_difference):
    ranks = ranks_of(n_methods)
    groups = indistinguishable_groups(ranks, critical_difference)
    axes = draw(ranks, critical_difference)
    bars = bars_of(axes)
    assert len(bars) == len(groups) > 1
    first, last = line_along(axes, AXIS_AT).get_xdata()
    for bar, group in zip(bars, groups, strict=True):
        inner = bar.get_xdata() + np.array([OVERHANG, -OVERHANG])
        spanned = 1 + (inner - first) / (last - first) * (n_methods - 1)
        members = [ranks[name] for name in group]
        np.testing.assert_allclose(spanned, [min(members), max(members)])
    for one, other in combinations(bars, 2):
        if one.get_ydata()[0] == other.get_ydata()[0]:
            (low, high), (other_low, other_high) = one.get_xdata(), other.get_xdata()
            assert high < other_low or other_high < low


def test_the_ruler_is_as_long_as_the_critical_difference_if_there_is_room():
    axes = draw(ranks_of(5), critical_difference=1.5)
    one_rank = np.ptp(line_along(axes, AXIS_AT).get_xdata()) / 4
    assert np.ptp(line_along(axes, RULER_AT).get_xdata()) == pytest.approx(1.5 * one_rank)
    axes = draw(ranks_of(5), critical_difference=40.0)
    assert line_along(axes, RULER_AT).get_xdata()[1] == axes.get_xlim()[1]
    assert "critical difference 40.00" in [text.get_text() for text in axes.texts]


def test_type_keeps_its_size_if_there_is_room_and_shrinks_otherwise():
    ranks = ranks_of(5)
    usual = mpl.rcParams["font.size"]
    assert {text.get_fontsize() for text in draw(ranks, width=PAGE).texts} == {usual}
    squeezed = draw(ranks, width=PAGE, height=0.8)
    assert max(text.get_fontsize() for text in squeezed.texts) < usual
    boxes = [text.get_window_extent() for text in squeezed.texts]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_names_are_drawn_as_they_are_spelt():
    ranks = {"a$_{x$": 1.0, "$\\broken{$": 2.0, "<b>": 3.0}
    assert {text.get_text() for text in draw(ranks).texts} >= set(ranks)


def test_too_few_methods_or_a_missing_rank_are_refused():
    axes = Figure().add_subplot()
    with pytest.raises(ValueError, match="2 methods or more, got 1"):
        draw_critical_difference(axes, {"SVM": 1.0}, 1.0, [])
    with pytest.raises(ValueError, match="method 'DRM' has no average rank"):
        draw_critical_difference(axes, {"SVM": 1.0, "DRM": float("nan")}, 1.0, [])
