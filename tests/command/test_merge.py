"""What `merge` takes of another folder, as far as no run is needed to see it."""

import shutil
from dataclasses import fields, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from methods.bench import paths
from methods.bench.blocks import Run, load_block, save_block
from methods.bench.dependencies import StoredFile
from methods.bench.plan import read_plan
from methods.command import merge as module
from methods.command.command_line import main
from methods.command.merge import Merged, account, merge, refusals, same_outcome
from methods.files import write_text
from methods.project import VARIABLE
from methods.sealed_files import read_sealed, read_sealed_json, write_sealed, write_sealed_json
from tests.command.conftest import BLOCK

TREE, BROKEN = BLOCK.format("small_tree"), BLOCK.format("broken")
SPLITS = paths.splits("toy", "main", "alpha", "0000-0001")
RAW, DATA = paths.fetched("alpha"), paths.prepared("alpha")
CHAIN = [RAW, DATA, SPLITS, TREE, BROKEN]  # each after what it is made from
MADE = [*paths.stored("toy", "main", "alpha").values(), paths.claims("toy")]  # from all of it
CALL = ["--config", "trials=2"]
NEXT = "a run makes what is missing now, and all scores, tables and verdicts: snakemake"


@pytest.fixture(scope="module")
def plan(run_once):
    return read_plan(run_once, ["trials=2"])


@pytest.fixture
def there(run_once, tmp_path, monkeypatch):
    """The results folder of another; nothing is here."""
    monkeypatch.setenv(VARIABLE, str(run_once))
    monkeypatch.chdir(tmp_path)
    copy_of(run_once / "results", Path("there"))
    return Path("there")


@pytest.fixture
def both(there):
    """The results folder of another, whose files are here too."""
    copy_of(there, Path("results"))
    return there


