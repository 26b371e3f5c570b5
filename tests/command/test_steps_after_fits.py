"""The steps after the fits: scores, tables, verdicts, figures, pages, and the strict check."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import matplotlib.pyplot as plt
import pandas as pd
import pytest
import yaml
from msgspec.structs import replace

from methods.bench import construct, paths, scoring
from methods.bench.plan import Plan, read_plan
from methods.bench.results import Results
from methods.claims import ledger
from methods.command.command_line import main
from methods.data.prepare import save_missing
from methods.parquet_files import read_frame
from methods.report import compare_page, of_entry, site
from methods.sealed_files import identity_of, read_sealed
from tests.command.conftest import BLOCK
from tests.made_up import experiment, study, write_descriptor, write_experiment

CONFIG = ["--config", "trials=2"]
DATA, SPLITS = paths.prepared("alpha"), paths.splits("toy", "main", "alpha", "0000-0001")
STORED = [*paths.stored("toy", "main", "alpha").values(), DATA, SPLITS]
SCORES, CLAIMS = STORED[0], paths.claims("toy")


@pytest.fixture
def elsewhere(finished, tmp_path, monkeypatch):
    """A working folder without results; those of the run are in another one."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return finished


def test_scores_are_made_where_the_fits_are(elsewhere):
    before = read_frame(elsewhere / SCORES)
    (elsewhere / SCORES).unlink()
    stated = ["--made-from", '{"asked": "1"}', "--beside", str(elsewhere / DATA)]
    assert main(["evaluate", "toy", "main", "alpha", *stated, *CONFIG]) == 0
    pd.testing.assert_frame_equal(read_frame(elsewhere / SCORES), before)
    made_from = read_sealed(elsewhere / SCORES).made_from
    fits = [BLOCK.format(method) for method in ("small_tree", "broken")]
    assert made_from["asked"] == "1" and made_from["data"] == identity_of([DATA])
    assert made_from["fits"] == identity_of(fits) and made_from["splits"] == identity_of([SPLITS])
    save_missing(DATA, "no network", {})
    assert main(["evaluate", "toy", "main", "alpha", *CONFIG]) == 0
    assert read_frame(SCORES).empty


def test_the_trials_of_the_data_set_are_scored_by_the_metrics_of_its_study(elsewhere):
    write_descriptor(elsewhere, "beta")
    file = elsewhere / "workflow/experiments/toy.yaml"
    content = yaml.safe_load(file.read_text())
    content["studies"]["main"] |= {
        "datasets": ["beta", "alpha"], "trials": 2, "trials_by_dataset": {"beta": 1},
        "metrics": ["accuracy"],
    }  # fmt: skip
    file.write_text(yaml.safe_dump(content, sort_keys=False))
    assert main(["evaluate", "toy", "main", "alpha", "--beside", str(elsewhere / DATA)]) == 0
    scores = read_frame(elsewhere / SCORES).set_index(["metric", "seed"])["value"]
    assert len(scores["accuracy"]) == 2
    assert scores["accuracy"].tolist() == pytest.approx((1 - scores["error"]).tolist())


def with_outputs(monkeypatch, **of_kind):
    """Let the experiment have these functions as tables or figures, and claims, before its own.

    The attributes of a function are the options of its entry.
    """
    load, options_of = Results.load, construct.options_of

    def load_with(*arguments):
        results = load(*arguments)
        for kind, first in of_kind.items():
            outputs = getattr(results.experiment, kind)
            entries = {name: {"function": make} for name, make in first.items()} | outputs
            outputs.clear()
            outputs.update(entries)
        return results

    def function_of(entry, words=()):
        make = entry["function"]
        return (make, vars(make).copy()) if callable(make) else options_of(entry, words)

    monkeypatch.setattr(Results, "load", load_with)
    for module in (construct, of_entry):
        monkeypatch.setattr(module, "options_of", function_of)


def fail(*_):
    raise ValueError("not today")


def test_tables_and_verdicts_are_made_where_the_scores_are(elsewhere):
    beside = ["--beside", str(elsewhere / SCORES)]
    stated = ["--made-from", '{"asked": "1"}']
    before = (elsewhere / "results/toy/t.csv").read_bytes()
    for file in ("t.csv", "claims.json"):
        (elsewhere / "results/toy" / file).unlink()
    assert main(["aggregate", "toy", *stated, *beside, *CONFIG]) == 0
    assert (elsewhere / "results/toy/t.csv").read_bytes() == before
    (entry,) = ledger.read_claims(elsewhere / CLAIMS)
    assert entry["name"] == "toy/wins" and entry["verdict"]
    made_from = read_sealed(elsewhere / CLAIMS).made_from
    assert made_from == {"file": CLAIMS, "asked": "1", "stored": identity_of(STORED)}


