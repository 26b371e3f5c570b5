"""The figures of chapter 1 from stored results."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.pyplot import close
from sklearn.metrics import roc_auc_score

from methods.bench import paths
from methods.complexity.complexity_contribution import categories
from methods.complexity.contribution_sums import (
    average_contributions,
    combine,
    contribution_sums,
    contributions_by_size,
    uniform_contributions,
)
from methods.complexity.data_decomposition import DataDecomposition
from methods.data.generators.shapes import concentric_disks, yin_yang
from methods.data.prepare import Dataset, save_dataset
from methods.figures.papers import complexity
from methods.kernel_functions import perceptron_kernel
from methods.tables.papers.complexity import (
    SIGNED_DISTANCES,
    contribution_chunks,
    flipped_examples,
)
from tests.made_up import made_up_results, store_arrays

DISKS = {"study": "main", "dataset": "concentric_disks_pool"}
NOISY = {"study": "main", "dataset": "yinyang_noisy"}
N = 60


@pytest.fixture(autouse=True)
def closed():
    yield
    close("all")


def keep(dataset, arrays):
    folder = Path("results/toy/main/artifacts")
    folder.mkdir(exist_ok=True)
    store_arrays(folder / f"{dataset}.npz", **arrays)


@pytest.fixture
def decomposed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = made_up_results(tmp_path, {"concentric_disks_pool": {"A": [1, 1]}})
    arrays = {}
    for seed in (0, 1):
        fit = DataDecomposition(8).fit(*concentric_disks(31, seed))
        for name in ("examples", "signs", "clusters", "plot", "points", "subsets",
                     "point_of_subset", "hypothesis_plot", "hypothesis_points"):  # fmt: skip
            arrays[f"a/{seed}/-/{name}"] = np.asarray(getattr(fit, f"{name}_"))
    keep("concentric_disks_pool", arrays)
    return made, DataDecomposition(8).fit(*concentric_disks(31, 0))


def test_both_plots_of_the_first_trial_have_their_principal_points(decomposed):
    results, first = decomposed
    _, data = complexity.plots(results, **DISKS)
    for title, points in (
        ("examples left out", first.points_), ("errors of the hypothesis", first.hypothesis_points_)
    ):  # fmt: skip
        front = data[(data["plot"] == title) & data["principal"]]
        assert front[["complexity", "error"]].to_numpy().tolist() == points.tolist()


def test_every_principal_subset_or_one_per_point_is_drawn(decomposed):
    results, first = decomposed
    _, data = complexity.subsets(results, **DISKS)
    assert data["subset"].max() + 1 == first.n_subsets_
    _, data = complexity.subsets(results, **DISKS, one_a_point=True)
    drawn = data[["complexity", "error"]].drop_duplicates().to_numpy()
    assert drawn.tolist() == first.points_.tolist()
    _, data = complexity.clusters(results, **DISKS)
    assert data["cluster"].tolist() == first.clusters_.tolist()


@pytest.fixture
def summed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    X, y, extras = yin_yang(N, 0, flip=0.1)
    K, rng = perceptron_kernel(X), np.random.default_rng(0)
    chunks = [
        contribution_sums(K, y * 1.0, [rng.permutation(N) for _ in range(20)], 5, N)
        for _ in range(3)
    ]
    made = made_up_results(tmp_path, {"yinyang_noisy": {"A": [0.1] * 3}})
    keep("yinyang_noisy", {
        f"a/{seed}/20/{name}": np.asarray(value)
        for seed, chunk in enumerate(chunks) for name, value in vars(chunk).items()
    })  # fmt: skip
    data = Dataset("yinyang_noisy", X, (y > 0).astype(int), ("a", "b"), None, extras)
    save_dataset(paths.prepared("yinyang_noisy"), data, {})
    return made, combine(chunks)


def test_contributions_of_all_chunks_are_shown(summed):
    results, sums = summed
    _, data = complexity.fingerprint(results, **NOISY)
    np.testing.assert_allclose(data["contribution"], average_contributions(sums)[0])
    assert data["flipped"].sum() == 6
    figure, data = complexity.contributions_against_size(results, **NOISY)
    assert data["group"].unique().tolist() == ["noisy", "noiseless"]
    assert (data["se"].dropna() >= 0).all() and figure.axes[0].get_legend() is not None
    _, data = complexity.roc(results, **NOISY)
    assert data["method"].unique().tolist() == ["average", "uniform variance"]


def test_each_group_has_its_mean_over_all_chunks_and_its_error_over_them(summed):
    results, sums = summed
    chunks = contribution_chunks(results, "main", NOISY["dataset"])
    _, noisy = flipped_examples(NOISY["dataset"])
    _, data = complexity.contributions_against_size(results, **NOISY)
    edges = [edge for edge in complexity.SIZE_EDGES if edge <= N]
    middles = [low + (high - 1 - low) / 2 for low, high in pairwise(edges)]
    for group, members in (("noisy", noisy), ("noiseless", ~noisy)):
        part = data[data["group"] == group]
        assert part["x"].tolist() == middles
        np.testing.assert_allclose(part["mean"], contributions_by_size(sums, members, edges))
        means = [contributions_by_size(chunk, members, edges) for chunk in chunks]
        np.testing.assert_allclose(part["se"], np.std(means, axis=0, ddof=1) / 3**0.5)


def test_each_roc_curve_is_that_of_its_estimator(summed):
    results, sums = summed
    _, noisy = flipped_examples(NOISY["dataset"])
    _, data = complexity.roc(results, **NOISY)
    areas = data.groupby("method")["auc"].first()
    expected = {"average": average_contributions(sums)[0],
                "uniform variance": uniform_contributions(sums)}  # fmt: skip
    for name, scores in expected.items():
        assert areas[name] == roc_auc_score(noisy, np.nan_to_num(scores))
    assert areas["average"] != areas["uniform variance"]


def test_points_are_drawn_by_complexity_and_errors(decomposed):
    results, first = decomposed
    figure, _ = complexity.plots(results, **DISKS)
    drawn = [[line.get_xydata().tolist() for line in panel.lines] for panel in figure.axes]
    assert drawn == [
        [first.plot_.tolist(), first.points_.tolist()],
        [first.hypothesis_plot_.tolist(), first.hypothesis_points_.tolist()],
    ]


def test_examples_are_drawn_over_the_target_of_their_data_set(decomposed, monkeypatch):
    results, first = decomposed
    for draw in ("draw_clusters", "draw_subsets"):
        monkeypatch.setattr(complexity.drawing, draw, lambda *shown: shown)
    for shown in (complexity.clusters(results, **DISKS), complexity.subsets(results, **DISKS)):
        X, positive, *_, target = shown
        assert target is SIGNED_DISTANCES[DISKS["dataset"]]
        assert X.tolist() == first.examples_.tolist()
        assert positive.tolist() == (first.signs_ > 0).tolist()


def test_the_fingerprint_has_the_side_of_the_boundary(summed):
    results, sums = summed
    data, noisy = flipped_examples(NOISY["dataset"])
    _, shown = complexity.fingerprint(results, **NOISY)
    distances = SIGNED_DISTANCES[NOISY["dataset"]](data.X)
    assert shown["distance"].tolist() == distances.tolist() and (distances < 0).any()
    assert shown["flipped"].tolist() == noisy.tolist()
    assert shown["category"].tolist() == categories(average_contributions(sums)[0]).tolist()


def test_a_run_without_trials_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = made_up_results(tmp_path, {"yinyang_noisy": {"A": [0.1]}})
    keep("yinyang_noisy", {})
    for show in (complexity.clusters, complexity.plots, complexity.subsets,
                 complexity.roc, complexity.fingerprint,
                 complexity.contributions_against_size):  # fmt: skip
        figure, data = show(results, **NOISY)
        assert figure.texts[0].get_text() == "no finished trial in this run" and data.empty
