"""The report of kept results: the same pages as those of the run, without what is not kept."""

import shutil
from pathlib import Path

import pandas as pd
import pytest

from methods.bench.plan import Plan
from methods.claims.ledger import ledger_of
from methods.command.keep import keep
from methods.report.kept_plan import only_kept
from methods.report.site import write_site
from methods.report.site_folder import SiteFolder
from tests.made_up import experiment, study, write_descriptor, write_experiment
from tests.report.conftest import Page, broken_links

KEPT = Path("results/reference")
SITE = Path("site")
TABLE = {"function": "methods.tables.scores.score_table", "study": "main"}
FIGURE = {"function": "methods.figures.curves.rank_diagram", "study": "main"}
PARTS = {"t": ("json", "csv", "md", "tex"), "f": ("png", "csv")}


@pytest.fixture
def kept(run):
    """A folder with the kept results of the run alone."""
    keep(Plan.from_config({}, run))
    for path in Path("results").iterdir():
        if path.name != "reference":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    return run


def write(root):
    plan, lacks = only_kept(Plan.from_config({}, root), KEPT)
    site = SiteFolder(SITE, results=None, kept=True)
    ledger = ledger_of([KEPT / "toy/claims.json"], "quick", "all")
    write_site(site, plan, root, ledger, KEPT, KEPT, lacks)
    return lacks


@pytest.mark.slow
def test_all_pages_of_the_run_are_written_from_what_is_kept(kept, reported):
    assert write(kept) == []
    assert not broken_links(SITE)
    before = reported / "results/report"
    of_run = {path.relative_to(before) for path in before.rglob("*.html")}
    assert {path.relative_to(SITE) for path in SITE.rglob("*.html")} == of_run
    tables = [Page(folder / "experiments/toy/index.html").text for folder in (SITE, before)]
    for page in tables:
        assert "14.00 ± 5.29 1 2 5.00 ± 1.00 +11.0" in page


@pytest.mark.slow
def test_trials_are_shown_without_curves(kept):
    write(kept)
    script = (SITE / "experiments/toy/trials/main.alpha.js").read_text()
    assert '"error":[0.1,0.2,0.12]' in script and '"traces":{}' in script


@pytest.mark.slow
def test_what_was_not_kept_is_named_and_the_rest_is_shown(kept):
    for name in ("wins.json", "main/runs/beta.parquet"):
        (KEPT / "toy" / name).unlink()
    lacks = write(kept)
    assert lacks == ["toy: study main on beta", "toy: tables wins"]
    front = Page(SITE / "index.html").text
    assert "2 parts of the experiment files are not in the kept run" in front
    assert all(lack in front for lack in lacks)
    assert not (SITE / "datasets/beta.html").exists() and not broken_links(SITE)


@pytest.mark.slow
def test_a_kept_table_of_a_data_set_that_is_gone_is_left_out(kept):
    data = KEPT / "toy/scores.csv"
    data.write_text(data.read_text().replace("alpha", "gone"))
    assert write(kept) == ["toy: tables scores"]
    assert not broken_links(SITE)


def test_as_many_trials_are_shown_as_were_kept(kept):
    path = KEPT / "toy/main/runs/alpha.parquet"
    frame = pd.read_parquet(path)
    frame[frame["seed"] < 2].to_parquet(path)
    plan, _ = only_kept(Plan.from_config({}, kept), KEPT)
    assert [plan.trials(plan.study("toy", "main"), name) for name in ("alpha", "beta")] == [2, 6]


def test_an_experiment_without_kept_results_is_named(kept):
    shutil.rmtree(KEPT / "toy")
    plan, lacks = only_kept(Plan.from_config({}, kept), KEPT)
    assert not plan.experiments and lacks == ["toy: nothing of it was kept"]


def test_a_figure_of_the_median_over_data_sets_is_shown_and_one_of_an_unknown_set_is_not(kept):
    data = KEPT / "toy/f.csv"
    for name, known in (("median", True), ("gone", False)):
        data.write_text(f"dataset,x\nalpha,1\n{name},2\n")
        plan, _ = only_kept(Plan.from_config({}, kept), KEPT)
        assert ("f" in plan.experiments["toy"].figures) == known