def test_a_table_and_a_claim_that_fail_are_named_and_the_others_made(finished, monkeypatch, capsys):
    judge = ledger.judge
    with_outputs(monkeypatch, tables={"bad": fail}, claims={"lost": fail})
    monkeypatch.setattr(
        ledger, "judge", lambda of, name: fail() if name == "lost" else judge(of, name)
    )
    Path("results/toy/t.csv").unlink()
    assert main(["aggregate", "toy", *CONFIG]) == 1
    told = capsys.readouterr().err
    assert "error: could not make table bad, claim lost; the reasons are above" in told
    assert told.count("ValueError: not today") == 2
    assert Path("results/toy/t.csv").exists() and not Path("results/toy/bad.csv").exists()
    assert [entry["name"] for entry in ledger.read_claims(CLAIMS)] == ["toy/wins"]


def test_figures_are_drawn_in_each_format_where_the_scores_are(elsewhere, monkeypatch, capsys):
    def line(results, *, metric):
        figure, axes = plt.subplots(figsize=(1, 1))
        axes.plot([1, 2])
        return figure, pd.DataFrame({metric: results.scores("main", metric)["value"].head(1)})

    line.metric = "error"
    with_outputs(monkeypatch, figures={"good": line})
    config = [*CONFIG, "figure_formats=[svg,png]"]
    assert main(["figures", "toy", "--beside", str(elsewhere / SCORES), *config]) == 0
    files = {f"results/toy/good.{kind}" for kind in ("svg", "png", "csv")}
    assert {str(file) for file in Path("results/toy").glob("good.*")} == files
    value = read_frame(SCORES)["value"][0]
    assert Path("results/toy/good.csv").read_text() == f"error\n{value:.5g}\n"
    for file in files:
        Path(file).unlink()
    with_outputs(monkeypatch, figures={"bad": fail})
    assert main(["figures", "toy", *config]) == 1
    told = capsys.readouterr().err
    assert "error: could not make figure bad; the reasons are above" in told
    assert {str(file) for file in Path("results/toy").glob("good.*")} == files


def test_the_report_is_written_of_the_verdicts_and_both_files_are_named(
    elsewhere, monkeypatch, capsys
):
    here, made = Path.cwd(), []
    monkeypatch.setattr(site, "write_report", lambda *of: made.append((*of, Path.cwd())))
    stated = ["--made-from", '{"asked": "1"}', "--beside", str(elsewhere / CLAIMS)]
    assert main(["report", *stated, *CONFIG]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "report: results/report/index.html", "claims: results/claims.json"
    ]  # fmt: skip
    ((plan, root, made_from, *folders),) = made
    assert plan.running() == ["toy"] and root == elsewhere and folders == [here, elsewhere]
    assert made_from == {"asked": "1", "claims": identity_of([CLAIMS])}


def test_the_comparison_is_written_in_the_folder_of_the_run_and_named(
    elsewhere, monkeypatch, capsys
):
    here, made = Path.cwd(), []
    monkeypatch.setattr(
        compare_page, "write_comparison", lambda *of: made.append((*of, Path.cwd()))
    )
    assert main(["compare", "--beside", str(elsewhere / CLAIMS), *CONFIG]) == 0
    assert capsys.readouterr().out == "comparison: results/comparison/index.html\n"
    ((plan, *folders),) = made
    assert plan.running() == ["toy"] and folders == [elsewhere, here, elsewhere]


def test_a_run_in_which_a_fit_failed_is_refused_with_what_it_said(elsewhere, capsys):
    call = ["strict", "--out", "strict.txt", "--beside", str(elsewhere / SCORES)]
    here = Path.cwd()
    assert main([*call, *CONFIG]) == 1
    first, *lines = capsys.readouterr().err.splitlines()
    assert first == "error: 2 fits did not end well"
    assert [line.split(": ")[0] for line in lines[:2]] == [
        f"  toy/main/alpha/Broken seed {seed}" for seed in (0, 1)
    ]
    assert lines[0].startswith("  toy/main/alpha/Broken seed 0: error ") and "max_depth" in lines[0]
    assert not (here / "strict.txt").exists()


def test_a_run_in_which_every_fit_ended_well_leaves_a_file_that_says_so(elsewhere):
    here = Path.cwd()
    call = ["strict", "--out", "strict.txt", "--beside", str(elsewhere / SCORES)]
    assert main([*call, *CONFIG, 'methods=["Small tree"]']) == 0
    assert (here / "strict.txt").read_text() == "every fit ended well\n"


