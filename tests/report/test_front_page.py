"""The front page: counts, headlines, all claims, what ran, and what is missing."""

import json
from types import SimpleNamespace

import pytest

from methods.report import front_page
from methods.report.front_page import summary, write_front_page
from methods.report.site_folder import SiteFolder
from methods.report.two_verdicts import TwoVerdicts
from tests.report.conftest import Page

NONE = dict.fromkeys(
    ("holds", "holds by argument", "fails", "fails by argument", "inconclusive",
     "cannot be tested here"), 0
)  # fmt: skip
PLACE = {"where": "Table 1", "about": "", "scale": "quick", "test": {"function": "a", "study": "b"}}
LEDGER = {"scale": "quick", "datasets": "embedded"}


def claim(name, verdict, beyond=False):
    return {**PLACE, "name": name, "says": f"Says {name}", "verdict": verdict, "beyond": beyond,
            "derived": "", "reason": f"Why {name}.", "flips": {}, "flip": ""}  # fmt: skip


CLAIMS = {
    "one": [claim("one/a", "cannot be tested here"), claim("one/b", "fails"),
            claim("one/c", "holds")],
    "two": [claim("two/ours", "holds", beyond=True), claim("two/d", "inconclusive")],
}  # fmt: skip


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write the page of two experiments, and read it."""
    experiments = [
        SimpleNamespace(experiment=SimpleNamespace(name=name, title=f"Title {name}"))
        for name in CLAIMS
    ]
    ran = {"datasets": 3, "methods": 4, "fits": 60, "well": 60, "hours": 0.25}
    of_experiment = {
        "stored_claims": CLAIMS.get, "outdated_of": {"two": ["a change"]}.get,
        "totals": lambda name: ran | {"trials": f"{name} trials"},
        "gaps": lambda name: [{"text": f"{name}/main: lost", "more": "", "log": None}],
    }  # fmt: skip
    for function, of_name in of_experiment.items():
        told = lambda results, of_name=of_name: of_name(results.experiment.name)  # noqa: E731
        monkeypatch.setattr(front_page, function, told)
    monkeypatch.setattr(front_page, "made_from", lambda kept: f"Kept: {kept}.")

    def write(headlines=None, papers=(), texts=None, lacks=(), two=None, kept=False):
        file = tmp_path / "headlines.yaml"
        if headlines is not None:
            file.write_text(json.dumps(headlines))
        site = SiteFolder(tmp_path, kept=kept, has_papers=bool(papers))
        write_front_page(
            site, experiments, [], LEDGER, file, {"A": "a.html"}, papers, two or TwoVerdicts(),
            texts or {}, lacks,
        )  # fmt: skip
        return Page(tmp_path / "index.html")

    return write


def paper(told=(), ours=()):
    """What the page is given of a paper of which these claims are told."""
    told, ours = (
        [claim(name, "holds") | {"at": "", "beside": None, "kind": "", "counted_as": "holds",
                                 "change": "No."} for name in names]
        for names in (told, ours)
    )  # fmt: skip
    return {"href": "papers/p.html", "title": "Margins", "authors": ["A"], "year": 2001,
            "venue": "J", "address": "https://example.org", "found": [], "sentence": "Of 1.",
            "left_out": 0, "kind": "paper", "waits": False, "told": told, "ours": ours,
            "picture": None, "tables": "1 of 1", "figures": "0 of 0",
            "equations": "0 of 0"}  # fmt: skip


def findings(page):
    """The claims among the findings, by what they say."""
    text = page.path.read_text(encoding="utf-8").partition('<ol class="findings">')[2]
    return [part.partition("</p>")[0] for part in
            text.partition("</ol>")[0].split('<p class="says">')[1:]]  # fmt: skip


def test_claims_of_the_works_are_counted_apart_from_ours(write):
    page = write()
    assert "Of 4 claims of the works, 1 holds and 1 fails" in page.text
    assert "1 more claim is ours, beyond the works" in page.text
    assert [label for label in page.values("aria-label") if label[0].isdigit()] == [
        "1 holds, 1 fails, 1 inconclusive, 1 cannot be tested here", "1 holds",
    ]  # fmt: skip
    assert "Find and read all 5 claims" in page.text and "Kept: False." in page.text
    assert "This run: scale quick, data sets embedded." in page.text
    assert "Kept: True." in write(kept=True).text


def test_each_claim_leads_to_its_evidence(write):
    page = write()
    links = [link for link in page.values("href") if "#claim-" in link]
    assert links == [
        *(f"experiments/one/index.html#claim-one_{name}" for name in "abc"),
        "experiments/two/index.html#claim-two_ours", "experiments/two/index.html#claim-two_d",
    ]  # fmt: skip
    assert page.values("data-verdict") == [
        "cannot be tested here", "fails", "holds", "holds", "inconclusive",
    ]  # fmt: skip


def test_headlines_stand_in_their_order_and_those_without_a_test_last(write):
    page = write(["one/a", "one/c", "gone/x", "one/b", "two/d"])
    assert findings(page) == ["Says one/c", "Says one/b", "Says two/d", "Says one/a"]
    text = page.text.partition(" Findings ")[2]
    assert "What would change it: No change of the errors would turn it." in text
    assert "Why not: Why one/a." in text and "Evidence · Title one, Table 1" in text


def test_headlines_that_are_told_of_a_paper_are_no_findings(write):
    chosen = ["one/a", "one/b", "two/ours", "one/c"]
    page = write(chosen, [paper(told=["one/b"]), paper(ours=["two/ours"])])
    assert findings(page) == ["Says one/c", "Says one/a"] and "More findings" in page.text


def test_without_a_file_of_headlines_there_are_no_findings(write):
    assert "findings" not in write().values("id")


def test_what_ran_of_each_experiment_is_listed(write):
    text = write().text.partition("what ran of them ")[2]
    assert "Title one 3 4 one trials 60 60 0.25 Title two outdated 3 4 two trials" in text
    assert {"experiments/one/index.html", "experiments/two/index.html"} <= set(
        write().values("href")
    )


def test_what_is_missing_is_named(write):
    page = write(lacks=["toy: study main"])
    assert "1 parts of the experiment files are not in the kept run toy: study main" in page.text
    assert "one/main: lost" in page.text and "two/main: lost" in page.text


def test_texts_are_linked_by_their_titles(write):
    page = write(texts={"testing.html": "How a claim", "glossary.html": "Words"})
    assert "To read: how a claim , words ." in page.text
    assert "glossary.html" in page.values("href")


def test_the_second_verdicts_are_told_together(write):
    kept = {"one/b": claim("one/b", "holds"), "one/c": claim("one/c", "holds")}
    text = write(two=TwoVerdicts(kept)).text
    assert "Of 2 verdicts it confirms 1, contradicts 1 and says nothing of 0." in text
    assert "Of 4 claims of the works, 2 hold" in text


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ({}, "No claim of a work has been tested in this run"),
        ({"inconclusive": 1}, "Of 1 claim of the works, none is decided"),
        ({"holds": 1}, "Of 1 claim of the works, 1 holds"),
        ({"holds": 2, "fails": 1, "inconclusive": 4},
         "Of 7 claims of the works, 2 hold and 1 fails"),
        ({"fails by argument": 2}, "Of 2 claims of the works, 2 fail by argument alone"),
        ({"holds": 1, "holds by argument": 1},
         "Of 2 claims of the works, 1 holds; 1 more holds by argument alone"),
    ],
)  # fmt: skip
def test_the_headline_counts_what_holds_and_fails(counts, told):
    assert summary(NONE | counts) == told


def test_the_verdict_that_leads_is_counted_and_said_what_would_change_it(write):
    kept = claim("one/b", "holds") | {"flips": {"fails": 0.01}, "flip": "It fails from 1 point on."}
    page = write(["one/b"], two=TwoVerdicts({"one/b": kept}))
    assert "What would change it: It fails from 1 point on." in page.text
    assert page.values("data-verdict")[:3] == ["cannot be tested here", "holds", "holds"]


@pytest.mark.parametrize(("kept", "said"), [("one/b", True), ("other/b", False)])
def test_kept_verdicts_are_said_to_lead_only_where_one_does(write, kept, said):
    page = write(two=TwoVerdicts({kept: claim(kept, "holds")}))
    assert ("The leading verdicts are from the kept run" in page.text) == said


def test_claims_of_ours_are_counted_over_all_experiments(write, monkeypatch):
    monkeypatch.setitem(CLAIMS, "one", [*CLAIMS["one"], claim("one/ours", "fails", beyond=True)])
    assert "2 more claims are ours, beyond the works" in write().text