def copy_of(folder, target):
    for path in (*CHAIN, *MADE):
        among(target, path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(among(folder, path), among(target, path))


def among(folder, path):
    """The file of another folder that is `path` here."""
    return folder / Path(path).relative_to("results")


def files_of(folder):
    return {str(file): file.read_bytes() for file in Path(folder).rglob("*") if file.is_file()}


def damage(file):
    data = bytearray(Path(file).read_bytes())
    data[40] ^= 1
    Path(file).write_bytes(data)


def refit(file, **changed):
    """Let the runs of a block differ in these fields from what was fitted."""
    runs = [replace(run, **changed) for run in load_block(file)[0]]
    save_block(file, runs, read_sealed(file).made_from)


def restate(file, **stated):
    """Let the seal of a block or report state something else."""
    made_from = read_sealed(file).made_from | stated
    if Path(file).suffix == ".json":
        write_sealed_json(file, read_sealed_json(file), made_from)
    else:
        save_block(file, load_block(file)[0], made_from)


def report(file, says, **stated):
    """Let a report on fetched data say something else."""
    write_sealed_json(file, says, read_sealed(file).made_from | stated)


def with_raw_file(file, text="1,2", listed="1,2"):
    """Let a report name one fetched file, which holds the text."""
    write_text(file.with_name("toy.csv"), text)
    hashed = sha256(listed.encode()).hexdigest()
    files = [{"path": "toy.csv", "sha256": hashed, "from": "here"}]
    report(file, {"status": "ok", "source": 0, "files": files})


def test_data_splits_and_fits_are_taken_and_nothing_that_is_made_from_them(there, capsys):
    assert main(["merge", "there", *CALL]) == 0
    told = capsys.readouterr()
    took = "took 2 files of data, 2 files of fits, 1 file of splits; 0 files are here already"
    assert told.out.splitlines() == [f"there: {took}", NEXT] and not told.err
    here = files_of("results")
    assert here.keys() == {*CHAIN, paths.SOURCES}
    assert all(here[path] == among(there, path).read_bytes() for path in CHAIN)
    assert read_sealed(TREE).made_from["source"] in read_sealed_json(paths.SOURCES)["sources"]


def test_compiled_code_is_never_taken(plan, there, monkeypatch):
    kernels = paths.compiled("methods.boosting._kernels")
    planned = [StoredFile(kernels, {"source": "1"}), StoredFile(RAW, {})]
    write_sealed_json(among(there, kernels), {}, {"file": kernels, "source": "1"})
    monkeypatch.setattr(module, "stored_files", lambda plan: planned)
    assert merge(plan, there).taken == [RAW]
    assert not Path(kernels).exists()


def test_what_is_here_already_is_counted_and_stays(both, capsys):
    before = files_of("results")
    assert main(["merge", "there", *CALL]) == 0
    assert capsys.readouterr().out.startswith("there: took nothing; 5 files are here already\n")
    assert before.items() <= files_of("results").items()
    assert not Path(paths.CONFLICTS).exists()


def test_only_what_is_missing_here_is_taken(plan, both):
    Path(BROKEN).unlink()
    assert merge(plan, both) == Merged(taken=[BROKEN], here=4)


def test_fits_take_the_place_of_gaps_for_lack_of_a_package(plan, both):
    fitted = Path(TREE).read_bytes()
    refit(TREE, status="absent", message="lightgbm is not installed")
    assert merge(plan, both) == Merged(taken=[TREE], here=4)
    assert Path(TREE).read_bytes() == fitted


@pytest.mark.parametrize("said", ["not installed", "lightgbm is not installed"])
def test_a_gap_of_theirs_takes_the_place_of_nothing(plan, both, said):
    refit(among(both, TREE), status="absent", message=said)
    refit(BROKEN, status="absent", message="lightgbm is not installed")
    refit(among(both, BROKEN), status="absent", message=said)
    before = Path(TREE).read_bytes(), Path(BROKEN).read_bytes()
    merged = merge(plan, both)
    assert TREE in merged.conflicts and not merged.taken
    assert (Path(TREE).read_bytes(), Path(BROKEN).read_bytes()) == before


def test_what_they_lack_is_no_fault(plan, both):
    for path in (RAW, BROKEN):
        among(both, path).unlink()
    assert merge(plan, both) == Merged(here=3)
    shutil.rmtree("results")
    assert merge(plan, both) == Merged(), "nobody has what the rest is made from"
    assert not Path("results").exists()


def test_the_folder_of_a_project_stands_for_its_results(there, capsys):
    project = Path("project")
    (project / "data").mkdir(parents=True)  # a user may have a folder of this name
    copy_of(there, project / "results")
    assert main(["merge", "project", *CALL]) == 0
    assert capsys.readouterr().out.startswith("project: took 2 files of data, ")


@pytest.mark.parametrize("inside", [[], ["results"]])
def test_a_folder_without_results_is_refused(there, capsys, inside):
    for name in ["", *inside]:
        Path("empty", name).mkdir()
    assert main(["merge", "empty", *CALL]) == 1
    assert capsys.readouterr().err == "error: empty: no results of a run in this folder\n"


def test_one_refusal_of_several_folders_is_a_failure(there, capsys):
    copy_of(there, Path("damaged"))
    damage(among(Path("damaged"), TREE))
    assert main(["merge", "damaged", "there", *CALL]) == 1
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        "damaged: took 2 files of data, 1 file of fits, 1 file of splits; 0 files are here already",
        "there: took 1 file of fits; 4 files are here already",
        NEXT,
    ]
    reason = "is damaged: its bytes do not have the hash that it states"
    assert told.err == f"damaged: refused {TREE}: {reason}\n"


@pytest.mark.parametrize(("damaged", "taken"), [(DATA, [RAW]), (SPLITS, [RAW, DATA])])
def test_a_damaged_file_is_refused_and_what_is_made_from_it_is_not_looked_at(
    plan, there, damaged, taken
):
    damage(among(there, damaged))
    done = merge(plan, there)
    assert done.taken == taken and done.refused.keys() == {damaged}
    assert files_of("results").keys() == {*taken}


