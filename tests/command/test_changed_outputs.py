"""Tables, figures and the report that are not as Snakemake made them."""

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from methods.bench import paths
from methods.bench.plan import read_plan
from methods.command import records
from methods.command.changed_outputs import LONG_AGO, changed_outputs, unsealed
from methods.command.stored_files import settle


def write(path, noted, time=2e9):
    """A file, with Snakemake's note that it was made at `noted`, or without a note."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text("a")
    os.utime(path, (time, time))
    note = Path(records._note("metadata", path))
    note.unlink(missing_ok=True)
    if noted is not None:
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps({"endtime": noted}))


def test_what_was_changed_or_copied_is_made_again(project, capsys):
    plan = read_plan(project)
    table, json_, tex = (paths.output("toy", "t", kind) for kind in ("csv", "json", "tex"))
    assert {table, json_, tex, paths.REPORT} <= set(unsealed(plan))
    write(table, noted=2e9)
    write(json_, noted=2e9 - 5)
    write(tex, noted=None)
    settle(plan, [], remove=False)
    told = f"warning: {json_} was changed after it was made; it is made again by a run\n"
    assert capsys.readouterr().err == told
    assert os.stat(tex).st_mtime_ns == LONG_AGO and Path(json_).exists()
    settle(plan, [], remove=True)
    assert capsys.readouterr().err == told.replace(" by a run", "")
    assert os.stat(table).st_mtime_ns == 2 * 10**18 and not Path(json_).exists()


def test_tables_figures_and_the_report_have_no_seal():
    plan = SimpleNamespace(
        running=lambda: ["toy"], tables=lambda e: [f"{e}/t.csv"], figures=lambda e: [f"{e}/f.svg"]
    )
    assert list(unsealed(plan)) == ["toy/t.csv", "toy/f.svg", paths.REPORT]


@pytest.mark.parametrize(
    ("noted", "is_as_made"), [(2e9, True), (2e9 + 0.9, True), (2e9 - 0.9, True),
                              (2e9 + 5, False), (2e9 - 5, False)],
)  # fmt: skip
def test_a_file_of_another_time_than_its_note_was_changed(project, noted, is_as_made):
    """An older one was put in its place by hand, such as from a backup."""
    plan = read_plan(project)
    table = paths.output("toy", "t", "csv")
    write(table, noted=noted)
    assert (table not in changed_outputs(plan)) == is_as_made


def test_many_changed_files_are_counted(project, capsys):
    plan = read_plan(project, ["figure_formats=[svg]"])
    for path in unsealed(plan):
        write(path, noted=1e9)
    changed = changed_outputs(plan)
    assert list(changed) == list(unsealed(plan))
    settle(plan, [], remove=True)
    told = capsys.readouterr().err.splitlines()
    assert sum("was changed" in line for line in told) == min(5, len(changed))
    assert len(changed) <= 5 or told[-1] == f"warning: {len(changed) - 5} more files are made again"


@pytest.mark.parametrize("lost", ["methods/svm.html", paths.SITE_FILES, ""])
def test_the_report_is_made_again_after_one_of_its_pages_is_lost(project, capsys, lost):
    plan = read_plan(project)
    write(paths.REPORT, noted=2e9)
    site = Path(paths.REPORT).parent
    (site / paths.SITE_FILES).write_text("index.html\nmethods/svm.html\n")
    os.utime(site / paths.SITE_FILES, (2e9, 2e9))
    (site / "methods").mkdir()
    (site / "methods/svm.html").write_text("page")
    if lost:
        (site / lost).unlink()
    settle(plan, [], remove=True)
    told = capsys.readouterr().err
    assert (f"{site / lost} was removed" in told) == bool(lost) == (not Path(paths.REPORT).exists())


def test_the_report_is_made_again_after_a_page_was_edited(project):
    plan = read_plan(project)
    write(paths.REPORT, noted=2e9)
    page = Path(paths.REPORT).parent / "claims.json"
    listed = page.with_name(paths.SITE_FILES)
    listed.write_text("index.html\nclaims.json\n")
    os.utime(listed, (2e9, 2e9))
    page.write_text("edited")
    for time, is_as_made in ((2e9, True), (2e9 + 0.5, True), (2e9 + 5, False)):
        os.utime(page, (time, time))
        assert (changed_outputs(plan) == {}) == is_as_made


def test_the_front_page_may_be_newer_than_the_list_of_pages(project):
    """Snakemake touches it when the job ends, which is seconds later on a busy machine."""
    plan = read_plan(project)
    write(paths.REPORT, noted=2e9, time=2e9)
    listed = Path(paths.REPORT).with_name(paths.SITE_FILES)
    listed.write_text("index.html\n")
    os.utime(listed, (2e9 - 5, 2e9 - 5))
    assert changed_outputs(plan) == {}
