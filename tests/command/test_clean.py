"""`clean`: what goes, what stays, and the question before."""

import json
from base64 import urlsafe_b64encode
from pathlib import Path

import numpy as np
import pytest

from methods.command.command_line import main
from methods.sealed_files import write_sealed, write_sealed_json

FILES = (
    "results/toy/t.csv", "results/toy/main/fits/a.npz", "results/logs/toy/a.log",
    "results/old/claims.json", "results/logs/fetch/alpha.log", "results/data/alpha.npz",
    "results/data/raw/alpha/a.csv", "results/reference/toy/t.csv", "results/report/index.html",
)  # fmt: skip
# The names are as those of a run, the files are of somebody else.
FOREIGN = (
    "results/notes.txt", "results/toy/mine.csv", "results/toy/t.xlsx", "results/data/own.npz",
    "results/old/t.csv", "results/toy/main/fits/.hidden.npz", "results/toy/own.json",
)  # fmt: skip


@pytest.fixture
def results(project):
    for name in FILES:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".npz"):
            write_sealed(name, lambda part: np.savez(part, x=np.zeros(1)), {})
        elif name.endswith(".json"):
            write_sealed_json(name, {}, {})
        else:
            Path(name).write_text("12345")
    return project


def left():
    return {str(path) for path in Path("results").rglob("*") if path.is_file()}


def test_the_results_and_logs_of_an_experiment_go_and_no_others(results, capsys):
    assert main(["clean", "toy", "--yes"]) == 0
    assert left() == set(FILES[3:])
    assert "toy: 3 files, " in capsys.readouterr().out
    assert not Path("results/toy").exists()


def test_without_a_name_all_goes_but_raw_data_and_the_reference(results, capsys):
    assert main(["clean", "--yes"]) == 0
    assert left() == {"results/data/raw/alpha/a.csv", "results/reference/toy/t.csv"}
    assert "7 files, " in capsys.readouterr().out


@pytest.mark.parametrize("answer, remains", [("y", 6), ("n", 9), ("", 9), (None, 9)])
def test_nothing_goes_before_a_yes(results, monkeypatch, capsys, answer, remains):
    def reply(question):
        if answer is None:  # nobody is there
            raise EOFError
        return answer

    monkeypatch.setattr("builtins.input", reply)
    assert main(["clean", "toy"]) == 0
    assert len(left()) == remains


def test_results_of_an_experiment_whose_file_is_gone_can_go(results):
    assert main(["clean", "old", "--yes"]) == 0
    assert "results/old/claims.json" not in left()


def test_what_no_run_made_stays_and_is_named(results, capsys):
    for name in FOREIGN:
        Path(name).write_text("12345")
    Path("results/toy/link.csv").symlink_to("mine.csv")
    assert main(["clean", "--yes"]) == 0
    kept = {"results/data/raw/alpha/a.csv", "results/reference/toy/t.csv"}
    assert left() == {*FOREIGN, *kept, "results/toy/link.csv"}
    (said,) = [line for line in capsys.readouterr().out.splitlines() if "no run made" in line]
    assert "results/notes.txt" in said and "and 3 more" in said


def test_what_snakemake_says_that_a_run_made_can_go(results):
    Path("results/old/gone_table.csv").write_text("1")
    note = Path(".snakemake/metadata", urlsafe_b64encode(b"results/old/gone_table.csv").decode())
    note.parent.mkdir(parents=True)
    note.write_text(json.dumps({"starttime": 1, "endtime": 2}))
    assert main(["clean", "old", "--yes"]) == 0
    assert not Path("results/old").exists()


def test_what_a_killed_step_has_begun_goes(results):
    Path("results/toy/main/.t.part-123.csv").write_text("1")
    assert main(["clean", "toy", "--yes"]) == 0
    assert not Path("results/toy").exists()


