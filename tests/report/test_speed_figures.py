"""Figures of the measurements: what is drawn is what was measured."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.ticker import NullFormatter

from methods.figures.style import COLOURS, MARKERS
from methods.report.speed_figures import growth_figure, ratio_figure, suboptimality_figure


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def race(ratio, at_least=1.0, **more):
    return {"problem": "p", "peer": "q", "ratio": ratio, "low": ratio / 2, "high": 3 * ratio,
            "at_least": at_least, "no_worse": True, "our_seconds": 1.0, **more}  # fmt: skip


RACES = {"a": race(8.0, 2.0), "b": race(0.5), "c": race(4.0, 4.0, problem="svm", peer="liblinear"),
         "d": race(9.0, no_worse=False)}  # fmt: skip


def growing(machine, *seconds, grows="rows", theory=2):
    return {"machine": machine, "grows": grows, "theory": theory, "exponent": theory + 0.5,
            "seconds": list(seconds),
            "sizes": [10 * 2**i for i in range(len(seconds))],
            "megabytes": [5.0 + i for i in range(len(seconds))]}  # fmt: skip


def curve(solver, seconds, above, certificate=None):
    return {"solver": solver, "seconds": seconds, "suboptimality": above,
            "certificate": certificate or [None] * len(seconds)}  # fmt: skip


def problem(*curves, machine="svm", dataset="wdbc"):
    return {"machine": machine, "dataset": dataset, "curves": list(curves)}


def drawn(line):
    return line.get_xydata().tolist()


def legend_of(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def by_label(axes):
    return {line.get_label(): line for line in axes.lines}


def test_races_that_miss_their_target_have_another_colour():
    figure, _ = ratio_figure(RACES)
    lines = by_label(figure.axes[0])
    assert drawn(lines["measured"]) == [[8.0, 0], [4.0, 2]]
    assert drawn(lines["measured, below our target"]) == [[0.5, 1], [9.0, 3]]
    assert lines["measured"].get_color() == COLOURS[0]
    assert lines["measured, below our target"].get_color() == COLOURS[1]


def test_each_race_shows_the_range_of_its_rounds_in_the_colour_of_its_mark():
    figure, _ = ratio_figure(RACES)
    reached, missed = figure.axes[0].collections
    segments = [segment.tolist() for part in (reached, missed) for segment in part.get_segments()]
    assert segments == [[[4.0, 0], [24.0, 0]], [[2.0, 2], [12.0, 2]],
                        [[0.25, 1], [1.5, 1]], [[4.5, 3], [27.0, 3]]]  # fmt: skip
    colours = [to_hex(part.get_colors()[0]).upper() for part in (reached, missed)]
    assert colours == list(COLOURS[:2])


def test_races_stand_beside_their_names_and_targets_from_the_top_down():
    figure, _ = ratio_figure(RACES)
    (axes,) = figure.axes
    assert drawn(by_label(axes)["our target"]) == [[2.0, 0], [1.0, 1], [4.0, 2], [1.0, 3]]
    assert axes.get_yticks().tolist() == [0, 1, 2, 3]
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names[0] == "p\nagainst q" and names[2] == "svm\nagainst liblinear"
    low, high = axes.get_ylim()
    assert low > high and axes.get_xscale() == "log"


def test_a_line_marks_where_both_are_as_fast_behind_the_marks():
    figure, _ = ratio_figure(RACES)
    (axes,) = figure.axes
    (equal,) = [line for line in axes.lines if list(line.get_xdata()) == [1, 1]]
    assert list(equal.get_ydata()) == [0, 1]  # of the height of the axes
    assert equal.get_zorder() < min(part.get_zorder() for part in axes.collections)


def test_a_legend_names_what_is_in_the_figure_alone():
    assert legend_of(ratio_figure(RACES)[0]) == [
        "measured", "measured, below our target", "our target",
    ]  # fmt: skip
    assert legend_of(ratio_figure({"a": RACES["a"]})[0]) == ["measured", "our target"]


def test_the_figure_of_races_grows_with_their_number():
    heights = [ratio_figure({str(i): race(2.0) for i in range(n)})[0].get_figheight()
               for n in (1, 2, 12)]  # fmt: skip
    assert 1 < heights[0] < 1.5 and heights[1] - heights[0] == pytest.approx(0.4)
    assert heights[2] - heights[0] == pytest.approx(4.4)


def test_the_data_of_races_have_their_names_and_no_seconds():
    _, data = ratio_figure(RACES)
    assert data.to_dict("records")[2] == {
        "name": "c", "problem": "svm", "peer": "liblinear", "ratio": 4.0, "low": 2.0, "high": 12.0,
        "at_least": 4.0,
    }  # fmt: skip


def test_a_panel_of_growth_has_the_measured_seconds_and_those_of_theory_that_end_there():
    entries = {"a": growing("svm", 1.0, 2.0, 8.0, 16.0), "b": growing("erm", 3.0, 5.0, theory=1)}
    figure, _ = growth_figure(entries)
    first, second = (by_label(axes) for axes in figure.axes)
    assert drawn(first["measured"]) == [[10, 1], [20, 2], [40, 8], [80, 16]]
    assert drawn(first["growth in theory"]) == [[10, 0.25], [20, 1], [40, 4], [80, 16]]
    assert drawn(second["measured"]) == [[10, 3], [20, 5]]
    assert drawn(second["growth in theory"]) == [[10, 2.5], [20, 5]]
    assert first["measured"].get_color() == COLOURS[0]
    assert first["measured"].get_marker() == MARKERS[0]
    assert legend_of(figure) == ["growth in theory", "measured"]


def test_panels_of_growth_have_the_same_seconds_with_room_around_them():
    entries = {"a": growing("svm", 1.0, 2.0), "b": growing("erm", 3.0, 50.0, grows="columns")}
    figure, _ = growth_figure(entries)
    assert [axes.get_ylim() for axes in figure.axes] == [(0.5, 100.0)] * 2
    assert [axes.get_title() for axes in figure.axes] == ["svm", "erm"]
    assert [axes.get_xlabel() for axes in figure.axes] == ["rows", "columns"]
    for axes in figure.axes:
        assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
        assert isinstance(axes.xaxis.get_minor_formatter(), NullFormatter)


def test_four_panels_of_growth_stand_in_a_row_and_the_first_of_each_row_names_the_seconds():
    figure, _ = growth_figure({str(i): growing("m", 1.0, 2.0) for i in range(6)})
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_subplotspec().rowspan.start for axes in shown] == [0] * 4 + [1] * 2
    assert [axes.get_ylabel() for axes in shown] == [
        "seconds of a fit", "", "", "", "seconds of a fit", "",
    ]  # fmt: skip
    assert figure.get_figheight() == pytest.approx(3.4)


def test_a_single_panel_of_growth_ends_around_its_own_seconds():
    figure, _ = growth_figure({"a": growing("svm", 4.0, 8.0)})
    assert figure.axes[0].get_ylim() == (2.0, 16.0) and len(legend_of(figure)) == 2


def test_the_data_of_growth_have_a_row_for_each_size():
    entries = {"a": growing("svm", 1.0, 2.0), "b": growing("erm", 3.0, grows="columns")}
    _, data = growth_figure(entries)
    assert list(data.columns) == ["machine", "grows", "size", "seconds", "megabytes"]
    assert data.to_numpy().tolist() == [
        ["svm", "rows", 10, 1.0, 5.0], ["svm", "rows", 20, 2.0, 6.0],
        ["erm", "columns", 10, 3.0, 5.0],
    ]  # fmt: skip


def test_growth_of_nothing_is_an_empty_panel():
    figure, data = growth_figure({})
    assert len(figure.axes) == 1 and not figure.axes[0].lines and data.empty


def test_a_solver_is_a_line_and_its_certificate_hollow_marks():
    one = problem(curve("exact", [0.02, 0.5], [0.3, 1e-20], [None, 1e-6]))
    figure, _ = suboptimality_figure({"a": one})
    line, hollow = figure.axes[0].lines
    assert drawn(line) == [[0.02, 0.3], [0.5, 1e-12]]  # the lowest that a logarithm shows
    (first, second) = drawn(hollow)
    assert np.isnan(first[1]) and second == [0.5, 1e-6]
    assert hollow.get_fillstyle() == "none" and hollow.get_linestyle() == "None"
    assert line.get_linestyle() == "-"
    assert (hollow.get_color(), hollow.get_marker()) == (line.get_color(), line.get_marker())


def test_a_certificate_below_the_lowest_value_is_drawn_there():
    one = problem(curve("exact", [2.0], [0.3], [1e-30]))
    assert drawn(suboptimality_figure({"a": one})[0].axes[0].lines[1]) == [[2.0, 1e-12]]


def test_a_solver_looks_alike_in_all_panels_and_unlike_the_others():
    names = [f"s{i}" for i in range(17)]
    panels = {"a": problem(*(curve(name, [1.0, 2.0], [1.0, 0.1]) for name in names)),
              "b": problem(curve("s3", [2.0], [1.0]), machine="erm")}  # fmt: skip
    figure, _ = suboptimality_figure(panels)
    looks = [(line.get_color(), line.get_marker()) for line in figure.axes[0].lines[::2]]
    assert looks[:8] == list(zip(COLOURS, MARKERS, strict=True)) and len(set(looks)) == 17
    assert looks[8] == (COLOURS[0], MARKERS[1]) and looks[16] == (COLOURS[0], MARKERS[2])
    other = figure.axes[1].lines[0]
    assert (other.get_color(), other.get_marker()) == looks[3]
    assert legend_of(figure) == names


def test_a_legend_of_solvers_is_no_wider_than_its_figure():
    curves = [curve(f"a solver of name {i} (ours)", [2.0], [1.0]) for i in range(5)]
    figure, _ = suboptimality_figure({"a": problem(*curves), "b": problem(*curves)})
    assert figure.legends[0].get_window_extent().width <= figure.bbox.width


def test_the_seconds_of_a_panel_end_at_powers_of_ten_around_all_its_curves():
    both = curve("x", [0.3, 30.0], [1.0, 0.1]), curve("y", [0.02, 5.0], [1.0, 1.0])
    one = problem(curve("x", [2.0, 7.0], [1.0, 1.0]), machine="erm", dataset="b")
    figure, _ = suboptimality_figure({"a": problem(*both), "b": one})
    first, second = figure.axes
    assert first.get_xlim() == pytest.approx((0.01, 100)) and second.get_xlim() == (1, 10)
    assert (first.get_title(), second.get_title()) == ("svm, wdbc", "erm, b")
    for axes in figure.axes:
        assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("seconds", "above the optimum")
        assert isinstance(axes.xaxis.get_minor_formatter(), NullFormatter)


def test_two_problems_stand_in_a_row():
    figure, _ = suboptimality_figure({str(i): problem(curve("x", [2.0], [1.0])) for i in range(3)})
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_subplotspec().rowspan.start for axes in shown] == [0, 0, 1]
    assert figure.get_figheight() == pytest.approx(5.2)


def test_the_data_of_suboptimality_are_as_measured():
    _, data = suboptimality_figure({"a": problem(curve("x", [1.0, 2.0], [0.5, 1e-20], [0.7, 0.1]))})
    assert list(data.columns) == [
        "machine", "dataset", "solver", "seconds", "suboptimality", "certificate",
    ]  # fmt: skip
    assert data.to_numpy().tolist() == [
        ["svm", "wdbc", "x", 1.0, 0.5, 0.7], ["svm", "wdbc", "x", 2.0, 1e-20, 0.1]
    ]  # fmt: skip
