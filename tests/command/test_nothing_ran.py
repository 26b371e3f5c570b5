"""A run may leave a study without trials: its tables and figures are then empty, not an error."""

from pathlib import Path

import pytest

from methods.bench.construct import options_of
from methods.bench.results import Results
from methods.command.judge import plan_of_kept
from methods.figures.style import plt
from tests.project import ROOT

EXPERIMENTS = sorted(path.stem for path in Path(ROOT, "workflow/experiments").glob("*.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_no_output_fails_if_nothing_ran(experiment, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(Results, "datasets", lambda results, study, among=None: [])
    results = Results.load(plan_of_kept(ROOT), experiment, ROOT)
    for options in results.experiment.tables.values():
        make, rest = options_of(options)
        assert make(results, **rest).cells is not None
    for options in results.experiment.figures.values():
        draw, rest = options_of(options, ("caption",))
        draw(results, **rest)
        plt.close("all")
