"""The kept verdict and that of this run, side by side."""

from itertools import product
from types import SimpleNamespace

import pytest

from methods.bench import paths
from methods.bench.plan import Plan
from methods.claims.verdicts import VERDICTS
from methods.report.site import write_report
from methods.report.two_verdicts import TwoVerdicts, is_at_papers_scale, relation, sentence
from methods.sealed_files import write_sealed_json
from tests.report.conftest import Page, claim

HOLDS, FAILS, INCONCLUSIVE, UNTESTABLE = VERDICTS
PAPER = {"scale": "paper", "datasets": "all"}


def kept(name, verdict, **more):
    return claim(name, verdict, flips={}, **more) | {"scale": "paper"}


@pytest.mark.parametrize(("mine", "leading"), [*product(VERDICTS, VERDICTS)])
def test_an_undecided_verdict_says_nothing_and_a_decided_one_confirms_or_contradicts(mine, leading):
    expected = "says nothing"
    if mine in (HOLDS, FAILS):
        expected = "alone says so"
        if leading in (HOLDS, FAILS):
            expected = "confirms it" if mine == leading else "contradicts it"
    assert relation(mine, leading) == expected


def test_the_kept_verdict_leads_a_quick_run():
    two = TwoVerdicts({"toy/a": kept("toy/a", FAILS)})
    shown = two.shown(claim("toy/a", HOLDS))
    assert (shown["verdict"], shown["at"]) == (FAILS, "at the papers' scale")
    assert (shown["beside"]["verdict"], shown["beside"]["relation"]) == (HOLDS, "contradicts it")
    assert shown["counted_as"] == FAILS


def test_a_run_at_the_papers_scale_leads_itself():
    two = TwoVerdicts({"toy/a": kept("toy/a", UNTESTABLE)}, leads=True)
    shown = two.shown(claim("toy/a", HOLDS))
    assert (shown["verdict"], shown["at"]) == (HOLDS, "in this run, at the papers' scale")
    assert shown["beside"]["by"] == "the kept run"
    assert (shown["beside"]["verdict"], shown["beside"]["relation"]) == (UNTESTABLE, "says nothing")


@pytest.mark.parametrize(
    "more",
    [{"test": {"function": "another"}}, {"test": {"function": "g", "margin": 0.1}},
     {"name": "toy/b"}],
)  # fmt: skip
def test_a_kept_verdict_of_another_test_does_not_lead(more):
    two = TwoVerdicts({"toy/a": kept("toy/a", FAILS, test={"function": "g"})})
    shown = two.shown(claim("toy/a", HOLDS) | more)
    assert (shown["verdict"], shown["beside"], shown["at"]) == (HOLDS, None, "in this run")


KEPT = {"reason": "kept reason", "flips": {"holds": 0.1}, "flip": "kept flip"}
RUN = {"reason": "run reason", "flips": {"fails": 0.2}, "flip": "run flip"}


@pytest.mark.parametrize("leads", [False, True])
def test_the_leading_verdict_has_its_own_reason_flips_and_kind(leads):
    of_kept = {"verdict": FAILS, "counted_as": FAILS, "kind": "experiment"}
    of_run = {"verdict": UNTESTABLE, "counted_as": UNTESTABLE, "kind": ""}
    two = TwoVerdicts({"toy/a": kept("toy/a", FAILS) | KEPT}, leads=leads)
    shown = two.shown(claim("toy/a", UNTESTABLE) | RUN)
    assert shown.items() >= ((of_run | RUN) if leads else (of_kept | KEPT)).items()
    beside = (of_kept | {"reason": "kept reason"}) if leads else {
        "verdict": UNTESTABLE, "counted_as": UNTESTABLE, "reason": "run reason",
    }  # fmt: skip
    assert shown["beside"].items() >= beside.items()
    assert shown["beside"]["relation"] == ("alone says so" if leads else "says nothing")


def test_kept_results_say_once_for_all_that_they_are_at_the_papers_scale():
    two = TwoVerdicts({"toy/a": kept("toy/a", FAILS)}, shows_kept=True)
    shown = two.shown(claim("toy/a", HOLDS))
    assert (shown["verdict"], shown["at"], shown["beside"]) == (HOLDS, "", None)


@pytest.mark.parametrize(("trials", "leads"), [(None, True), (3, False)])
def test_only_verdicts_at_the_papers_scale_are_kept(tmp_path, trials, leads):
    plan = SimpleNamespace(
        scale="paper", config={"datasets": "all", "methods": "all", "trials": trials}
    )
    assert TwoVerdicts.of(plan, tmp_path, True) == TwoVerdicts({}, True, leads)
    ledger = {"claims": [kept("toy/a", FAILS), claim("toy/b", HOLDS), kept("toy/c", HOLDS)]}
    write_sealed_json(tmp_path / paths.REFERENCE / "claims.json", ledger, {})
    two = TwoVerdicts.of(plan, tmp_path, False)
    assert list(two.kept) == ["toy/a", "toy/c"] and (two.shows_kept, two.leads) == (False, leads)


def test_no_run_stands_beside_a_derived_verdict():
    entry = claim("toy/a", HOLDS, derived="tests/a.py::test_b")
    shown = TwoVerdicts({"toy/a": kept("toy/a", HOLDS)}).shown(entry)
    assert (shown["counted_as"], shown["beside"]) == ("derived", None)


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (PAPER, True), (PAPER | {"trials": 3}, False), (PAPER | {"methods": ["B"]}, False),
        (PAPER | {"datasets": "embedded"}, False), ({"datasets": "all"}, False),
    ],
)  # fmt: skip
def test_only_a_run_of_all_trials_data_and_methods_is_at_the_papers_scale(made, entries, expected):
    assert is_at_papers_scale(Plan.from_config(entries, made)) == expected


def test_what_the_second_verdicts_say_is_counted():
    two = TwoVerdicts({f"toy/{i}": kept(f"toy/{i}", FAILS) for i in range(3)})
    verdicts = (FAILS, HOLDS, INCONCLUSIVE, HOLDS)
    shown = [two.shown(claim(f"toy/{i}", verdict)) for i, verdict in enumerate(verdicts)]
    assert sentence(shown) == (
        "Beside them are the verdicts of this run. Of 3 verdicts it confirms 1, contradicts 1 and"
        " says nothing of 1."
    )
    assert sentence(shown[3:]) == ""
    assert "Of 1 verdicts it confirms 1, contradicts 0" in sentence(shown[:1])


def test_a_run_may_decide_what_the_kept_run_left_open():
    two = TwoVerdicts({f"toy/{i}": kept(f"toy/{i}", INCONCLUSIVE) for i in range(2)})
    told = sentence([two.shown(claim(f"toy/{i}", HOLDS)) for i in range(2)])
    assert told.endswith("says nothing of 0. In 2 more it alone decides.")


@pytest.mark.slow
def test_every_page_with_a_verdict_shows_both(run):
    ledger = {"claims": [kept("toy/a", FAILS), kept("toy/ours", FAILS, beyond=True)]}
    write_sealed_json(f"{paths.REFERENCE}/claims.json", ledger, {})
    write_report(Plan.from_config({}, run), run, {})
    front = Page("results/report/index.html").text
    assert "Of 3 claims of the works, 1 fails; 1 more holds by argument alone" in front
    assert "Of 2 verdicts it confirms 1, contradicts 1 and says nothing of 0" in front
    for page in (front, Page("results/report/experiments/toy/index.html").text):
        assert "fails at the papers' scale this run contradicts it: holds" in page
        assert "fails at the papers' scale this run confirms it: fails" in page
