"""`init` in an empty folder, and every command there and outside, from the installed package."""

import os

import pytest

from methods.project import PARTS
from tests.installed.conftest import Installed

pytestmark = pytest.mark.slow
MARGINBENCH = ("-m", "marginbench")
COMMANDS = (
    "list", "show", "new", "init", "check", "status", "bench", "schemas", "clean", "claim",
    "export", "merge", "audit", "keep", "judge", "summary", "pages", "try", "land", "document",
)  # fmt: skip
LOOKING = (
    "list methods", "list datasets", "list experiments", "list papers", "list claims",
    "list tables", "list figures", "list claim-tests", "show erm", "show sonar",
    "show AnyBoost exp", "show marginbench.tables.scores.score_table", "check", "status",
)  # fmt: skip
SMOKE = ("scale=smoke", "experiments=[mine]", "datasets=embedded", "figure_formats=[svg]")


@pytest.fixture(scope="module")
def project(installed: Installed, tmp_path_factory):
    """What `init` makes, and an experiment of the user's in it."""
    folder = tmp_path_factory.mktemp("empty") / "the {project}"
    assert "10 experiments on" in installed.well(folder.parent, *MARGINBENCH, "init", folder)
    installed.well(folder, *MARGINBENCH, "new", "experiment", "mine")
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_anywhere(installed, tmp_path, name):
    assert f"marginbench {name}" in installed.well(tmp_path, *MARGINBENCH, name, "--help")


def test_the_list_of_commands_is_whole(installed, tmp_path):
    said = installed.well(tmp_path, *MARGINBENCH, "--help")
    assert all(f"    {name} " in said for name in COMMANDS)


@pytest.mark.parametrize("words", ["list methods", "check", "status", "clean --yes", "pages"])
def test_without_a_project_a_command_says_how_to_make_one(installed, tmp_path, words):
    done = installed.run(tmp_path, *MARGINBENCH, *words.split())
    assert done.returncode == 1 and not list(tmp_path.iterdir())
    assert done.stderr == "error: no project here or above; `marginbench init DIR` makes one\n"


def test_init_makes_a_project_that_names_the_installed_package(project):
    assert all((project / part).exists() for part in PARTS)
    assert (project / "plugins/nearest_mean.py").is_file() and not (project / "methods").exists()
    assert (project / "profiles/default/config.yaml").is_file()
    text = (project / "workflow/experiments/erm.yaml").read_text()
    assert "marginbench.ExclusivityMachine" in text and "methods.ExclusivityMachine" not in text


@pytest.mark.parametrize("words", LOOKING)
def test_every_command_that_looks_works_in_the_project_and_below(installed, project, words):
    assert installed.well(project / "workflow", *MARGINBENCH, *words.split())


def test_a_file_of_a_checkout_is_told_the_name_of_the_installed_package(installed, project):
    mine = project / "workflow/experiments/mine.yaml"
    other = mine.with_name("other.yaml")
    other.write_text(mine.read_text().replace("sklearn.naive_bayes.GaussianNB", "methods.AdaBoost"))
    done = installed.run(project, *MARGINBENCH, "check")
    other.unlink()
    assert done.returncode == 1
    assert "No module named 'methods'; the installed package is marginbench\n" in done.stderr


def test_what_needs_kept_results_says_so_in_one_line(installed, project):
    for words in (["pages"], ["judge"], ["summary"], ["land", "nearest_mean.NearestMean"]):
        done = installed.run(project, *MARGINBENCH, *words)
        assert done.returncode == 1 and done.stderr.startswith("error: ")
        assert done.stderr.count("\n") == 1, done.stderr


def test_a_run_makes_its_outputs_and_nothing_in_the_package(installed, project, tmp_path):
    before = installed.files()
    snakemake = ("-m", "snakemake", "--cores", "1")
    elsewhere = ("--snakefile", project / "Snakefile", "--directory", tmp_path)
    planned = installed.well(tmp_path, *snakemake, *elsewhere, "--dry-run", "--config", *SMOKE)
    assert "aggregate_mine" in planned
    mirror = os.environ.get("MARGINBENCH_MIRROR", "")
    said = installed.well(project, *snakemake, "--config", *SMOKE, MARGINBENCH_MIRROR=mirror)
    assert "results/report/index.html" in said
    assert (project / "results/mine/errors.csv").read_text().count("Naive Bayes") == 2
    assert installed.well(project, *MARGINBENCH, "status", "--config", *SMOKE)
    assert installed.files() == before
    (project / "results/notes.txt").write_text("hers")
    said = installed.well(project, *MARGINBENCH, "clean", "--yes")
    assert "results/notes.txt" in said
    left = {p.name for p in (project / "results").rglob("*") if p.is_file()}
    assert "notes.txt" in left and "errors.csv" not in left and "claims.json" not in left
