"""Reports on fetched data may come from anyone, and a run removes and copies what they name."""

from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest

from methods.bench import paths
from methods.bench.plan import read_plan
from methods.command.command_line import main
from methods.command.fetched_files import damaged_fetched, verify_fetched
from methods.command.stored_files import settle
from methods.sealed_files import Damaged, read_sealed, read_sealed_json, write_sealed_json

REPORT = Path(paths.fetched("alpha"))


def name_in(report, name):
    """Let a sealed report name a file by a wrong hash."""
    file = {"path": name, "sha256": sha256(b"other").hexdigest(), "from": "here"}
    content = {**read_sealed_json(report), "files": [file]}
    write_sealed_json(report, content, read_sealed(report).made_from)


@pytest.mark.parametrize("name", ["../../../../precious.txt", "{}/precious.txt", "sub/x", "..", ""])
def test_a_report_that_names_files_elsewhere_goes_and_they_stay(finished, capsys, name):
    name = name.format(finished)
    (finished / "precious.txt").write_text("mine")
    (REPORT.parent / "sub").mkdir()
    (REPORT.parent / "sub" / "x").write_text("mine")
    name_in(REPORT, name)
    plan = read_plan(finished, ["trials=2"])
    assert [*verify_fetched(plan)] == [str(REPORT)]
    settle(plan, [], remove=False)
    told = capsys.readouterr().err
    assert told == (
        f"warning: {REPORT} is damaged: {name!r} is not the name of a file beside it;"
        " it is made again by a run\n"
    )
    assert REPORT.exists()
    settle(plan, [], remove=True)
    assert not REPORT.exists()
    assert (finished / "precious.txt").read_text() == "mine"
    assert (REPORT.parent / "sub" / "x").read_text() == "mine"


def test_the_name_of_a_file_beside_the_report_is_compared_by_its_bytes(finished):
    name_in(REPORT, "toy.csv")
    assert not [*damaged_fetched(REPORT)], "it is missed, and not damaged"
    (REPORT.parent / "toy.csv").write_text("1,2")
    (damage,) = damaged_fetched(REPORT)
    assert isinstance(damage, Damaged) and damage.path == REPORT.parent / "toy.csv"


def test_merge_refuses_such_a_report_and_what_is_made_from_it(finished, capsys):
    there = finished / "there"
    (finished / "results").rename(there)
    name_in(there / REPORT.relative_to("results"), "sub/x")
    # the seal states the path that the report has in a run
    assert main(["merge", str(there), "--config", "trials=2"]) == 1
    told = capsys.readouterr().err
    assert "'sub/x' is not the name of a file beside it" in told
    assert not (finished / "results" / "data").exists()


def test_what_comes_after_a_data_set_that_was_not_fetched_is_verified(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    report = Path(paths.fetched("last"))
    file = {"path": "a.csv", "sha256": sha256(b"other").hexdigest(), "from": "here"}
    write_sealed_json(report, {"status": "ok", "files": [file]}, {})
    report.with_name("a.csv").write_text("1,2")
    plan = SimpleNamespace(fetched_datasets=lambda: ["first", "last"])
    assert [*verify_fetched(plan)] == [str(report.with_name("a.csv"))]


def test_every_damaged_file_of_a_report_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    report, names = Path(paths.fetched("alpha")), ("a.csv", "b.csv")
    hashed = sha256(b"other").hexdigest()
    files = [{"path": name, "sha256": hashed, "from": "here"} for name in names]
    write_sealed_json(report, {"status": "ok", "files": files}, {})
    for name in names:
        report.with_name(name).write_text("1,2")
    plan = SimpleNamespace(fetched_datasets=lambda: ["alpha"])
    assert [*verify_fetched(plan)] == [str(report.with_name(name)) for name in names]
