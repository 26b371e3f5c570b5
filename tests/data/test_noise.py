"""Noise on the test part: its size, its share, and what it draws from."""

import numpy as np
import pytest

from methods.data.noise import add_noise
from methods.errors import UserError

X = np.random.default_rng(0).uniform(-1, 3, size=(40, 30, 20))


def noisy(kind_and_level, seed=1):
    return add_noise(X, kind_and_level, np.random.default_rng(seed))


@pytest.mark.parametrize("deviation", [0.0, 0.1, 1.0])
def test_gaussian_noise_has_the_deviation_of_its_level(deviation):
    added = noisy(f"gaussian {deviation}") - X
    assert added.std() == pytest.approx(deviation, rel=0.02)
    assert abs(added.mean()) <= 0.02 * deviation


@pytest.mark.parametrize(
    ("reading", "ends"), [("min and max", (X.min(), X.max())), ("0 and 1", (0.0, 1.0))]
)
@pytest.mark.parametrize("density", [0.0, 0.01, 0.3])
def test_salt_and_pepper_replace_their_share_by_two_values_in_equal_parts(reading, ends, density):
    changed = noisy(f"salt and pepper of {reading} {density}")
    low, high = changed == ends[0], changed == ends[1]
    assert (low | high).mean() == pytest.approx(density, abs=0.01)
    assert low.mean() == pytest.approx(high.mean(), abs=0.01)
    np.testing.assert_array_equal(changed[~(low | high)], X[~(low | high)])


@pytest.mark.parametrize("density", [0.0, 0.3])
def test_clipped_noise_is_that_of_entries_from_0_to_1(density):
    """MATLAB's imnoise clips before it replaces, so a level of 0 changes the entries too."""
    clipped = noisy(f"clipped salt and pepper of 0 and 1 {density}")
    stream = np.random.default_rng(1)
    expected = add_noise(np.clip(X, 0, 1), f"salt and pepper of 0 and 1 {density}", stream)
    np.testing.assert_array_equal(clipped, expected)
    assert (clipped == 0).mean() > 0.2 and X.min() < -0.9


def test_the_same_stream_gives_the_same_noise():
    np.testing.assert_array_equal(noisy("gaussian 0.1"), noisy("gaussian 0.1"))
    assert not np.array_equal(noisy("gaussian 0.1"), noisy("gaussian 0.1", seed=2))


@pytest.mark.parametrize("wrong", ["gaussian", "salt and pepper 0.1", "pepper 0.1", "0.1"])
def test_an_unknown_kind_gives_one_line_of_error(wrong):
    with pytest.raises(UserError, match="is not a kind and a level"):
        noisy(wrong)
