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
    foreign,
    lost_files,
    record_sources,
    recorded_sources,
    set_times,
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
from tests.made_up import FILES, experiment, write_descriptor, write_experiment
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


def test_sources_that_are_known_are_not_written_again(empty_folder):
    planned = [StoredFile("a.npz", {"source": "1"}, sources={"a.py": "x"})]
    record_sources([StoredFile("b.npz", {"format": "1"})])
    assert not Path(paths.SOURCES).exists(), "nothing is known"
    record_sources(planned)
    os.utime(paths.SOURCES, (1, 1))
    record_sources(planned)
    record_sources([])
    assert Path(paths.SOURCES).stat().st_mtime == 1
    assert recorded_sources() == {"1": {"a.py": "x"}}


REASONS = {
    "file": "is a copy of another file",
    "format": "was written by another version",
    "reading": "was made by another descriptor",
    "protocol": "was made with another split or scaling",
    "meaning": "was made by other parameters",
    "trials": "was made of another number of trials",
    "conditions": "was made under other conditions",
    "source": "was made by other code",
    "metrics": "was scored by other metrics",
    "paper": "was judged before its paper had a file, or with one that is gone",
    "limits": "was stopped by other limits of time or memory",
    "split": "was made from other splits",
    "raw": "was made from other fetched files",
    "fits": "was made from other fits",
}


@pytest.mark.parametrize("key", REASONS)
def test_the_name_under_which_a_file_differs_is_told_in_words(key):
    sealed = Sealed(b"", {key: "1"} if key != "file" else {}, "")
    assert foreign(StoredFile("a.npz", {}), sealed, key, {}) == REASONS[key]


def test_a_copy_is_told_with_the_name_of_what_was_copied():
    sealed = Sealed(b"", {"file": "b.npz", "source": "1"}, "")
    assert foreign(StoredFile("a.npz", {}), sealed, "file", {}) == "is a copy of b.npz"


@pytest.mark.parametrize(
    ("before", "listed"),
    [
        ({}, ""),
        ({"a.py": "1", "b.py": "1", "c.py": "1"}, ""),
        ({"a.py": "1", "b.py": "2", "c.py": "1"}, " (b.py)"),
        ({"a.py": "1", "b.py": "1", "z.py": "1"}, " (c.py, z.py)"),
        ({f"d{number}.py": "1" for number in range(2)}, " (a.py, b.py, c.py, d0.py, d1.py)"),
        ({f"d{number}.py": "1" for number in range(3)}, " (a.py, b.py, c.py, d0.py, d1.py, ...)"),
    ],
)
def test_other_code_is_told_with_at_most_five_of_the_files_that_differ(before, listed):
    stored = StoredFile("a.npz", {}, sources=dict.fromkeys(["c.py", "b.py", "a.py"], "1"))
    recorded = {"now": {"x.py": "1"}, "old": before}
    sealed = Sealed(b"", {"source": "old"}, "")
    assert foreign(stored, sealed, "source", recorded) == f"was made by other code{listed}"
    assert foreign(stored, sealed, "meaning", recorded) == "was made by other parameters"
    unknown = Sealed(b"", {"source": "older"}, "")
    assert foreign(stored, unknown, "source", recorded) == "was made by other code"
    assert foreign(stored, Sealed(b"", {}, ""), "source", recorded) == "was made by other code"


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def sealed_file(path, **made_from):
    """A stored file that states a format and these."""
    write_sealed_json(path, {}, {"format": "1", **made_from})
    return StoredFile(path, {"format": "1"})


def settled(monkeypatch, planned, remove, damaged=None):
    """Settle these files, of which `damaged` are fetched ones."""
    monkeypatch.setattr(module, "stored_files", lambda plan: planned)
    monkeypatch.setattr(module, "verify_fetched", lambda plan: damaged or {})
    monkeypatch.setattr(Plan, "try_missed_again", lambda plan, of: None)
    settle(Plan({}, {}, {}), [], remove)


