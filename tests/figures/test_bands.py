"""Means over trials with a band of one standard error."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from methods.figures.bands import mean_and_error, show_band
from methods.figures.style import legend_below, panels

STYLE = {"color": "black"}


def test_each_group_has_its_mean_standard_error_and_count():
    trials = pd.DataFrame({"x": [1, 1, 1, 2], "value": [1.0, 2.0, 6.0, 5.0]})
    data = mean_and_error(trials, ["x"]).set_index("x")
    assert data.loc[1, ["mean", "n"]].tolist() == [3, 3]
    assert data.loc[1, "se"] == pytest.approx(np.std([1, 2, 6], ddof=1) / 3**0.5)
    assert data.loc[2, "mean"] == 5 and np.isnan(data.loc[2, "se"])


@pytest.mark.parametrize(("se", "bands"), [(0.1, 1), (float("nan"), 0)])
def test_means_of_single_trials_have_no_band(se, bands):
    panel = Figure().add_subplot()
    show_band(panel, pd.DataFrame({"x": [1, 2], "mean": [3, 4], "se": se}), STYLE, "A")
    assert len(panel.lines) == 1 and len(panel.collections) == bands


def test_a_band_is_one_standard_error_on_each_side_in_the_colour_of_its_line():
    panel = Figure().add_subplot()
    data = pd.DataFrame({"x": [1.0, 2.0], "mean": [3.0, 4.0], "se": [0.5, 1.0]})
    show_band(panel, data, {"color": "#D55E00"}, "A")
    (line,), (band,) = panel.lines, panel.collections
    assert line.get_xydata().tolist() == [[1, 3], [2, 4]] and line.get_label() == "A"
    corners = {tuple(corner) for corner in band.get_paths()[0].vertices.tolist()}
    assert corners == {(1, 2.5), (1, 3.5), (2, 3), (2, 5)}
    assert to_hex(band.get_facecolor()) == "#d55e00" == line.get_color().lower()


@pytest.mark.parametrize("name", ["_mine", "__a", "B_", "a_b"])
def test_a_legend_names_a_method_whatever_it_begins_with(name):
    figure, (panel,) = panels(1)
    show_band(panel, pd.DataFrame({"x": [0, 1], "mean": [1.0, 2.0], "se": 0.1}), STYLE, name)
    legend_below(figure, panel)
    assert [text.get_text().strip() for text in figure.legends[0].get_texts()] == [name]
