"""What ran of an experiment: fits and hours are counted once."""

from pathlib import Path

import pytest

from methods.bench.paths import REFERENCE
from methods.bench.results import Results
from methods.command.judge import plan_of_kept
from methods.report.kept_plan import only_kept
from methods.report.what_ran import totals

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("experiment", ["smm_synthetic", "erm"])
def test_a_fit_that_serves_all_conditions_of_noise_counts_once(experiment):
    plan, _ = only_kept(plan_of_kept(ROOT), ROOT / REFERENCE)
    results = Results.load(plan, experiment, ROOT, ROOT / REFERENCE)
    fits, seconds = 0, 0.0
    for name in results.experiment.studies:
        if not results.datasets(name):
            continue
        runs, conditions = results.runs(name), results.study(name).conditions
        if conditions.vary == "test_noise":
            runs = runs[runs["condition"] == runs["condition"].iloc[0]]
        fits += len(runs)
        seconds += runs[["fit_seconds", "tune_seconds"]].sum().sum()
    ran = totals(results)
    assert ran["fits"] == ran["well"] == fits
    assert ran["hours"] == pytest.approx(seconds / 3600)
