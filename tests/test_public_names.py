"""What ``import methods`` promises."""

import ast
import subprocess
import sys
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path

import pytest
from sklearn.base import BaseEstimator

import methods

# The folders of machines, and which of the others each may import.
MACHINES = {
    "margin": set(),
    "matrix": set(),
    "perceptron": set(),
    "boosting": set(),
    "complexity": set(),
    "multiclass": {"boosting"},
}


@pytest.mark.parametrize("name", methods.__all__)
def test_every_public_name_can_be_imported(name):
    assert getattr(methods, name) is not None
    assert name in dir(methods)


@pytest.mark.parametrize("name", methods.HOMES)
def test_a_public_class_lives_where_its_home_says(name):
    assert getattr(methods, name).__module__ == methods.HOMES[name]


@pytest.mark.parametrize("module", sorted(set(methods.HOMES.values())))
def test_no_estimator_is_left_out_of_the_public_names(module):
    classes = getmembers(import_module(module), isclass)
    ours = {n for n, c in classes if c.__module__ == module and issubclass(c, BaseEstimator)}
    assert {name for name in ours if not name.startswith("_")} <= set(methods.HOMES)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        methods.Nothing  # noqa: B018


def test_importing_the_package_loads_no_numerical_library():
    code = "import sys, methods; print({'numpy', 'sklearn', 'pandas'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"


@pytest.mark.parametrize("folder", MACHINES)
def test_the_folders_of_machines_stand_side_by_side(folder):
    imported = {
        node.module.split(".")[1]
        for path in (Path(methods.__file__).parent / folder).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module.startswith("methods.")
    }
    assert imported & set(MACHINES) - {folder} <= MACHINES[folder]
