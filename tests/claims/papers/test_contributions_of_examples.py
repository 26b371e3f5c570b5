"""What a trial says of noisy and of clean examples, and how far points lie from a line."""

from types import SimpleNamespace

import numpy as np
import pytest

from methods.claims.papers import contributions


def summed(monkeypatch, times, increases):
    """Sums of one trial in which the first three of four examples are noisy."""
    noisy = np.array([True, True, True, False])
    monkeypatch.setattr(contributions, "flipped_examples", lambda _: (None, noisy))
    return [SimpleNamespace(times=times, increases=increases)]


def test_the_contribution_to_all_others_counts_each_example_once(monkeypatch):
    """The first noisy example came last three times, the second once, and the third never."""
    times, increases = (np.zeros((4, 4)) for _ in range(2))
    times[:, -1], increases[:, -1] = [3, 1, 0, 2], [9, 1, 0, 1]
    sums = summed(monkeypatch, times, increases)
    assert contributions._to_all_others(sums, "alpha", "noisy") == pytest.approx([2.0])
    assert contributions._to_all_others(sums, "alpha", "clean") == pytest.approx([0.5])


@pytest.mark.parametrize(("kind", "mean"), [("noisy", 2.0), ("clean", 10.0)])
def test_a_mean_contribution_is_that_of_the_examples_and_sizes_asked_for(monkeypatch, kind, mean):
    times = np.ones((4, 4))
    increases = np.outer([1.0, 2.0, 3.0, 10.0], [9.0, 1.0, 1.0, 9.0])
    sums = summed(monkeypatch, times, increases)
    assert contributions._means(sums, "alpha", (kind, 1, 3)) == pytest.approx([mean])


def test_the_farthest_point_is_that_with_the_largest_distance_from_all_segments():
    line = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    points = np.array([[0.25, 0.5], [0.75, 0.5], [2.0, 3.0], [-1.0, 0.0]])
    distances = [contributions._farthest(points[[k]], line) for k in range(4)]
    assert distances == pytest.approx([0.5, 0.25, 5**0.5, 1.0])
    assert contributions._farthest(points, line) == pytest.approx(5**0.5)