def test_what_comes_after_a_damaged_file_and_is_not_made_from_it_is_taken(plan, there, monkeypatch):
    names = ["results/first.json", "results/made.json", "results/other.json"]
    for name in names:
        write_sealed_json(among(there, name), {"status": "ok"}, {"file": name})
    damage(among(there, names[0]))
    inputs = [{}, {"data": (names[0],)}, {}]
    planned = [StoredFile(n, {}, made_from) for n, made_from in zip(names, inputs, strict=True)]
    monkeypatch.setattr(module, "stored_files", lambda plan: planned)
    done = merge(plan, there)
    assert done.taken == names[2:] and done.refused.keys() == {names[0]}


@pytest.mark.parametrize(
    ("path", "name", "told"), [(TREE, "split", "splits"), (SPLITS, "data", "data")]
)
def test_a_file_that_is_made_from_others_than_those_that_are_here_is_refused(
    plan, both, path, name, told
):
    shutil.rmtree("results/toy")
    made_from = read_sealed(among(both, path)).made_from | {name: "other"}
    with np.load(among(both, path)) as stored:
        arrays = dict(stored)
    write_sealed(among(both, path), lambda part: np.savez(part, **arrays), made_from)
    assert merge(plan, both).refused == {path: f"was made from other {told}"}
    assert not Path(path).exists()


def test_fetched_files_are_the_same_wherever_they_come_from(plan, both):
    report(Path(RAW), read_sealed_json(RAW) | {"mirror": "another"})
    assert merge(plan, both) == Merged(here=5)


def test_a_file_of_ours_stays_if_theirs_is_damaged(plan, both):
    before = Path(TREE).read_bytes()
    damage(among(both, TREE))
    done = merge(plan, both)
    assert done.refused.keys() == {TREE} and not done.taken and done.here == 4
    assert Path(TREE).read_bytes() == before


@pytest.mark.parametrize("spoil", [damage, lambda file: restate(file, source="other")])
def test_a_sound_file_takes_the_place_of_one_that_a_run_would_make_again(plan, both, spoil):
    spoil(TREE)
    assert merge(plan, both) == Merged(taken=[TREE], here=4)
    assert Path(TREE).read_bytes() == among(both, TREE).read_bytes()


def test_what_is_made_from_data_that_are_taken_is_compared_with_these(plan, both):
    damage(DATA)
    assert merge(plan, both) == Merged(taken=[DATA], here=4)


def test_a_fit_of_other_code_is_refused_with_the_files_that_differ(plan, there):
    file = among(there, TREE)
    restate(file, source="of an edit")
    reason = "was made by other code"
    assert merge(plan, there).refused == {TREE: reason}
    now = next(dict(file.sources) for file in module.stored_files(plan) if file.path == TREE)
    before = {**now, "numpy": "0", "own.py": "1"}
    write_sealed_json(there / "sources.json", {"sources": {"of an edit": before}}, {})
    assert merge(plan, there).refused == {TREE: f"{reason} (numpy, own.py)"}


def test_a_fit_under_the_name_of_another_is_refused(plan, there):
    shutil.copyfile(among(there, BROKEN), among(there, TREE))
    assert merge(plan, there).refused == {TREE: f"is a copy of {BROKEN}"}
    assert not Path(TREE).exists() and Path(BROKEN).exists()


def test_other_outcomes_are_kept_apart_and_ours_stay(both, capsys):
    refit(among(both, TREE), fit_seconds=99.0)
    refit(among(both, BROKEN), message="another")
    before = {path: Path(path).read_bytes() for path in CHAIN}
    assert main(["merge", "there", *CALL]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "there: took nothing; 3 files are here already",
        f"there: 2 files are here with other bytes, such as {TREE}; yours stay, theirs are kept in"
        " results/conflicts (1 of them differ in seconds and memory only)",
        NEXT,
    ]
    for path in (TREE, BROKEN):
        theirs = among(both, path)
        hashed = read_sealed(theirs).sha256[:12]
        kept = Path("results/conflicts", *Path(path).parts[1:]).with_name(f"0000-0001.{hashed}.npz")
        assert kept.read_bytes() == theirs.read_bytes()
    assert len(files_of("results/conflicts")) == 2
    assert before == {path: Path(path).read_bytes() for path in CHAIN}


