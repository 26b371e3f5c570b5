"""What a run does with stored files before it plans: name, remove, take."""

import os
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
import yaml

from methods.bench import paths
from methods.bench.blocks import Run, save_block
from methods.bench.dependencies import (
    StoredFile,
    compiled_files,
    of_compiled,
    of_data,
    stored_files,
)
from methods.bench.guard import START_SECONDS
from methods.bench.plan import Plan, read_plan
from methods.command import stored_files as module
from methods.command.fetched_files import verify_fetched
from methods.command.stored_files import (
    Verified,
    compile_again,
    differing_names,
    differing_sources,
    lost_files,
    record_sources,
    recorded_sources,
    settle,
    verify,
)
from methods.sealed_files import (
    Damaged,
    Sealed,
    read_sealed,
    read_sealed_json,
    write_sealed,
    write_sealed_json,
)
from tests.command.conftest import BLOCK
from tests.made_up import experiment, write_descriptor, write_experiment
from tests.project import ROOT

COMMAND = ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "methods"]
TREE, BROKEN = BLOCK.format("small_tree"), BLOCK.format("broken")
SCORES = paths.stored("toy", "main", "alpha")["scores"]


def plan_of(project):
    return read_plan(project, ["trials=2"])


def damage(path):
    data = bytearray(Path(path).read_bytes())
    data[40] ^= 1
    Path(path).write_bytes(data)


def test_all_that_a_finished_run_has_stored_is_sound(finished):
    plan = plan_of(finished)
    verified = verify(stored_files(plan), verify_fetched(plan))
    assert not verified.unusable and not verified.of_other_settings
    assert {TREE, BROKEN, SCORES, paths.claims("toy")} <= verified.sound.keys()


def test_a_damaged_file_is_named_and_removed_and_nothing_else(finished, capsys):
    there = {path for path in Path("results").rglob("*") if path.is_file()}
    damage(TREE)
    settle(plan_of(finished), COMMAND, remove=False)
    told = capsys.readouterr().err
    assert told.startswith(f"warning: {TREE} is damaged: ") and told.count("\n") == 1
    assert Path(TREE).exists() and Path(TREE).stat().st_mtime == 1
    settle(plan_of(finished), COMMAND, remove=True)
    assert capsys.readouterr().err == told.replace("by a run", "").replace("again \n", "again\n")
    left = {path for path in Path("results").rglob("*") if path.is_file()}
    assert there - left == {Path(TREE)} and left - there == {Path(paths.SOURCES)}


def verified_after(project, **stated):
    """What is found of a plan that expects something else of one fit."""
    planned = [
        replace(file, stated={**file.stated, **stated}) if file.path == TREE else file
        for file in stored_files(plan_of(project))
    ]
    return verify(planned, {})


def test_a_fit_by_other_code_is_named_and_no_other_fit(finished):
    verified = verified_after(finished, source="other")
    assert verified.unusable == {TREE: "was made by other code"}
    assert BROKEN in verified.sound and TREE not in verified.sound


def test_a_name_that_a_file_does_not_state_differs():
    sealed = Sealed(b"", {"file": "a", "source": "1", "more": "2"}, "")
    assert differing_names(sealed, {"file": "a", "source": "1"}) == []
    assert differing_names(sealed, {"file": "a", "source": "2", "data": "3"}) == ["source", "data"]


def test_what_is_made_of_another_sound_file_is_named(finished):
    made_from = read_sealed(TREE).made_from
    write_sealed(TREE, lambda part: np.savez(part, runs=np.array([], dtype=str)), made_from)
    verified = verify(stored_files(plan_of(finished)), {})
    assert verified.unusable[SCORES] == "was made from other fits"
    assert {TREE, BROKEN} <= verified.sound.keys()


