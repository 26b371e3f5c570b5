"""The report of the kept results, without a run."""

from pathlib import Path

import pytest

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
