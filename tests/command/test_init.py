"""`init`: what a new project has, and the folders that it refuses."""

from pathlib import Path

import pytest

from methods import project
from methods.bench.plan import read_plan
from methods.command import init
from methods.command.claim_faults import faults_of_claims
from methods.command.command_line import main


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.delenv(project.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_a_new_folder_is_a_project_on_which_commands_work(here, monkeypatch, capsys):
    assert main(["init", "deep/my"]) == 0
    assert "cd deep/my\n  snakemake" in capsys.readouterr().out
    made = here / "deep/my"
    assert project.is_project(made) and (made / "profiles/default/config.yaml").is_file()
    assert not (made / "datasets/local").exists() and not (made / "results").exists()
    monkeypatch.chdir(made / "plugins")
    assert project.root() == made
    assert main(["list", "experiments"]) == 0
    assert "yardstick" in capsys.readouterr().out
    assert [path.name for path in (here / "deep").iterdir()] == ["my"]


def test_claims_of_a_new_folder_rest_on_tests_and_docs_of_its_checkout(here):
    assert main(["init", "my project"]) == 0
    made = here / "my project"
    assert not list(faults_of_claims(read_plan(made, ["experiments=all"]), made))


def test_the_command_to_enter_a_new_folder_can_be_pasted(here, capsys):
    assert main(["init", "my project"]) == 0
    assert "\n  cd 'my project'\n" in capsys.readouterr().out


def test_an_empty_folder_is_filled_and_stays_the_same_folder(here):
    before = here.stat().st_ino
    assert main(["init", "."]) == 0
    assert here.stat().st_ino == before and project.is_project(here)
    assert not [path for path in here.parent.iterdir() if ".part-" in path.name]


@pytest.mark.parametrize(("name", "place"), [("empty", "empty"), ("link", "empty"), ("new", "")])
def test_an_empty_folder_is_filled_from_within(here, monkeypatch, name, place):
    """It may be a disk of its own, onto which nothing can be renamed from beside it."""
    begun = []
    monkeypatch.setattr(init, "fill", lambda folder: begun.append(folder.resolve().parent))
    monkeypatch.setattr(init, "yaml_files_in", lambda folder: [])
    Path("empty").mkdir()
    Path("link").symlink_to("empty")
    assert main(["init", name]) == 0
    assert begun == [here / place]
    assert not list(Path(name).iterdir())


@pytest.mark.parametrize("name", ["full", "full/file"])
def test_what_is_not_empty_is_refused(here, capsys, name):
    Path("full").mkdir()
    Path("full/file").touch()
    assert main(["init", name]) == 1
    complaint = f"error: {name} is there and not empty; name a new folder\n"
    assert capsys.readouterr().err == complaint
    assert [path.name for path in here.rglob("*")] == ["full", "file"]


def test_a_copy_that_fails_leaves_nothing(here, monkeypatch, capsys):
    monkeypatch.setattr("methods.command.init.PARTS", ("Snakefile", "gone"))
    assert main(["init", "my"]) == 1
    assert not list(here.iterdir())


def test_the_example_is_a_method_that_can_be_fitted(here, monkeypatch):
    main(["init", "my"])
    monkeypatch.syspath_prepend(here / "my/plugins")
    from nearest_mean import NearestMean

    assert NearestMean().fit([[0.0], [1.0]], [0, 1]).predict([[0.9]]) == [1]