@pytest.mark.parametrize("remove", [False, True])
@pytest.mark.parametrize("count", [0, 5, 6])
def test_five_files_are_named_and_the_others_counted(
    empty_folder, monkeypatch, capsys, count, remove
):
    planned = [replace(sealed_file(f"{n}.json"), stated={"format": "2"}) for n in range(count)]
    planned.append(sealed_file("sound.json"))
    settled(monkeypatch, planned, remove)
    again = "made again" if remove else "made again by a run"
    named = [
        f"warning: {n}.json was written by another version; it is {again}"
        for n in range(min(count, 5))
    ]
    more = [f"warning: {count - 5} more files are {again}"] if count > 5 else []
    assert capsys.readouterr().err.splitlines() == named + more
    left = {file.name for file in Path().glob("*.json")}
    gone = {f"{n}.json" for n in range(count)} if remove else set()
    assert left == {file.path for file in planned} - gone


def test_a_damaged_report_on_fetched_data_is_left_for_the_step_that_fetches(
    empty_folder, monkeypatch, capsys
):
    report = Path(paths.fetched("alpha"))
    planned = [sealed_file(str(report)), sealed_file("made.json")]
    damage(report)
    settled(monkeypatch, planned, True, {str(report): Damaged(report, "so")})
    assert report.exists() and report.stat().st_mtime == 1
    assert capsys.readouterr().err.startswith(f"warning: {report} is damaged: ")


def test_a_report_on_compiled_code_keeps_its_place_and_its_time(empty_folder, monkeypatch, capsys):
    planned = [replace(sealed_file(str(REPORT)), stated={"format": "2"})]
    os.utime(REPORT, (5, 5))
    monkeypatch.setattr(module, "compile_again", lambda *of: None)
    for remove in (False, True):
        settled(monkeypatch, planned, remove)
        assert REPORT.stat().st_mtime == 5
        assert f"warning: {REPORT} was written by another version" in capsys.readouterr().err


def test_a_file_that_goes_meanwhile_is_no_fault(empty_folder, monkeypatch):
    planned = [sealed_file(f"{n}.json") for n in range(3)]
    monkeypatch.setattr(module, "verify", lambda *of: Verified(unusable={"gone.json": "is so"}))
    settled(monkeypatch, planned, True)
    assert len([*Path().glob("*.json")]) == 3


def test_missing_files_are_neither_sound_nor_unusable(empty_folder, monkeypatch):
    planned = [StoredFile("none.json", {}), sealed_file("a.json"), sealed_file("b.json"),
               sealed_file("c.json")]  # fmt: skip
    verified = verify(planned, {})
    assert [*verified.sound] == ["a.json", "b.json", "c.json"]

    def read(path):
        if path == "b.json":
            raise FileNotFoundError(path)  # another process has removed it since
        return read_sealed(path)

    monkeypatch.setattr(module, "read_sealed", read)
    verified = verify(planned, {})
    assert [*verified.sound] == ["a.json", "c.json"]
    assert not verified.unusable and not verified.of_other_settings


def test_every_file_after_a_damaged_or_foreign_one_is_looked_at(empty_folder):
    planned = [sealed_file(f"{name}.json") for name in "abcd"]
    damage("a.json")
    planned[1] = replace(planned[1], stated={"format": "2", "settings": "1"})
    planned[2] = replace(planned[2], stated={"format": "2"})
    verified = verify(planned, {})
    first, second = verified.complaints()
    assert first.startswith("a.json is damaged: ")
    assert second == "c.json was written by another version"
    assert verified.of_other_settings == ["b.json"] and [*verified.sound] == ["d.json"]


def test_of_several_differences_the_first_that_the_plan_states_is_told(empty_folder):
    """Other code made it, and then of other data, too: the code is what somebody has edited."""
    first = sealed_file("first.json")
    second = sealed_file("second.json", meaning="old", source="old", data="old")
    second = replace(second, stated={"meaning": "old", "source": "new"})
    second = replace(second, inputs={"data": ("first.json",)})
    assert verify([first, second], {}).unusable == {"second.json": "was made by other code"}


def test_what_is_made_from_a_file_of_unknown_identity_is_compared_in_all_else(empty_folder):
    first = replace(sealed_file("first.json"), stated={"settings": "other"})
    second = sealed_file("second.json", data="of the first, as it was")
    second = replace(second, inputs={"data": ("first.json",)})
    third = replace(sealed_file("third.json"), inputs={"data": ("second.json",)})
    verified = verify([first, second, third], {})
    assert [*verified.sound] == ["second.json"]
    assert verified.unusable == {"third.json": "was made from other data"}


