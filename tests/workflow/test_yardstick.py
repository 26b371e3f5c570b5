"""The yardstick is fair: every method has as many settings, judged in the same folds."""

from math import prod
from pathlib import Path

import pytest

from methods.bench.experiments import load_experiment

ROOT = Path(__file__).resolve().parents[2]
SETTINGS, FOLDS = 12, 3
SPECS = {
    method.name: method.spec
    for method in load_experiment(ROOT / "workflow/experiments/yardstick.yaml")
    .studies["halves"]
    .methods
    if method.name != "Majority"
}


def settings(spec):
    """How many settings a method tries. DRM chooses nu and then mu, so these numbers add up."""
    if spec["class"] == "methods.DiversitySelection":
        return len(spec["nus"]) + len(spec.get("mus", []))
    return prod(len(values) for values in spec["param_grid"].values())


@pytest.mark.parametrize("name", SPECS)
def test_every_method_chooses_among_as_many_settings_in_as_many_folds(name):
    assert (settings(SPECS[name]), SPECS[name]["cv"]) == (SETTINGS, FOLDS)


@pytest.mark.parametrize("loss", ["L1", "L2"])
def test_the_svm_inside_an_ensemble_of_ten_has_a_tenth_of_its_penalties(loss):
    ensemble, svm = SPECS[f"{loss}-ERM10 exact"], SPECS[f"{loss}-SVM"]
    tenths = [penalty / 10 for penalty in ensemble["param_grid"]["penalty"]]
    assert svm["param_grid"]["penalty"] == pytest.approx(tenths)
