"""The yardstick is fair: every method has as many settings, judged in the same folds."""

from importlib.util import find_spec
from math import prod
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_wine

from methods.bench.construct import build, seed_everywhere
from methods.bench.experiments import load_experiment
from methods.bench.source_hash import code_paths
from methods.data.catalogue import counted_once, load_catalogue

ROOT = Path(__file__).resolve().parents[2]
EXPERIMENT = load_experiment(ROOT / "workflow/experiments/yardstick.yaml")
STUDIES = EXPERIMENT.studies
SETTINGS, FOLDS = 12, 3
NOTHING_TO_CHOOSE = {"Majority", "TabPFN"}
SPECS = {
    method.name: method.spec
    for study in STUDIES.values()
    for method in study.methods
    if method.name not in NOTHING_TO_CHOOSE
}
RIVALS = {"LightGBM": "lightgbm", "XGBoost": "xgboost", "CatBoost": "catboost"}


def settings(spec):
    """How many settings a method tries. DRM chooses nu and then mu, so these numbers add up."""
    if spec["class"] == "methods.DiversitySelection":
        return len(spec["nus"]) + len(spec.get("mus", []))
    return prod(len(values) for values in spec["param_grid"].values())


@pytest.mark.parametrize("name", SPECS)
def test_every_method_chooses_among_as_many_settings_in_as_many_folds(name):
    assert (settings(SPECS[name]), SPECS[name]["cv"]) == (SETTINGS, FOLDS)


@pytest.mark.parametrize("name", SPECS)
def test_every_search_judges_by_the_same_count(name):
    if SPECS[name]["class"] != "methods.DiversitySelection":  # which counts by itself
        assert SPECS[name]["scoring"] == {"function": "methods.selection.number_right"}


@pytest.mark.parametrize("loss", ["L1", "L2"])
def test_the_svm_inside_an_ensemble_of_ten_has_a_tenth_of_its_penalties(loss):
    ensemble, svm = SPECS[f"{loss}-ERM10 exact"], SPECS[f"{loss}-SVM"]
    tenths = [penalty / 10 for penalty in ensemble["param_grid"]["penalty"]]
    assert svm["param_grid"]["penalty"] == pytest.approx(tenths)


def test_only_packages_that_the_default_installation_lacks_are_optional():
    used = {path.partition(".")[0] for spec in SPECS.values() for path in code_paths(spec)}
    assert used - {"methods", "sklearn"} == set(RIVALS.values())
    assert set(EXPERIMENT.optional) == {*RIVALS.values(), "tabpfn"}


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_a_study_counts_no_data_set_twice(study):
    catalogue = load_catalogue(ROOT / "datasets")
    assert list(counted_once(study.datasets, catalogue)) == list(study.datasets)
    origins = [catalogue[name].origin for name in study.datasets]
    shared = {origin for origin in origins if origins.count(origin) > 1}
    assert shared <= {"methods.data.generators"}


def test_each_study_has_one_kind_of_task():
    catalogue = load_catalogue(ROOT / "datasets")
    for name, tasks in {"halves": {"binary"}, "several": {"multiclass"}}.items():
        assert {catalogue[dataset].task for dataset in STUDIES[name].datasets} == tasks
    names = {dataset for study in STUDIES.values() for dataset in study.datasets}
    assert len({catalogue[dataset].title for dataset in names}) >= 30


@pytest.mark.slow
@pytest.mark.parametrize("name", RIVALS)
@pytest.mark.parametrize("load", [load_breast_cancer, load_wine])
def test_a_rival_is_quiet_writes_nothing_and_repeats_itself(
    name, load, tmp_path, monkeypatch, capfd
):
    if find_spec(RIVALS[name]) is None:
        pytest.skip(f"{RIVALS[name]} is not installed")
    monkeypatch.chdir(tmp_path)
    X, y = load(return_X_y=True)
    spec = SPECS[name]["estimator"]
    fitted = []
    for trial in (0, 0, 1):
        machine = build(spec)
        seed_everywhere(machine, "yardstick", "data", trial, name)
        fitted.append(machine.fit(X[::2], y[::2]))
    first, again, _ = (machine.predict_proba(X[1::2]) for machine in fitted)
    assert np.array_equal(first, again)
    states = [machine.get_params()["random_state"] for machine in fitted]
    assert states[0] == states[1] != states[2]
    assert set(fitted[0].predict(X[1::2]).ravel().tolist()) <= set(y.tolist())
    assert not list(tmp_path.iterdir())
    assert capfd.readouterr() == ("", "")
