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
from tests.report.conftest import Page, broken_links

KEPT = Path("results/reference")
SITE = Path("site")


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
