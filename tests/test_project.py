"""Which folder is the project, and what a command does where there is none."""

from pathlib import Path

import pytest

from methods import project
from methods.command.command_line import main
from methods.errors import UserError
from tests.project import ROOT


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A folder that is a project, with nothing to run in it."""
    monkeypatch.delenv(project.VARIABLE, raising=False)
    folder = tmp_path / "mine"
    for part in project.PARTS:
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        (folder / part).touch()
    (folder / "workflow/experiments").unlink()
    (folder / "workflow/experiments").mkdir()
    (folder / "datasets").mkdir()
    (folder / "notes").mkdir()
    return folder


@pytest.fixture
def installed(monkeypatch):
    """As if the package were not that of a checkout."""
    monkeypatch.setattr(project, "IS_INSTALLED", True)


def test_the_project_is_here_or_above(mine, monkeypatch):
    for folder in (mine, mine / "notes"):
        monkeypatch.chdir(folder)
        assert project.root() == mine


@pytest.mark.parametrize("part", project.PARTS)
def test_a_folder_without_a_part_is_none(mine, installed, monkeypatch, part):
    (mine / part).rename(mine / "notes" / "other")
    monkeypatch.chdir(mine)
    assert project.find() is None


def test_a_run_elsewhere_names_its_project(mine, monkeypatch):
    monkeypatch.setenv(project.VARIABLE, str(mine))
    assert project.root() == mine
    monkeypatch.setenv(project.VARIABLE, str(mine / "gone"))
    with pytest.raises(UserError, match=r"MARGINBENCH_PROJECT names .*gone, which is no folder"):
        project.root()


def test_a_project_that_is_named_from_here_stays_the_same_elsewhere(mine, monkeypatch):
    monkeypatch.chdir(mine / "notes")
    monkeypatch.setenv(project.VARIABLE, "..")
    found = project.root()
    monkeypatch.chdir(mine / "datasets")
    assert found.resolve() == mine and found.is_absolute()


def test_a_checkout_is_its_own_project_and_an_installed_package_has_none(
    tmp_path, mine, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert project.root() == ROOT
    monkeypatch.setattr(project, "IS_INSTALLED", True)
    assert project.find() is None


@pytest.mark.parametrize("words", ["list methods", "clean --yes", "fetch alpha --out f.json"])
def test_a_command_without_a_project_says_how_to_make_one(
    tmp_path, mine, installed, monkeypatch, capsys, words
):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert main(words.split()) == 1
    complaint = "error: no project here or above; `marginbench init DIR` makes one\n"
    assert capsys.readouterr().err == complaint
    assert sorted(tmp_path.rglob("*")) == before


def test_an_audit_needs_no_project(tmp_path, mine, installed, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("dataset,method,value\na,A,12.5\na,B,13.5\n")
    assert main(["audit", "t.csv"]) == 0


def test_below_the_project_results_are_its_own_and_named_files_are_here(mine, monkeypatch, capsys):
    monkeypatch.chdir(mine / "notes")
    Path("t.txt").write_text("no table")
    assert main(["try", "t.txt", "--target", "a"]) == 1
    assert f"{mine}/notes/t.txt" in capsys.readouterr().err
    assert Path.cwd() == mine
    assert main(["list", "experiments"]) == 0


def test_a_folder_below_with_results_of_its_own_keeps_them(mine, monkeypatch):
    (mine / "notes/.snakemake").mkdir()
    monkeypatch.chdir(mine / "notes")
    assert main(["list", "experiments"]) == 0
    assert Path.cwd() == mine / "notes"


def test_a_copied_command_works_in_the_folder_of_the_project(mine, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert project.command("check") == ".venv/bin/python -m methods check"
    assert project.run_command("--cores 1") == ".venv/bin/snakemake --cores 1"
    monkeypatch.chdir(mine)  # made by init, without an environment of its own
    assert project.command("check") == "python -m methods check"
    assert project.run_command("--cores 1") == "snakemake --cores 1"


def test_an_installed_package_has_the_name_that_it_imports_as(installed, monkeypatch):
    monkeypatch.setattr(project, "NAME", "marginbench")
    monkeypatch.chdir(ROOT)
    assert project.command("check") == "python -m marginbench check"
