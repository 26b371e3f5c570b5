"""Packed EEG trials: microvolts, and trials that stand in both parts."""

import numpy as np
import pytest

from methods.data.formats.eeg_trials import read
from methods.errors import UserError
from tests.data.file_bytes import npz_bytes


def test_repeated_eeg_trials_stay_in_the_training_part_only():
    data = npz_bytes(
        k=np.arange(3 * 2, dtype=np.int16).reshape(3, 1, 2),
        offset=np.full((3, 1), -1000.0),
        group=np.array(["a", "a", "c"]),
        subject=np.array(["s1", "s1", "s2"]),
        trial=np.array([4, 4, 4]),
        split=np.array(["train", "test", "test"]),
    )
    parsed = read(data, "trials.npz", {})
    assert parsed.labels == ["a", "c"]
    assert parsed.test is not None and parsed.test.tolist() == [False, True]
    assert parsed.extras["group"].tolist() == ["s1", "s2"]
    np.testing.assert_array_equal(parsed.X[0], [[-1.0, -0.512]])


def test_a_test_trial_is_the_same_again_only_with_the_subject_and_number_of_a_training_trial():
    subjects = ["s1", "s1", "s2", "s1", "s2"]
    numbers = [4, 5, 4, 4, 5]
    data = npz_bytes(
        k=np.arange(10, dtype=np.int16).reshape(5, 2, 1),
        offset=np.array([[0.0, 500], [1, 2], [3, 4], [5, 6], [7, -0.4]]),
        group=np.array(list("aaaca")),
        subject=np.array(subjects),
        trial=np.array(numbers),
        split=np.array(["train", "test", "test", "test", "train"]),
    )
    parsed = read(data, "trials.npz", {})
    assert list(parsed.labels) == ["a", "a", "a", "a"]
    assert parsed.test.tolist() == [False, True, True, False]
    assert parsed.extras["group"].tolist() == ["s1", "s1", "s2", "s2"]
    # (offset + 488.28125 k) / 1000, rounded
    np.testing.assert_array_equal(parsed.X[:, :, 0], [
        [0, 0.988], [0.978, 1.467], [1.956, 2.445], [3.913, 4.394],
    ])  # fmt: skip


def test_a_file_without_one_of_its_arrays_is_one_line():
    with pytest.raises(UserError, match=r"^t\.npz: not a readable EEG trials file"):
        read(npz_bytes(k=np.eye(2)), "t.npz", {})