@pytest.mark.parametrize("count", [0, 1, 20, 21])
def test_at_most_twenty_failed_fits_are_listed_and_none_that_was_not_tried(
    finished, monkeypatch, capsys, count
):
    statuses = ["ok", "missing", "absent", *["timeout"] * count, "ok"]
    runs = pd.DataFrame({"dataset": "alpha", "method": "A", "seed": [*range(len(statuses))],
                         "status": statuses, "message": "of 1 s"})  # fmt: skip
    loaded = SimpleNamespace(runs=lambda study: runs)
    monkeypatch.setattr(Results, "load", lambda *_: loaded)
    assert main(["strict", "--out", "strict.txt", *CONFIG]) == bool(count)
    assert Path("strict.txt").exists() is not bool(count)
    first = [f"error: {count} fits did not end well"] * bool(count)
    assert capsys.readouterr().err.splitlines() == first + [
        f"  toy/main/alpha/A seed {3 + number}: timeout of 1 s" for number in range(min(count, 20))
    ]


def test_scores_state_the_splits_and_fits_of_all_blocks(finished, monkeypatch):
    later, stated = SPLITS.replace("0000-0001", "0002-0003"), []
    assert main(["split", "toy", "main", DATA, "--seeds", "2:3", "--out", later]) == 0
    blocks = []
    for method in ("small_tree", "broken"):
        first = BLOCK.format(method)
        blocks += [first, first.replace("0000-0001", "0002-0003")]
        shutil.copyfile(*blocks[-2:])
    monkeypatch.setattr(scoring, "score_blocks", lambda *_: None)
    monkeypatch.setattr(scoring, "save_scored", lambda *given: stated.append(given[2]))
    assert main(["evaluate", "toy", "main", "alpha"]) == 0
    inputs = {"data": [DATA], "splits": [SPLITS, later], "fits": blocks}
    assert stated == [{name: identity_of(files) for name, files in inputs.items()}]


def test_the_report_has_no_verdicts_of_an_experiment_that_does_not_run(finished, monkeypatch):
    idle = study(["alpha"], ["A"], trials={"smoke": 0, "quick": 0, "paper": 1})
    content = experiment(methods=["A"], studies={"main": idle})
    write_experiment(finished, content, "idle")
    made = []
    monkeypatch.setattr(site, "write_report", lambda *how: made.append(how[2]))
    assert main(["report", *CONFIG]) == 0
    assert made == [{"claims": identity_of([CLAIMS])}]


def failed_runs(**more):
    runs = {"dataset": "alpha", "method": "A", "seed": [0, 0], "condition": ["0", "1"],
            "status": "timeout", "message": "of 1 s"}  # fmt: skip
    return pd.DataFrame(runs | more)


def test_a_fit_that_failed_under_all_its_conditions_is_one_that_failed(
    finished, monkeypatch, capsys
):
    (study,) = read_plan(finished, CONFIG[1:]).studies()
    noise = replace(study, conditions=replace(study.conditions, vary="test_noise"))
    monkeypatch.setattr(Plan, "studies", lambda plan: [noise])
    monkeypatch.setattr(
        Results, "load", lambda *_: SimpleNamespace(runs=lambda study: failed_runs())
    )
    assert main(["strict", "--out", "strict.txt", *CONFIG]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "error: 1 fits did not end well", "  toy/main/alpha/A seed 0: timeout of 1 s"
    ]  # fmt: skip


def test_the_fits_of_every_study_must_end_well(finished, monkeypatch, capsys):
    file = finished / "workflow/experiments/toy.yaml"
    content = yaml.safe_load(file.read_text())
    content["studies"]["side"] = content["studies"]["main"]
    file.write_text(yaml.safe_dump(content, sort_keys=False))
    of = {"main": failed_runs(status="ok"), "side": failed_runs(seed=[0, 1], condition="")}
    monkeypatch.setattr(Results, "load", lambda *_: SimpleNamespace(runs=of.get))
    assert main(["strict", "--out", "strict.txt", *CONFIG]) == 1
    assert [line.split(": ")[0] for line in capsys.readouterr().err.splitlines()[1:]] == [
        f"  toy/side/alpha/A seed {seed}" for seed in (0, 1)
    ]


@pytest.mark.parametrize("step", [["evaluate", "toy", "main", "alpha"], ["aggregate", "toy"],
                                  ["figures", "toy"]])  # fmt: skip
def test_a_step_is_of_its_experiment_whatever_config_yaml_selects(finished, step):
    """A run with other entries fitted all, and ended here."""
    file = Path("workflow/experiments/toy.yaml")
    write_experiment(finished, yaml.safe_load(file.read_text()), "other")
    Path("config.yaml").write_text("datasets: all\nfigure_formats: [svg]\nexperiments: other\n")
    assert main([*step, *CONFIG]) == 0
