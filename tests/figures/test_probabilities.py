"""ROC and calibration figures: means with bands, axes with words, and gaps in the legend."""

import json

import numpy as np
import pandas as pd
import pytest

from methods.figures.probabilities import calibration_curves, roc_curves
from methods.figures.style import COLOURS
from tests.claims.stored import recorded_curves
from tests.made_up import made_up_results, store_frame

METRICS = ["roc_curve", "calibration_curve"]


def store_curves(root, curves):
    """``(method, seed, curve, x, value)`` rows as traces of data set alpha."""
    frame = pd.DataFrame(curves, columns=["method", "seed", "curve", "x", "value"])
    frame.insert(2, "condition", "")
    store_frame(frame, root / "results/toy/main/traces/alpha.parquet")


@pytest.fixture
def results(tmp_path):
    """Method A has curves in two trials, C in none, because it has no probabilities."""
    scores = {"alpha": {"A": [0.1, 0.3], "C": [0.2, 0.2]}}
    results = made_up_results(tmp_path, scores, metrics=METRICS)
    rows = [("A", seed, "roc_curve", x, y) for seed in (0, 1)
            for x, y in ((0.0, 0.2 + 0.2 * seed), (1.0, 1.0))]  # fmt: skip
    for seed in (0, 1):
        rows += [("A", seed, "calibration_curve", 0.05, 0.1 * seed),
                 ("A", seed, "mean_probability", 0.05, 0.02 + 0.02 * seed)]  # fmt: skip
    store_curves(tmp_path, rows)
    file = tmp_path / "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file)
    lacking = json.dumps(dict.fromkeys(METRICS, "no probabilities"))
    store_frame(runs.assign(gaps=np.where(runs["method"] == "C", lacking, "")), file)
    return results


def test_a_roc_curve_is_the_mean_over_the_trials_with_a_band(results):
    figure, data = roc_curves(results, study="main")
    (panel,) = figure.axes
    assert (panel.get_xlabel(), panel.get_ylabel()) == ("false positive rate", "true positive rate")
    at_zero = data[data["x"] == 0].iloc[0]
    assert (at_zero["mean"], at_zero["n"]) == (pytest.approx(0.3), 2)
    assert at_zero["se"] == pytest.approx(0.1)
    lines = {line.get_label(): line.get_xydata().tolist() for line in panel.get_lines()}
    assert lines["A"] == [[0, pytest.approx(0.3)], [1, 1]] and panel.collections


def test_a_method_without_values_is_in_the_legend_with_the_reason(results):
    figure, data = roc_curves(results, study="main")
    assert [t.get_text() for t in figure.legends[0].get_texts()] == ["A", "C: no probabilities"]
    assert set(data["method"]) == {"A"}


def test_the_legend_covers_no_panel(results):
    for draw in (roc_curves, calibration_curves):
        figure, _ = draw(results, study="main")
        figure.canvas.draw()
        legend = figure.legends[0].get_window_extent()
        assert not any(legend.overlaps(panel.get_tightbbox()) for panel in figure.axes)


def test_calibration_is_drawn_at_the_mean_probability_of_the_bin(results):
    figure, data = calibration_curves(results, study="main")
    row = data.iloc[0]
    assert (row["bin"], row["predicted"], row["share"]) == pytest.approx((0.05, 0.03, 0.05))
    (panel,) = figure.axes
    assert panel.get_xlabel() == "mean predicted probability"
    assert panel.get_ylabel() == "share of rows of the class"


def test_a_bin_that_few_trials_reach_is_left_out(tmp_path, results):
    rows = [("A", seed, name, 0.05, 0.1) for seed in range(4)
            for name in ("calibration_curve", "mean_probability")]  # fmt: skip
    rows += [("A", 0, name, 0.95, 0.9) for name in ("calibration_curve", "mean_probability")]
    store_curves(tmp_path, rows)
    _, data = calibration_curves(results, study="main")
    assert data["bin"].tolist() == [0.05]


def test_the_trials_of_a_method_are_counted_over_all_its_bins(tmp_path, results):
    """Each of ten trials has rows in one bin alone: four in the first and six in the second."""
    rows = [("A", seed, name, 0.05 if seed < 4 else 0.15, 0.1) for seed in range(10)
            for name in ("calibration_curve", "mean_probability")]  # fmt: skip
    store_curves(tmp_path, rows)
    _, data = calibration_curves(results, study="main")
    assert data["bin"].tolist() == [0.15] and list(data.columns) == [
        "dataset", "method", "bin", "share", "se", "n", "predicted",
    ]  # fmt: skip


