"""Where a command works, and which damaged files it removes."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from methods.command.command_line import enter_project, main
from methods.files import write_text
from methods.project import VARIABLE
from methods.sealed_files import Damaged


@pytest.mark.parametrize(
    ("file", "of_step", "stays"),
    [
        ("results/toy/claims.json", {"makes_again": True}, False),
        ("results/toy/claims.json", {}, True),  # `show` and `status` only look
        ("results/reference/toy/claims.json", {"makes_again": True}, True),
        ("../claims.json", {"makes_again": True}, True),
    ],
)
def test_only_a_step_removes_a_damaged_file_and_only_one_of_a_run(
    tmp_path, monkeypatch, capsys, file, of_step, stays
):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    write_text(file, "{}")

    def fail(options):
        raise Damaged(Path(file), "so")

    known = ArgumentParser()
    known.set_defaults(step=fail, anywhere=True, **of_step)
    assert main([], known) == 1
    assert Path(file).exists() is stays
    assert ("it is removed" in capsys.readouterr().err) is not stays


def test_files_that_are_named_in_a_folder_of_the_project_stay_those(project, monkeypatch):
    monkeypatch.delenv(VARIABLE)
    (project / "notes").mkdir()
    monkeypatch.chdir(project / "notes")
    options = Namespace(folders=[Path("a"), Path("b")], file=Path("c"), papers=["d"])
    enter_project(options)
    assert Path.cwd() == options.root == project
    notes = project / "notes"
    assert (options.folders, options.file) == ([notes / "a", notes / "b"], notes / "c")
    assert options.papers == ["d"]


def test_a_folder_of_the_project_with_a_run_of_its_own_is_worked_in(project, monkeypatch):
    monkeypatch.delenv(VARIABLE)
    (project / "other/.snakemake").mkdir(parents=True)
    monkeypatch.chdir(project / "other")
    options = Namespace(file=Path("c"))
    enter_project(options)
    assert (options.root, Path.cwd()) == (project, project / "other")
    assert options.file == Path("c")
