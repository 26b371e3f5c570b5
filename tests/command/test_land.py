"""`land`: what it makes of a wish, and one line for each mistake. Nothing is fitted here."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
import yaml
from msgspec.structs import replace

from methods.bench.experiments import load_experiment
from methods.command import land, land_project
from methods.command.command_line import main
from methods.command.land_project import Landing, experiment_of
from methods.errors import UserError
from methods.files import write_text
from methods.schemas.experiment import Conditions
from methods.sharing.joined_results import kept_methods, kept_trials
from tests.project import ROOT

METHOD = "sklearn.linear_model.RidgeClassifier"
FOLDER = Path("results/lands/yardstick_ridgeclassifier")


@pytest.fixture
def called(tmp_path, monkeypatch):
    """Call `land`; the pipeline does not start, and ends as if it had been stopped."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(land, "snakemake", lambda cores, lock: 143)
    return lambda *arguments: main(["land", *arguments])


@pytest.mark.slow
def test_hers_alone_is_selected_on_all_kept_data_sets_and_trials(called, capsys):
    assert called(METHOD) == 143
    content = yaml.safe_load((FOLDER / "workflow/experiments/yardstick.yaml").read_text())
    kept = kept_trials(ROOT, "yardstick", "halves")
    (study,) = content["studies"].values()
    assert study["datasets"] == list(kept) and study["trials_by_dataset"] == kept
    in_file = set(
        yaml.safe_load((ROOT / "workflow/experiments/yardstick.yaml").read_text())["methods"]
    )
    expected = [name for name in kept_methods(ROOT, "yardstick", "halves") if name in in_file]
    assert set(study["methods"]) == {*expected, "RidgeClassifier"}
    assert yaml.safe_load((FOLDER / "config.yaml").read_text())["methods"] == ["RidgeClassifier"]
    assert f"RidgeClassifier on {len(kept)} data sets" in capsys.readouterr().out


def test_a_grid_becomes_a_search_in_three_folds(called, capsys):
    assert called(METHOD, "--grid", "{alpha: [0.1, 1]}", "--trials", "6") == 143
    content = yaml.safe_load((FOLDER / "workflow/experiments/yardstick.yaml").read_text())
    spec = content["methods"]["RidgeClassifier"]
    assert spec["estimator"] == {"class": METHOD}
    assert (spec["param_grid"], spec["cv"]) == ({"alpha": [0.1, 1]}, 3)
    assert set(content["studies"]["halves"]["trials_by_dataset"].values()) == {6}
    assert "it chooses among 2 settings in 3 folds" in capsys.readouterr().out


def test_kept_methods_whose_package_is_not_installed_do_not_stop_it():
    spec = {"class": "x.B"}
    kept = Landing("Mine", spec, "toy", "main", {"alpha": 6}, ("A",), ())
    content = {"methods": {"A": spec}, "studies": {"main": {}}, "optional": {"x": "pip install x"}}
    assert experiment_of(kept, content, None, None)["optional"] == {"x": "pip install x"}


def test_parameters_of_methods_that_are_not_kept_are_left_out():
    """Else the new experiment would name a method, or a parameter, that it does not have."""
    spec = {"class": "x.B", "rounds": 5}
    kept = Landing("Mine", spec, "toy", "main", {"alpha": 6}, ("A",), ("B",))
    of_alpha = {"rounds": 9, "C": 2, "A": {"rounds": 8}, "B": {"C": 3}}
    study = {"parameters_by_dataset": {"alpha": of_alpha, "beta": {"C": 4}}}
    content = {"methods": {"A": spec, "B": {**spec, "C": 1}}, "studies": {"main": study}}
    (entry,) = experiment_of(kept, content, None, None)["studies"].values()
    kept_part = {"rounds": 9, "A": {"rounds": 8}}
    assert {k: v for k, v in entry["parameters_by_dataset"]["alpha"].items() if k != "Mine"} == (
        kept_part
    )
    assert list(entry["parameters_by_dataset"]) == ["alpha"]


