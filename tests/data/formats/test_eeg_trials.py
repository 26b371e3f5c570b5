"""Packed EEG trials: microvolts, and trials that stand in both parts."""

import numpy as np

from methods.data.formats.eeg_trials import read
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
