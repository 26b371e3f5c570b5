"""The protocol on the page of a paper."""

from pathlib import Path

import pytest

from methods.bench.experiments import load_experiments
from methods.report.paper_pages import in_print

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("experiment", "study", "told"),
    [
        ("erm", "table1", " (in print 10)"),
        ("drm", "table1", " (in print 20)"),
        ("multiclass", "svms", " (in print 20 to 100)"),  # 20 with a test part
        ("drm", "mu", ""),  # beside no printed number
    ],
)
def test_the_trials_of_a_study_stand_beside_those_of_its_printed_numbers(experiment, study, told):
    assert in_print(load_experiments(ROOT / "workflow/experiments")[experiment], study) == told