@pytest.mark.parametrize(
    ("run", "stale"),
    [
        (Run(0, "", "timeout", "no result after 600 s"), ["seconds"]),
        (Run(0, "", "timeout", f"no result after {600 + START_SECONDS:g} s"), ["seconds"]),
        (Run(0, "", "memory", "more than 2048 MB"), ["memory_mb"]),
        (Run(0, "", "error", "no result after 600 s"), []),
        (Run(0, "", "crashed", "process ended by signal 9"), []),
        (Run(0, ""), []),
    ],
)
def test_a_fit_is_made_again_if_the_limit_that_stopped_it_is_another_now(finished, run, stale):
    save_block(TREE, [Run(1, ""), run], read_sealed(TREE).made_from)
    file = finished / "workflow" / "experiments" / "toy.yaml"
    content = yaml.safe_load(file.read_text())
    for raised in {}, {"seconds": 6000}, {"memory_mb": 4096}:
        content["studies"]["main"] |= {"seconds": 600, "memory_mb": 2048, **raised}
        file.write_text(yaml.safe_dump(content))
        verified = verify(stored_files(plan_of(finished)), {})
        is_stale = bool(raised) and [*raised] == stale
        reason = "was stopped by other limits of time or memory"
        assert verified.unusable.get(TREE) == (reason if is_stale else None)
        assert (TREE in verified.sound) is not is_stale and BROKEN in verified.sound


def test_scores_of_other_settings_are_old_and_no_mistake(finished, capsys):
    settle(read_plan(finished, ["trials=2", "methods=[Broken]"]), COMMAND, remove=True)
    assert capsys.readouterr().err == ""
    assert Path(SCORES).stat().st_mtime == 1 and Path(TREE).stat().st_mtime > 1
    settle(plan_of(finished), COMMAND, remove=True)
    assert Path(SCORES).stat().st_mtime_ns >= Path(TREE).stat().st_mtime_ns


def test_sound_files_get_times_in_the_order_of_their_inputs(finished):
    for age, path in enumerate(sorted(Path("results").rglob("*.*"), reverse=True)):
        os.utime(path, (10**6 + age, 10**6 + age))
    settle(plan_of(finished), COMMAND, remove=False)
    chain = [paths.fetched("alpha"), paths.prepared("alpha"), TREE, SCORES, paths.claims("toy")]
    times = [Path(path).stat().st_mtime_ns for path in chain]
    assert times == sorted(times)


def test_the_sources_behind_a_hash_are_kept(finished):
    planned = list(stored_files(plan_of(finished)))
    record_sources(planned)
    stored = verify(planned, {}).sound[TREE]
    hashed, sources = stored.stated["source"], dict(stored.sources)
    assert recorded_sources()[hashed] == sources and "numpy" in sources
    edited = sources | {"numpy": "0", "new.py": "1"}
    assert differing_sources(sources, edited) == ["new.py", "numpy"]
    damage(paths.SOURCES)
    assert recorded_sources() == {}
    record_sources(planned)
    assert recorded_sources()[hashed] == sources
    record_sources([StoredFile("a.npz", {"source": "of an edit"}, sources={"a.py": "1"})])
    assert recorded_sources()["of an edit"] == {"a.py": "1"}
    assert recorded_sources()[hashed] == sources, "a later run may want it"


@pytest.mark.slow
def test_compiled_code_that_copied_fits_lack_is_made_before_the_run_plans(finished):
    name = "methods.boosting._kernels"
    report = Path(paths.compiled(name))
    planned = [StoredFile(str(report), of_compiled(name))]
    compile_again(planned, Verified(), COMMAND)
    assert not report.exists(), "no sound fit needs it"
    needs = Verified(sound={TREE: StoredFile(TREE, {}, compiled=(str(report),))})
    compile_again(planned, needs, COMMAND)
    assert read_sealed(report).made_from == {**of_compiled(name), "file": str(report)}
    made = report.stat().st_mtime_ns
    compile_again(planned, needs, COMMAND)
    assert report.stat().st_mtime_ns == made
    damage(report)
    compile_again(planned, Verified(), COMMAND)
    assert read_sealed(report).made_from == {**of_compiled(name), "file": str(report)}


REPORT = Path(paths.compiled("methods.boosting._kernels"))


