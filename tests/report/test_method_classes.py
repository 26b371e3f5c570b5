"""What the names of methods mean, by their classes and settings."""

from pathlib import Path

import pytest

from methods.bench.experiments import load_experiments
from methods.perceptron.pocket import PocketPerceptron
from methods.perceptron.random_coordinate_descent import RandomCoordinateDescentPerceptron
from methods.report.docstrings import about
from methods.report.method_classes import inner_class, method_of, name_families

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def experiments():
    return load_experiments(ROOT / "workflow/experiments")


def test_names_of_one_class_share_its_summary_and_have_their_settings(experiments):
    names = ["RCD", "pocket", "RCD-grad", "nobody", "RCD-bias"]
    rcd, pocket = name_families(experiments["perceptron"], names, [])
    assert rcd["names"] == ["RCD", "RCD-grad", "RCD-bias"]
    assert rcd["summary"] == about(RandomCoordinateDescentPerceptron, "").summary
    assert rcd["settings"] == [("RCD-grad", "direction: gradient"), ("RCD-bias", "bias_step: true")]
    assert (pocket["names"], pocket["settings"]) == (["pocket"], [])


def test_a_class_without_a_docstring_is_told_by_its_path(experiments, monkeypatch):
    monkeypatch.setattr(PocketPerceptron, "__doc__", None)
    (family,) = name_families(experiments["perceptron"], ["pocket"], [])
    assert family["summary"] == "methods.PocketPerceptron"


def test_names_are_explained_once(experiments):
    (left,) = name_families(experiments["perceptron"], ["RCD", "pocket"], {"RCD"})
    assert left["names"] == ["pocket"]


def test_the_settings_are_those_of_the_class_inside_a_shared_selection(experiments):
    (family,) = name_families(experiments["drm"], ["Bagging21", "Bagging51"], [])
    assert family["settings"] == [
        ("Bagging21", "n_estimators: 21"), ("Bagging51", "n_estimators: 51"),
    ]  # fmt: skip


def test_settings_that_all_methods_of_a_class_share_are_left_out(experiments):
    names = ["stump ECC max-cut", "stump ECC rand-half"]
    (family,) = name_families(experiments["multiclass"], names, [])
    assert family["settings"] == [("stump ECC rand-half", "columns: rand_half")]


def test_the_class_that_learns_stands_inside_searches_and_pipelines(experiments):
    drm = experiments["drm"]
    assert inner_class(method_of(drm, "nu-SVM").spec) == "sklearn.svm.NuSVC"
    assert inner_class(method_of(drm, "Forest").spec) == "sklearn.ensemble.RandomForestClassifier"
    assert method_of(drm, "nobody") is None


def test_each_class_has_its_own_summary(experiments):
    _, pocket = name_families(experiments["perceptron"], ["RCD", "pocket"], [])
    assert pocket["summary"] == about(PocketPerceptron, "").summary
