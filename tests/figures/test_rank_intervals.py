"""The figure of average ranks with intervals shows what its data say."""

import numpy as np

from methods.figures.rank_intervals import bootstrap_ranks
from methods.figures.style import COLOURS
from tests.made_up import made_up_results
from tests.tables.over_datasets import AUC, aucs_of, each, errors_of


def test_each_method_has_a_bar_around_its_rank_and_the_axes_have_labels(tmp_path):
    rng = np.random.default_rng(0)
    scores = {f"d{i}": {m: list(rng.random(4) + i) for m in "ABC"} for i in range(6)}
    figure, data = bootstrap_ranks(made_up_results(tmp_path, scores), study="main", highlight=["B"])
    assert data["average_rank"].is_monotonic_increasing and data["average_rank"].sum() == 6
    assert ((data["low"] <= data["average_rank"]) & (data["average_rank"] <= data["high"])).all()
    (axes,) = figure.axes
    bars = [line.get_xdata().tolist() for line in axes.lines if len(line.get_xdata()) == 2]
    assert bars == data[["low", "high"]].to_numpy().tolist()
    assert [label.get_text() for label in axes.get_yticklabels()] == data["method"].tolist()
    assert axes.get_xlabel() == "average rank of error over 6 data sets; 1 is the best"
    assert axes.get_ylabel() == "method"
    colours = {line.get_color() for line in axes.lines}
    assert len(colours) == 2


def test_a_dollar_in_a_name_begins_no_formula(tmp_path):
    results = errors_of(each("abc", **{"5 $ or 6_$": [0.1, 0.1], "B": [0.2, 0.2]}))
    figure, _ = bootstrap_ranks(results, study="main")
    figure.savefig(tmp_path / "f.svg")


def test_a_data_set_on_which_a_method_lacks_trials_is_left_out(tmp_path):
    scores = {f"d{i}": {"A": [0.1, 0.1], "B": [0.2, 0.2]} for i in range(3)}
    scores["d0"]["B"] = [0.0, float("nan")]
    _, data = bootstrap_ranks(made_up_results(tmp_path, scores), study="main")
    assert data["datasets"].tolist() == [2, 2] and data["average_rank"].tolist() == [1, 2]


def test_one_data_set_gives_a_reason_in_place_of_bars(tmp_path):
    figure, data = bootstrap_ranks(made_up_results(tmp_path, {"d": {"A": [1.0], "B": [2.0]}}),
                                   study="main")  # fmt: skip
    assert data.empty and "two complete data sets" in figure.texts[0].get_text()


def drawn(axes):
    """The place from the top, the rank and the colour of the dot of each method."""
    rows = [label.get_text() for label in axes.get_yticklabels()]
    dots = [line for line in axes.lines if len(line.get_xdata()) == 1]
    return {
        rows[int(dot.get_ydata()[0])]: (dot.get_ydata()[0], dot.get_xdata()[0], dot.get_color())
        for dot in dots
    }


def test_each_dot_is_at_the_rank_of_its_method_with_the_best_on_top():
    scores = each("abcd", A=[0.3], B=[0.1], C=[0.2])
    scores["d"] = {"A": [0.1], "B": [0.2], "C": [0.3]}
    figure, data = bootstrap_ranks(errors_of(scores), study="main", highlight=["C"])
    (axes,) = figure.axes
    assert drawn(axes) == {
        "B": (0, 1.25, COLOURS[0]), "C": (1, 2.25, COLOURS[1]), "A": (2, 2.5, COLOURS[0]),
    }  # fmt: skip
    low, high = axes.get_ylim()
    assert low > high  # counted from the top
    assert data["method"].tolist() == ["B", "C", "A"]


def test_high_values_may_be_good():
    results = aucs_of(each("ab", A=[0.1], B=[0.2]))
    _, data = bootstrap_ranks(results, study="main", metric=AUC)
    assert data["method"].tolist() == ["B", "A"] and data["average_rank"].tolist() == [1, 2]


def test_versions_count_once_and_only_the_chosen_methods_are_ranked():
    results = errors_of(each("abcd", A=[0.1], B=[0.3], C=[0.2]), version_of={"b": "a"})
    _, data = bootstrap_ranks(results, study="main", methods=["B", "A"])
    assert set(data["datasets"]) == {3}
    assert data.set_index("method")["average_rank"].to_dict() == {"A": 1, "B": 2}
    _, some = bootstrap_ranks(results, study="main", datasets=["a", "c"])
    assert set(some["datasets"]) == {2}


def test_the_axis_counts_the_data_sets_that_are_ranked():
    scores = each("abcd", A=[0.1, 0.1], B=[0.3, 0.3])
    scores["d"]["B"] = [0.3, float("nan")]
    figure, _ = bootstrap_ranks(errors_of(scores), study="main")
    assert "over 3 data sets;" in figure.axes[0].get_xlabel()