def test_other_data_are_a_conflict_that_is_not_alike(plan, both):
    theirs = among(both, DATA)
    with np.load(DATA) as stored:
        arrays = dict(stored)
    made_from = read_sealed(theirs).made_from
    write_sealed(theirs, lambda part: np.savez(part, **arrays, more=1), made_from)
    done = merge(plan, both)
    assert (done.conflicts, done.alike, done.here) == ([DATA], 0, 4)
    assert [Path(file).parent for file in files_of("results/conflicts")] == [
        Path("results/conflicts/data")
    ]


def test_fetched_files_come_with_their_report(plan, there):
    with_raw_file(among(there, RAW))
    assert merge(plan, there).taken == CHAIN
    assert Path(RAW).with_name("toy.csv").read_text() == "1,2"
    assert Path(RAW).read_bytes() == among(there, RAW).read_bytes()


def test_fetched_files_of_another_outcome_are_kept_with_their_report(plan, both):
    for text, content in (("1,2", "e"), ("3,4", "f")):
        with_raw_file(among(both, RAW), text, text)
        restate(among(both, RAW), content=content * 64)
        assert merge(plan, both).conflicts == [RAW]
    kept = Path("results/conflicts/data/raw/alpha")
    for text, content in (("1,2", "e"), ("3,4", "f")):
        outcome = kept / f"fetched.{content * 12}"
        assert {file.name for file in outcome.iterdir()} == {"toy.csv", "fetched.json"}
        assert (outcome / "toy.csv").read_text() == text
    assert not Path(RAW).with_name("toy.csv").exists()


def test_a_report_whose_files_are_damaged_is_refused(plan, there):
    with_raw_file(among(there, RAW), text="1,3")
    done = merge(plan, there)
    raw = among(there, RAW).with_name("toy.csv")
    why = f"{raw} is damaged: its bytes do not have the hash that fetched.json states"
    assert done.refused == {RAW: f"does not hold: {why}"} and not done.taken
    assert not Path("results").exists()


def test_a_report_without_its_files_is_refused(plan, there):
    with_raw_file(among(there, RAW))
    among(there, RAW).with_name("toy.csv").unlink()
    done = merge(plan, there)
    assert done.refused == {RAW: "is damaged: toy.csv, which it names, is not there"}
    assert not done.taken and not Path("results").exists()


def test_a_report_of_another_outcome_without_its_files_is_refused_and_ours_stays(plan, both):
    with_raw_file(among(both, RAW))
    restate(among(both, RAW), content="f" * 64)
    among(both, RAW).with_name("toy.csv").unlink()
    done = merge(plan, both)
    assert done.refused == {RAW: "is damaged: toy.csv, which it names, is not there"}
    assert not done.conflicts and not Path(paths.CONFLICTS).exists()


def test_a_report_that_is_here_already_needs_no_files_there(plan, both):
    for folder in (both, Path("results")):
        with_raw_file(among(folder, RAW))
    among(both, RAW).with_name("toy.csv").unlink()
    assert not merge(plan, both).refused
    assert Path(RAW).with_name("toy.csv").exists()


def test_a_report_of_ours_whose_files_are_damaged_is_replaced_with_them(plan, both):
    with_raw_file(among(both, RAW))
    with_raw_file(Path(RAW), text="1,3")
    assert merge(plan, both) == Merged(taken=[RAW], here=4)
    assert Path(RAW).with_name("toy.csv").read_text() == "1,2"


MISSED = {"status": "missing", "reason": "no network", "mirror": None}


@pytest.mark.parametrize("stated", [{}, {"content": "of nothing"}])
def test_data_that_we_have_missed_are_taken(plan, both, stated):
    report(RAW, MISSED, **stated)
    assert merge(plan, both) == Merged(taken=[RAW], here=4)
    assert read_sealed_json(RAW)["status"] == "ok"


def test_nothing_is_taken_of_a_data_set_that_they_have_missed(plan, both):
    report(among(both, RAW), MISSED, content="of nothing")
    assert merge(plan, both) == Merged()
    assert read_sealed_json(RAW)["status"] == "ok"
    shutil.rmtree("results")
    assert merge(plan, both) == Merged()
    assert not Path("results").exists()


