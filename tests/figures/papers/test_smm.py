"""The SMM paper's figures show what is stored, and empty results are no error."""

import numpy as np
import pandas as pd
import pytest

from methods.figures.papers.smm import (
    NOISE_WORDS,
    coefficient_maps,
    grouping_bound,
    grouping_path,
    noise,
)
from methods.figures.style import method_styles
from tests.made_up import made_up_results, store_arrays, store_frame

COEF = np.arange(12.0).reshape(3, 4) - 5


@pytest.fixture
def results(tmp_path):
    results = made_up_results(tmp_path, {"alpha": {"A": [0.1, 0.3], "B": [0.2, 0.2]}})
    path = tmp_path / "results/toy/main/artifacts/alpha.npz"
    path.parent.mkdir(parents=True)
    store_arrays(path, **{"a/0//coef": COEF, "a/1//coef": -COEF})
    return results


def test_a_map_shows_the_first_seed_at_norm_one_and_leaves_out_missing_fits(results):
    figure, data = coefficient_maps(results, study="main", methods=["A", "B"])
    assert set(data["method"]) == {"A"}
    assert list(data.columns[:3]) == ["dataset", "method", "row"]
    shown = data.filter(like="column ").to_numpy()
    np.testing.assert_allclose(shown, COEF / np.linalg.norm(COEF), rtol=1e-3)
    assert [panel.get_visible() for panel in figure.axes[:2]] == [True, False]


def test_the_maps_of_a_data_set_have_one_scale_around_zero(results, tmp_path):
    single = np.zeros((3, 4))
    single[0, 1] = -2.0
    path = tmp_path / "results/toy/main/artifacts/alpha.npz"
    path.unlink()
    store_arrays(path, **{"a/0//coef": COEF, "b/0//coef": single})
    figure, _ = coefficient_maps(results, study="main", methods=["A", "B"])
    images = [panel.images[0] for panel in figure.axes[:2]]
    assert [image.get_clim() for image in images] == [(-1, 1)] * 2
    np.testing.assert_allclose(images[0].get_array(), COEF / np.linalg.norm(COEF))
    np.testing.assert_allclose(images[1].get_array(), single / 2)


def test_words_may_stand_in_place_of_the_names_of_data_sets(results, tmp_path):
    frame = pd.DataFrame({"method": "A", "seed": 0, "condition": "", "curve": "pairs",
                          "x": [1.0, 10.0], "value": [0.1, 2.0]})  # fmt: skip
    store_frame(frame, tmp_path / "results/toy/main/traces/alpha.parquet")
    for titles, shown in ((None, "alpha"), ({"alpha": "even blocks"}, "even blocks")):
        options = {"study": "main", "methods": ["A"], "titles": titles}
        maps, data = coefficient_maps(results, **options)
        assert maps.axes[0].get_ylabel() == shown and set(data["dataset"]) == {"alpha"}
        for draw in (grouping_bound, grouping_path):
            figure, data = draw(results, curve="pairs", **options)
            assert figure.axes[0].get_title() == shown and set(data["dataset"]) == {"alpha"}


def test_noise_is_drawn_by_kind_and_level_as_accuracy(results, tmp_path):
    path = tmp_path / "results/toy/main/scores/alpha.parquet"
    scores = pd.read_parquet(path)
    labels = ["gaussian 0", "gaussian 1", "salt and pepper of 0 and 1 0.01"]
    frames = [
        scores.assign(condition=label, value=scores["value"] + 0.1 * i)
        for i, label in enumerate(labels)
    ]
    store_frame(pd.concat(frames), path)
    figure, data = noise(results, study="main", methods=["A", "B"])
    data = data.set_index(["kind", "method", "x"])["mean"]
    assert data["gaussian", "A", 0.0] == pytest.approx(80)
    assert data["salt and pepper of 0 and 1", "B", 0.01] == pytest.approx(60)
    (line, *_) = figure.axes[0].get_lines()
    np.testing.assert_allclose(line.get_xydata(), [[0, 80], [1, 70]])
    drawn = {panel.get_xlabel(): panel.get_lines()[0].get_xydata() for panel in figure.axes}
    shown = {words: points.tolist() for words, points in drawn.items() if len(points)}
    assert list(shown) == [NOISE_WORDS["gaussian"], NOISE_WORDS["salt and pepper of 0 and 1"]]
    np.testing.assert_allclose(shown[NOISE_WORDS["salt and pepper of 0 and 1"]], [[0.01, 60]])


def test_pairs_of_columns_are_drawn_against_their_bound(results, tmp_path):
    frame = pd.DataFrame({"method": "A", "seed": 0, "condition": "", "curve": "pairs",
                          "x": [1.0, 10.0], "value": [0.1, 2.0]})  # fmt: skip
    store_frame(frame, tmp_path / "results/toy/main/traces/alpha.parquet")
    figure, data = grouping_bound(results, study="main", curve="pairs", methods=["A"])
    assert data[["bound", "distance"]].to_numpy().tolist() == [[1, 0.1], [10, 2]]
    assert figure.axes[0].get_xscale() == figure.axes[0].get_yscale() == "log"
    pairs, bound = figure.axes[0].lines
    assert pairs.get_xydata().tolist() == [[1, 0.1], [10, 2]]
    assert bound.get_xydata().tolist() == [[1, 1], [10, 10]]


