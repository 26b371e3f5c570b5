"""The curves of regret, on stored scores and errors of settings that are known."""

import numpy as np
import pandas as pd
import pytest

from methods.figures.budgets import regret
from methods.figures.style import COLOURS
from tests.made_up import made_up_results, store_frame

# inner scores and test errors of three settings, by method
SETTINGS = {"A": [(3, 0.1), (2, 0.4), (1, 0.7)], "B": [(1, 0.6), (1, 0.3), (1, 0.3)]}
OPTIONS = {"study": "main", "curve": "settings", "methods": ["A", "B"]}


@pytest.fixture
def results(tmp_path):
    scores = {dataset: {"A": [0.1], "B": [0.1]} for dataset in ("alpha", "beta")}
    return made_up_results(tmp_path, scores)


def store(tmp_path, dataset, methods, harder=0.0, settings=SETTINGS, seeds=(0,)):
    """Curves of each method on a data set; each seed adds its number to the errors."""
    rows = [
        (method, seed, "", "settings", score, error + harder + seed)
        for method in methods
        for seed in seeds
        for score, error in settings[method]
    ]
    frame = pd.DataFrame(rows, columns=["method", "seed", "condition", "curve", "x", "value"])
    store_frame(frame, tmp_path / f"results/toy/main/traces/{dataset}.parquet")


def test_regret_is_what_a_smaller_budget_costs_on_the_mean_data_set(results, tmp_path):
    store(tmp_path, "alpha", "AB")
    store(tmp_path, "beta", "AB", harder=0.2)  # the same regret, however hard a data set is
    figure, data = regret(results, **OPTIONS)
    of_a, of_b = (data[data["method"] == name] for name in "AB")
    # two of A's three settings: the best of them is setting 1, 1 and 2
    assert of_a["regret"].tolist() == pytest.approx([30, 10, 0])
    # B's scores tie, so the first of those drawn is chosen
    assert of_b["regret"].tolist() == pytest.approx([30, 40, 50])
    assert of_a["error"].tolist() == pytest.approx([50, 30, 20])
    assert data["se"].to_numpy() == pytest.approx(np.zeros(6), abs=1e-9)
    assert set(data["datasets"]) == {2}
    (panel,) = figure.axes
    assert [line.get_label() for line in panel.get_lines()] == ["A", "B"]
    assert panel.get_xlabel() and panel.get_ylabel()


def test_a_data_set_that_lacks_a_method_is_left_out(results, tmp_path):
    store(tmp_path, "alpha", "AB")
    store(tmp_path, "beta", "A")
    _, data = regret(results, **OPTIONS)
    assert set(data["datasets"]) == {1}
    assert data["se"].isna().all()


def test_without_a_curve_the_figure_is_empty(results):
    _, data = regret(results, **OPTIONS)
    assert data.empty


LEVEL = {"A": [(1, 0.4)] * 3, "B": [(1, 0.2)] * 3}


def test_the_band_is_one_standard_error_over_the_data_sets(results, tmp_path):
    store(tmp_path, "alpha", "AB")
    store(tmp_path, "beta", "AB", settings=LEVEL)
    results.experiment.figures["f"] = {"methods": ["A", "B"]}  # which have different colours
    figure, data = regret(results, **OPTIONS)
    assert [line.get_color() for line in figure.axes[0].lines] == list(COLOURS[:2])
    of_a = data[data["method"] == "A"]
    assert of_a["regret"].tolist() == pytest.approx([25, 15, 10])
    # of 30 and 20, of 10 and 20, and of 0 and 20
    assert of_a["se"].tolist() == pytest.approx([5, 5, 10])
    for line, of_method in zip(figure.axes[0].lines, (of_a, data[data["method"] == "B"]),
                               strict=True):  # fmt: skip
        points = of_method[["settings", "regret"]].to_numpy().tolist()
        assert line.get_xydata().tolist() == points


def test_the_best_method_is_that_after_all_settings(results, tmp_path):
    store(tmp_path, "alpha", "B")
    _, data = regret(results, **OPTIONS)
    assert data["regret"].tolist() == pytest.approx([-20, -10, 0])


def test_errors_are_means_over_the_trials_of_the_data_sets_asked_for(results, tmp_path):
    store(tmp_path, "alpha", "AB", settings=LEVEL, seeds=(0, 1, 8))
    store(tmp_path, "beta", "AB")
    _, data = regret(results, **OPTIONS, datasets=["alpha"])
    assert data["error"].tolist() == pytest.approx([340] * 3 + [320] * 3)
    assert set(data["datasets"]) == {1}


def test_a_method_that_ran_nowhere_leaves_out_no_data_set(results, tmp_path):
    for dataset in ("alpha", "beta"):
        store(tmp_path, dataset, "A")
    _, data = regret(results, **OPTIONS)
    assert set(data["method"]) == {"A"} and set(data["datasets"]) == {2}


def test_a_data_set_with_fewer_settings_does_not_blank_the_others(results, tmp_path):
    store(tmp_path, "alpha", "AB")
    store(tmp_path, "beta", "AB", settings={name: s[:2] for name, s in SETTINGS.items()})
    _, data = regret(results, **OPTIONS)
    assert data["regret"].notna().all() and data["datasets"].tolist() == [2, 2, 1] * 2
