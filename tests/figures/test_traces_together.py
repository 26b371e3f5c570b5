"""A line for each data set, and their median, are what is stored."""

import numpy as np
import pandas as pd
import pytest

from methods.figures.traces_together import traces_together
from tests.figures.test_curves import labels, store_traces
from tests.made_up import made_up_results


@pytest.fixture
def results(tmp_path):
    two = {"A": [0.1, 0.3], "B": [0.2, 0.2]}
    made = made_up_results(tmp_path, {"alpha": two, "beta": two, "gamma": two})
    store_traces(tmp_path, "alpha", {("A", 0): [8.0, 4.0, 0.0], ("A", 1): [4.0, 2.0]})
    store_traces(tmp_path, "beta", {("A", 0): [10.0, 1.0], ("B", 0): [3.0, 0.5]})
    store_traces(tmp_path, "gamma", {("A", 0): [2.0, 0.1]})
    return made


def drawn(panel):
    """The lines of a panel, the median last."""
    return [line.get_xydata().tolist() for line in panel.get_lines()]


def test_each_data_set_has_a_line_of_means_and_the_median_follows(results):
    figure, data = traces_together(
        results, study="main", curve="objective", methods=["A", "B"], first=1
    )
    of_a, of_b = figure.axes
    assert labels(figure) == ["A", "B"]
    alpha, beta, gamma, median = drawn(of_a)
    assert alpha == [[1, 6], [2, 3], [3, 0]] and beta == [[1, 10], [2, 1]]
    assert gamma == [[1, 2], [2, 0.1]]
    assert median == [[1, 6], [2, 1], [3, 0]]
    assert drawn(of_b) == [[[1, 3], [2, 0.5]]] * 2
    assert of_a.get_ylim() == of_b.get_ylim()
    stored = data[(data["dataset"] == "median") & (data["method"] == "A")]
    assert stored[["x", "mean"]].to_numpy().tolist() == median


def test_a_logarithmic_axis_leaves_out_what_it_cannot_show(results):
    figure, data = traces_together(
        results, study="main", curve="objective", methods=["A"], datasets=["alpha"], log_y=True
    )
    assert figure.axes[0].get_yscale() == "log"
    assert drawn(figure.axes[0])[0] == [[0, 6], [1, 3]]
    assert (data["mean"] > 0).all()


def test_only_the_data_sets_asked_for_have_a_line_and_a_part_in_the_median(results):
    figure, data = traces_together(
        results, study="main", curve="objective", methods=["A"], datasets=["beta", "gamma"]
    )
    beta, gamma, median = drawn(figure.axes[0])
    assert (beta, gamma) == ([[0, 10], [1, 1]], [[0, 2], [1, 0.1]])
    assert median == [[0, 6], [1, 0.55]]
    assert set(data["dataset"]) == {"beta", "gamma", "median"}


def test_fits_without_the_curve_leave_empty_panels(results):
    figure, data = traces_together(results, study="main", curve="none", methods=["A"])
    assert data.empty and not figure.axes[0].get_lines()
    assert isinstance(data, pd.DataFrame) and np.isfinite(figure.get_figheight())
