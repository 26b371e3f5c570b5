"""The drawn data sets against their definitions: moments, Bayes errors, geometry, seeds."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction
from math import ceil

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.path import Path
from scipy.stats import multivariate_normal

from methods.data import generators
from methods.data.generators import TANGRAM_PIECES
from methods.data.generators.engine import FAMILIES
from methods.errors import UserError

SMALL_MATRIX = {"shape": (4, 20)}
CASES = {
    "twonorm": ({}, (20,), {-1, 1}),
    "threenorm": ({}, (20,), {-1, 1}),
    "ringnorm": ({}, (20,), {-1, 1}),
    "yin_yang": ({"flip": 0.1}, (2,), {-1, 1}),
    "concentric_disks": ({}, (2,), {0, 1}),
    "tangram": ({}, (2,), set(range(7))),
    "smm_blocks": (SMALL_MATRIX, (4, 20), {-1, 1}),
    "smm_classification": (SMALL_MATRIX, (4, 20), {-1, 1}),
    "engine": ({}, (8,), {-1, 1}),
    "engine_trials": ({"n_train": 1, "n_test": 0}, (8,), {-1, 1}),
}
# A basis of unit vectors depends on the number of samples, so the matrices are left out.
EXTENDABLE = sorted(name for name in CASES if not name.startswith("smm"))


def draw(name: str, n_samples: int, random_state: int | np.random.Generator) -> tuple:
    """X, y and the extras (empty if there are none) of one generator."""
    X, y, *extras = getattr(generators, name)(n_samples, random_state, **CASES[name][0])
    return X, y, extras[0] if extras else {}


def best_line_error(X: np.ndarray, y: np.ndarray, n_angles: int = 180) -> tuple[float, tuple]:
    """Least share of errors of a line on labels -1, +1, by trying angles and all thresholds."""
    best = (1.0, (0.0, 0.0, 1))
    for angle in np.linspace(0, np.pi, n_angles, endpoint=False):
        along = X @ (np.cos(angle), np.sin(angle))
        order = np.argsort(along)
        errors = (np.cumsum(y[order] > 0) + (y < 0).sum() - np.cumsum(y[order] < 0)) / len(y)
        for side, share in ((1, errors), (-1, 1 - errors)):
            i = int(share.argmin())
            if share[i] < best[0]:
                best = (float(share[i]), (angle, along[order[i]], side))
    return best


# --- all generators ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=10)
@given(n_samples=st.integers(10, 60), seed=st.integers(0, 2**32))
def test_any_size_and_seed_gives_the_stated_shape_and_labels(name, n_samples, seed):
    X, y, extras = draw(name, n_samples, seed)
    _, feature_shape, labels = CASES[name]
    assert X.shape == (n_samples, *feature_shape) and X.dtype == np.float64
    assert np.isfinite(X).all()
    assert y.shape == (n_samples,) and np.issubdtype(y.dtype, np.integer)
    assert set(y.tolist()) <= labels
    assert all(isinstance(value, np.ndarray) for value in extras.values())


@pytest.mark.parametrize("name", CASES)
def test_the_seed_alone_decides_the_data(name):
    first, again = draw(name, 40, 3), draw(name, 40, np.random.default_rng(3))
    other = draw(name, 40, 4)
    np.testing.assert_array_equal(first[0], again[0])
    np.testing.assert_array_equal(first[1], again[1])
    assert not np.array_equal(first[0], other[0])


@pytest.mark.parametrize("name", CASES)
def test_one_generator_drawn_from_twice_gives_new_data(name):
    stream = np.random.default_rng(0)
    assert not np.array_equal(draw(name, 40, stream)[0], draw(name, 40, stream)[0])


@pytest.mark.parametrize("name", EXTENDABLE)
def test_with_more_samples_the_first_ones_stay_the_same(name):
    few, many = draw(name, 50, 1), draw(name, 500, 1)
    np.testing.assert_array_equal(few[0], many[0][:50])
    few_clean = np.where(few[2]["noisy"], -few[1], few[1]) if "noisy" in few[2] else few[1]
    np.testing.assert_array_equal(few_clean, many[1][:50])


# --- Breiman ----------------------------------------------------------------------------------


def gaussian_mixtures(name: str) -> dict[int, list[tuple[np.ndarray, float]]]:
    """Label -> (mean, variance) of its Gaussians, as Breiman defines them."""
    ones = np.ones(20) / np.sqrt(20)
    alternating = ones * np.tile([1, -1], 10)
    return {
        "twonorm": {1: [(2 * ones, 1.0)], -1: [(-2 * ones, 1.0)]},
        "threenorm": {1: [(2 * ones, 1.0), (-2 * ones, 1.0)], -1: [(2 * alternating, 1.0)]},
        "ringnorm": {1: [(0 * ones, 4.0)], -1: [(ones, 1.0)]},
    }[name]


BAYES_ERRORS = {
    "twonorm": 0.02275,  # Phi(-2)
    "threenorm": 0.10463,  # integral of the smaller density over the plane of the three means
    "ringnorm": 0.01497,  # noncentral chi-square tails
}


@pytest.mark.parametrize("name", BAYES_ERRORS)
def test_breiman_problem_has_its_known_bayes_error(name):
    n_samples = 40_000
    X, y, _ = draw(name, n_samples, 0)
    density = {
        label: np.mean([multivariate_normal(m, v).pdf(X) for m, v in mixture], axis=0)
        for label, mixture in gaussian_mixtures(name).items()
    }
    error = np.mean(np.where(density[1] > density[-1], 1, -1) != y)
    expected = BAYES_ERRORS[name]
    assert abs(error - expected) < 4 * np.sqrt(expected * (1 - expected) / n_samples)


@pytest.mark.parametrize("name", BAYES_ERRORS)
def test_breiman_classes_have_their_means_and_covariances(name):
    X, y, _ = draw(name, 40_000, 1)
    assert abs(np.mean(y == 1) - 0.5) < 4 * 0.5 / np.sqrt(len(y))
    for label, mixture in gaussian_mixtures(name).items():
        rows = X[y == label]
        mean = np.mean([m for m, _ in mixture], axis=0)
        covariance = np.mean([v * np.eye(20) + np.outer(m, m) for m, v in mixture], axis=0)
        covariance -= np.outer(mean, mean)
        scale = np.diag(covariance).max()
        assert np.abs(rows.mean(axis=0) - mean).max() < 5 * np.sqrt(scale / len(rows))
        assert np.abs(np.cov(rows.T) - covariance).max() < 5 * scale * np.sqrt(2 / len(rows))


def test_ringnorm_mean_norm_moves_the_inner_class_only():
    X, y = generators.ringnorm(20_000, 0, mean_norm=2.0)
    assert np.linalg.norm(X[y == -1].mean(axis=0)) == pytest.approx(2, abs=0.05)
    assert np.linalg.norm(X[y == 1].mean(axis=0)) < 0.2


def test_ringnorm_admits_no_plane_better_than_the_printed_linear_error():
    X, y = generators.ringnorm(40_000, 0)
    error, _ = best_line_error(np.column_stack([X.sum(axis=1), 0 * y]), y, n_angles=1)
    assert error == pytest.approx(0.3274, abs=0.01)


# --- shapes -----------------------------------------------------------------------------------


def yin_yang_by_cases(x: float, y: float) -> int:
    """The target spelt out: outside the plate, the eyes, the two half plates, the rest."""
    left, right = np.hypot(x + 0.5, y), np.hypot(x - 0.5, y)
    if np.hypot(x, y) > 1:
        return 1 if y > 0 else -1
    if left <= 0.18:
        return -1
    if right <= 0.18:
        return 1
    if left <= 0.5:
        return 1
    if right <= 0.5:
        return -1
    return 1 if y > 0 else -1


def yin_yang_boundary() -> np.ndarray:
    """Points 0.001 apart or less along the boundary."""
    turn = np.linspace(0, np.pi, 4000)
    half_circle = 0.5 * np.column_stack([np.cos(turn), np.sin(turn)])
    eye = 0.18 * np.column_stack([np.cos(2 * turn), np.sin(2 * turn)])
    axis = np.linspace(1, 3, 4000)
    shift = np.array([0.5, 0.0])
    return np.vstack(
        [
            half_circle + shift,
            -half_circle - shift,
            eye + shift,
            eye - shift,
            np.column_stack([axis, 0 * axis]),
            np.column_stack([-axis, 0 * axis]),
        ]
    )


def test_yin_yang_labels_follow_the_picture():
    X, y, extras = generators.yin_yang(5000, 0)
    np.testing.assert_array_equal(y, [yin_yang_by_cases(*point) for point in X])
    assert not extras["noisy"].any()


@pytest.mark.slow
def test_yin_yang_signed_distance_is_the_distance_to_the_nearest_boundary_point():
    X, _, _ = generators.yin_yang(300, 1)
    to_boundary = np.linalg.norm(X[:, None] - yin_yang_boundary(), axis=2).min(axis=1)
    np.testing.assert_allclose(
        np.abs(generators.yin_yang_signed_distance(X)), to_boundary, atol=1e-3
    )


@settings(max_examples=50)
@given(st.floats(-2, 2), st.floats(-2, 2))
def test_half_a_turn_swaps_yin_and_yang(x, y):
    here, there = generators.yin_yang_signed_distance(np.array([[x, y], [-x, -y]]))
    assert here == pytest.approx(-there, abs=1e-12)


def test_yin_yang_flips_the_labels_of_the_last_examples_only():
    _, y, extras = generators.yin_yang(400, 5, flip=0.1)
    _, clean, _ = generators.yin_yang(400, 5)
    np.testing.assert_array_equal(np.flatnonzero(extras["noisy"]), np.arange(360, 400))
    np.testing.assert_array_equal(y[:360], clean[:360])
    np.testing.assert_array_equal(y[360:], -clean[360:])


def test_yin_yang_refuses_a_share_of_flips_above_one():
    with pytest.raises(UserError, match="between 0 and 1"):
        generators.yin_yang(400, 0, flip=40)


@pytest.mark.parametrize(("name", "radius"), [("yin_yang", 1.1), ("concentric_disks", 1.0)])
def test_points_fill_their_disk_evenly(name, radius):
    X, _, _ = draw(name, 20_000, 2)
    distance, angle = np.hypot(*X.T), np.arctan2(*X.T)
    assert distance.max() <= radius
    for share in (0.1, 0.25, 0.5, 0.75):  # of the area, then of the full turn
        tolerance = 4 * np.sqrt(share * (1 - share) / len(X))
        assert abs(np.mean(distance <= radius * np.sqrt(share)) - share) < tolerance
        assert abs(np.mean(angle <= np.pi * (2 * share - 1)) - share) < tolerance


@pytest.mark.slow
def test_the_best_line_errs_on_yin_yang_as_rcd_does_in_the_thesis():
    train, test = [], []
    for seed in range(60):
        X, y, _ = generators.yin_yang(5000, seed)
        error, (angle, threshold, side) = best_line_error(X[:600], y[:600])
        predicted = np.where(X[600:] @ (np.cos(angle), np.sin(angle)) > threshold, side, -side)
        train.append(error)
        test.append(np.mean(predicted != y[600:]))
    assert np.mean(train) == pytest.approx(0.1533, abs=0.006)  # Table 2.2
    assert np.mean(test) == pytest.approx(0.1771, abs=0.004)  # Table 2.3


def test_concentric_disks_are_grey_white_grey_from_the_centre():
    X, y = generators.concentric_disks(2000, 0)
    for (x1, x2), label in zip(X, y, strict=True):
        distance = (x1**2 + x2**2) ** 0.5
        assert label == (1 if 1 / 3 < distance <= 2 / 3 else 0)
    assert np.mean(y) == pytest.approx(1 / 3, abs=4 * np.sqrt(2 / 9 / 2000))


def test_each_point_lies_in_the_tangram_piece_of_its_label():
    X, y = generators.tangram(3000, 0)
    inside = np.column_stack([Path(piece).contains_points(X) for piece in TANGRAM_PIECES])
    np.testing.assert_array_equal(inside.sum(axis=1), 1)
    np.testing.assert_array_equal(inside.argmax(axis=1), y)


def test_tangram_pieces_have_the_classical_areas():
    areas = []
    for piece in TANGRAM_PIECES:
        x, y = np.array(piece).T
        areas.append((x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)
    np.testing.assert_allclose(areas, [4, 4, 1, 2, 1, 2, 2])  # sixteenths of the square
    _, y = generators.tangram(20_000, 1)
    np.testing.assert_allclose(np.bincount(y) / len(y), np.divide(areas, 16), atol=0.013)


@pytest.mark.parametrize("first", [0, 1])
def test_neighbouring_tangram_pieces_are_separable_and_opposite_ones_are_not(first):
    X, y = generators.tangram(6000, 3)
    four = np.isin(y, first + np.arange(4))
    X, place = X[four], y[four] - first
    pairs_12_34, pairs_13_24 = np.where(place < 2, 1, -1), np.where(place % 2, -1, 1)
    assert best_line_error(X, pairs_12_34)[0] == 0
    assert best_line_error(X, pairs_13_24)[0] > 0.1


# --- matrices ---------------------------------------------------------------------------------


@given(q=st.integers(5, 300), n_groups=st.integers(1, 5))
def test_column_groups_follow_the_formula_in_exact_arithmetic(q, n_groups):
    expected = [ceil(Fraction(column * n_groups, q)) - 1 for column in range(1, q + 1)]
    np.testing.assert_array_equal(generators.column_groups(q, n_groups), expected)


@pytest.mark.parametrize(
    ("blocks", "widths"), [("even", [25, 25, 25, 25]), ("printed", [20, 20, 20, 20, 20])]
)
def test_four_groups_make_four_blocks_and_the_printed_rule_five(blocks, widths):
    _, _, extras = generators.smm_blocks(20, 0, shape=(2, 100), n_groups=4, blocks=blocks)
    np.testing.assert_array_equal(np.bincount(extras["column_group"]), widths)


def test_without_noise_a_sample_is_one_value_per_group_and_the_groups_are_orthonormal():
    X, _, extras = generators.smm_blocks(50, 0, shape=(3, 20), n_groups=4, noise=0.0)
    group = extras["column_group"]
    values = np.stack([X[:, 0, group == g][:, 0] for g in range(4)])
    np.testing.assert_array_equal(X, np.broadcast_to(values.T[:, None, group], X.shape))
    np.testing.assert_allclose(values @ values.T, np.eye(4), atol=1e-12)


def test_noise_within_a_group_has_the_stated_deviation():
    X, _, _ = generators.smm_blocks(400, 0, shape=(20, 20), noise=0.01)
    clean, _, _ = generators.smm_blocks(400, 0, shape=(20, 20), noise=0.0)
    assert (X - clean).std() == pytest.approx(0.01, rel=4 / np.sqrt(2 * X.size))
    assert abs((X - clean).mean()) < 4 * 0.01 / np.sqrt(X.size)


def test_matrix_labels_are_the_sign_of_the_trace_with_a_matrix_of_the_stated_rank():
    X, y, extras = generators.smm_blocks(200, 0, shape=(30, 40), noise=1e-2)
    coef = extras["true_coef"]
    traces = np.array([np.trace(coef.T @ sample) for sample in X])
    np.testing.assert_array_equal(y, np.sign(traces))
    assert np.linalg.matrix_rank(coef) == 8


def test_the_classification_setting_gives_its_last_samples_to_the_test():
    X, _, extras = generators.smm_classification(15, 0, shape=(2, 20), n_train=10)
    np.testing.assert_array_equal(extras["test"], [False] * 10 + [True] * 5)
    np.testing.assert_array_equal(np.bincount(extras["column_group"]), [2] * 10)
    # One basis for both parts: the Gram matrix of the groups is the identity over all samples.
    values = X[:, 0, ::2]
    np.testing.assert_allclose(values.T @ values, np.eye(10), atol=0.15)


def test_matrix_generators_name_what_is_wrong():
    with pytest.raises(UserError, match="unknown block rule 'printd'; did you mean 'printed'"):
        generators.smm_blocks(10, 0, blocks="printd")
    with pytest.raises(UserError, match="3 samples cannot carry 4 orthogonal vectors"):
        generators.smm_blocks(3, 0, shape=(2, 20))


# --- engine -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_engine_values_match_the_formula_of_their_family(seed):
    model = generators.draw_model(seed, n_features=3, complexity=4)
    for x in np.random.default_rng(seed).uniform(-1, 1, size=(5, 3)):
        value = 0.0
        for u, s, a in zip(model.units, model.scales, model.amplitudes, strict=True):
            if model.family == "neural_network":
                value += a * np.tanh(u @ x + s)
            else:
                value += a * np.exp(-np.sum((x - u) ** 2) / (2 * s**2))
        assert model.value(x[None])[0] == pytest.approx(value, abs=1e-12)
        assert model.label(x[None])[0] == (1 if value > model.threshold else -1)


def test_engine_draws_every_family_with_widths_of_its_kind():
    models = [generators.draw_model(seed) for seed in range(30)]
    assert {model.family for model in models} == set(FAMILIES)
    for model in models:
        one_width = len(set(model.scales)) == 1
        assert one_width == (model.family == "support_vectors")


@pytest.mark.parametrize("complexity", [1, 5, 20])
def test_engine_keeps_the_rarer_class_near_a_third_of_the_examples(complexity):
    for seed in range(40):
        _, y = generators.engine(4000, 0, model_seed=seed, complexity=complexity)
        assert 0.26 < np.mean(y > 0) < 0.74


def test_engine_model_and_sample_have_independent_seeds():
    X, y = generators.engine(200, 7, model_seed=1)
    same_points, other_labels = generators.engine(200, 7, model_seed=2)
    np.testing.assert_array_equal(X, same_points)
    assert not np.array_equal(y, other_labels)
    other_points, _ = generators.engine(200, 8, model_seed=1)
    assert not np.isin(X, other_points).any()


def test_engine_points_are_not_the_models_units_when_the_seeds_agree():
    for seed in range(10):
        X, _ = generators.engine(500, seed, model_seed=seed)
        assert not np.isin(generators.draw_model(seed).units, X).any()


def test_engine_trials_of_several_models_have_the_labels_of_each_in_turn():
    X, y, extras = generators.engine_trials(60, 0, n_train=7, n_test=3, n_models=2)
    models = [generators.draw_model(seed) for seed in (0, 1)]
    for trial in range(6):
        rows = extras["trial"] == trial
        np.testing.assert_array_equal(y[rows], models[trial % 2].label(X[rows]))
    one, _, _ = generators.engine_trials(60, 0, n_train=7, n_test=3)
    np.testing.assert_array_equal(X, one)


def test_engine_trials_are_consecutive_and_begin_with_their_training_part():
    X, y, extras = generators.engine_trials(21, 0, n_train=2, n_test=5)
    np.testing.assert_array_equal(extras["trial"], np.repeat([0, 1, 2], 7))
    np.testing.assert_array_equal(extras["test"], np.tile([False] * 2 + [True] * 5, 3))
    np.testing.assert_array_equal(X, generators.engine(21, 0)[0])
    np.testing.assert_array_equal(y, generators.engine(21, 0)[1])


def test_engine_names_what_is_wrong():
    with pytest.raises(UserError, match="not whole trials of 2 \\+ 5; the next whole number is 14"):
        generators.engine_trials(10, 0, n_train=2, n_test=5)
    with pytest.raises(UserError, match="complexity 0"):
        generators.draw_model(0, complexity=0)


# --- the numbers drawn --------------------------------------------------------------------------


def test_breiman_problems_are_their_means_and_the_noise_of_a_stream_of_its_own():
    a = 2 / np.sqrt(6)
    labels, noise = np.random.default_rng(3).spawn(2)
    sides, z = np.where(labels.integers(2, size=9) == 1, 1, -1), noise.standard_normal((9, 6))
    X, y = generators.twonorm(9, 3, n_features=6)
    np.testing.assert_array_equal(y, sides)
    np.testing.assert_allclose(X, z + a * sides[:, None])
    X, y = generators.ringnorm(9, 3, n_features=6, mean_norm=4.0)
    np.testing.assert_array_equal(y, sides)
    expected = [2 * row if side == 1 else row + 2 * a for row, side in zip(z, sides, strict=True)]
    np.testing.assert_allclose(X, expected)
    np.testing.assert_allclose(
        generators.ringnorm(9, 3, n_features=6)[0][sides < 0], (z + a / 2)[sides < 0]
    )
    labels, _ = np.random.default_rng(3).spawn(2)
    four = labels.integers(4, size=9)
    means = a * np.array([[1] * 6, [-1] * 6, [1, -1] * 3, [1, -1] * 3])
    X, y = generators.threenorm(9, 3, n_features=6)
    np.testing.assert_array_equal(y, [1 if component in (0, 1) else -1 for component in four])
    np.testing.assert_allclose(X, z + means[four])


@pytest.mark.parametrize(("name", "radius"), [("yin_yang", 1.1), ("concentric_disks", 1.0)])
def test_points_of_a_disk_are_drawn_by_radius_and_angle(name, radius):
    u, v = np.random.default_rng(5).random((30, 2)).T
    X, _, _ = draw(name, 30, 5)
    np.testing.assert_allclose(np.hypot(*X.T), radius * np.sqrt(u))
    np.testing.assert_allclose(np.arctan2(X[:, 1], X[:, 0]) % (2 * np.pi), 2 * np.pi * v)


def test_tangram_points_are_drawn_from_the_square():
    X, _ = generators.tangram(30, 5)
    np.testing.assert_allclose(X, 4 * np.random.default_rng(5).random((30, 2)))


@pytest.mark.parametrize("flip", [0.0, 0.01, 0.5, 1.0])
def test_yin_yang_flips_a_rounded_number_of_labels(flip):
    _, y, extras = generators.yin_yang(30, 5, flip=flip)
    _, clean, _ = generators.yin_yang(30, 5)
    flipped = np.arange(30) >= 30 - round(30 * flip)
    np.testing.assert_array_equal(extras["noisy"], flipped)
    np.testing.assert_array_equal(y != clean, flipped)


@pytest.mark.parametrize("flip", [-0.01, 1.01])
def test_yin_yang_refuses_what_is_no_share(flip):
    with pytest.raises(UserError, match=f"^yin_yang: flip is {flip}; choose a share between 0"):
        generators.yin_yang(4, 0, flip=flip)


@pytest.mark.parametrize("eye", [0.18, 0.3])
def test_distances_to_the_yin_yang_boundary_are_signed(eye):
    points = {
        (-0.5, 0): -eye, (0.5, 0): eye,  # the centres of the eyes
        (0, 0.75): 0.25 * 13**0.5 - 0.5, (0, -0.75): 0.5 - 0.25 * 13**0.5,
        (1.5, 0.2): 0.2, (-1.5, -0.2): -0.2, (-2, 0.3): 0.3,
    }  # fmt: skip
    got = generators.yin_yang_signed_distance(np.array(list(points), float), eye_radius=eye)
    np.testing.assert_allclose(got, list(points.values()))


def test_distances_are_to_the_nearest_of_many_boundary_points():
    X = np.random.default_rng(2).uniform(-1.5, 1.5, (60, 2))
    to_boundary = np.linalg.norm(X[:, None] - yin_yang_boundary()[::4], axis=2).min(axis=1)
    distance = generators.yin_yang_signed_distance(X)
    np.testing.assert_allclose(np.abs(distance), to_boundary, atol=4e-3)
    np.testing.assert_array_equal(np.sign(distance), [yin_yang_by_cases(*point) for point in X])


def test_a_circle_belongs_to_the_disk_inside_it():
    radii = np.array([0, 1 / 3, 0.4, 2 / 3, 0.7, 1.0])
    X = np.column_stack([radii, 0 * radii])
    np.testing.assert_array_equal(generators.concentric_disks_target(X), [0, 0, 1, 1, 0, 0])


def test_a_shared_side_of_two_tangram_pieces_has_the_first_of_them():
    corners_and_centres = [[2, 2], [1, 1], [3, 3], [0, 4], [2, 3], [3.75, 2]]
    got = generators.tangram_target(corners_and_centres)
    assert got.tolist() == [0, 0, 1, 0, 1, 6]


@pytest.mark.parametrize("q", [5, 6, 9, 10, 11])
def test_the_true_matrix_has_a_fifth_of_its_columns_as_rank_rounded_up(q):
    X, y, extras = generators.smm_blocks(12, 4, shape=(7, q), n_groups=3, noise=0.1)
    basis, noise, coef = np.random.default_rng(4).spawn(3)
    rank = ceil(q / 5)
    W = coef.standard_normal((7, rank)) @ coef.standard_normal((rank, q))
    np.testing.assert_allclose(extras["true_coef"], W)
    Q, R = np.linalg.qr(basis.standard_normal((12, 3)))
    nu = Q * np.sign(np.diag(R))
    group = [ceil(Fraction(column * 3, q)) - 1 for column in range(1, q + 1)]
    expected = 0.1 * noise.standard_normal((12, 7, q)) + nu[:, group][:, None, :]
    np.testing.assert_allclose(X, expected)
    np.testing.assert_array_equal(y, np.sign([np.sum(W * sample) for sample in X]))


def test_settings_of_the_smm_paper_are_the_defaults():
    def noise(X, width):
        """The deviation within the first group of columns of each sample."""
        group = X[:, :, :width]
        return (group - group.mean(axis=(1, 2), keepdims=True)).std()

    X, _, extras = generators.smm_blocks(4, 0)
    assert X.shape == (4, 80, 100) and np.bincount(extras["column_group"]).tolist() == [25] * 4
    assert noise(X, 25) == pytest.approx(1e-3, rel=0.05)
    X, _, extras = generators.smm_classification(10, 0, shape=(100, 20))
    assert not extras["test"].any() and np.bincount(extras["column_group"]).tolist() == [2] * 10
    assert noise(X, 2) == pytest.approx(1e-2, rel=0.1)
    assert len(generators.smm_classification(10, 0, shape=(3, 20))[1]) == 10
    with pytest.raises(UserError, match=r"9 samples cannot carry 10 .*; draw at least 10"):
        generators.smm_classification(9, 0, shape=(3, 20))
    printed = generators.smm_blocks(5, 0, shape=(2, 20), n_groups=2, blocks="printed")[2]
    assert printed["column_group"].max() == 4


def test_the_first_training_samples_are_no_test_samples():
    _, _, extras = generators.smm_classification(12, 0, shape=(2, 20), n_train=11)
    assert extras["test"].tolist() == [False] * 11 + [True]
    _, _, extras = generators.smm_classification(1001, 0, shape=(1, 10))
    assert np.flatnonzero(extras["test"]).tolist() == [1000]


def models_of(family, **parameters):
    models = (generators.draw_model(seed, **parameters) for seed in range(40))
    return [model for model in models if model.family == family]


@pytest.fixture
def few_points(monkeypatch):
    """The threshold is of no matter, and the points that fix it take long."""
    module = sys.modules[generators.draw_model.__module__]
    monkeypatch.setattr(module, "N_CALIBRATION", 2)


def test_bumps_are_as_wide_as_a_quarter_to_three_quarters_of_the_spread(few_points):
    spread = np.sqrt(12 / 3)
    for family, complexity in (("radial_basis", 100), ("support_vectors", 20)):
        models = models_of(family, n_features=12, complexity=complexity)
        widths = np.concatenate([model.scales for model in models]) / spread
        assert 0.25 <= widths.min() < 0.35 and 0.65 < widths.max() <= 0.75
        units = np.concatenate([model.units for model in models])
        assert -1 <= units.min() < -0.99 and 0.99 < units.max() <= 1
        amplitudes = np.concatenate([model.amplitudes for model in models])
        if family == "support_vectors":
            assert -1 <= amplitudes.min() < -0.9 and 0.9 < amplitudes.max() <= 1
        else:
            assert amplitudes.std() == pytest.approx(1, abs=0.05)


def test_hidden_units_have_gains_from_one_to_four_and_offsets_within_them(few_points):
    model = models_of("neural_network", n_features=12, complexity=4000)[0]
    # over points uniform in [-1, 1] the variance of u . x is |u|^2 / 3, so its mean is that of g^2
    squares = (model.units**2).sum(axis=1) / 3
    assert squares.mean() == pytest.approx((1 + 4 + 16) / 3, rel=0.05)
    # of a product of two independent numbers, g and one in [-1, 1]
    assert np.mean(model.scales**2) == pytest.approx(7 / 3, rel=0.1)
    assert -4 <= model.scales.min() < -3.5 and 3.5 < model.scales.max() <= 4
    assert model.amplitudes.std() == pytest.approx(1, abs=0.05)


def test_engine_samples_are_uniform_in_their_cube():
    X, y = generators.engine(50, 3, n_features=5, complexity=2, model_seed=4)
    np.testing.assert_array_equal(X, np.random.default_rng(3).uniform(-1, 1, (50, 5)))
    model = generators.draw_model(4, n_features=5, complexity=2)
    np.testing.assert_array_equal(y, np.where(model.value(X) > model.threshold, 1, -1))
    assert len(model.units) == 2 and generators.draw_model(0).units.shape == (20, 8)


def test_a_value_at_the_threshold_does_not_exceed_it():
    model, x = generators.draw_model(4), np.zeros((1, 8))
    at = replace(model, threshold=float(model.value(x)[0]))
    below = replace(model, threshold=np.nextafter(at.threshold, -np.inf))
    assert at.label(x).tolist() == [-1] and below.label(x).tolist() == [1]


def test_engine_trials_are_of_400_and_3000_unless_stated():
    X, y, extras = generators.engine_trials(3400, 0, complexity=1)
    assert extras["test"].tolist() == [False] * 400 + [True] * 3000 and not extras["trial"].any()
    X, y, extras = generators.engine_trials(
        6, 0, n_train=1, n_test=1, n_features=3, complexity=2, model_seed=5, n_models=2
    )
    models = [generators.draw_model(5 + at, n_features=3, complexity=2) for at in (0, 1, 0)]
    expected = [models[at // 2].label(X[[at]])[0] for at in range(6)]
    assert X.shape == (6, 3) and y.tolist() == expected
    with pytest.raises(UserError, match=r"^5 samples are not whole trials of 1 [+] 1; .* is 6$"):
        generators.engine_trials(5, 0, n_train=1, n_test=1)
