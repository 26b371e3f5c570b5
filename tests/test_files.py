"""Files appear completely or not at all."""

import os

import numpy as np
import pytest

from methods.files import write_atomically, write_text


def test_a_failing_writer_leaves_the_old_file_and_nothing_beside_it(tmp_path):
    path = tmp_path / "scores.csv"
    write_text(path, "old")

    def write(part):
        part.write_text("ne")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, write)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["scores.csv"]


def test_the_old_file_stays_readable_until_the_new_one_is_complete(tmp_path):
    path = tmp_path / "scores.csv"
    write_text(path, "old")
    seen = []

    def write(part):
        part.write_text("new")
        seen.append(path.read_text())

    with open(path) as reader:  # someone who had it open keeps a whole file, too
        write_atomically(path, write)
        assert reader.read() == "old"
    assert seen == ["old"] and path.read_text() == "new"


def test_a_file_is_on_the_disk_before_it_takes_its_name(tmp_path, monkeypatch):
    path, steps = tmp_path / "scores.csv", []
    replace = os.replace
    monkeypatch.setattr(os, "fsync", lambda file: steps.append(os.fstat(file).st_size))
    monkeypatch.setattr(os, "replace", lambda *ends: (steps.append("named"), replace(*ends)))
    write_text(path, "seven b")
    assert steps == [7, "named"]


def test_the_next_writer_removes_the_temporary_file_of_a_killed_one(tmp_path):
    path = tmp_path / "scores.csv"
    left = [tmp_path / ".scores.part-1.csv", tmp_path / ".other.part-1.csv"]
    for part in left:
        part.touch()
    write_text(path, "new")
    assert [part.exists() for part in left] == [False, True]


def test_the_temporary_file_has_the_suffix_by_which_savers_choose_the_format(tmp_path):
    path = tmp_path / "deep" / "down" / "block.npz"
    write_atomically(path, lambda part: np.savez(part, x=np.arange(3)))
    assert np.load(path)["x"].tolist() == [0, 1, 2]


def test_text_is_utf8(tmp_path):
    write_text(tmp_path / "a.md", "λ ±")
    assert (tmp_path / "a.md").read_bytes() == "λ ±".encode()


def test_what_a_dead_writer_left_goes_with_the_next_file_of_this_name(tmp_path):
    left = [tmp_path / f".{name}.part-1.csv" for name in ("scores", "scores_2", "other")]
    for part in left:
        part.touch()
    write_text(tmp_path / "scores.csv", "new")
    assert [part.exists() for part in left] == [False, True, True]
