"""What Snakemake's notes say of files: when a run began, and how long a job took."""

import os
from base64 import urlsafe_b64encode

import pytest

from methods.command import records


@pytest.fixture
def notes(tmp_path, monkeypatch):
    """The folder of the notes of a project, with two locks of the run that began at 1000."""
    monkeypatch.chdir(tmp_path)
    for name, time in (("0.input.lock", 1002), ("0.output.lock", 1000), ("1.output.lock", 1001)):
        written(records.NOTES / "locks" / name, time=time)
    return records.NOTES


def written(note, text="", time=2000):
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(text)
    os.utime(note, (time, time))


def named(path):
    return urlsafe_b64encode(path.encode()).decode()


def test_a_run_began_with_its_first_lock(notes):
    assert records.locked_since() == 1000


def test_without_a_lock_nothing_runs(notes):
    written(notes / "incomplete" / named("a.npz"))
    assert records.running() == {"a.npz"}
    for lock in (notes / "locks").iterdir():
        lock.unlink()
    assert records.locked_since() is None and records.running() == set()


def test_a_file_that_was_begun_before_the_lock_is_of_an_earlier_run(notes):
    for path, time in (("old", 999), ("first", 1000), ("between", 1001), ("late", 1003)):
        written(notes / "incomplete" / named(path), time=time)
    assert records.running() == {"first", "between", "late"}
    assert records.begun_at("old") == 999 and records.begun_at("never") is None


@pytest.mark.parametrize("length", [10, 189, 190, 191, 400])
def test_the_note_of_a_long_path_is_found(notes, length):
    """Snakemake cuts a name of more than 254 letters into folders."""
    path = "x" * length
    name = named(path)
    parts = [name[at : at + 254] for at in range(0, len(name), 254)]
    folders = [f"@{part}" for part in parts[:-1]]
    written(notes.joinpath("metadata", *folders, parts[-1]), '{"starttime": 1, "endtime": 3.5}')
    assert records.seconds(records.made(path)) == 2.5
    written(notes.joinpath("incomplete", *folders, parts[-1]))
    assert records.running() == {path}


@pytest.mark.parametrize("text", [None, "", '{"starttime": 1'])
def test_a_note_that_is_not_there_or_being_written_says_nothing(notes, text):
    if text is not None:
        written(notes / "metadata" / named("a"), text)
    assert records.made("a") is None and records.seconds(None) is None


@pytest.mark.parametrize("note", [{}, {"starttime": 1.0}, {"endtime": 1.0}, {"starttime": None}])
def test_a_job_without_a_start_or_an_end_has_no_seconds(note):
    assert records.seconds(note) is None
    assert records.seconds({"starttime": 0, "endtime": 2}) == 2.0
