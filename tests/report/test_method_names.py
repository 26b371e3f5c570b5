"""Names of methods in words, and that each pattern of them is in use."""

import re
from pathlib import Path

import pytest

from methods.bench.experiments import load_experiments
from methods.report.method_names import FILE, in_full
from methods.yaml_files import read_yaml

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("L2-ERM30", "squared hinge loss; exclusivity regularized machine of 30 components"),
        ("L1-SVM 2/30", "hinge loss; one SVM with penalty 2/30, which ERM of 30 components is at"
         " its optimum"),
        ("SMM rho=100", "the weight of the augmentation is 100"),
        ("Forest", ""),
    ],
)  # fmt: skip
def test_a_name_is_told_part_by_part(name, said):
    assert in_full(name) == said


def test_each_pattern_is_of_a_method_of_the_experiments():
    experiments = load_experiments(ROOT / "workflow/experiments").values()
    names = {m.name for e in experiments for study in e.studies.values() for m in study.methods}
    unused = [
        each["part"]
        for each in read_yaml(FILE)
        if not any(re.search(each["part"], n) for n in names)
    ]
    assert not unused
