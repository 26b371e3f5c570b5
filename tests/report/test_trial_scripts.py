"""The scripts with the trials behind each cell."""

import json
import re
from pathlib import Path

import pandas as pd

from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.report.trial_scripts import TRACED_POINTS, trial_scripts
from tests.made_up import store_frame
from tests.report.conftest import NASTY, lose


def content(script):
    """The name and the data that a script gives to the page."""
    call = re.fullmatch(r'marginbenchFile\(("[^"]+"),(.*)\);\n', script)
    return json.loads(call[1]), json.loads(call[2])["methods"]


def test_a_script_has_every_trial_of_every_method_of_its_data_set(reported):
    scripts = (reported / "results/report/experiments/toy/trials").iterdir()
    stored = dict(content(path.read_text()) for path in scripts)
    assert set(stored) == {"trials/main.alpha", "trials/main.beta"}
    cell = stored["trials/main.alpha"][NASTY]["conditions"][""]
    assert cell["scores"]["error"] == [0.1, 0.2, 0.12] and cell["seconds"] == [1, 2, 3]
    assert cell["status"] == ["ok", "ok", "ok"]


def test_a_failed_trial_is_a_gap_with_its_reason(reported):
    script = reported / "results/report/experiments/toy/trials/main.alpha.js"
    cell = content(script.read_text())[1]["B"]["conditions"][""]
    assert cell["scores"]["error"] == [0.3, None, 0.1] and cell["seconds"][1] is None
    assert cell["status"][1] == "error: made to fail"


def test_long_traces_keep_their_ends_and_lose_points_between(run):
    frame = pd.DataFrame({"x": range(1000), "value": [float("nan"), *range(999)]})
    frame = frame.assign(method="B", seed=1, condition="", curve="objective")
    store_frame(frame, Path("results/toy/main/traces/alpha.parquet"))
    results = Results.load(Plan.from_config({}, run), "toy", run)
    scripts = dict(trial_scripts(results, {NASTY: "a.html", "B": "b.html"}))
    cell = content(scripts["trials/main.alpha"])[1]["B"]["conditions"][""]
    [[seed, x, value]] = cell["traces"]["objective"]
    assert seed == 1 and len(x) == len(value) == TRACED_POINTS
    assert (x[0], x[-1], value[0], value[-1]) == (0, 999, None, 998)


def test_an_unavailable_data_set_has_no_trials(run):
    lose("alpha", "no network")
    results = Results.load(Plan.from_config({}, run), "toy", run)
    scripts = dict(trial_scripts(results, {NASTY: "a.html", "B": "b.html"}))
    assert content(scripts["trials/main.alpha"])[1] == {}
