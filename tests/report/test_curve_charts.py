"""The charts of figures of curves."""

import json
import re
from pathlib import Path

import pandas as pd

from methods.report.curve_charts import charts_of
from tests.report.conftest import NASTY

TRACES = {"function": "methods.figures.curves.traces", "study": "main"}


def curves(*columns, rows=2):
    """Data with these columns, with a line of some rows for each of two values in each."""
    data = pd.DataFrame({"x": [3.0, 1.0, 2.0][:rows], "mean": [0.5, 0.25, float("nan")][:rows]})
    for column in columns:
        data = pd.concat([data.assign(**{column: value}) for value in ("one", "two")])
    return data


def test_the_columns_decide_what_panels_and_lines_are():
    charts = charts_of(TRACES | {"curve": "objective"}, curves("dataset", "method"), "")
    assert [chart["name"] for chart in charts] == ["one", "two"]
    line = charts[0]["series"][0]
    assert line == {"name": "one", "points": [[1.0, 0.25], [3.0, 0.5]], "line": True, "colour": 0}
    assert (charts[0]["x"], charts[0]["y"]) == ("iteration", "objective")


def test_points_and_ranks_are_no_curves():
    points = pd.DataFrame({"x": [1], "y": [2], "cluster": [0]})
    ranks = pd.DataFrame({"method": ["A"], "average_rank": [1.0]})
    assert [charts_of(TRACES, data, "") for data in (points, ranks, pd.DataFrame())] == [[], [], []]


def test_a_panel_with_more_than_six_lines_becomes_several_charts():
    data = pd.concat([curves().assign(method=f"m{i}") for i in range(8)])
    charts = charts_of(TRACES, data, "")
    assert [len(chart["series"]) for chart in charts] == [6, 2]
    assert [chart["name"] for chart in charts] == ["m0 to m5", "m6 to m7"]


def test_a_method_has_the_colour_of_its_picture_unless_two_would_be_alike():
    def colours(**places):
        (chart,) = charts_of(TRACES, curves("method"), "", places)
        return [line["colour"] for line in chart["series"]]

    assert colours(one=5, two=3) == [5, 3]
    assert colours(one=3, two=3) == colours(one=1) == [0, 1]


def test_a_gap_is_left_out():
    assert len(charts_of(TRACES, curves("method", rows=3), "")[0]["series"][0]["points"]) == 2


def test_axes_are_named_and_logarithmic_as_in_the_picture():
    data = curves("curve", "method")
    entry = TRACES | {"curve": ["one", "two"], "log_x": True, "log_y": ["two"], "percent": True}
    assert [chart["log"] for chart in charts_of(entry, data, "")] == [[True, False], [True, True]]
    assert [chart["y"] for chart in charts_of(entry, data, "")] == ["one (%)", "two (%)"]
    seconds = {"function": "methods.figures.curves.seconds"}
    (chart,) = charts_of(seconds, curves("method"), "rows")
    assert (chart["x"], chart["y"], chart["log"]) == (
        "training rows", "seconds of a fit", [True, True]
    )  # fmt: skip
    sweep = {"function": "methods.figures.curves.sweep"}
    assert charts_of(sweep, curves("method"), "penalty")[0]["x"] == "penalty"


def test_the_curves_of_a_page_lie_in_a_script_beside_it(reported):
    folder = Path(reported, "results/report/experiments/toy/curves")
    assert [path.name for path in folder.iterdir()] == ["growth.js"]
    call = re.fullmatch(
        r'marginbenchFile\("curves/growth",(.*)\);\n', (folder / "growth.js").read_text()
    )
    charts = json.loads(call[1])
    assert [chart["name"] for chart in charts] == ["alpha", "beta"]
    assert [line["name"] for line in charts[0]["series"]] == [NASTY, "B"]
