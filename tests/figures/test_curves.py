"""Curves show what is stored, and empty results are no error."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from msgspec import structs

from methods.bench.ranks import nemenyi_critical_difference
from methods.errors import UserError
from methods.figures.curves import rank_diagram, seconds, sweep, traces
from methods.figures.style import COLOURS, styles_within
from methods.schemas.experiment import Conditions
from tests.claims.stored import recorded_curves, stored
from tests.figures.test_critical_difference import bars_of
from tests.made_up import made_up_results, make_version, store_frame, store_scores

NAN = float("nan")


@pytest.fixture
def results(tmp_path):
    return made_up_results(
        tmp_path,
        {"alpha": {"A": [0.1, 0.3], "B": [0.2, 0.2]}, "beta": {"A": [0.1, 0.1], "B": [0.3, 0.5]}},
    )


@pytest.fixture
def nothing(tmp_path):
    """Results in which every fit failed."""
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1], "B": [0.1]}})
    store_scores(tmp_path, "alpha", [("A", 0, NAN), ("B", 0, NAN)])
    return results


def lines(panel):
    return {line.get_label(): line.get_xydata().tolist() for line in panel.get_lines()}


def labels(figure):
    return [panel.get_title() for panel in figure.axes if panel.get_visible()]


def with_conditions(tmp_path):
    for path in (tmp_path / "results/toy/main/scores").iterdir():
        scores = pd.read_parquet(path)
        doubled = scores.assign(condition="4", value=scores["value"] * 2)
        store_frame(pd.concat([scores.assign(condition="0.5"), doubled]), path)


def test_a_sweep_shows_means_in_percent_against_the_condition(results, tmp_path):
    with_conditions(tmp_path)
    figure, data = sweep(results, study="main", methods=["A", "B"], metrics=["error"])
    data = data[data["dataset"] == "alpha"].set_index(["method", "x"])
    assert data.loc[("A", 0.5), "mean"] == pytest.approx(20)
    assert data.loc[("A", 4.0), "mean"] == pytest.approx(40)
    assert data.loc[("A", 0.5), "se"] == pytest.approx(100 * np.std([0.1, 0.3], ddof=1) / 2**0.5)
    assert labels(figure)[0] == "alpha, test error"
    assert np.allclose(lines(figure.axes[0])["A"], [[0.5, 20], [4, 40]])
    assert figure.axes[0].get_ylabel() == "error (%)"


@pytest.mark.parametrize(("room", "top"), [(5.0, 25.0), (1000.0, None), (None, None)])
def test_the_y_axis_of_a_sweep_may_end_above_some_methods(results, tmp_path, room, top):
    with_conditions(tmp_path)  # on beta A has means of 10 and 20 %, and B of 40 and 80 %
    figure, data = sweep(results, study="main", methods=["A", "B"], room=room, room_above=["A"])
    whole, _ = sweep(results, study="main", methods=["A", "B"])
    beta = labels(figure).index("beta, test error")
    ends = [shown.axes[beta].get_ylim()[1] for shown in (figure, whole)]
    assert ends[0] == pytest.approx(top or ends[1])
    assert data["mean"].max() == pytest.approx(80)


def test_the_y_axis_of_a_sweep_cuts_no_band_from_below(results, tmp_path):
    with_conditions(tmp_path)  # on alpha A has 20 % with a standard error of 10 %
    figure, _ = sweep(results, study="main", methods=["A", "B"], room=5.0, room_above=["A"])
    assert figure.axes[labels(figure).index("alpha, test error")].get_ylim()[0] < 10


@pytest.mark.parametrize("alone", [["A"], ["A", "B"]])
def test_the_y_axis_of_a_sweep_has_the_means_of_one_trial(results, tmp_path, alone):
    with_conditions(tmp_path)  # on beta A has the lowest mean, 10 %
    for path in (tmp_path / "results/toy/main/scores").iterdir():
        scores = pd.read_parquet(path)
        store_frame(scores[(scores["seed"] == 0) | ~scores["method"].isin(alone)], path)
    figure, _ = sweep(
        results, study="main", methods=["A", "B"], metrics=["error"], room=5.0, room_above=["A"]
    )
    panel = figure.axes[labels(figure).index("beta, test error")]
    assert panel.get_ylim()[0] < min(y for _, y in lines(panel)["A"])


@pytest.mark.parametrize(("datasets", "columns"), [(2, 2), (5, 4)])
def test_two_of_many_data_sets_share_a_row_of_a_sweep(tmp_path, datasets, columns):
    of_set = {"A": [0.1, 0.3]}
    sets = dict.fromkeys(("alpha", "beta", "gamma", "delta", "wide")[:datasets], of_set)
    results = made_up_results(tmp_path, sets)
    with_conditions(tmp_path)
    figure, _ = sweep(results, study="main", methods=["A"])
    assert figure.axes[0].get_subplotspec().get_gridspec().ncols == columns
    assert labels(figure)[:2] == ["alpha, test error", "alpha, training error"]


def test_seconds_are_drawn_against_training_rows(results):
    figure, data = seconds(results, study="main", methods=["A"])
    assert data["x"].unique().tolist() == [2] and data["mean"].tolist() == [1.5, 1.5]
    assert labels(figure) == ["alpha", "beta"]
    assert figure.axes[0].get_yscale() == "log"


def test_a_fit_that_serves_several_conditions_has_its_seconds_once(results, tmp_path):
    noise = Conditions("test_noise", "n", ("1", "2"))
    study = structs.replace(results.study("main"), conditions=noise)
    experiment = structs.replace(results.experiment, studies={"main": study})
    path = tmp_path / "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(path)
    store_frame(pd.concat([runs.assign(condition=c) for c in ("1", "2")]), path)
    noisy = replace(results, experiment=experiment)
    _, data = seconds(noisy, study="main", methods=["A"])
    assert data["n"].tolist() == [2, 2]


def test_each_panel_of_seconds_has_the_sizes_of_its_data_set(results, tmp_path):
    path = tmp_path / "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(path)
    store_frame(runs.assign(n_train=10 ** (1 + runs["seed"])), path)
    figure, _ = seconds(results, study="main", methods=["A"])
    assert [lines(panel)["A"] for panel in figure.axes] == [[[10, 1], [100, 2]], [[2, 1.5]]]


def store_traces(tmp_path, dataset, traces):
    rows = [
        (method, seed, "", "objective", float(x), float(value))
        for (method, seed), values in traces.items()
        for x, value in enumerate(values)
    ]
    columns = ["method", "seed", "condition", "curve", "x", "value"]
    path = tmp_path / f"results/toy/main/traces/{dataset}.parquet"
    store_frame(pd.DataFrame(rows, columns=columns), path)


def test_a_trace_averages_the_trials_that_got_that_far(results, tmp_path):
    store_traces(tmp_path, "alpha", {("A", 0): [9, 5, 1], ("A", 1): [7, 3]})
    _, data = traces(results, study="main", curve="objective", methods=["A"])
    assert data["mean"].tolist() == [8, 4, 1] and data["n"].tolist() == [2, 2, 1]


def test_a_trace_is_over_the_trials_of_one_condition(results, tmp_path):
    store_traces(tmp_path, "alpha", {("A", 0): [9, 5], ("A", 1): [7, 3]})
    path = tmp_path / "results/toy/main/traces/alpha.parquet"
    low = pd.read_parquet(path).assign(condition="1")
    store_frame(pd.concat([low, low.assign(condition="2", value=10 * low["value"])]), path)
    options = {"study": "main", "curve": "objective", "methods": ["A"]}
    _, data = traces(results, **options, condition="2")
    assert data["mean"].tolist() == [80, 40] and data["n"].tolist() == [2, 2]
    with pytest.raises(UserError, match="2 conditions"):
        traces(results, **options)


def test_a_normalised_trace_falls_from_one_to_zero_in_each_trial(results, tmp_path):
    store_traces(tmp_path, "alpha", {("A", 0): [9, 5, 1], ("A", 1): [7, 3, 3], ("B", 0): [2, 2]})
    figure, data = traces(
        results, study="main", curve="objective", methods=["A", "B"], normalise=True, log_x=True
    )
    by_method = data.groupby("method", observed=True)["mean"].agg(list)
    assert by_method["A"] == [1, 0.25, 0] and by_method["B"] == [0, 0]
    assert figure.axes[0].get_xscale() == "log"


def test_several_traces_are_side_by_side_from_their_first_x(results, tmp_path):
    store_traces(tmp_path, "alpha", {("A", 0): [0.5, 0.25]})
    path = tmp_path / "results/toy/main/traces/alpha.parquet"
    one = pd.read_parquet(path)
    both = [one, one.assign(curve="test_error", value=2 * one["value"])]
    store_frame(pd.concat(both), path)
    figure, data = traces(
        results, study="main", curve=["objective", "test_error"], methods=["A"],
        datasets=["alpha"], percent=True, first=1, log_y=["test_error"], dashed=["A"],
    )  # fmt: skip
    assert [panel.get_yscale() for panel in figure.axes] == ["linear", "log"]
    assert {line.get_linestyle() for line in figure.axes[0].lines} == {"--"}
    assert [panel.get_ylabel() for panel in figure.axes] == ["objective (%)", "test error (%)"]
    assert np.allclose(lines(figure.axes[1])["A"], [[1, 100], [2, 50]])
    assert data.groupby("curve")["mean"].agg(list)["objective"] == [50, 25]


def test_ranks_are_averages_over_data_sets(results):
    figure, data = rank_diagram(results, study="main")
    _, alone = rank_diagram(results, study="main", datasets=["beta"])
    assert alone["average_rank"].tolist() == [1, 2]
    assert data["average_rank"].tolist() == [1.25, 1.75] and data["datasets"].tolist() == [2, 2]
    assert data["critical_difference"].notna().all() and figure.axes


def test_versions_of_a_data_set_count_once_in_ranks(tmp_path):
    scores = {"alpha": {"A": [0.1], "B": [0.2]}, "beta": {"A": [0.3], "B": [0.1]}}
    scores["gamma"] = scores["beta"]
    results = make_version(tmp_path, made_up_results(tmp_path, scores), "gamma", of="beta")
    _, data = rank_diagram(results, study="main")
    assert data["average_rank"].tolist() == [1.5, 1.5] and data["datasets"].tolist() == [2, 2]


def test_one_data_set_makes_no_rank_diagram_but_says_so(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1], "B": [0.2]}})
    figure, data = rank_diagram(results, study="main")
    assert figure.texts[0].get_text() == "ranks need two methods and two complete data sets"
    assert data["average_rank"].tolist() == [1, 2]


def test_one_lucky_trial_is_not_ranked(results, tmp_path):
    store_scores(tmp_path, "alpha", [("A", 0, 0.1), ("A", 1, 0.1), ("B", 0, 0.0), ("B", 1, NAN)])
    _, data = rank_diagram(results, study="main")
    assert data["average_rank"].tolist() == [1, 2] and data["datasets"].tolist() == [1, 1]


def test_a_method_that_never_ran_takes_no_rank(results, tmp_path):
    store_scores(tmp_path, "alpha", [("A", 0, 0.1), ("B", 0, NAN)])
    store_scores(tmp_path, "beta", [("A", 0, 0.1), ("B", 0, NAN)])
    _, data = rank_diagram(results, study="main")
    assert data["method"].tolist() == ["A"]


@pytest.mark.parametrize(
    ("draw", "options"),
    [
        (sweep, {"methods": ["A"], "log_x": True}),
        (seconds, {"methods": ["A"]}),
        (traces, {"methods": ["A"], "curve": "objective", "normalise": True}),
        (rank_diagram, {}),
    ],
)
def test_nothing_stored_is_an_empty_figure(nothing, draw, options):
    figure, data = draw(nothing, study="main", **options)
    assert data.empty and figure is not None


def test_each_panel_of_a_sweep_has_its_metric_and_each_line_the_colour_of_its_method(
    results, tmp_path
):
    with_conditions(tmp_path)
    path = tmp_path / "results/toy/main/scores/alpha.parquet"
    errors = pd.read_parquet(path)
    train = errors.assign(metric="train_error", value=errors["value"] / 2)
    store_frame(pd.concat([errors, train]), path)
    figure, _ = sweep(results, study="main", methods=["B", "A"])
    test, training = figure.axes[:2]
    assert labels(figure)[:2] == ["alpha, test error", "alpha, training error"]
    assert np.allclose(lines(test)["A"], [[0.5, 20], [4, 40]])
    assert np.allclose(lines(training)["A"], [[0.5, 10], [4, 20]])
    styles = styles_within(results.experiment, ["B", "A"])
    for line in test.get_lines():
        style = styles[line.get_label()]
        assert (line.get_color(), line.get_marker()) == (style["color"], style["marker"])


@pytest.mark.parametrize(("complete", "bars"), [(9, 0), (3, 1)])
def test_bars_join_the_methods_whose_ranks_over_complete_data_sets_are_close(complete, bars):
    scores = {f"d{i}": {"A": [0.1, 0.1], "B": [0.2, 0.2]} for i in range(9)}
    for i in range(complete, 9):
        scores[f"d{i}"]["B"] = [0.2, NAN]
    figure, data = rank_diagram(stored({"main": {"error": scores}}), study="main")
    assert set(data["datasets"]) == {complete} and len(bars_of(figure.axes[0])) == bars
    assert set(data["critical_difference"]) == {nemenyi_critical_difference(2, complete)}


def test_traces_have_the_data_sets_asked_for_in_the_order_of_the_study_and_their_own_x():
    points = {name: {"A": [[(3, 1.0), (4, 2.0)]], "B": [[(3, 5.0)]]} for name in ("z", "y", "x")}
    scores = {name: {"A": [0.1], "B": [0.1]} for name in points}
    results = stored({"main": {"error": scores}}, curves={"objective": points})
    results.experiment.figures = {"f": {"methods": ["A", "B"]}}
    results.experiment.studies = {"main": results.study("main")}
    options = {"study": "main", "curve": "objective", "methods": ["A", "B"]}
    figure, data = traces(results, **options, datasets=["x", "z"], first=1, dashed=["B"])
    assert labels(figure) == ["z", "x"]
    assert list(dict.fromkeys(data["dataset"])) == ["z", "x"]
    assert lines(figure.axes[0])["A"] == [[4, 1], [5, 2]]
    looks = {line.get_label(): (line.get_color(), line.get_linestyle())
             for line in figure.axes[0].lines}  # fmt: skip
    assert looks == {"A": (COLOURS[0], "-"), "B": (COLOURS[1], "--")}


def test_numbers_of_a_sweep_may_be_no_percentages(results, tmp_path):
    with_conditions(tmp_path)
    figure, _ = sweep(results, study="main", methods=["A"], metrics=["error"], percent=False)
    assert np.allclose(lines(figure.axes[0])["A"], [[0.5, 0.2], [4, 0.4]])


def test_only_the_methods_asked_for_are_ranked():
    scores = {name: {"A": [0.1], "B": [0.2], "C": [0.3]} for name in ("alpha", "beta")}
    _, data = rank_diagram(stored({"main": {"error": scores}}), study="main", methods=["C", "B"])
    assert data.set_index("method")["average_rank"].to_dict() == {"C": 2, "B": 1}


def test_a_method_that_is_not_shown_hides_no_rank_of_the_others():
    few = {"A": [0.1] * 7, "B": [0.2] * 7, "C": [0.3] * 8}
    results = stored({"main": {"error": {"alpha": few, "beta": few}}})
    _, data = rank_diagram(results, study="main", methods=["A", "B"])
    assert data.set_index("method")["average_rank"].to_dict() == {"A": 1, "B": 2}


def test_each_trace_falls_from_one_to_zero_on_its_own_data_set(results, tmp_path):
    store_traces(tmp_path, "alpha", {("A", 0): [9, 5, 1]})
    store_traces(tmp_path, "beta", {("A", 0): [90, 50, 10]})
    _, data = traces(results, study="main", curve="objective", methods=["A"], normalise=True)
    by_dataset = data.groupby("dataset", observed=True)["mean"].agg(list)
    assert by_dataset["alpha"] == by_dataset["beta"] == [1, 0.5, 0]


def test_the_ticks_of_a_panel_are_the_sizes_of_its_data_set(results, tmp_path):
    path = tmp_path / "results/toy/main/runs/alpha.parquet"
    runs = pd.read_parquet(path)
    store_frame(runs.assign(n_train=10 ** (1 + runs["seed"])), path)
    figure, _ = seconds(results, study="main", methods=["A"])
    assert [panel.get_xticks().tolist() for panel in figure.axes] == [[10, 100], [2]]


def test_the_axis_of_a_sweep_is_what_its_own_study_varies():
    scores = {("error", x): {"alpha": {"A": [0.1]}} for x in ("1", "2")}
    results = stored({"first": scores, "main": scores})
    studies = {name: results.study(name) for name in ("first", "main")}
    for name, varied in (("first", "C"), ("main", "nu")):
        studies[name].conditions.name = varied
    results.experiment.studies, results.experiment.figures = studies, {}
    figure, _ = sweep(results, study="main", methods=["A"], metrics=["error"])
    assert figure.axes[0].get_xlabel() == "nu"


def test_the_data_of_a_sweep_are_those_of_the_methods_that_are_drawn(results, tmp_path):
    with_conditions(tmp_path)
    _, data = sweep(results, study="main", methods=["B"], metrics=["error"])
    assert set(data["method"]) == {"B"}


def test_seconds_of_a_fit_are_drawn_without_the_choice_of_settings(results, tmp_path):
    path = tmp_path / "results/toy/main/runs/alpha.parquet"
    store_frame(pd.read_parquet(path).assign(tune_seconds=100.0), path)
    _, data = seconds(results, study="main", methods=["A"])
    assert data["mean"].tolist() == [1.5, 1.5]


def test_a_trace_may_start_at_any_x(results, tmp_path):
    store_traces(tmp_path, "alpha", {("A", 0): [9, 5]})
    _, data = traces(results, study="main", curve="objective", methods=["A"], first=10)
    assert data["x"].tolist() == [10, 11]


def test_more_methods_than_colours_have_lines_of_their_own_in_sweeps_traces_and_seconds(tmp_path):
    names = [f"M{i}" for i in range(len(COLOURS) + 2)]
    figures = {"f": {"function": "a.b", "methods": names}}
    scores = {"alpha": {name: [0.1, 0.3] for name in names}}
    results = made_up_results(tmp_path, scores, figures=figures)
    with_conditions(tmp_path)
    of_curve = {"alpha": {name: [[(0, 1.0), (1, 2.0)]] for name in names}}
    curve = replace(recorded_curves({"loss": of_curve}), experiment=results.experiment)
    for figure, _ in (
        sweep(results, study="main", methods=names, metrics=["error"]),
        traces(curve, study="main", curve="loss", methods=names),
        seconds(results, study="main", methods=names),
    ):
        drawn = figure.axes[0].get_lines()
        assert len({(line.get_color(), line.get_linestyle()) for line in drawn}) == len(names)


def swept(frames):
    """Results of the study `main`, which varies a parameter, and no figures yet."""
    results = stored({"main": frames})
    results.experiment.figures, results.experiment.studies = {}, {"main": results.study("main")}
    return results


@pytest.mark.parametrize(
    ("metric", "percent", "factor", "label"),
    [
        ("error", None, 100, "error (%)"),
        ("balanced_error", None, 100, "error (%)"),
        ("error", False, 1, "error"),
        ("log_cost", None, 1, "log cost"),
        ("roc_auc", None, 1, "roc auc"),
        ("roc_auc", True, 100, "roc auc (%)"),
    ],
)
def test_errors_alone_are_in_percent_in_a_sweep_unless_it_says_so(metric, percent, factor, label):
    """A figure of the logarithms of costs showed a hundred times of each as an error in percent."""
    frames = {(metric, x): {"d": {"A": [0.25] * 3}} for x in ("1", "2")}
    results = swept(frames)
    figure, data = sweep(results, study="main", methods=["A"], metrics=[metric], percent=percent)
    assert data["mean"].unique().tolist() == [0.25 * factor]
    assert figure.axes[0].get_ylabel() == label
    own, _ = sweep(results, study="main", methods=["A"], metrics=[metric], y_label="height")
    assert own.axes[0].get_ylabel() == "height"


def test_a_sweep_may_show_an_error_beside_another_metric():
    frames = {(m, x): {"d": {"A": [0.25] * 3}} for m in ("error", "log_cost") for x in ("1", "2")}
    results = swept(frames)
    _, data = sweep(results, study="main", methods=["A"], metrics=["error", "log_cost"])
    means = data.set_index("metric")["mean"].groupby(level=0).first()
    assert means.to_dict() == {"error": 25.0, "log_cost": 0.25}


@pytest.mark.parametrize("sets", [1, 3, 5, 8])
def test_a_long_label_of_an_axis_stays_below_its_panel(sets):
    frames = {("error", x): {f"d{i}": {"A": [0.2] * 3} for i in range(sets)} for x in ("1", "2")}
    label = "the round from which on all directions of the descent are conjugate"
    figure, _ = sweep(swept(frames), study="main", methods=["A"], metrics=["error"], x_label=label)
    figure.draw_without_rendering()
    ends = [panel.xaxis.label.get_window_extent() for panel in figure.axes if panel.get_visible()]
    assert " ".join(figure.axes[0].get_xlabel().split()) == label
    assert not any(a.overlaps(b) for a, b in combinations(ends, 2))
    assert all(end.x0 >= 0 and end.x1 <= figure.bbox.x1 for end in ends)
