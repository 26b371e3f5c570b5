"""The schedules of directions."""

import numpy as np
import pytest

from methods.perceptron.directions import DIRECTIONS, draw_directions

M = 3
X = np.random.default_rng(0).uniform([-1, 0, 5], [1, 2, 6], (50, M))


def draw(direction, n_epochs=40, bias_step=False, X=X, seed=0):
    return draw_directions(direction, n_epochs, X, np.random.RandomState(seed), bias_step)


@pytest.mark.parametrize("direction", [d for d in DIRECTIONS if d != "feature_range"])
@pytest.mark.parametrize("bias_step", [False, True, "apart"])
def test_directions_do_not_depend_on_where_the_rows_lie(direction, bias_step):
    if (direction, bias_step) == ("gradient", "apart"):
        return
    for other in (X + 3, 10 * X, X[:2]):
        np.testing.assert_array_equal(
            draw(direction, bias_step=bias_step), draw(direction, bias_step=bias_step, X=other)
        )


def test_uniform_directions_span_minus_1_to_1():
    directions = draw("uniform", 20_000)
    np.testing.assert_allclose(directions.min(axis=0), -1, atol=0.01)
    np.testing.assert_allclose(directions.max(axis=0), 1, atol=0.01)
    np.testing.assert_allclose(directions.mean(axis=0), 0, atol=0.03)


def test_directions_of_the_feature_range_span_it():
    directions = draw("feature_range", 20_000)
    low, high = np.r_[-1, X.min(axis=0)], np.r_[1, X.max(axis=0)]
    assert (directions >= low).all()
    assert (directions <= high).all()
    np.testing.assert_allclose(directions.min(axis=0), low, atol=0.01)
    np.testing.assert_allclose(directions.max(axis=0), high, atol=0.01)
    np.testing.assert_allclose(directions.mean(axis=0), (low + high) / 2, atol=0.03)


def test_gaussian_directions_are_standard_normal_for_any_features():
    directions = draw("gaussian", 20_000)
    np.testing.assert_allclose(directions.mean(axis=0), 0, atol=0.03)
    np.testing.assert_allclose(np.cov(directions.T), np.eye(M + 1), atol=0.04)


def test_orthogonal_directions_are_a_new_basis_every_m_plus_1_epochs():
    bases = draw("orthogonal", 5 * (M + 1)).reshape(5, M + 1, M + 1)
    for basis in bases:
        np.testing.assert_allclose(basis @ basis.T, np.eye(M + 1), atol=1e-12)
    assert len(np.unique(bases.round(6), axis=0)) == 5


def test_orthogonal_directions_start_along_uniform_ones():
    uniform, orthogonal = draw("uniform", 1)[0], draw("orthogonal", 1)[0]
    assert abs(uniform @ orthogonal) == pytest.approx(np.linalg.norm(uniform))


def test_orthogonal_directions_exist_for_a_feature_of_zeros():
    basis = draw("orthogonal", M + 1, X=X * [1, 0, 1])
    np.testing.assert_allclose(basis @ basis.T, np.eye(M + 1), atol=1e-12)


def test_cyclic_directions_are_the_coordinates_in_turn():
    np.testing.assert_array_equal(draw("cyclic", 6), np.eye(M + 1)[[0, 1, 2, 3, 0, 1]])


def test_gradient_directions_are_zeros_that_the_descent_fills_in():
    np.testing.assert_array_equal(draw("gradient", 6), 0)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_bias_step_precedes_every_m_plus_1_of_the_other_directions(direction):
    with_bias = draw(direction, 4 * (M + 2), bias_step=True).reshape(4, M + 2, M + 1)
    np.testing.assert_array_equal(with_bias[:, 0], np.tile(np.eye(1, M + 1), (4, 1)))
    np.testing.assert_array_equal(with_bias[:, 1:].reshape(-1, M + 1), draw(direction, 4 * (M + 1)))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("bias_step", [True, False])
def test_fewer_epochs_get_the_first_of_the_directions(direction, bias_step):
    few, many = draw(direction, 7, bias_step), draw(direction, 100, bias_step)
    np.testing.assert_array_equal(few, many[:7])


@pytest.mark.parametrize("direction", [d for d in DIRECTIONS if d != "gradient"])
def test_bias_apart_alternates_e_0_with_m_directions_that_leave_it_alone(direction):
    groups = draw(direction, 5 * (M + 1), bias_step="apart").reshape(5, M + 1, M + 1)
    np.testing.assert_array_equal(groups[:, 0], np.tile(np.eye(1, M + 1), (5, 1)))
    np.testing.assert_array_equal(groups[:, 1:, 0], 0)
    assert (groups[:, 1:, 1:] != 0).any(axis=2).all()
    few = draw(direction, 7, bias_step="apart")
    np.testing.assert_array_equal(few, groups.reshape(-1, M + 1)[:7])


def test_orthogonal_directions_with_the_bias_apart_are_a_basis():
    groups = draw("orthogonal", 5 * (M + 1), bias_step="apart").reshape(5, M + 1, M + 1)
    for basis in groups:
        np.testing.assert_allclose(basis @ basis.T, np.eye(M + 1), atol=1e-12)


def test_gradients_cannot_leave_the_bias_alone():
    with pytest.raises(ValueError, match="needs directions that are drawn"):
        draw("gradient", bias_step="apart")
