"""Attributes that a study records, and that none of its classes has."""

from types import SimpleNamespace

import pytest

from methods.command.recorded_attributes import faults_of_attributes

BASE = "class Base:\n    def fit(self, X, y):\n        self.deep_ = self.steps_ = 1\n"
CHILD = "import base_of_a_plugin\n\n\nclass Child(base_of_a_plugin.Base):\n    pass\n"


@pytest.mark.parametrize(
    ("recorded", "unknown"),
    [
        ({"scalars": {"depth": "deep_"}}, []),  # of the base, in another module
        ({"scalars": {"depth": "deap_"}}, ["deap_"]),
        ({"traces": {"cost": ["steps_", "deap_"]}}, ["deap_"]),
        ({"traces": {"cost": "steps_"}, "artifacts": {"all": "stepz_"}}, ["stepz_"]),
    ],
)
def test_an_attribute_is_one_of_a_class_or_of_its_bases(tmp_path, monkeypatch, recorded, unknown):
    (tmp_path / "base_of_a_plugin.py").write_text(BASE)
    (tmp_path / "child_in_a_plugin.py").write_text(CHILD)
    monkeypatch.syspath_prepend(str(tmp_path))
    study = SimpleNamespace(
        where="toy/main", lacks=lambda method: "",
        record=SimpleNamespace(**{"scalars": {}, "traces": {}, "artifacts": {}} | recorded),
        methods=[SimpleNamespace(spec={"class": "child_in_a_plugin.Child"})],
    )  # fmt: skip
    faults = list(faults_of_attributes(study))
    assert len(faults) == len(unknown)
    assert all(f"unknown attribute {name!r}" in f for name, f in zip(unknown, faults, strict=True))