def test_data_that_both_have_missed_are_no_matter(plan, both):
    for file in (RAW, among(both, RAW)):
        report(file, MISSED)
    assert merge(plan, both) == Merged()


def test_reasons_are_listed_from_the_most_common_with_their_first_file():
    reasons = ["a", "b", "b", "c", "c", "c", "d", "e"]
    done = Merged(refused={f"{number}.npz": why for number, why in enumerate(reasons)})
    listed = [
        "refused 3.npz and 2 more: c",
        "refused 1.npz and 1 more: b",
        "refused 0.npz: a",
        "refused 6.npz: d",
        "refused 7.npz: e",
    ]
    assert [*refusals(done)] == listed
    done.refused |= {"8.npz": "f", "9.npz": "f", "10.npz": "g"}
    assert [*refusals(done)] == [
        *listed[:2],
        "refused 8.npz and 1 more: f",
        *listed[2:4],
        "refused files for 2 more reasons",
    ]
    assert [*refusals(Merged())] == []


def test_the_account_names_kinds_in_the_order_of_their_names():
    taken = [SPLITS, TREE, DATA, BROKEN, "results/toy/fits/fits/alpha/a/0000-0001.npz", RAW]
    assert [*account(Merged(taken=taken, here=1200))] == [
        "took 2 files of data, 3 files of fits, 1 file of splits; 1,200 files are here already"
    ]
    (_, conflicts) = account(Merged(conflicts=[DATA, TREE], alike=1))
    assert conflicts.startswith(f"2 files are here with other bytes, such as {DATA};")
    assert "(1 of them differ" in conflicts


NAN = float("nan")
FITTED = Run(
    seed=1, condition="rows=5", status="ok", message="m", n_train=7, fit_seconds=1.0,
    tune_seconds=2.0, predict_seconds=3.0, cpu_seconds=4.0, peak_mb=5.0, warnings=1,
    scalars={"a": 1.0, "b": NAN}, train=np.array([0, 1], np.int16), test=np.array([1], np.int16),
    traces={"loss": np.array([[1.0, 2.0], [0.5, NAN]])}, artifacts={"w": np.array([1.0, NAN])},
    values={"decision_function": np.array([0.5, NAN])}, classes=[0, 1], not_kept="n",
)  # fmt: skip
OTHER = {
    "seed": 2, "condition": "", "status": "error", "message": "", "n_train": 8, "warnings": 2,
    "scalars": {"a": 1.0, "b": 2.0}, "train": np.array([0, 0], np.int16),
    "test": np.array([1, 1], np.int16), "traces": {"loss": np.array([[1.0, 2.0], [0.5, 0.2]])},
    "artifacts": {"w": np.array([2.0, NAN])}, "values": {"decision_function": np.array([NAN, 0.5])},
    "classes": [1, 0], "not_kept": "",
}  # fmt: skip
MEASURED = ("fit_seconds", "tune_seconds", "predict_seconds", "cpu_seconds", "peak_mb")


def alike(*blocks):
    """Whether the first block has the outcome of the second, and so on."""
    files = [Path(f"{number}.npz") for number, _ in enumerate(blocks)]
    for file, runs in zip(files, blocks, strict=True):
        save_block(file, runs, {})
    return [same_outcome(*pair) for pair in pairwise(files)]


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_seconds_and_memory_are_no_part_of_an_outcome(empty_folder):
    slower = replace(FITTED, **dict.fromkeys(MEASURED, 9.0))
    unknown = replace(FITTED, **dict.fromkeys(MEASURED, NAN))
    assert alike([FITTED], [FITTED], [slower], [unknown]) == [True] * 3


def test_every_field_that_is_not_measured_is_part_of_an_outcome(empty_folder):
    assert {f.name for f in fields(Run)} == {*OTHER, *MEASURED}
    run, blocks = FITTED, [[FITTED]]
    for name, value in OTHER.items():  # one after the other
        run = replace(run, **{name: value})
        blocks.append([run])
    assert alike(*blocks) == [False] * len(OTHER)


