"""What the pages say of kept results that today's code would make in another way."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from methods.bench.plan import Plan
from methods.report.outdated import is_outdated, left_behind, reasons
from methods.report.site import write_report
from tests.report.conftest import Page

SITE = Path("results/report")


@pytest.fixture
def outdated(tmp_path):
    """Results of A and B on alpha and gamma, and what a list says of them.

    Another study is on beta.
    """
    (tmp_path / "toy").mkdir()
    results = SimpleNamespace(
        folder=tmp_path,
        experiment=SimpleNamespace(name="toy", studies=["main", "side"]),
        study=lambda name: SimpleNamespace(methods=[SimpleNamespace(name=m) for m in "AB"]),
        datasets={"main": ["alpha", "gamma"], "side": ["beta"]}.get,
    )

    def of(*changes):
        (tmp_path / "toy/outdated.yaml").write_text(yaml.safe_dump(list(changes)))
        return results

    return of


def test_a_change_of_everything_is_told_with_its_reason(outdated):
    (text,) = reasons(outdated({"why": "ties are broken"}))
    assert text.startswith("All results of this experiment are outdated.")
    assert "changed since they were made: ties are broken. They stay" in text


def test_a_change_of_a_part_names_it(outdated):
    (text,) = reasons(outdated({"why": "w", "methods": ["A", "C*"], "studies": ["main"]}))
    assert text.startswith("The results of A and C* in the studies named main are outdated.")


@pytest.mark.parametrize(
    ("change", "expected"),
    [({}, True), ({"methods": ["B"]}, True), ({"methods": ["C"]}, False),
     ({"studies": ["other"]}, False), ({"datasets": ["beta"]}, False),
     ({"datasets": ["gamma"]}, True)],
)  # fmt: skip
def test_a_study_is_outdated_if_one_of_its_fits_is(outdated, change, expected):
    assert is_outdated(outdated({"why": "w", **change}), "main") is expected


def test_each_change_may_make_a_study_outdated(outdated):
    elsewhere, here = {"why": "w", "methods": ["C"]}, {"why": "w", "methods": ["B"]}
    assert is_outdated(outdated(elsewhere, here), "main")
    assert not is_outdated(outdated(elsewhere, elsewhere), "main")


def test_data_sets_of_a_table_that_its_study_lacks_are_named(outdated):
    results = outdated()
    assert left_behind(results, "main", ["alpha"]) == ""
    one = left_behind(results, "main", ["alpha", "beta", "beta"])
    assert one.startswith("1 data set is in this table and not in its study now: beta.")
    assert left_behind(results, "main", ["c", "d"]).startswith("2 data sets are in this table")


@pytest.mark.slow
def test_the_pages_of_a_report_say_so(run):
    Path("results/toy/outdated.yaml").write_text(yaml.safe_dump([{"why": "ties are broken"}]))
    write_report(Plan.from_config({}, run), run, {})
    assert "ties are broken" in Page(SITE / "experiments/toy/index.html").text
    for page in ("index.html", "methods/b.html", "datasets/alpha.html"):
        assert "outdated" in Page(SITE / page).text, page
