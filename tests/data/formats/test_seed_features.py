"""SEED: pairs of channels, one row per second, and the first of several sessions."""

import io

import numpy as np
import pytest
import scipy.io

from methods.data.formats import read_format
from methods.data.formats.seed_features import CHANNELS, PAIRS
from methods.errors import UserError
from tests.data.eeg_archives import tar_of

FOLDER = "ExtractedFeatures"
EMOTIONS = [1, 0, -1]


def mat(**arrays):
    buffer = io.BytesIO()
    scipy.io.savemat(buffer, arrays)
    return buffer.getvalue()


def session(seed, n_channels=62, bands=5):
    random = np.random.default_rng(seed)
    clips = {f"de_LDS{i + 1}": random.normal(size=(n_channels, 4 + i, bands)) for i in range(3)}
    return clips | {"psd_LDS1": np.ones((62, 4, 5))}


LABELS = (f"{FOLDER}/label.mat", mat(label=np.array([EMOTIONS])))


def read(*members):
    return read_format("seed_features", tar_of(members), "seed.tar", {})


def test_each_second_is_a_matrix_of_pairs_of_channels():
    arrays = session(0)
    parsed = read(LABELS, (f"{FOLDER}/1_20131027.mat", mat(**arrays)))
    assert parsed.X.shape == (4 + 5 + 6, 31, 10)
    assert list(parsed.labels) == ["1"] * 4 + ["0"] * 5 + ["-1"] * 6
    assert parsed.extras["group"].tolist() == [1] * 4 + [2] * 5 + [3] * 6
    for row, (first, second) in enumerate(PAIRS):
        for column in range(10):
            channel = CHANNELS.index(second if column >= 5 else first)
            values = arrays["de_LDS2"][channel, :, column % 5]
            np.testing.assert_array_equal(parsed.X[4:9, row, column], values)


def test_the_pairs_use_every_channel_once():
    assert len(PAIRS) == 31
    assert sorted(name for pair in PAIRS for name in pair) == sorted(CHANNELS)


def test_the_first_session_by_number_is_read_and_the_others_are_counted():
    names = ("10_20131130", "2_20140404", "2_20140413")
    members = [(f"{FOLDER}/{name}.mat", mat(**session(seed))) for seed, name in enumerate(names)]
    parsed = read(*members, LABELS)
    np.testing.assert_array_equal(parsed.X, read(members[1], LABELS).X)
    assert parsed.notes == (
        "session 2_20140404.mat: 3 clips of 15 seconds; 2 other sessions left out",
    )


WRONG = {
    "no labels": ([("1_20131027.mat", mat(**session(0)))], "needs label.mat and a session"),
    "no session": ([LABELS], "needs label.mat and a session"),
    "no clip": ([LABELS, ("1_1.mat", mat(de_LDS1=np.ones((62, 4, 5))))], "no array called de_LDS2"),
    "channels": ([LABELS, ("1_1.mat", mat(**session(0, 61)))], "not (62, seconds, 5)"),
    "bands": ([LABELS, ("1_1.mat", mat(**session(0, bands=4)))], "not (62, seconds, 5)"),
    "text": ([LABELS, ("1_1.mat", b"text")], "1_1.mat"),
    "label": ([("label.mat", mat(x=1)), ("1_1.mat", mat(**session(0)))], "no array called label"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_wrong_files_are_refused_in_one_line(fault):
    members, reason = WRONG[fault]
    with pytest.raises(UserError) as refused:
        read(*members)
    assert str(refused.value).startswith("seed.tar: ") and reason in str(refused.value)
    assert "\n" not in str(refused.value)
