"""End to end: a small experiment in a copy of the project, run by Snakemake as a user would."""

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml

from tests.made_up import experiment, study, write_descriptor, write_experiment
from tests.project import ROOT, copy_project, run, snakemake

METHODS = {
    "SVM": {"class": "methods.PrimalSVM"},
    "ERM": {"class": "methods.ExclusivityMachine", "n_components": 2},
    "Forest": {"class": "sklearn.ensemble.RandomForestClassifier", "n_estimators": 5},
}
TOY = experiment(
    methods=METHODS,
    studies={
        "main": study(["wdbc", "far"], METHODS, trials=2, block_size=2,
                      split={"kind": "holdout", "train": 60},
                      scaling={"range": [-1, 1], "rows": "train"}, record={"components": True}),
    },
    tables={
        "scores": {"function": "methods.tables.scores.score_table", "study": "main"},
        "diversity": {"function": "methods.tables.recorded.measure_table", "study": "main",
                      "measures": ["error", "mean_angle", "disagreement"]},
        "seconds": {"function": "methods.tables.seconds.seconds_table", "study": "main"},
    },
    figures={"ranks": {"function": "methods.figures.curves.rank_diagram", "study": "main"}},
    claims={
        "svm-equals-erm": {
            "where": "here", "says": "one is the other", "study": "main", "methods": ["ERM"],
            "than": ["SVM"], "function": "methods.claims.scores.same"},
    },
)  # fmt: skip
TIMED = "seconds"  # the one table that may differ from run to run

pytestmark = pytest.mark.slow


def toy_project(folder: Path) -> Path:
    """The project with the toy experiment alone; data set `far` is unavailable."""
    copy_project(folder)
    write_descriptor(folder, "far", {"files": [{"path": "far.csv"}], "format": "delimited"})
    write_experiment(folder, TOY)
    return folder


def planned(folder: Path, *arguments: str, **config) -> dict[str, int]:
    """How many jobs of each rule a dry run lists."""
    text = run(folder, "--dry-run", *arguments, **config)
    return {rule: int(n) for rule, n in re.findall(r"^(\w+) +(\d+)$", text, re.MULTILINE)}


def planned_fits(folder: Path, **config) -> set[str]:
    """Method and block of every fit on wdbc that would run now."""
    lines = run(folder, "--summary", **config).splitlines()
    fits = [re.match(r".*/fits/wdbc/(\S+)\.npz\t.*\tupdate pending$", line) for line in lines]
    return {fit[1] for fit in fits if fit}


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    folder = toy_project(tmp_path_factory.mktemp("finished"))
    run(folder)
    return folder


@pytest.fixture
def copy(finished, tmp_path) -> Path:
    """A finished run that a test may change."""
    return shutil.copytree(finished, tmp_path / "copy", symlinks=True)


def test_every_target_is_made_and_a_second_run_has_nothing_to_do(finished):
    made = {str(path.relative_to(finished / "results")) for path in finished.rglob("results/**/*")}
    tables = {f"toy/{name}.{kind}" for name in TOY["tables"] for kind in ("csv", "md", "tex")}
    figures = {"toy/ranks.svg", "toy/ranks.csv"}
    assert tables | figures | {"claims.json", "report/index.html"} <= made
    assert not [name for name in made if ".part-" in name]
    assert "Nothing to be done" in run(finished)


def test_a_data_set_that_cannot_be_had_is_a_named_hole_and_no_failure(finished):
    table = (finished / "results/toy/scores.md").read_text()
    assert re.search(r"\| ERM +\| \**\d", table) and "far" in table and "–" in table
    page = (finished / "results/report/experiments/toy/index.html").read_text()
    assert "SVM: 2 fits not made, since far could not be fetched." in page
    (claim,) = json.loads((finished / "results/claims.json").read_text())["claims"]
    assert [case["dataset"] for case in claim["evidence"]] == ["wdbc"]


def test_figures_are_drawn_again_without_a_fit(copy):
    for path in (copy / "results/toy").glob("ranks.*"):
        path.unlink()
    assert planned(copy, "figures") == {"figures": 1, "figures_toy": 1, "report": 1, "total": 3}


def test_make_figures_redraws_everything_from_scores_and_fits_nothing(copy):
    drawing = ("--forceall", "--allowed-rules", "figures", "report", "aggregate_toy", "figures_toy")
    everything = {"aggregate_toy": 1, "figures_toy": 1, "report": 1, "figures": 1, "total": 4}
    assert planned(copy, "figures", *drawing) == everything


def test_snakemakes_own_report_has_every_result_with_its_caption(copy):
    run(copy, "--report", "snakemake.html")
    page = (copy / "snakemake.html").read_text()
    for name in (*(f"{t}.csv" for t in TOY["tables"]), "ranks.svg", "claims.json"):
        assert f"results/toy/{name}" in page or f"results/{name}" in page, name
    assert "one row per cell" in page


def test_results_do_not_depend_on_cores_or_block_size(finished, tmp_path):
    other = toy_project(tmp_path)
    run(other, "--cores", "2", block_size=1)
    tables = sorted((finished / "results/toy").glob("*.csv"))
    assert len(tables) == 4
    for table in tables:
        if table.stem != TIMED:
            again = other / table.relative_to(finished)
            assert again.read_bytes() == table.read_bytes(), table.name


