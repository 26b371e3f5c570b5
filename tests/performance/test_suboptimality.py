"""Panels: the optimum is the lowest objective, certificates are kept, a long run is the last."""

import pytest

from methods.performance import suboptimality
from methods.performance.panels import PANELS, Panel, Reached, Solver
from methods.performance.suboptimality import measure_panel

GAPS = (0.5, 0.1, 0.0)


def solver(name, scale, certificate=None):
    return Solver(name, GAPS, lambda data: lambda gap: Reached(data + scale * gap, certificate))


def absent(data):
    raise ImportError("no such package")


@pytest.fixture
def panel(monkeypatch):
    solvers = [solver("a", 2.0, 0.4), solver("b", 4.0), Solver("c", GAPS, absent)]
    monkeypatch.setitem(PANELS, "made-up", Panel("machine", "data", lambda: 2.0, solvers))


def test_distances_are_shares_of_the_lowest_objective(panel):
    measured = measure_panel("made-up", quick=True)
    assert measured["optimum"] == 2
    a, b = measured["curves"]
    assert a["suboptimality"] == pytest.approx([0.5, 0.1, 0])
    assert b["suboptimality"] == pytest.approx([1, 0.2, 0])
    assert a["certificate"] == pytest.approx([0.2] * 3)
    assert b["certificate"] == [None] * 3


def test_an_absent_solver_is_left_out_by_name(panel):
    measured = measure_panel("made-up", quick=True)
    assert measured["absent"] == {"c": "no such package"}
    assert [curve["solver"] for curve in measured["curves"]] == ["a", "b"]


def test_no_tighter_setting_is_tried_after_a_long_run(panel, monkeypatch):
    ticks = iter(range(100))
    monkeypatch.setattr(suboptimality.time, "process_time", lambda: next(ticks))
    assert all(len(c["seconds"]) == 1 for c in measure_panel("made-up", quick=True)["curves"])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["svm-wdbc", "erm-digits", "drm-wdbc", "smm-few-digits"])
def test_certificates_of_our_solvers_are_no_smaller_than_the_distance(name):
    measured = measure_panel(name, quick=True)
    certified = [c for c in measured["curves"] if c["certificate"][-1] is not None]
    assert certified
    for curve in certified:
        assert curve["suboptimality"][-1] <= curve["certificate"][-1] + 1e-9