def test_only_a_report_on_compiled_code_is_compared_with_the_code(empty_folder, monkeypatch):
    asked = []
    monkeypatch.setattr(module, "damaged_code", lambda report: asked.append(report) or [])
    verify([sealed_file("results/compiled_by_me.json"), sealed_file(str(REPORT))], {})
    assert asked == [REPORT]


def at(path, seconds):
    Path(path).touch()
    os.utime(path, (seconds, seconds))
    return path


def test_a_sound_file_is_as_late_as_its_latest_input_and_no_later(empty_folder):
    early, late = at("early", 10), at("late", 30)
    inputs = {"data": (early,), "fits": ("none", late, early)}
    ages = {"before": 5, "between": 20, "same": 30, "after": 40}
    sound = {at(name, age): StoredFile(name, {}, inputs) for name, age in ages.items()}
    sound[at("free", 5)] = StoredFile("free", {})
    sound[at("kernels", 5)] = StoredFile("kernels", {}, {"data": (early,)}, compiled=(late,))
    sound[at("made", 5)] = StoredFile("made", {}, {"data": ("before",)})  # which is later now
    set_times(Verified(sound=sound))
    times = {name: Path(name).stat().st_mtime for name in sound}
    assert times == {
        "before": 30, "between": 30, "same": 30, "after": 40, "free": 5, "kernels": 30, "made": 30,
    }  # fmt: skip


def test_files_that_are_made_again_are_older_than_all_inputs(empty_folder):
    for name in ("damaged", "of_others", "sound"):
        at(name, 50)
    set_times(Verified({"sound": StoredFile("sound", {})}, {"damaged": "", "gone": ""},
                       ["of_others", "gone"]))  # fmt: skip
    times = {file.name: file.stat().st_mtime for file in Path().iterdir()}
    assert times == {"damaged": 1, "of_others": 1, "sound": 50}


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


def test_each_module_that_fits_lack_or_whose_report_is_wrong_is_compiled(empty_folder, monkeypatch):
    names = ["right", "unneeded", "damaged", "lost", "needed", "too", "other"]
    reports = {name: paths.compiled(f"methods.{name}_kernels") for name in names}
    planned = [StoredFile("results/data/alpha.npz", {})]
    planned += [StoredFile(report, {"source": "1"}) for report in reports.values()]
    write_sealed_json(reports["damaged"], {}, {"source": "1"})
    damage(reports["damaged"])
    write_sealed_json(reports["other"], {}, {"source": "2"})
    for name in ("right", "lost"):
        write_sealed_json(reports[name], {}, {"source": "1"})
    steps = []
    monkeypatch.setattr(module, "damaged_code", lambda report: [Damaged(Path("gone.nbc"), "so")]
                        if report.stem == "methods.lost_kernels" else [])  # fmt: skip
    monkeypatch.setattr(module, "is_compiled", lambda report: True)
    monkeypatch.setattr(module, "of_compiled", lambda name: {"source": f"of {name}"})
    monkeypatch.setattr(module.subprocess, "run", lambda words, check: steps.append(words))
    both = reports["needed"], reports["too"]
    fits = [StoredFile("a", {}), StoredFile("b", {}, compiled=both)]
    needs = Verified({f.path: f for f in fits}, {"c": "is damaged"})
    compile_again(planned, needs, ["run", "it"])
    assert steps == [
        ["run", "it", "compile", f"methods.{name}_kernels", "--out", reports[name],
         "--made-from", f'{{"source": "of methods.{name}_kernels"}}']
        for name in ("damaged", "lost", "needed", "too", "other")
    ]  # fmt: skip


