"""The scripts with the trials behind each cell."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.report.trial_scripts import TRACED_POINTS, rounded, thinned, trial_scripts
from tests.made_up import store_frame
from tests.report.conftest import NASTY, lose


def content(script):
    """The name and the data that a script gives to the page."""
    call = re.fullmatch(r'marginbenchFile\(("[^"]+"),(.*)\);\n', script)
    return json.loads(call[1]), json.loads(call[2])["methods"]


def made_up(runs, scores=(), traces=(), kept=False):
    """Results of study `main` with 3 trials on alpha and beta; no script is made of gamma."""
    key = ["dataset", "method", "condition", "seed"]
    frames = [
        pd.DataFrame(rows, columns=[*key, *columns])
        for rows, columns in (
            (runs, ["status", "message", "fit_seconds"]), (scores, ["metric", "value"]),
            (traces, ["curve", "x", "value"]),
        )
    ]  # fmt: skip
    return SimpleNamespace(
        experiment=SimpleNamespace(studies={"main": None}), kept=kept,
        runs=lambda study: frames[0], scores=lambda study: frames[1],
        traces=lambda study: frames[2], datasets=lambda study: ["alpha", "beta"],
        trials=lambda study, dataset: 3 if dataset == "alpha" else 12,
    )  # fmt: skip


def scripts_of(*of):
    files = {"A": "a.html", "B": "b.html"}
    return dict(content(script) for _, script in trial_scripts(made_up(*of), files))


def test_each_trial_stands_in_the_place_of_its_seed():
    scripts = scripts_of(
        [("alpha", "A", "", 2, "ok", "", 1.23456789), ("alpha", "A", "", 0, "ok", "", 2.0),
         ("alpha", "A", "x", 1, "timeout", "60 s", float("nan")),
         ("alpha", "B", "", 1, "absent", "no package", 0.0),
         ("beta", "B", "", 11, "ok", "a note", 3.0), ("gamma", "A", "", 0, "ok", "", 1.0)],
        [("alpha", "A", "", 2, "error", 0.123456789), ("alpha", "A", "", 0, "auc", float("inf")),
         ("alpha", "A", "", 0, "error", 0.5), ("beta", "B", "", 11, "error", 0.25)],
    )  # fmt: skip
    assert scripts["trials/main.alpha"] == {"A": {
        "page": "../../methods/a.html",
        "conditions": {
            "": {"seconds": [2.0, None, 1.23457], "status": ["ok", None, "ok"], "traces": {},
                 "scores": {"error": [0.5, None, 0.123457], "auc": [None] * 3}},
            "x": {"seconds": [None] * 3, "status": [None, "timeout: 60 s", None], "scores": {},
                  "traces": {}},
        },
    }}  # fmt: skip
    (of_beta,) = scripts["trials/main.beta"].values()
    assert of_beta["page"] == "../../methods/b.html"
    assert of_beta["conditions"][""]["scores"]["error"] == [None] * 11 + [0.25]
    assert list(scripts) == ["trials/main.alpha", "trials/main.beta"]


def test_ten_trials_of_a_curve_are_drawn():
    runs = [("beta", "A", "", seed, "ok", "", 1.0) for seed in range(12)]
    traces = [
        ("beta", "A", "", seed, "loss", x, seed + x / 3) for x in (1, 2) for seed in range(12)
    ]
    cell = scripts_of(runs, (), traces)["trials/main.beta"]["A"]["conditions"][""]
    assert [seed for seed, _, _ in cell["traces"]["loss"]] == list(range(10))
    assert cell["traces"]["loss"][9] == [9, [1, 2], [9.33333, 9.66667]]


def test_kept_results_have_no_curves():
    runs = [("alpha", "A", "", 0, "ok", "", 1.0)]
    traces = [("alpha", "A", "", 0, "loss", 1, 0.5)]
    for kept, curves in ((False, {"loss": [[0, [1], [0.5]]]}), (True, {})):
        cell = scripts_of(runs, (), traces, kept)["trials/main.alpha"]["A"]["conditions"][""]
        assert cell["traces"] == curves


def test_a_script_has_no_spaces_between_its_values():
    (script, _) = (text for _, text in trial_scripts(made_up([]), {}))
    assert script == 'marginbenchFile("trials/main.alpha",{"methods":{}});\n'


@pytest.mark.parametrize(
    ("points", "kept"),
    [(1, [0]), (2, [0, 1]), (60, list(range(60))), (119, list(range(0, 119, 2)))],
)
def test_sixty_points_of_a_curve_are_kept_evenly(points, kept):
    assert thinned(list(range(points))) == kept


def test_one_point_too_many_is_left_out_within_the_curve():
    kept = thinned(list(range(61)))
    assert len(kept) == 60 and (kept[0], kept[-1]) == (0, 60) and kept == sorted(set(kept))


def test_values_have_six_digits_and_gaps_are_none():
    values = (1234567.0, -0.00012345678, float("nan"), float("-inf"))
    assert [rounded(value) for value in values] == [1234570.0, -0.000123457, None, None]


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


def test_the_curves_of_a_trial_stand_under_their_conditions():
    runs = [("beta", "A", condition, 0, "ok", "", 1.0) for condition in "ab"]
    traces = [("beta", "A", condition, 0, "loss", 0, value) for condition, value in
              (("a", 1.0), ("b", 2.0))]  # fmt: skip
    cells = scripts_of(runs, (), traces)["trials/main.beta"]["A"]["conditions"]
    assert [cells[condition]["traces"] for condition in "ab"] == [
        {"loss": [[0, [0], [1.0]]]}, {"loss": [[0, [0], [2.0]]]},
    ]  # fmt: skip
