"""What the figure of the costs shows."""

import numpy as np
import pytest

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