@pytest.mark.parametrize("name", ["data", "reference", "logs", "toi", "../results"])
def test_what_is_no_experiment_is_refused(results, capsys, name):
    assert main(["clean", name, "--yes"]) == 1
    assert f"unknown experiment '{name}'" in capsys.readouterr().err
    assert left() == set(FILES)


def test_a_link_to_elsewhere_stays_with_what_it_points_at(results, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "precious.txt").touch()
    Path("results/toy/link").symlink_to(elsewhere)
    assert main(["clean", "--yes"]) == 0
    assert (elsewhere / "precious.txt").exists() and Path("results/toy/link").is_symlink()


def test_nothing_goes_while_a_run_holds_the_folder(results, capsys):
    lock = Path(".snakemake/locks/0.input.lock")
    lock.parent.mkdir(parents=True)
    lock.touch()
    assert main(["clean", "--yes"]) == 1
    assert "a run holds this folder" in capsys.readouterr().err
    assert left() == set(FILES)


@pytest.mark.parametrize("absent", ["Snakefile", "config.yaml", "workflow"])
def test_nothing_goes_in_a_folder_that_is_no_project(results, capsys, absent):
    Path(absent).rename(f"other_{absent}")
    assert main(["clean", "--yes"]) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith("error: nothing is removed: ") and printed.err.count("\n") == 1
    assert not printed.out and left() == set(FILES)


def test_results_go_in_a_folder_that_a_run_used_without_a_snakefile(results):
    Path("Snakefile").unlink()
    Path(".snakemake").mkdir()
    assert main(["clean", "old", "--yes"]) == 0
    assert "results/old/claims.json" not in left()


@pytest.mark.parametrize("folder", ["tries/mine", "lands/toy_mine"])
def test_projects_of_try_and_land_stay(results, folder):
    file = f"results/{folder}/results/toy/claims.json"
    write_sealed_json(file, {}, {})
    assert main(["clean", "--yes"]) == 0
    assert file in left()


def test_results_on_another_disk_go_and_the_link_to_them_stays(project, tmp_path_factory):
    disk = tmp_path_factory.mktemp("disk")
    Path("results").symlink_to(disk)
    for name in ("results/toy/t.csv", "results/logs/toy/a.log"):
        Path(name).parent.mkdir(parents=True)
        Path(name).touch()
    assert main(["clean", "--yes"]) == 0
    assert Path("results").is_symlink() and not list(disk.iterdir())


@pytest.mark.parametrize("folder", ["tries/mine", "reference/toy", "data/raw/alpha"])
def test_empty_folders_of_what_stays_stay_too(results, folder):
    """A run of `try` may have just made it."""
    inner = Path("results", folder, "empty")
    inner.mkdir(parents=True)
    assert main(["clean", "--yes"]) == 0
    assert inner.is_dir() and not Path("results/toy").exists()


@pytest.mark.parametrize("name", ["results/toy/t.csv", "results/toy/main/fits/a.npz"])
def test_a_link_in_the_place_of_a_result_stays(results, name):
    Path(name).rename(Path(name).with_name("mine"))
    Path(name).symlink_to("mine")
    assert main(["clean", "toy", "--yes"]) == 0
    assert Path(name).is_symlink()


def test_the_figures_of_an_experiment_go_as_its_tables_do(results):
    file = Path("workflow/experiments/toy.yaml")
    file.write_text(file.read_text() + "figures: {f: {}}\n")
    for kind in ("png", "csv"):
        Path(f"results/toy/f.{kind}").touch()
    assert main(["clean", "toy", "--yes"]) == 0
    assert not Path("results/toy").exists()


def test_what_a_killed_job_has_begun_goes(results):
    Path("results/old/begun.csv").write_text("1")
    note = Path(".snakemake/incomplete", urlsafe_b64encode(b"results/old/begun.csv").decode())
    note.parent.mkdir(parents=True)
    note.write_text("{}")
    assert main(["clean", "old", "--yes"]) == 0
    assert not Path("results/old").exists()
