"""The steps up to the fits: what each writes, what it says, and what it refuses."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from methods.bench import compiled, fit, paths
from methods.bench.blocks import Run, load_block
from methods.bench.experiments import Study, load_experiment
from methods.command import steps
from methods.command.command_line import main
from methods.data import fetch, prepare, splits
from methods.data.prepare import Dataset, DataSetMissing, load_dataset, save_missing
from methods.data.splits import Split, load_splits
from methods.errors import UserError
from methods.sealed_files import Damaged, identity_of, read_sealed
from tests.command.conftest import BLOCK

RAW, DATA = paths.fetched("alpha"), paths.prepared("alpha")
SPLITS = paths.splits("toy", "main", "alpha", "0000-0001")
TREE = BLOCK.format("small_tree")
FIT = ["fit", "toy", "main", "small_tree", "--data", DATA, "--splits", SPLITS, "--out", TREE]
ONE = np.ones(1)


@pytest.mark.parametrize(
    ("text", "seeds"), [("0:1", [0, 1]), ("7:7", [7]), ("12:14", [12, 13, 14])]
)
def test_seeds_are_given_by_the_first_and_the_last(text, seeds):
    assert [*steps.seed_range(text)] == seeds


@pytest.mark.parametrize("text", ["1:0", "a:1", "1:b", "1", "1:", ":1", ":", "-1:2", "0:1.5", ""])
def test_other_words_for_seeds_are_refused(text):
    with pytest.raises(UserError, match=r"--seeds takes first:last, such as 0:9, not '"):
        steps.seed_range(text)


def test_every_output_is_made_though_one_fails_and_the_failed_ones_are_named(capsys):
    made = []

    def make(name):
        made.append(name)
        if name in "bd":
            raise ValueError(f"no {name} today")

    assert steps.each("table", "abcd", make) == ["table b", "table d"]
    assert made == [*"abcd"]
    told = capsys.readouterr().err
    assert "ValueError: no b today" in told and "ValueError: no d today" in told
    assert steps.each("table", "ac", make) == []


@pytest.mark.parametrize("fault", [OSError(28, "No space left"), Damaged(Path("a.npz"), "so")])
def test_a_fault_that_all_outputs_would_have_stops_the_step(fault):
    made = []

    def make(name):
        made.append(name)
        raise fault

    with pytest.raises(type(fault)):
        steps.each("table", "ab", make)
    assert made == ["a"]


def test_outputs_that_failed_are_refused_by_name():
    steps.refuse([])
    with pytest.raises(UserError, match="could not make table a, claim b; the reasons are above"):
        steps.refuse(["table a", "claim b"])


def test_a_step_works_in_the_folder_that_has_its_first_input(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("copies").mkdir()
    steps.work_beside(None, ["results/a.json"])
    assert Path.cwd() == tmp_path
    with pytest.raises(UserError, match=r"--beside copies/b\.json: expected a path that ends with"):
        steps.work_beside(Path("copies/b.json"), ["results/a.json"])
    assert Path.cwd() == tmp_path
    steps.work_beside(Path("copies/results/a.json"), ["results/a.json", "results/b.json"])
    assert Path.cwd() == tmp_path / "copies"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fetch", "alpa", "--out", RAW], "unknown data set 'alpa'"),
        (["split", "toi", "main", DATA, "--seeds", "0:1", "--out", SPLITS],
         "unknown experiment 'toi'"),
        (["split", "toy", "mian", DATA, "--seeds", "0:1", "--out", SPLITS], "'mian'"),
    ],
)  # fmt: skip
def test_an_unknown_name_is_one_line(project, capsys, arguments, said):
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


@pytest.mark.parametrize(("mirror", "asked"), [([], None), (["--mirror", "/data"], "/data")])
def test_data_that_cannot_be_fetched_are_said(project, monkeypatch, capsys, mirror, asked):
    calls, reports = [], [{"status": "missing", "reason": "no network"}, {"status": "ok"}]

    def answer(descriptor, folder, mirror, made_from):
        calls.append((descriptor.name, folder.as_posix(), mirror, made_from))
        return reports[len(calls) - 1]

    monkeypatch.setattr(fetch, "fetch", answer)
    call = ["fetch", "alpha", "--out", RAW, *mirror, "--made-from", '{"asked": "1"}']
    assert main(call) == 0
    assert capsys.readouterr().err == "alpha: no network\n"
    assert main(call) == 0
    assert capsys.readouterr().err == ""
    assert calls == [("alpha", "results/data/raw/alpha", asked, {"asked": "1"})] * 2


def test_prepared_data_state_the_fetched_files_and_notes_are_said(finished, monkeypatch, capsys):
    notes = ("one row is left out", "a gap is a class")
    dataset = Dataset("alpha", np.eye(2), np.array([0, 1]), ("no", "yes"), notes=notes)
    monkeypatch.setattr(prepare, "prepare", lambda descriptor, folder: dataset)
    call = ["prepare", "alpha", "--fetched", RAW, "--out", DATA, "--made-from", '{"asked": "1"}']
    assert main(call) == 0
    assert capsys.readouterr().err == "alpha: one row is left out\nalpha: a gap is a class\n"
    np.testing.assert_array_equal(load_dataset(DATA).X, np.eye(2))
    stated = {"file": DATA, "asked": "1", "raw": identity_of([RAW])}
    assert read_sealed(DATA).made_from.items() >= stated.items()

    def missing(descriptor, folder):
        raise DataSetMissing("no network")

    monkeypatch.setattr(prepare, "prepare", missing)
    assert main(call) == 0
    with pytest.raises(DataSetMissing, match="no network"):
        load_dataset(DATA)
    assert read_sealed(DATA).made_from.items() >= stated.items()


def test_rows_that_a_split_leaves_out_are_counted_in_both_parts(finished, monkeypatch, capsys):
    gaps = {0: (0, 0), 1: (2, 0), 2: (0, 1)}

    def split(dataset, experiment, seed, *_):
        return Split(np.arange(8), np.arange(4), ONE, ONE, gaps=gaps[seed])

    monkeypatch.setattr(splits, "make_split", split)
    assert main(["split", "toy", "main", DATA, "--seeds", "0:2", "--out", SPLITS]) == 0
    left_out = "rows with gaps are left out"
    assert capsys.readouterr().out.splitlines() == [
        f"seed 1: {left_out}, 2 of 10 training rows and 0 of 4 test rows",
        f"seed 2: {left_out}, 0 of 8 training rows and 1 of 5 test rows",
    ]
    assert [*load_splits(SPLITS)] == [0, 1, 2]
    assert read_sealed(SPLITS).made_from["data"] == identity_of([DATA])


def studied(project, **more):
    file = project / "workflow/experiments/toy.yaml"
    content = yaml.safe_load(file.read_text())
    content["studies"]["main"] |= more
    file.write_text(yaml.safe_dump(content, sort_keys=False))


def test_each_trial_is_split_as_its_study_says_and_on_its_own_draw(finished, monkeypatch):
    seen = []

    def split(dataset, *how):
        seen.append(how)
        return Split(np.arange(8), np.arange(4), ONE, ONE)

    monkeypatch.setattr(splits, "make_split", split)
    studied(finished, scaling={"variance": 1, "rows": "train"}, missing="drop")
    assert main(["split", "toy", "main", DATA, "--seeds", "3:4", "--out", SPLITS]) == 0
    study = load_experiment(finished / "workflow/experiments/toy.yaml").study("main")
    how = study.split, study.scaling
    assert study.scaling is not None
    assert seen == [("toy", seed, *how, seed, "drop") for seed in (3, 4)]


def test_a_method_is_fitted_with_its_parameters_on_the_data_set(finished, monkeypatch):
    fitted = []
    monkeypatch.setattr(fit, "fit_block", lambda *how: fitted.append(how) or [Run(0, "")])
    studied(finished, parameters_by_dataset={"alpha": {"Small tree": {"max_depth": 7}}})
    assert main([*FIT, "--seeds", "1:1", "--conditions", '["a"]']) == 0
    ((study, method, dataset, rows, conditions),) = fitted
    assert (study.where, method.name, dataset.name) == ("toy/main", "Small tree", "alpha")
    assert (method.spec["max_depth"], [*rows], conditions) == (7, [1], ["a"])


def test_missing_data_have_no_splits_and_fits_that_say_why(finished):
    save_missing(DATA, "no network", {})
    assert main(["split", "toy", "main", DATA, "--seeds", "0:1", "--out", SPLITS]) == 0
    assert load_splits(SPLITS) == {}
    assert main([*FIT, "--seeds", "0:1"]) == 0
    assert [(r.seed, r.status, r.message) for r in load_block(TREE)[0]] == [
        (0, "missing", "no network"), (1, "missing", "no network")
    ]  # fmt: skip
    inputs = {"data": identity_of([DATA]), "split": identity_of([SPLITS])}
    assert read_sealed(TREE).made_from.items() >= inputs.items()


def test_a_method_whose_package_is_absent_is_not_fitted(finished, monkeypatch):
    monkeypatch.setattr(Study, "lacks", lambda study, method: f"no package for {method.name}")
    assert main([*FIT, "--seeds", "0:0", "--conditions", '["a", "b"]']) == 0
    assert [(r.condition, r.status, r.message) for r in load_block(TREE)[0]] == [
        (condition, "absent", "no package for Small tree") for condition in "ab"
    ]


def test_a_fit_of_a_seed_without_a_split_is_refused(finished, capsys):
    before = Path(TREE).read_bytes()
    assert main([*FIT, "--seeds", "1:2"]) == 1
    assert capsys.readouterr().err == f"error: {SPLITS}: no split of seed 2\n"
    assert Path(TREE).read_bytes() == before


def test_fits_are_those_of_the_seeds_that_are_named(finished):
    assert main([*FIT, "--seeds", "1:1", "--made-from", '{"asked": "1"}']) == 0
    assert [(run.seed, run.status) for run in load_block(TREE)[0]] == [(1, "ok")]
    assert read_sealed(TREE).made_from["asked"] == "1"


def test_a_module_is_compiled_and_reported(project, monkeypatch):
    done = []
    monkeypatch.setattr(compiled, "compile_kernels", lambda module: done.append(module))
    monkeypatch.setattr(compiled, "write_report", lambda *of: done.append(of))
    assert main(["compile", "methods.a._kernels", "--out", "a.json", "--made-from", "{}"]) == 0
    assert done == ["methods.a._kernels", ("methods.a._kernels", Path("a.json"), {})]


def test_all_trials_of_a_study_on_one_draw_have_the_stored_one(finished, monkeypatch):
    draws = []

    def split(*how):
        draws.append(how[5])
        return Split(np.arange(8), np.arange(4), ONE, ONE)

    monkeypatch.setattr(splits, "make_split", split)
    studied(finished, one_draw="the paper has one")
    assert main(["split", "toy", "main", DATA, "--seeds", "3:4", "--out", SPLITS]) == 0
    assert draws == [None, None]
