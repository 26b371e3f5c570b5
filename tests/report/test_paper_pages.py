"""The protocol on the page of a paper."""

from pathlib import Path

import pytest

from methods.bench.experiments import load_experiments
from methods.figures.mathml import as_mathml
from methods.report import paper_pages
from methods.report.paper_pages import in_print, typeset

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


def test_an_equation_is_drawn_only_if_no_browser_could_typeset_it(monkeypatch):
    drawn = []
    monkeypatch.setattr(paper_pages, "as_svg", lambda latex: drawn.append(latex) or "<svg/>")
    assert typeset("a + b").startswith("<math") and not drawn
    unknown = r"\overbrace{a < b}"
    assert as_mathml(unknown) == ""
    picture = '<span role="img" aria-label="\\overbrace{a &lt; b}"><svg/></span>'
    assert typeset(unknown) == picture and drawn == [unknown]
