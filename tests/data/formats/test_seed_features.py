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


def test_the_only_session_has_no_others_and_files_beside_it_are_passed_over():
    members = [LABELS, ("1_2.mat", mat(**session(0))), ("readme.txt", b"?"), ("1_2.mat.bak", b"?"),
               ("my_1_2.mat", b"?")]  # fmt: skip
    parsed = read(*members)
    assert parsed.notes == ("session 1_2.mat: 3 clips of 15 seconds; 0 other sessions left out",)


def test_of_sessions_of_one_subject_the_earlier_is_read_wherever_it_stands():
    early, late = mat(**session(1)), mat(**session(2))
    expected = read(LABELS, ("1_2.mat", early)).X
    for members in (
        [("1_2.mat", early), ("1_10.mat", late)],
        [("1_10.mat", late), ("1_2.mat", early)],
    ):
        parsed = read(*members, LABELS)
        np.testing.assert_array_equal(parsed.X, expected)
        assert parsed.notes[0].endswith("; 1 other sessions left out")


@pytest.mark.parametrize(
    ("label", "clips", "reason"),
    [
        (np.empty((0, 0)), {}, "label.mat: no array called label"),
        (np.array([[1]]), {"de_LDS1": np.ones((62, 5))}, "1_1.mat: de_LDS1 has shape (62, 5), not"),
        (np.array([[1]]), {"de_LDS1": np.ones((62, 2, 6))}, "has shape (62, 2, 6), not"),
        (np.array([[1]]), {"de_LDS1": np.ones((63, 2, 5))}, "has shape (63, 2, 5), not"),
        (np.array([[1]]), {"de_LDS0": np.ones((62, 2, 5))}, "1_1.mat: no array called de_LDS1"),
    ],
)
def test_arrays_must_have_their_names_and_shapes(label, clips, reason):
    with pytest.raises(UserError) as refused:
        read(("label.mat", mat(label=label)), ("1_1.mat", mat(**clips)))
    assert str(refused.value).startswith("seed.tar: ") and reason in str(refused.value)


def test_pairs_are_mirror_images_and_neighbours_of_the_middle_line():
    assert PAIRS[:2] == [("FP1", "FP2"), ("AF3", "AF4")] and PAIRS[26] == ("O1", "O2")
    assert PAIRS[27:] == [("FPZ", "FZ"), ("FCZ", "CZ"), ("CPZ", "PZ"), ("POZ", "OZ")]


def test_one_clip_of_one_second_is_one_row():
    values = np.arange(62 * 5.0).reshape(62, 1, 5)
    parsed = read(("label.mat", mat(label=np.array([[-1]]))), ("1_1.mat", mat(de_LDS1=values)))
    first, second = (CHANNELS.index(name) for name in ("AF3", "AF4"))
    assert parsed.X.shape == (1, 31, 10) and list(parsed.labels) == ["-1"]
    assert parsed.X[0, 1].tolist() == [*values[first, 0], *values[second, 0]]
    assert parsed.extras["group"].tolist() == [1]
