"""The charts of figures of curves."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest

from methods.report.curve_charts import charts_of, curve_script
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


def test_a_colour_is_that_of_the_method_and_not_of_its_place():
    data = curves("method").iloc[::-1]  # "two" before "one"
    (chart,) = charts_of(TRACES, data, "", {"one": 5, "two": 3})
    assert {line["name"]: line["colour"] for line in chart["series"]} == {"two": 3, "one": 5}


def test_a_mean_without_a_standard_error_is_a_point():
    data = curves("method").assign(se=[0.1, float("nan")] * 2)
    (chart,) = charts_of(TRACES, data, "")
    assert [len(line["points"]) for line in chart["series"]] == [2, 2]


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


@pytest.mark.parametrize(
    ("metric", "more", "label"),
    [("error", {}, "error (%)"), ("log_cost", {}, "log cost"),
     ("kappa", {"percent": True}, "kappa (%)"), ("log_cost", {"y_label": "height"}, "height")],
)  # fmt: skip
def test_the_axis_of_a_sweep_is_named_by_its_metric(metric, more, label):
    sweep = {"function": "methods.figures.curves.sweep", **more}
    (chart,) = charts_of(sweep, curves("method").assign(metric=metric), "penalty")
    assert chart["y"] == label


@pytest.mark.parametrize(
    ("function", "columns", "named"),
    [
        ("curves.traces", ("x", "value"), ("iteration", "value")),
        ("curves.seconds", ("x", "mean"), ("training rows", "seconds of a fit")),
        ("budgets.regret", ("settings", "regret"), ("settings", "regret")),
        ("probabilities.calibration_curves", ("predicted", "share"),
         ("predicted probability", "share")),
    ],
)  # fmt: skip
def test_each_kind_of_data_has_its_axes(function, columns, named):
    entry, (x, y) = {"function": f"methods.figures.{function}"}, columns
    data = pd.DataFrame({x: [2.0, 1.0], y: [0.5, 0.25], "method": "A"})
    (chart,) = charts_of(entry, data, "rows" if "seconds" in function else "")
    assert chart["series"][0]["points"] == [[1.0, 0.25], [2.0, 0.5]]
    assert (chart["x"], chart["y"]) == named
    assert chart["log"] == ["seconds" in function] * 2


@pytest.mark.parametrize("column", ["method", "cost", "group"])
def test_lines_and_panels_stand_in_the_order_of_the_data(column):
    data = pd.concat(
        curves().assign(**{column: line, "panel": panel})
        for panel in ("z", "a") for line in ("second", "first")
    )  # fmt: skip
    charts = charts_of(TRACES | {"caption": "All"}, data, "")
    assert [chart["name"] for chart in charts] == ["z", "a"]
    assert [line["name"] for line in charts[0]["series"]] == ["second", "first"]
    assert charts[0]["label"] == "z: 2 curves"


def test_each_metric_of_each_data_set_has_a_chart():
    sweep = {"function": "methods.figures.curves.sweep"}
    charts = charts_of(sweep, curves("method", "dataset", "metric"), "penalty")
    assert [chart["name"] for chart in charts] == ["one, one", "two, one", "one, two", "two, two"]
    assert [len(chart["series"]) for chart in charts] == [2] * 4


def test_a_method_tells_lines_apart_before_a_group():
    data = curves("method").assign(group="all")
    assert [line["name"] for line in charts_of(TRACES, data, "")[0]["series"]] == ["one", "two"]


def test_axes_without_lines_are_no_curves():
    assert charts_of(TRACES, curves(), "") == []


def test_six_lines_fit_into_a_chart_and_the_charts_of_a_panel_have_its_name():
    data = pd.concat([curves().assign(method=f"m{i}", dataset="alpha") for i in range(7)])
    (six,) = charts_of(TRACES, data[data["method"] != "m6"], "")
    assert (six["name"], len(six["series"])) == ("alpha", 6)
    names = [chart["name"] for chart in charts_of(TRACES, data, "")]
    assert names == ["alpha, m0 to m5", "alpha, m6 to m6"]


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ({}, ("iteration", "value", "value: 1 curves")),
        ({"caption": "All"}, ("iteration", "value", "All: 1 curves")),
        ({"x_label": "C", "y_label": "gap"}, ("C", "gap", "gap: 1 curves")),
        ({"curve": ["one"]}, ("iteration", "value", "value: 1 curves")),
        ({"curve": "gap"}, ("iteration", "gap", "gap: 1 curves")),
        ({"curve": "gap", "y_label": "loss"}, ("iteration", "loss", "loss: 1 curves")),
        ({"function": "methods.figures.curves.sweep"}, ("x", "value", "value: 1 curves")),
    ],
)
def test_an_axis_is_named_by_the_figure_and_else_by_what_it_shows(entry, named):
    (chart,) = charts_of(TRACES | entry, curves().assign(method="A"), "")
    assert (chart["x"], chart["y"], chart["label"]) == named


def test_one_recorded_curve_may_be_logarithmic():
    data = curves().assign(method="A")
    logs = [charts_of(TRACES | {"curve": "gap", "log_y": log}, data, "")[0]["log"][1]
            for log in (True, False, ["gap"], ["loss"])]  # fmt: skip
    assert logs == [True, False, True, False]


def test_a_script_gives_the_charts_of_a_figure_to_the_page():
    assert curve_script("f", [{"name": "a", "log": [True, False]}]) == (
        "curves/f", 'marginbenchFile("curves/f",[{"name":"a","log":[true,false]}]);\n',
    )  # fmt: skip


def test_the_curves_of_a_page_lie_in_a_script_beside_it(reported):
    folder = Path(reported, "results/report/experiments/toy/curves")
    assert [path.name for path in folder.iterdir()] == ["growth.js"]
    call = re.fullmatch(
        r'marginbenchFile\("curves/growth",(.*)\);\n', (folder / "growth.js").read_text()
    )
    charts = json.loads(call[1])
    assert [chart["name"] for chart in charts] == ["alpha", "beta"]
    assert [line["name"] for line in charts[0]["series"]] == [NASTY, "B"]