def of_bins(method, **trials):
    """Rows of the calibration curve of a method, by bin in hundredths and number of trials."""
    return [(method, seed, name, int(place[1:]) / 100, 0.1)
            for place, n in trials.items() for seed in range(n)
            for name in ("calibration_curve", "mean_probability")]  # fmt: skip


def test_a_bin_needs_half_of_the_trials_of_its_own_method(tmp_path, results):
    store_curves(tmp_path, of_bins("A", _5=6, _15=2, _25=3) + of_bins("C", _5=1, _15=1))
    _, data = calibration_curves(results, study="main")
    bins = data.groupby("method", observed=True)["bin"].agg(list)
    assert bins.to_dict() == {"A": [0.05, 0.25], "C": [0.05, 0.15]}


def test_only_the_methods_and_the_condition_asked_for_are_drawn(tmp_path, results):
    rows = [(name, 0, "roc_curve", x, y) for name in "AC" for x, y in ((0.0, 0.2), (1.0, 1.0))]
    store_curves(tmp_path, rows)
    path = tmp_path / "results/toy/main/traces/alpha.parquet"
    clean = pd.read_parquet(path)
    store_frame(pd.concat([clean, clean.assign(condition="noise", value=0.5)]), path)
    _, data = roc_curves(results, study="main", methods=["C"])
    assert set(data["method"]) == {"C"} and data["mean"].tolist() == [0.2, 1.0]
    _, data = roc_curves(results, study="main", methods=["C"], condition="noise")
    assert data["mean"].tolist() == [0.5, 0.5]


def test_a_method_that_lacks_values_in_one_trial_alone_has_its_name_in_the_legend(
    tmp_path, results
):
    file = tmp_path / "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file)
    first = (runs["method"] == "A") & (runs["seed"] == 0)
    runs.loc[first, "gaps"] = json.dumps({"roc_curve": "one class"})
    store_frame(runs, file)
    figure, _ = roc_curves(results, study="main")
    assert [t.get_text() for t in figure.legends[0].get_texts()] == ["A", "C: no probabilities"]


def test_no_two_of_many_methods_look_alike(tmp_path):
    names = [f"M{i}" for i in range(10)]
    scores = {"alpha": {name: [0.1, 0.2] for name in names}}
    results = made_up_results(tmp_path, scores, metrics=METRICS)
    store_curves(
        tmp_path, [(n, s, "roc_curve", x, x) for n in names for s in (0, 1) for x in (0, 1)]
    )
    figure, _ = roc_curves(results, study="main")
    looks = {
        (line.get_color(), line.get_linestyle())
        for line in figure.axes[0].get_lines()
        if line.get_label() in names
    }
    assert len(looks) == len(names)


def test_nothing_stored_is_no_error(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.2]}}, metrics=METRICS)
    for draw in (roc_curves, calibration_curves):
        _, data = draw(results, study="main")
        assert data.empty


def test_the_legend_of_many_methods_leaves_room_for_the_curves(tmp_path):
    names = [f"a method with a name {n}" for n in range(24)]
    scores = {"alpha": {name: [0.1, 0.2] for name in names}}
    results = made_up_results(tmp_path, scores, metrics=METRICS)
    store_curves(tmp_path, [(name, seed, "roc_curve", x, x) for name in names[:18]
                            for seed in (0, 1) for x in (0.0, 1.0)])  # fmt: skip
    file = tmp_path / "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file)
    lacking = json.dumps(dict.fromkeys(METRICS, "no probabilities"))
    lacks = runs["method"].isin(names[18:])
    store_frame(runs.assign(gaps=np.where(lacks, lacking, "")), file)
    figure, _ = roc_curves(results, study="main")
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    assert legend == [*names[:18], "6 others: no probabilities"]
    figure.canvas.draw()  # lays it out
    (panel,) = figure.axes
    box, below = panel.get_window_extent(), figure.legends[0].get_window_extent()
    assert box.height > 2 * figure.dpi  # inches
    assert below.y1 <= panel.get_tightbbox().y0