@pytest.mark.parametrize(
    ("spec", "of_kept", "fitted"),
    [
        ({"class": "x.B", "rounds": 5}, {"rounds": 9}, {"class": "x.B", "rounds": 5}),
        ({"class": "x.B", "cv": 3}, {"cv": 5, "rounds": 9}, {"class": "x.B", "cv": 3}),
        ({"class": "x.B"}, {"rounds": 9}, {"class": "x.B"}),
    ],
)
def test_hers_keeps_her_parameters_where_kept_methods_have_others(tmp_path, spec, of_kept, fitted):
    kept = Landing("Mine", spec, "toy", "main", {"alpha": 6}, ("A",), ())
    study = {"split": {"kind": "none"}, "parameters_by_dataset": {"alpha": of_kept}}
    content = {"methods": {"A": {"class": "x.A", "rounds": 1, "cv": 1}}, "studies": {"main": study}}
    file = tmp_path / "workflow/experiments/toy.yaml"
    write_text(file, yaml.safe_dump(experiment_of(kept, content, None, None)))
    made = load_experiment(file).study("main")
    assert made.on("alpha", made.method("Mine")).spec == fitted
    assert made.on("alpha", made.method("A")).spec["rounds"] == of_kept.get("rounds", 1)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["Slow"], "PATH Slow: write the dotted path of a class, such as"),
        (["sklearn.svm.Nope"], "Nope"),
        ([METHOD, "--grid", "all"], "--grid all: write parameters with lists, as in"),
        ([METHOD, "--grid", "{C: 1}"], "--grid {C: 1}: write parameters with lists, as in"),
        ([METHOD, "--grid", "[[1]]"], "--grid [[1]]: write parameters with lists, as in"),
        ([METHOD, "--grid", "2024-02-30"], "--grid '2024-02-30' is not YAML"),
        (
            [METHOD, "--datasets", "sonnar"],
            "--datasets: unknown kept data set 'sonnar'; did you mean",
        ),
        (
            [METHOD, "--datasets", "iris"],
            "--datasets: iris is kept in yardstick/several, and not in"
            " yardstick/halves; for the former add --study several",
        ),
        ([METHOD, "--metric", "f1"], "--metric: unknown kept metric 'f1'; choose from: "),
        ([METHOD, "--study", "halfs"], "did you mean 'halves'?"),
        ([METHOD, "--against", "yardstik"], "did you mean 'yardstick'?"),
        ([METHOD, "--out", "."], "is not empty; name a new folder with --out"),
    ],
)
def test_a_mistake_is_one_line_with_the_remedy(called, capsys, arguments, part):
    Path("something").touch()
    assert called(*arguments) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ") and part in line


def test_data_sets_may_have_different_numbers_of_trials():
    kept = Landing("Mine", {"class": "x.B"}, "toy", "main", {"a": 9, "b": 6, "c": 9}, ("A",), ())
    assert "Mine on 3 data sets x 6 or 9 trials, against 1 method of" in land.what_runs(kept)[0]


def test_trials_without_a_hash_in_the_kept_run_are_told(monkeypatch, tmp_path):
    rows = [("main", "alpha", seed, "aa", "bb") for seed in range(3)]
    ours = pd.DataFrame(rows, columns=["study", "dataset", "seed", "data", "rows"])
    kept = Landing("Mine", {"class": "x.B"}, "toy", "main", {"alpha": 3}, ("A",), ())
    monkeypatch.setattr(land, "split_hashes", lambda plan, name: ours)
    monkeypatch.setattr(land, "refuse_other_sizes", lambda *_: 3)
    told = {}
    for n in (2, 3):
        monkeypatch.setattr(land, "kept_hashes", lambda folder, n=n: ours.iloc[:n])
        told[n] = land.verified(kept, None, tmp_path, None)
    assert (
        told[2].startswith("The data and the rows of 2 trials are") and "; 1 more have" in told[2]
    )
    assert told[3].startswith("The data and the rows of all 3 trials are")


def test_fewer_trials_are_no_more_than_are_kept_of_a_data_set(monkeypatch):
    monkeypatch.setattr(land_project, "kept_trials", lambda *_: {"first": 9, "second": 4})
    landing = land_project.landing_of(METHOD, ROOT, "yardstick", "halves", trials=6)
    assert landing.trials == {"first": 6, "second": 4}