@pytest.mark.parametrize(
    ("made_from", "code", "is_damaged", "again"),
    [
        ({}, {}, False, False),
        ({"source": "other"}, {}, False, True),
        ({}, {"gone.nbi": "0"}, False, True),
        ({}, {}, True, True),
    ],
)
def test_a_module_is_compiled_again_unless_its_report_says_what_is_there(
    finished, monkeypatch, made_from, code, is_damaged, again
):
    stated, steps, stale = of_compiled(REPORT.stem), [], Path("stale.nbc")
    stale.touch()
    content = {"module": REPORT.stem, "code": code}
    write_sealed_json(REPORT, content, {**stated, **made_from})
    monkeypatch.setattr(
        module, "damaged_code", lambda report: [Damaged(stale, "so")] if is_damaged else []
    )
    monkeypatch.setattr(module.subprocess, "run", lambda words, check: steps.append(words))
    compile_again([StoredFile(str(REPORT), stated)], Verified(), ["step"])
    assert [step[:3] for step in steps] == again * [["step", "compile", REPORT.stem]]
    assert stale.exists() is not is_damaged


def test_damaged_compiled_code_is_named_at_its_report_which_stays(finished, monkeypatch):
    write_sealed_json(REPORT, {"module": REPORT.stem, "code": {}}, of_compiled(REPORT.stem))
    planned = [StoredFile(str(REPORT), of_compiled(REPORT.stem))]
    assert not verify(planned, {}).unusable
    damage_of_code = Damaged(Path("a.nbc"), "so")
    monkeypatch.setattr(module, "damaged_code", lambda report: [damage_of_code])
    said = verify(planned, {}).unusable[str(REPORT)]
    assert said == "does not hold: a.nbc is damaged: so"


def test_a_fetched_file_with_other_bytes_is_named_and_removed(finished, capsys):
    report = Path(paths.fetched("alpha"))
    raw = report.parent / "toy.csv"
    raw.write_text("1,2")
    content = read_sealed_json(report)
    for listed, damaged in ((sha256(b"1,2"), False), (sha256(b"1,3"), True)):
        files = [{"path": "toy.csv", "sha256": listed.hexdigest(), "from": "here"}]
        write_sealed_json(report, {**content, "files": files}, read_sealed(report).made_from)
        assert ([*verify_fetched(plan_of(finished))] == [str(raw)]) is damaged
    assert verify([], verify_fetched(plan_of(finished))).unusable.keys() == {str(raw)}
    settle(plan_of(finished), COMMAND, remove=False)
    assert f"{raw} is damaged: its bytes" in capsys.readouterr().err
    assert raw.exists()
    settle(plan_of(finished), COMMAND, remove=True)
    assert not raw.exists() and report.exists()


def test_a_run_alone_compiles_and_asks_again_for_what_was_missed(finished, monkeypatch):
    compiled, asked = [], []
    monkeypatch.setattr(module, "compile_again", lambda *of: compiled.append(of[-1]))
    monkeypatch.setattr(Plan, "try_missed_again", lambda plan, of: asked.append(of("alpha")))
    plan = plan_of(finished)
    settle(plan, COMMAND, remove=False)
    assert (compiled, asked) == ([], [])
    settle(plan, COMMAND, remove=True)
    assert (compiled, asked) == ([COMMAND], [of_data(plan.catalogue["alpha"])])


def test_a_file_is_lost_if_something_made_from_it_is_there(tmp_path, monkeypatch):
    write_descriptor(tmp_path, "alpha")
    monkeypatch.chdir(tmp_path)
    content = experiment(methods={"A": {"class": "methods.AdaBoost"}})
    write_experiment(tmp_path, content)
    made = Plan.from_config({}, tmp_path)
    names = ("toy", "main", "alpha")
    (fit,) = (block.path for block in made.all_blocks(made.study("toy", "main"), "alpha"))
    stored = paths.stored(*names).values()
    above = [paths.prepared("alpha"), paths.fetched("alpha"), paths.splits(*names, Path(fit).stem)]
    above += compiled_files(made.study("toy", "main").methods[0])
    for there, lost in (
        ([], []),
        ([fit], above),
        (stored, [*above, fit]),
        ([paths.LEDGER], [paths.claims("toy")]),
        ([paths.claims("toy")], [*stored, paths.prepared("alpha"), above[2]]),
        ([*stored, *above, fit, paths.claims("toy")], []),
    ):
        for file in map(Path, there):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
        assert sorted(lost_files(made)) == sorted(lost), there
        for file in map(Path, there):
            file.unlink()