def test_each_panel_has_the_points_of_its_data_set_and_the_colours_of_their_methods(tmp_path):
    scores = {name: {"A": [0.1], "B": [0.2]} for name in ("alpha", "beta")}
    results = made_up_results(tmp_path, scores)
    results.experiment.figures["f"] = {"methods": ["A", "B"]}  # which have different colours
    for k, name in enumerate(scores):
        frame = pd.DataFrame({"method": ["A", "B"], "seed": 0, "condition": "", "curve": "pairs",
                              "x": [1.0, 10.0], "value": [0.1 + k, 2.0 + k]})  # fmt: skip
        store_frame(frame, tmp_path / f"results/toy/main/traces/{name}.parquet")
    figure, _ = grouping_bound(results, study="main", curve="pairs", methods=["B", "A"])
    styles = method_styles(results.experiment)
    for k, panel in enumerate(figure.axes):
        drawn = {line.get_label(): line for line in panel.lines}
        assert drawn["A"].get_xydata().tolist() == [[1, 0.1 + k]]
        assert drawn["B"].get_xydata().tolist() == [[10, 2.0 + k]]
        assert all(drawn[name].get_color() == styles[name]["color"] for name in "AB")


def test_a_path_is_drawn_above_the_least_error_of_any_method_on_the_draw(results, tmp_path):
    frame = pd.DataFrame(
        {"method": ["A", "A", "B", "B"], "seed": [0, 0, 0, 1], "condition": "", "curve": "path",
         "x": [0.3, 0.2, 0.25, 0.4], "value": [-1.0, -2.0, -3.0, -4.0]}
    )  # fmt: skip
    store_frame(frame, tmp_path / "results/toy/main/traces/alpha.parquet")
    figure, data = grouping_path(results, study="main", curve="path", methods=["A", "B"])
    np.testing.assert_allclose(data["error_above_least"], [10, 0, 5, 0], atol=1e-12)
    assert data["log_ratio"].tolist() == [-1, -2, -3, -4]
    np.testing.assert_allclose(figure.axes[0].get_lines()[0].get_ydata(), [-1, -2])


def test_each_row_of_maps_has_the_matrices_of_its_data_set(tmp_path):
    results = made_up_results(tmp_path, {"beta": {"A": [0.1]}, "alpha": {"A": [0.1]}})
    path = tmp_path / "results/toy/main/artifacts"
    path.mkdir(parents=True)
    store_arrays(path / "alpha.npz", **{"a/0//coef": COEF})
    store_arrays(path / "beta.npz", **{"a/0//coef": COEF[::-1]})
    figure, data = coefficient_maps(results, study="main", methods=["A"])
    maps = {panel.get_ylabel(): panel.images[0].get_array() for panel in figure.axes[:2]}
    norm = np.linalg.norm(COEF)
    assert list(maps) == results.datasets("main") == list(dict.fromkeys(data["dataset"]))
    np.testing.assert_allclose(maps["alpha"], COEF / norm)
    np.testing.assert_allclose(maps["beta"], COEF[::-1] / norm)


def test_nothing_stored_is_an_empty_picture(results, tmp_path):
    (tmp_path / "results/toy/main/artifacts/alpha.npz").unlink()
    store_arrays(tmp_path / "results/toy/main/artifacts/alpha.npz")
    _, data = coefficient_maps(results, study="main", methods=["A"])
    assert data.empty and list(data.columns) == ["dataset", "method", "row"]
    for draw in (grouping_bound, grouping_path):
        _, data = draw(results, study="main", curve="pairs", methods=["A"])
        assert data.empty


def test_noise_without_trials_says_so(results, tmp_path):
    path = tmp_path / "results/toy/main/scores/alpha.parquet"
    store_frame(pd.read_parquet(path).iloc[:0], path)
    figure, data = noise(results, study="main", methods=["A"])
    assert data.empty and figure.texts[0].get_text() == "no finished trial in this run"


def test_the_data_of_noise_are_those_of_the_methods_that_are_drawn(results, tmp_path):
    path = tmp_path / "results/toy/main/scores/alpha.parquet"
    store_frame(pd.read_parquet(path).assign(condition="gaussian 1"), path)
    _, data = noise(results, study="main", methods=["B"])
    assert set(data["method"]) == {"B"}


def test_the_bound_of_a_panel_ends_where_its_own_points_do(tmp_path):
    results = made_up_results(tmp_path, {name: {"A": [0.1]} for name in ("alpha", "beta")})
    for k, name in enumerate(("alpha", "beta"), 1):
        frame = pd.DataFrame({"method": "A", "seed": 0, "condition": "", "curve": "pairs",
                              "x": [k, 10.0 * k], "value": 0.1})  # fmt: skip
        store_frame(frame, tmp_path / f"results/toy/main/traces/{name}.parquet")
    figure, _ = grouping_bound(results, study="main", curve="pairs", methods=["A"])
    ends = [panel.lines[-1].get_xdata().tolist() for panel in figure.axes]
    assert ends == [[1, 10], [2, 20]]