def test_the_study_is_the_first_kept_one_without_a_sweep(monkeypatch):
    swept = Conditions(vary="test_noise", name="x.y", values=[0, 1])
    plain = load_experiment(ROOT / "workflow/experiments/yardstick.yaml").study("halves")
    studies = {"gone": plain, "swept": replace(plain, conditions=swept), "kept": plain}
    toy = SimpleNamespace(name="toy", studies=studies)
    kept = {"gone": {}, "swept": {"alpha": 6}, "kept": {"alpha": 6}}
    monkeypatch.setattr(land_project, "kept_trials", lambda root, name, study: kept[study])
    assert land_project.study_of(toy, ROOT, None) == "kept"
    for name in ("gone", "swept"):
        with pytest.raises(UserError, match=f"unknown kept study without a sweep '{name}'"):
            land_project.study_of(toy, ROOT, name)


def test_hers_is_compared_with_the_kept_methods_that_the_file_has(monkeypatch):
    monkeypatch.setattr(land_project, "kept_trials", lambda *_: {"iris": 6})
    monkeypatch.setattr(land_project, "kept_methods", lambda *_: ["Forest", "RidgeClassifier"])
    kept = land_project.landing_of(METHOD, ROOT, "yardstick", "halves")
    assert (kept.methods, kept.gone) == (("Forest",), ("RidgeClassifier",))
    assert kept.name == "RidgeClassifier of mine", "its folder is that of no other method"


def test_her_method_is_scored_by_the_metrics_of_the_kept_run_within_her_limits():
    kept = Landing("Mine", {"class": "x.B"}, "toy", "main", {"alpha": 6}, ("A",), ())
    content = {"methods": {"A": {"class": "x.A"}}, "metrics": ["roc_auc"],
               "studies": {"main": {"seconds": 1, "memory_mb": 2}}}  # fmt: skip
    made = experiment_of(kept, content, None, 900)
    assert made["metrics"] == ["roc_auc"]
    assert (made["studies"]["main"]["seconds"], made["studies"]["main"]["memory_mb"]) == (1, 900)


def test_raw_data_that_have_come_since_the_last_call_are_taken(tmp_path):
    root, folder = tmp_path / "root", tmp_path / "folder"
    experiments = root / "workflow/experiments"
    experiments.mkdir(parents=True)
    content = {"methods": {"A": {"class": "x.A"}}, "studies": {"main": {}}}
    (experiments / "toy.yaml").write_text(yaml.safe_dump(content))
    kept = Landing("Mine", {"class": "x.B"}, "toy", "main", {"alpha": 6}, ("A",), ())
    for name in ("alpha", "beta"):
        write_text(root / f"results/data/raw/{name}/a.csv", name)
        land_project.write_project(kept, folder, root, None, None)
        assert (folder / f"results/data/raw/{name}/a.csv").read_text() == name


@pytest.mark.parametrize("stopped_at", ["a.csv", "b.csv", "fetched.json"])
def test_raw_data_whose_copy_was_stopped_are_taken_by_the_next_call(
    tmp_path, monkeypatch, stopped_at
):
    names = ["fetched.json", "b.csv", "a.csv"]
    for name in (*names, ".a.csv.part"):
        write_text(tmp_path / "root" / name, name)
    copy = shutil.copyfile

    def stopped(source, target):
        copy(source, target)
        if Path(source).name == stopped_at:
            raise KeyboardInterrupt

    source, target = tmp_path / "root", tmp_path / "taken"
    with monkeypatch.context() as context, pytest.raises(KeyboardInterrupt):
        context.setattr(shutil, "copyfile", stopped)
        land_project.take_raw(source, target)
    assert not (target / "fetched.json").exists()
    land_project.take_raw(source, target)
    assert {file.name: file.read_text() for file in target.iterdir()} == {n: n for n in names}
    (target / "a.csv").write_text("fetched here")
    land_project.take_raw(source, target)
    assert (target / "a.csv").read_text() == "fetched here"
