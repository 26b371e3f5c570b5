"""The report of the kept results, without a run."""

from pathlib import Path

import pytest

from methods.bench import paths
from methods.command import pages
from methods.command.command_line import main
from methods.schemas.paper import load_papers
from tests.report.conftest import Page, broken_links

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_whole_site_is_written_from_the_kept_results(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["pages"]) == 0
    site = Path("results/kept_report")
    assert capsys.readouterr().out == f"report: {site}/index.html\n"
    assert not broken_links(site)
    assert {path.stem for path in site.glob("papers/*.html")} == set(load_papers(ROOT))
    for name in ("erm", "yardstick"):
        assert Page(site / f"experiments/{name}/index.html").values("data-row")


def test_a_folder_with_files_of_another_kind_is_refused_and_stays_as_it_is(tmp_path, capsys):
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("years of work")
    assert main(["pages", "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        f"error: {tmp_path} is not empty; name a new folder with --out\n"
    )
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]
    assert thesis.read_text() == "years of work"


@pytest.mark.slow
def test_an_earlier_site_is_written_again_also_if_it_was_not_finished(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "write_site", lambda site, *_: site.sweep())
    (tmp_path / "new").mkdir()
    for _ in range(2):
        assert main(["pages", "--out", str(tmp_path / "new")]) == 0
        left = {file.name for file in (tmp_path / "new").iterdir()}
        assert left == {pages.MARKER, paths.SITE_FILES}
        (tmp_path / "new" / "page-of-a-removed-paper.html").write_text("old")


@pytest.mark.slow
def test_the_folder_of_the_project_needs_no_marker(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pages, "write_site", lambda site, *_: site.sweep())
    old = Path("results/kept_report/index.html")
    old.parent.mkdir(parents=True)
    old.write_text("a site of an earlier version")
    assert main(["pages"]) == 0
    assert not old.exists()
