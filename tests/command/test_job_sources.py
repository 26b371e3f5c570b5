"""What a job without a shared folder would lack stops the run before it starts."""

import subprocess

import pytest

from methods.command.job_sources import refuse_unknown_to_git
from methods.errors import UserError


@pytest.fixture
def repository(tmp_path):
    for name in ("methods/a.py", "datasets/local/own.csv", "results/toy.csv", "notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / ".gitignore").write_text("datasets/local/\n__pycache__/\n")
    for words in (["init", "--quiet"], ["add", "methods"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_files_that_git_does_not_know_are_named_also_ignored_ones(repository):
    with pytest.raises(UserError, match=r"^git does not know datasets/local/own.csv; without a "):
        refuse_unknown_to_git(repository)
    for i in range(4):
        (repository / f"methods/new_{i}.py").touch()
    with pytest.raises(UserError, match=r"own.csv, methods/new_0.py, methods/new_1.py and 2 more;"):
        refuse_unknown_to_git(repository)


def test_results_notes_and_compiled_code_may_be_unknown(repository):
    subprocess.run(["git", "add", "--force", "datasets"], cwd=repository, check=True)
    (repository / "methods/__pycache__").mkdir()
    (repository / "methods/__pycache__/a.pyc").touch()
    refuse_unknown_to_git(repository)


def test_a_folder_without_git_is_refused(tmp_path):
    with pytest.raises(UserError, match="is no git repository; without a shared folder, jobs get"):
        refuse_unknown_to_git(tmp_path)


@pytest.mark.parametrize("name", ["methods/b.py", "plugins/b.py", "datasets/b.yaml", "workflow/b"])
def test_the_sources_of_a_job_are_all_of_these_folders(repository, name):
    (repository / "datasets/local/own.csv").unlink()
    (repository / name).parent.mkdir(exist_ok=True)
    (repository / name).touch()
    with pytest.raises(UserError, match=f"^git does not know {name};"):
        refuse_unknown_to_git(repository)