def test_numbers_that_are_close_are_another_outcome(empty_folder):
    exact = replace(FITTED, scalars={"a": 1.0})
    near = replace(exact, scalars={"a": 1.0 + 1e-15})
    traces = {name: np.nextafter(trace, 9) for name, trace in FITTED.traces.items()}
    assert alike([exact], [near], [replace(near, traces=traces)]) == [False, False]


@pytest.mark.parametrize("kind", ["scalars", "traces"])
def test_a_value_that_one_of_two_lacks_is_another_outcome(empty_folder, kind):
    ((name, value), *_) = getattr(FITTED, kind).items()
    less, more = (
        [replace(FITTED, **{kind: dict.fromkeys(n, value)})] for n in ([name], [name, "z"])
    )
    none = [replace(FITTED, **{kind: {}})]
    assert alike(none, less, more, less, none) == [False] * 4


def test_all_runs_of_a_block_are_part_of_its_outcome(empty_folder):
    one, other = FITTED, replace(FITTED, seed=2)
    blocks = [one], [one, other], [one, one], [other, one], [one, other], [one]
    assert alike(*blocks) == [False] * 5
    assert alike([one, other], [one, other]) == [True]


def test_a_fit_that_another_limit_has_stopped_is_refused_and_replaced(finished, capsys):
    made_from = read_sealed(TREE).made_from
    sound = (finished / TREE).read_bytes()
    there = finished / "there"
    (finished / "results").rename(there)
    theirs = there / "toy/main/fits/alpha/small_tree/0000-0001.npz"
    save_block(theirs, [Run(0, "", "timeout", "no result after 1 s")], made_from)
    assert main(["merge", str(there), "--config", "trials=2"]) == 1
    told = capsys.readouterr().err
    assert f"refused {TREE}: was stopped by other limits of time or memory" in told
    assert not (finished / TREE).exists()

    save_block(finished / TREE, [Run(0, "", "timeout", "no result after 1 s")], made_from)
    theirs.write_bytes(sound)
    assert main(["merge", str(there), "--config", "trials=2"]) == 0
    assert load_block(finished / TREE)[0][0].status == "ok"


def test_a_kind_is_a_folder_and_no_part_of_a_name():
    taken = ["results/data/profits.npz", "results/toy/main/splits/benefits/0000-0001.npz"]
    (line,) = account(Merged(taken=taken))
    assert line.startswith("took 1 file of data, 1 file of splits;")


def test_what_is_not_made_from_data_that_they_have_missed_is_taken(plan, there, monkeypatch):
    names = ["results/first.json", "results/made.json", "results/other.json"]
    for name, status in zip(names, ("missing", "ok", "ok"), strict=True):
        write_sealed_json(among(there, name), {"status": status}, {"file": name})
    inputs = [{}, {"data": (names[0],)}, {}]
    planned = [StoredFile(n, {}, made_from) for n, made_from in zip(names, inputs, strict=True)]
    monkeypatch.setattr(module, "stored_files", lambda plan: planned)
    done = merge(plan, there)
    assert done.taken == names[2:] and not done.refused


def test_splits_of_a_study_or_data_set_called_fits_are_splits():
    taken = ["results/toy/fits/splits/alpha/0000-0001.npz", "results/data/raw/fits/fetched.json",
             "results/toy/main/splits/fits/0000-0001.npz"]  # fmt: skip
    (line,) = account(Merged(taken=taken))
    assert line.startswith("took 1 file of data, 2 files of splits;")


def test_all_files_that_a_report_names_are_taken(plan, there):
    texts, files = {"a.csv": "1,2", "b.csv": "3,4"}, []
    for name, text in texts.items():
        write_text(among(there, RAW).with_name(name), text)
        hashed = sha256(text.encode()).hexdigest()
        files.append({"path": name, "sha256": hashed, "from": "here"})
    report(among(there, RAW), {"status": "ok", "source": 0, "files": files})
    assert RAW in merge(plan, there).taken
    assert {name: Path(RAW).with_name(name).read_text() for name in texts} == texts
