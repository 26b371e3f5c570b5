"""The command line: every step by itself, and what bad input gets."""

import io
import json
import os
import shutil
from pathlib import Path

import pandas as pd
import pytest

from methods.__main__ import run
from methods.bench.dependencies import of_verdicts
from methods.bench.plan import read_plan
from methods.command.command_line import main
from methods.command.keep import keep
from methods.project import VARIABLE
from methods.sealed_files import write_sealed_json
from tests.made_up import FILES, experiment, study, write_descriptor, write_experiment

TREE = {"class": "sklearn.tree.DecisionTreeClassifier", "max_depth": 1}
MAJORITY = {"class": "sklearn.dummy.DummyClassifier"}
BROKEN = {"class": "sklearn.tree.DecisionTreeClassifier", "max_depth": -1}
SCORES = {"function": "methods.tables.scores.score_table", "study": "main"}
RANKS = {"function": "methods.figures.curves.rank_diagram", "study": "main"}
CLAIM = {"function": "methods.claims.scores.lower", "study": "main", "methods": ["Tree"],
         "than": ["Majority"], "where": "here", "says": "a tree beats the majority"}  # fmt: skip


def enter_project(root, monkeypatch):
    """Two data sets, one of which is unavailable, and three methods, one of them broken."""
    write_descriptor(root, "alpha")
    write_descriptor(root, "far", {**FILES, "files": [{"path": "far/away.csv"}]})
    content = experiment(
        methods={"Tree": TREE, "Majority": MAJORITY, "Broken": BROKEN},
        studies={"main": study(["alpha", "far"], ["Tree", "Majority", "Broken"])},
        tables={"scores": SCORES},
        figures={"ranks": RANKS},
        claims={"tree-wins": CLAIM},
    )
    write_experiment(root, content)
    (root / "config.yaml").write_text("datasets: all\nfigure_formats: [svg]\n")
    monkeypatch.setenv(VARIABLE, str(root))
    monkeypatch.delenv("MARGINBENCH_MIRROR", raising=False)
    monkeypatch.chdir(root)


@pytest.fixture
def project(tmp_path, monkeypatch):
    enter_project(tmp_path, monkeypatch)
    return tmp_path


def step(*arguments):
    assert main([str(argument) for argument in arguments]) == 0


def aggregation():
    """The words of the step with the settings, as its rule states them."""
    stated = of_verdicts(read_plan(Path(os.environ[VARIABLE])), "toy")
    return "aggregate", "toy", "--made-from", json.dumps(stated)


def run_everything():
    for name in ("alpha", "far"):
        raw, data = f"results/data/raw/{name}/fetched.json", f"results/data/{name}.npz"
        splits = f"results/toy/main/splits/{name}/0000-0002.npz"
        step("fetch", name, "--out", raw)
        step("prepare", name, "--fetched", raw, "--out", data)
        step("split", "toy", "main", data, "--seeds", "0:2", "--out", splits)
        for method in ("tree", "majority", "broken"):
            out = f"results/toy/main/fits/{name}/{method}/0000-0002.npz"
            step("fit", "toy", "main", method, "--data", data, "--splits", splits,
                 "--seeds", "0:2", "--out", out)  # fmt: skip
        step("evaluate", "toy", "main", name)
    step(*aggregation())
    step("figures", "toy")
    step("report")


@pytest.fixture(scope="module")
def made_once(tmp_path_factory):
    """The results of all steps."""
    root = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as monkeypatch:
        enter_project(root, monkeypatch)
        run_everything()
    return root / "results"


@pytest.fixture
def finished(project, made_once):
    """The project after all steps."""
    shutil.copytree(made_once, project / "results")
    return project


@pytest.mark.slow
def test_the_steps_make_every_output_with_named_holes(project, capfd):
    run_everything()
    table = pd.read_csv("results/toy/scores.csv").set_index(["dataset", "method"])
    assert table.loc[("alpha", "Tree"), "n"] == 3 and table.loc[("far", "Tree"), "n"] == 0
    assert table.loc[("alpha", "Broken"), "n"] == 0
    assert table.loc[("alpha", "Tree"), "mean"] < 15
    # the majority is 357 of 569 rows
    assert table.loc[("alpha", "Majority"), "mean"] == pytest.approx(100 * 212 / 569, abs=5)
    for name in ("toy/scores.md", "toy/scores.tex", "toy/ranks.svg", "toy/ranks.csv"):
        assert Path("results", name).stat().st_size
    (claim,) = json.loads(Path("results/claims.json").read_text())["claims"]
    assert claim["verdict"] == "inconclusive" and "too few trials to say" in claim["reason"]
    assert claim["evidence"][0]["dataset"] == "alpha"
    page = Path("results/report/index.html").read_text()
    assert "max_depth" in page and "far: " in page
    assert "far: " in capfd.readouterr().err


