"""Angles between weight vectors: by hand, near zero, and without a direction."""

import numpy as np
import pytest

from methods.angles import mean_pairwise_angle, pairwise_angles, pairwise_chords


def test_chord_is_the_distance_on_the_unit_sphere():
    np.testing.assert_allclose(pairwise_chords([[3.0, 0], [0, 0.1], [-2, 0]]), [2**0.5, 2, 2**0.5])


def test_pairs_come_in_the_order_of_the_upper_triangle():
    np.testing.assert_allclose(pairwise_angles([[1.0, 0], [1, 1], [0, 1]]), [45, 90, 45])


@pytest.mark.parametrize("angle", [1e-13, 1e-9, 1e-3, 1.0, 179.0])
def test_angles_near_zero_keep_their_digits(angle):
    turned = [np.cos(np.radians(angle)), np.sin(np.radians(angle))]
    assert pairwise_angles([[1.0, 0.0], turned])[0] == pytest.approx(angle, rel=1e-6)


def test_a_zero_vector_has_no_angle():
    angles = pairwise_angles([[1.0, 0], [0, 0], [0, 1]])
    np.testing.assert_array_equal(np.isnan(angles), [True, False, True])


def test_mean_angle_by_hand():
    assert mean_pairwise_angle(np.array([[1.0, 0], [0, 3.0], [-2.0, 0]])) == pytest.approx(120)
    assert mean_pairwise_angle(np.array([[1.0, 0], [1.0, 1e-9]])) == pytest.approx(np.degrees(1e-9))
    assert mean_pairwise_angle(np.array([[1.0, 0], [0, 0], [0, 1.0]])) == pytest.approx(
        90
    )  # zero: none
    assert np.isnan(mean_pairwise_angle(np.array([[1.0, 0]])))