def test_colours_are_taken_in_the_order_of_the_study(tmp_path):
    scores = {"alpha": {"B": [0.1, 0.2], "A": [0.1, 0.2]}}
    results = made_up_results(tmp_path, scores, metrics=METRICS)
    store_curves(tmp_path, [(name, 0, "roc_curve", x, x) for name in "AB" for x in (0, 1)])
    figure, _ = roc_curves(results, study="main")
    colours = {line.get_label(): line.get_color() for line in figure.axes[0].get_lines()}
    assert (colours["B"], colours["A"]) == COLOURS[:2]


def test_each_panel_has_the_curves_of_its_data_set():
    shares = {name: {"A": [[(0.05, 0.1 + k)]]} for k, name in enumerate(("beta", "alpha"))}
    predicted = {name: {"A": [[(0.05, 0.2 + k)]]} for k, name in enumerate(("beta", "alpha"))}
    results = recorded_curves({"calibration_curve": shares, "mean_probability": predicted})
    results.experiment.figures = {}
    results.experiment.studies = {"main": results.study("main")}
    figure, data = calibration_curves(results, study="main")
    assert len(data) == 2
    for k, panel in enumerate(figure.axes):
        diagonal, line = panel.get_lines()
        assert panel.get_title() == ("beta", "alpha")[k]
        assert line.get_xydata().tolist() == [[0.2 + k, 0.1 + k]]
        assert diagonal.get_xydata().tolist() == [[0, 0], [1, 1]]


@pytest.mark.parametrize(
    ("draw", "curves"),
    [(roc_curves, ["roc_curve"]), (calibration_curves, ["calibration_curve", "mean_probability"])],
)
def test_the_data_are_of_the_data_sets_that_are_drawn(draw, curves):
    points = {name: {"A": [[(0.5, 0.5)]] * 2} for name in ("alpha", "beta")}
    results = recorded_curves(dict.fromkeys(curves, points))
    results.experiment.figures = {}
    results.experiment.studies = {"main": results.study("main")}
    figure, data = draw(results, study="main", datasets=["beta"])
    assert [panel.get_title() for panel in figure.axes] == ["beta"]
    assert data["dataset"].tolist() == ["beta"]


def test_the_legend_has_the_reason_of_a_data_set_that_is_shown(tmp_path):
    scores = {name: {"A": [0.1, 0.3], "C": [0.2, 0.2]} for name in ("alpha", "beta")}
    results = made_up_results(tmp_path, scores, metrics=["roc_curve"])
    rows = [("A", s, "", "roc_curve", x, x) for s in (0, 1) for x in (0.0, 1.0)]
    columns = ["method", "seed", "condition", "curve", "x", "value"]
    for dataset, why in (("alpha", "no probabilities"), ("beta", "one class only")):
        folder = tmp_path / "results/toy/main"
        traces = pd.DataFrame(rows, columns=columns)
        store_frame(traces, folder / f"traces/{dataset}.parquet")
        runs = pd.read_parquet(folder / f"runs/{dataset}.parquet")
        gaps = np.where(runs["method"] == "C", json.dumps({"roc_curve": why}), "")
        store_frame(runs.assign(gaps=gaps), folder / f"runs/{dataset}.parquet")
    figure, _ = roc_curves(results, study="main", datasets=["alpha"])
    assert [t.get_text() for t in figure.legends[0].get_texts()] == ["A", "C: no probabilities"]


def test_a_bin_is_drawn_at_the_mean_of_its_probabilities_and_methods_that_did_not_run_are_no_line(
    tmp_path, results
):
    rows = [("A", seed, name, 0.05, value) for seed, value in enumerate((0.01, 0.02, 0.09))
            for name in ("calibration_curve", "mean_probability")]  # fmt: skip
    store_curves(tmp_path, rows)
    figure, data = calibration_curves(results, study="main", methods=["A", "lost"])
    assert data["predicted"].tolist() == pytest.approx([0.04])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["A"]


def test_the_reason_of_a_method_that_begins_with_an_underscore_is_told(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"_A": [0.1], "B": [0.2]}}, metrics=METRICS)
    store_curves(tmp_path, [("B", 0, "roc_curve", x, x) for x in (0, 1)])
    file = tmp_path / "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(file)
    lacking = json.dumps({"roc_curve": "no values"})
    store_frame(runs.assign(gaps=np.where(runs["method"] == "_A", lacking, "")), file)
    figure, _ = roc_curves(results, study="main")
    told = [text.get_text().strip() for text in figure.legends[0].get_texts()]
    assert told == ["_A: no values", "B"]