def made() -> dict[str, bytes]:
    """Tables, the data of figures, verdicts and scores, by path."""
    kinds = ("*.csv", "*.md", "*.tex", "claims.json", "scores/*", "traces/*")
    files = [file for kind in kinds for file in Path("results/toy").rglob(kind)]
    return {str(file): file.read_bytes() for file in files}


@pytest.mark.slow
def test_steps_read_and_write_where_the_first_input_is_and_the_report_is_written_here(finished):
    expected, ledger = made(), Path("results/claims.json").read_bytes()
    stored = Path("copies/of/results")
    shutil.copytree("results", stored)
    shutil.rmtree("results")
    for file in (*stored.rglob("*.parquet"), *stored.glob("toy/*.*")):
        file.unlink()
    shutil.rmtree(stored / "report")
    log = stored / "logs/toy/main/fit/alpha/broken/0000-0002.log"
    log.parent.mkdir(parents=True)
    log.touch()  # pages elsewhere must not link to it
    scored = [f"{stored}/toy/main/{kind}/{name}.parquet" for name in ("alpha", "far")
              for kind in ("scores", "runs", "traces")]  # fmt: skip

    def step_beside(planned, *words):
        here = Path.cwd()
        step(*words, "--beside", stored.parent / planned)
        os.chdir(here)

    for name in ("alpha", "far"):
        step_beside(f"results/data/{name}.npz", "evaluate", "toy", "main", name)
    assert all(Path(file).exists() for file in scored)
    first = "results/toy/main/scores/alpha.parquet"
    step_beside(first, *aggregation())
    step_beside(first, "figures", "toy")
    assert not Path("results").exists()
    step_beside("results/toy/claims.json", "report")
    assert Path("results/claims.json").read_bytes() == ledger
    page = Path("results/report/experiments/toy/index.html").read_text()
    assert "Broken: error" in page and "/logs/" not in page
    chosen = ["--config", "datasets=[alpha]", "methods=[Tree, Majority]"]
    step_beside(first, "strict", "--out", "strict.txt", *chosen)
    assert Path("strict.txt").exists() and not (stored.parent / "strict.txt").exists()
    assert {path.name for path in Path("results").iterdir()} == {"claims.json", "report"}
    os.chdir(stored.parent)
    assert made() == expected


def test_a_first_input_at_an_unplanned_path_is_refused(project, capsys):
    path = "results/data/beta.npz"
    assert main(["evaluate", "toy", "main", "alpha", "--beside", path]) == 1
    complaint = f"error: --beside {path}: expected a path that ends with results/data/alpha.npz"
    assert capsys.readouterr().err.strip() == complaint


def test_one_claim_can_be_tested_again_alone(finished, capsys):
    step("claim", "toy/tree-wins", "--json")
    entry = json.loads(capsys.readouterr().out)
    assert (entry["name"], entry["verdict"]) == ("toy/tree-wins", "inconclusive")


def test_strict_names_the_fits_that_did_not_end_well(finished, capsys):
    assert main(["strict", "--out", "strict.txt"]) == 1
    complaint = capsys.readouterr().err
    # an unavailable data set is no failed fit
    assert complaint.startswith("error: 3 fits did not end well")
    assert "toy/main/alpha/Broken seed 0: error" in complaint
    assert not Path("strict.txt").exists()
    chosen = ["--config", "datasets=[alpha]", "methods=[Tree, Majority]"]
    step("evaluate", "toy", "main", "alpha", *chosen)
    step("strict", "--out", "strict.txt", *chosen)
    assert Path("strict.txt").read_text() == "every fit ended well\n"


@pytest.mark.slow
def test_what_is_kept_is_the_last_run_in_place_of_the_one_before(finished):
    old = Path("results/reference/toy/gone.csv")
    old.parent.mkdir(parents=True)
    old.touch()
    other = Path("results/reference/other/claims.json")
    write_sealed_json(other, {"claims": []}, {})
    Path("results/toy/large.csv").write_bytes(bytes(2**20 + 1))
    keep(read_plan(finished))  # the command refuses files that state nothing, as these do
    assert not old.exists() and other.exists()
    assert not Path("results/reference/toy/large.csv").exists()
    for name in ("toy/claims.json", "toy/scores.csv"):
        assert Path("results/reference", name).read_bytes() == Path("results", name).read_bytes()