def test_a_module_that_cannot_be_compiled_is_left_to_its_rule(empty_folder, monkeypatch):
    monkeypatch.setattr(module, "of_compiled", lambda name: {})
    needs = Verified({"a": StoredFile("a", {}, compiled=(str(REPORT),))})
    compile_again([StoredFile(str(REPORT), {})], needs, ["false"])
    assert not REPORT.exists()


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
    assert (compiled, asked) == ([], []) and not Path(paths.SOURCES).exists()
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


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """A plan of two experiments, of which one has two data sets with two blocks of each method."""
    root = tmp_path_factory.mktemp("two")
    write_descriptor(root, "alpha")
    write_descriptor(root, "beta", FILES)
    write_descriptor(root, "gamma", {"format": "delimited"})
    with (root / "datasets/gamma.yaml").open("a") as file:
        file.write("files_of: beta\n")
    outputs = {
        "tables": {"t": {"function": "methods.tables.scores.score_table", "study": "main"}},
        "figures": {"f": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
    }
    toy = experiment(["alpha", "gamma"], **outputs)
    toy["studies"]["main"] |= {"trials": 4, "block_size": 2}
    write_experiment(root, toy)
    write_experiment(root, experiment(["beta"], ["A"]), "other")
    return Plan.from_config({"datasets": "all", "figure_formats": ["svg"]}, root)


TOY, ALPHA, GAMMA = "results/toy/main", "results/data/alpha.npz", "results/data/gamma.npz"
BLOCKS = ("0000-0001", "0002-0003")
TOY_OUTPUTS = {"results/toy/claims.json", "results/toy/f.svg", "results/toy/f.csv"} | {
    f"results/toy/t.{kind}" for kind in ("csv", "md", "tex", "json")
}


def stored_on(dataset):
    tables = {f"{TOY}/{kind}/{dataset}.parquet" for kind in ("scores", "runs", "traces")}
    return tables | {f"{TOY}/artifacts/{dataset}.npz"}


def above_fits(dataset):
    """What every fit of `toy` on a data set is made from, or shares a study with."""
    raw = {"alpha": "alpha", "gamma": "beta"}[dataset]
    splits = {f"{TOY}/splits/{dataset}/{block}.npz" for block in BLOCKS}
    return {f"results/data/raw/{raw}/fetched.json", f"results/data/{dataset}.npz", *splits}


def fits_on(dataset):
    return {f"{TOY}/fits/{dataset}/{name}/{block}.npz" for name in "ab" for block in BLOCKS}


@pytest.mark.parametrize(
    ("there", "lost"),
    [
        (paths.REPORT, TOY_OUTPUTS | {"results/other/claims.json"}),
        (paths.LEDGER, TOY_OUTPUTS | {"results/other/claims.json"}),
        *((output, {*stored_on("alpha"), *stored_on("gamma"), ALPHA, GAMMA,
                    f"{TOY}/splits/alpha/0000-0001.npz", f"{TOY}/splits/gamma/0000-0001.npz"})
          for output in sorted(TOY_OUTPUTS)),
        *((file, above_fits("gamma") | fits_on("gamma")) for file in sorted(stored_on("gamma"))),
        *((file, above_fits("gamma")) for file in sorted(fits_on("gamma"))),
        *((f"{TOY}/splits/alpha/{block}.npz", {"results/data/raw/alpha/fetched.json", ALPHA})
          for block in BLOCKS),
        (ALPHA, set()),
        ("results/data/raw/alpha/fetched.json", set()),
        ("results/strict.txt", set()),
    ],
)  # fmt: skip
def test_what_is_lost_follows_from_each_file_that_is_there(two, there, lost):
    found = lost_files(two, lambda path: path == there)
    assert len(found) == len({*found}) and {*found} == lost - {there}


def test_a_file_that_several_things_need_is_lost_once_and_asked_for_once(two):
    asked = []
    there = {*fits_on("alpha"), *stored_on("alpha"), *fits_on("gamma"), *TOY_OUTPUTS}
    found = lost_files(two, lambda path: asked.append(path) or path in there)
    assert sorted(found) == sorted(above_fits("alpha") | above_fits("gamma") | stored_on("gamma"))
    assert len(asked) == len({*asked})


def test_damaged_files_are_gone_when_the_missed_ones_are_fetched(finished, monkeypatch):
    report = Path(paths.fetched("alpha"))
    (report.parent / "toy.csv").write_text("1,2")
    files = [{"path": "toy.csv", "sha256": sha256(b"1,3").hexdigest(), "from": "here"}]
    content = {**read_sealed_json(report), "files": files}
    write_sealed_json(report, content, read_sealed(report).made_from)
    missed = []
    monkeypatch.setattr(Plan, "try_missed_again", lambda plan, of: missed.extend(plan.missed()))
    settle(plan_of(finished), COMMAND, remove=True)
    assert missed == ["alpha"]