def test_an_edited_method_is_fitted_again_and_no_other(copy):
    with open(copy / "methods/margin/exclusivity_machine.py", "a") as source:
        source.write("\n# another thought\n")
    assert planned_fits(copy) == {"erm/0000-0001"}


def test_an_edited_table_fits_nothing(copy):
    with open(copy / "methods/tables/scores.py", "a") as source:
        source.write("\n# another thought\n")
    jobs = planned(copy)
    assert jobs.pop("aggregate_toy") == 1 and "fit" not in jobs and "evaluate" not in jobs


def test_an_edited_page_of_the_docs_makes_the_report_again(copy):
    assert not planned(copy)
    (copy / "docs").mkdir()
    (copy / "docs/protocol.md").write_text("# The protocol\n")
    assert planned(copy).keys() - {"all", "total"} == {"report"}


def test_files_that_no_page_shows_neither_stop_a_run_nor_make_anything_stale(copy):
    no_text = b"\0\xff\xfe"
    for file in ("datasets/.DS_Store", "datasets/clinic.xlsx", "workflow/report/.found.yaml.swp"):
        (copy / file).write_bytes(no_text)
    assert not planned(copy)


@pytest.mark.parametrize(
    ("file", "jobs"),
    [
        ("methods/figures/curves.py", {"figures_toy", "report"}),
        ("methods/report/site.py", {"report"}),
        ("results/performance/ratios.json", {"report"}),
        ("results/reference/claims.json", {"report"}),
    ],
)
def test_what_the_report_shows_is_drawn_again_after_an_edit(copy, file, jobs):
    (copy / file).parent.mkdir(exist_ok=True)
    with open(copy / file, "a") as edited:
        edited.write("\n")
    assert planned(copy).keys() - {"all", "total"} == jobs


def test_the_strict_check_is_of_every_experiment_and_only_if_it_is_asked_for(copy):
    assert planned(copy, strict=True).keys() - {"all", "total"} == {"strict"}
    write_experiment(copy, TOY, "zoo")
    assert planned(copy, "results/strict.txt")["evaluate"] == 2


def test_kernels_are_compiled_once_before_the_fits(tmp_path):
    assert planned(toy_project(tmp_path))["compile"]


def test_the_files_of_a_run_that_goes_on_are_let_alone(copy):
    (copy / "results/toy/main/scores/wdbc.parquet").write_text("half of it")
    (copy / ".snakemake/locks").mkdir(exist_ok=True)
    (copy / ".snakemake/locks/0.input.lock").touch()
    assert "is damaged" not in run(copy, "--dry-run")


@pytest.mark.parametrize("question", ["--list-changes params", "--list-untracked", "--dag=dot"])
def test_a_question_to_snakemake_removes_nothing(copy, question):
    scores = copy / "results/toy/main/scores/wdbc.parquet"
    scores.write_text("damaged")
    assert "is damaged" in run(copy, *question.split())
    assert scores.read_text() == "damaged"


def test_a_new_method_fits_itself_alone(copy):
    content = yaml.safe_load(yaml.safe_dump(TOY))
    content["methods"]["New"] = {"class": "sklearn.dummy.DummyClassifier"}
    content["studies"]["main"]["methods"].append("New")
    write_experiment(copy, content)
    assert planned_fits(copy) == {"new/0000-0001"}


def test_more_trials_plan_new_blocks_and_keep_the_old(copy):
    slugs = ("erm", "forest", "svm")
    expected = {f"{slug}/{block}" for slug in slugs for block in ("0002-0003", "0004-0005")}
    assert planned_fits(copy, trials=5) == expected
    old = {path: path.stat().st_mtime_ns for path in copy.rglob("fits/**/*.npz")}
    assert len(old) == 6  # three methods on two data sets, of which one is unavailable
    run(copy, trials=3)
    assert {path: path.stat().st_mtime_ns for path in old} == old
    assert "3 trials" in (copy / "results/toy/scores.md").read_text()
    assert planned_fits(copy, trials=4) == set()  # the block of the third trial is fitted whole


def test_a_typo_in_the_config_is_one_line_and_status_1(finished):
    done = snakemake(finished, scal="smoke")
    assert done.returncode == 1
    complaints = [line for line in done.stderr.splitlines() if "onfig" not in line[:10]]
    assert complaints[-1] == "error: config: unknown key 'scal'; did you mean 'scale'?"
    assert "Traceback" not in done.stderr


def test_the_shipped_experiments_run_from_another_folder(tmp_path):
    options = ["--snakefile", str(ROOT / "Snakefile"), "--directory", str(tmp_path)]
    config = {
        "scale": "smoke", "datasets": ["wdbc"],
        "methods": ["L1-SVM 2/10", "L1-ERM10", "Majority"],
    }  # fmt: skip
    run(ROOT, *options, **config)
    ledger = json.loads((tmp_path / "results/claims.json").read_text())
    assert ledger["scale"] == "smoke" and ledger["claims"]
    assert (tmp_path / "results/report/index.html").stat().st_size