def test_nothing_is_removed_where_there_is_no_run_to_keep(project, capsys):
    old = Path("results/reference/toy/scores.csv")
    old.parent.mkdir(parents=True)
    old.touch()
    assert main(["keep"]) == 1
    assert "no file results/toy/claims.json" in capsys.readouterr().err
    assert old.exists()


def test_a_module_of_kernels_is_compiled_by_its_name(project, capsys):
    step("compile", "methods.perceptron._kernels", "--out", "kernels.json")
    assert Path("kernels.json").exists()
    assert main(["compile", "methods.seeds", "--out", "none.json"]) == 1
    assert "is no compiled module" in capsys.readouterr().err
    assert not Path("none.json").exists()


def test_a_letter_that_the_terminal_does_not_have_ends_no_command(project, monkeypatch):
    write_experiment(project, experiment(methods={"Tree λ": TREE}))
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.argv", ["methods", "list", "methods"])
    assert run() == 0
    assert b"Tree ?" in out.buffer.getvalue()


def test_a_terminal_needs_no_server(project, monkeypatch):
    monkeypatch.delenv("MARGINBENCH_SERVER", raising=False)
    monkeypatch.setattr("sys.argv", ["methods", "fetch", "alpha", "--out", "raw/fetched.json"])
    assert run() == 0
    assert Path("raw/fetched.json").exists()


FIT = ["fit", "toy", "main", "tree", "--data", "d.npz", "--splits", "s.npz", "--out", "b.npz"]
BAD = {
    "experiment": (["aggregate", "toi"], "unknown experiment 'toi'; did you mean 'toy'?"),
    "experiment of a fit": (
        ["fit", "toi", *FIT[2:], "--seeds", "0:1"],
        "unknown experiment 'toi'; did you mean 'toy'?"),
    "study": (["evaluate", "toy", "mian", "alpha"], "toy: unknown study 'mian'"),
    "method": (
        [*FIT[:3], "tre", *FIT[4:], "--seeds", "0:1"],
        "toy/main: unknown method 'tre'; did you mean 'Tree'?"),
    "data set": (["fetch", "alpa", "--out", "f.json"], "unknown data set 'alpa'"),
    "seeds": ([*FIT, "--seeds", "3"], "--seeds takes first:last, such as 0:9, not '3'"),
    "seeds backwards": ([*FIT, "--seeds", "3:1"], "--seeds takes first:last"),
    "file": ([*FIT, "--seeds", "0:1"], "no file d.npz"),
    "claim": (["claim", "toy/tre-wins"], "unknown claim 'toy/tre-wins'"),
    "claim before the run": (["claim", "toy/tree-wins"], "no file results/toy/main/"),
    "config key": (["report", "--config", "scal=quick"], "config: unknown key 'scal'"),
    "config scale": (["report", "--config", "scale=fast"], "config: scale: unknown scale 'fast'"),
    "config entry": (["report", "--config", "scale"], "--config takes key=value, not 'scale'"),
    "config YAML": (["report", "--config", "scale=["], "--config scale: '[' is not YAML"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_status_1_and_nothing_half_written(project, capsys, name):
    arguments, message = BAD[name]
    before = sorted(project.rglob("*"))
    assert main(arguments) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith("error: ") and message in printed.err
    assert printed.err.count("\n") == 1 and not printed.out
    assert sorted(project.rglob("*")) == before


def test_a_class_that_does_not_exist_fails_the_job_and_leaves_no_block(project, capsys):
    content = experiment(methods={"Tree": {"class": "sklearn.tree.DecisionTreClassifier"}})
    content["studies"]["main"] = study(["alpha"], ["Tree"])
    write_experiment(project, content)
    step("fetch", "alpha", "--out", "raw/fetched.json")
    step("prepare", "alpha", "--fetched", "raw/fetched.json", "--out", "d.npz")
    step("split", "toy", "main", "d.npz", "--seeds", "0:9", "--out", "s.npz")
    assert main([*FIT, "--seeds", "0:0"]) == 1
    assert "did you mean 'DecisionTreeClassifier'?" in capsys.readouterr().err
    assert not Path("b.npz").exists()


def test_a_seed_beyond_the_splits_is_refused(project, capsys):
    step("fetch", "alpha", "--out", "raw/fetched.json")
    step("prepare", "alpha", "--fetched", "raw/fetched.json", "--out", "d.npz")
    step("split", "toy", "main", "d.npz", "--seeds", "0:1", "--out", "s.npz")
    assert main([*FIT, "--seeds", "0:2"]) == 1
    assert "s.npz: no split of seed 2" in capsys.readouterr().err


def test_an_unknown_step_is_refused(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["agregate"])
    assert stopped.value.code == 2
    assert "invalid choice: 'agregate'" in capsys.readouterr().err
