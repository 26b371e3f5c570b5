"""What the figure of the costs shows."""

import numpy as np
import pytest

from methods.boosting.costs import named_cost
from methods.figures.papers.cgboost import cost_functions


def test_only_the_sigmoid_has_no_minimum_along_its_first_hypothesis():
    figure, data = cost_functions(None, first_error=0.3)
    along = {name: part["value"] for name, part in data[data["panel"] == "step"].groupby("cost")}
    assert along["sigmoid"].is_monotonic_decreasing
    dots = [line for line in figure.axes[1].lines if line.get_marker() == "o"]
    assert len(dots) == 2
    # of the exponential it is AdaBoost's coefficient
    least = dots[0].get_xdata()[0]
    assert least == pytest.approx(0.5 * np.log(0.7 / 0.3), abs=0.02)


def test_lines_and_dots_are_those_of_the_costs():
    figure, data = cost_functions(None, kappa_minus=2.0, first_error=0.2)
    left, right = figure.axes
    curves = {key: part[["x", "value"]].to_numpy() for key, part in data.groupby(["panel", "cost"])}
    margins = curves["margin", "exponential"]
    np.testing.assert_allclose(margins[:, 1], np.exp(-margins[:, 0]))
    for line in left.lines:
        np.testing.assert_array_equal(line.get_xydata(), curves["margin", line.get_label()])
    steps = [line for line in right.lines if line.get_marker() != "o"]
    for line, drawn in zip(left.lines, steps, strict=True):
        assert line.get_color() == drawn.get_color()
        np.testing.assert_array_equal(drawn.get_xydata(), curves["step", line.get_label()])
    ends = {line.get_color(): line.get_ydata().min() for line in steps}
    dots = [line for line in right.lines if line.get_marker() == "o"]
    assert len(dots) == 2 and all(dot.get_ydata()[0] == ends[dot.get_color()] for dot in dots)


def test_the_bisigmoid_has_the_slope_asked_for():
    _, data = cost_functions(None, kappa_minus=2.0)
    of_cost = data[(data["panel"] == "margin") & (data["cost"] == "bisigmoid, κ₋ = 2")]
    expected = named_cost("bisigmoid", 1, 2.0).value(of_cost["x"].to_numpy())
    np.testing.assert_array_equal(of_cost["value"], expected)