@pytest.fixture
def parts(tmp_path):
    """Keep the parts of two experiments on data sets alpha and beta, and plan what is kept."""
    for name in ("alpha", "beta"):
        write_descriptor(tmp_path, name)
    studies = {name: study(["alpha", "beta"], ["A", "B"]) for name in ("first", "main")}
    outputs = {"tables": {"t": TABLE}, "figures": {"f": FIGURE}}
    for name in ("early", "toy"):
        write_experiment(tmp_path, experiment(studies=studies, **outputs), name)
    folder = tmp_path / "kept"
    store(folder / "toy", "main", alpha=[("A", 0), ("B", 1)], beta=[("A", 0), ("B", 0)])
    (folder / "toy/claims.json").write_text("{}")
    for name, suffixes in PARTS.items():
        for suffix in suffixes:
            (folder / f"toy/{name}.{suffix}").write_text("x\n1\n")

    def planned():
        plan, lacks = only_kept(Plan.from_config({"experiments": "all"}, tmp_path), folder)
        return plan.experiments.get("toy"), [line.removeprefix("toy: ") for line in lacks], plan

    return folder / "toy", planned


def store(folder, study, **fits):
    """Runs and scores of a study: (method, seed) of each fit, by data set."""
    for kind in ("runs", "scores"):
        (folder / study / kind).mkdir(parents=True, exist_ok=True)
        for dataset, of_dataset in fits.items():
            frame = pd.DataFrame(of_dataset, columns=["method", "seed"])
            frame.to_parquet(folder / study / kind / f"{dataset}.parquet")


def test_kept_parts_are_planned_and_what_lacks_is_named(parts):
    _, planned = parts
    toy, lacks, plan = planned()
    assert lacks == ["early: nothing of it was kept", "study first"]
    assert list(plan.experiments) == ["toy"] and plan.config["figure_formats"] == ["png"]
    assert toy.studies["first"].datasets == () and toy.studies["first"].methods == ()
    main = toy.studies["main"]
    assert main.datasets == ("alpha", "beta") and [m.name for m in main.methods] == ["A", "B"]
    assert main.trials_by_dataset == {"alpha": 2, "beta": 1}
    assert (list(toy.tables), list(toy.figures)) == (["t"], ["f"])


@pytest.mark.parametrize("kind", ["runs", "scores"])
def test_a_data_set_needs_its_runs_and_its_scores(parts, kind):
    folder, planned = parts
    (folder / f"main/{kind}/beta.parquet").unlink()
    toy, lacks, _ = planned()
    assert toy.studies["main"].datasets == ("alpha",) and lacks[-1] == "study main on beta"


def test_methods_without_a_kept_fit_are_left_out(parts):
    folder, planned = parts
    store(folder, "main", alpha=[("A", 0)], beta=[("A", 4), ("gone", 1)])
    toy, lacks, _ = planned()
    assert [method.name for method in toy.studies["main"].methods] == ["A"]
    assert lacks[1:] == ["study first", "study main with B"]
    assert toy.studies["main"].trials_by_dataset == {"alpha": 1, "beta": 5}
    store(folder, "main", alpha=[("A", 0)], beta=[("B", 0)])  # one on each
    assert [method.name for method in planned()[0].studies["main"].methods] == ["A", "B"]


@pytest.mark.parametrize("name", [f"{n}.{s}" for n, suffixes in PARTS.items() for s in suffixes])
def test_a_table_or_figure_needs_each_of_its_files(parts, name):
    folder, planned = parts
    (folder / name).unlink()
    toy, lacks, _ = planned()
    assert [*toy.tables, *toy.figures] == [other for other in PARTS if other != name[0]]
    assert lacks[-1] == {"t": "tables t", "f": "figures f"}[name[0]]


@pytest.mark.parametrize(
    ("names", "known"),
    [(["alpha", "", "median", "beta"], True), (["beta"], True), (["alpha", "gone"], False)],
)
def test_a_table_may_name_data_sets_of_the_project_alone(parts, names, known):
    folder, planned = parts
    (folder / "t.csv").write_text("dataset,x\n" + "".join(f"{name},1\n" for name in names))
    toy, lacks, _ = planned()
    assert ("t" in toy.tables) is known and ("tables t" in lacks) is not known
