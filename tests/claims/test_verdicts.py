"""Verdicts and the ledger."""

import pytest

from methods.claims.ledger import judge
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE, Verdict, overall
from methods.errors import UserError
from tests.made_up import made_up_results

CLAIM = {"where": "section 1", "says": "A is better"}
CANNOT = {**CLAIM, "function": "methods.claims.reasoned.cannot", "why": "no such data"}
LOWER = {
    **CLAIM, "function": "methods.claims.scores.lower", "study": "main",
    "methods": ["A"], "than": ["B"], "margin": 0.1,
}  # fmt: skip
H, F, I = HOLDS, FAILS, INCONCLUSIVE  # noqa: E741


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    claims = {
        "better": LOWER,
        "no-data": CANNOT,
        "typo": LOWER | {"marign": 0.1},
        "settled": {**CLAIM, "function": "methods.claims.reasoned.derived", "verdict": HOLDS,
                    "why": "by convexity", "test": "tests/margin"},
    }  # fmt: skip
    scores = {"alpha": {"A": [0.1, 0.11, 0.12], "B": [0.5, 0.51, 0.52]}}
    return made_up_results(tmp_path, scores, claims=claims)


def test_an_entry_of_the_ledger_has_words_verdict_evidence_and_test(results):
    entry = judge(results, "better")
    (case,) = entry.pop("evidence")
    assert entry.pop("reason").startswith("lower error by more than 0.1: holds in 1")
    assert entry == {
        "name": "toy/better", "source": "toy", "where": "section 1", "says": "A is better",
        "verdict": HOLDS, "scale": "quick",
        "test": {"function": "methods.claims.scores.lower", "study": "main",
                 "methods": ["A"], "than": ["B"], "margin": 0.1},
    }  # fmt: skip
    assert (case["method"], case["than"], case["pairs"]) == ("A", "B", 3)
    assert case["difference"] == pytest.approx(-0.4)


def test_what_cannot_be_tested_says_why(results):
    entry = judge(results, "no-data")
    assert (entry["verdict"], entry["reason"]) == (UNTESTABLE, "no such data")


def test_what_an_argument_settles_names_its_test(results):
    entry = judge(results, "settled")
    assert entry["verdict"] == HOLDS and entry["evidence"] == [{"test": "tests/margin"}]


def test_a_misspelt_option_of_a_claim_is_one_line(results):
    with pytest.raises(UserError, match="unknown option 'marign'; did you mean 'margin'"):
        judge(results, "typo")


def test_verdicts_are_a_closed_vocabulary():
    with pytest.raises(ValueError, match="'perhaps' is not a verdict"):
        Verdict("perhaps", "")


@pytest.mark.parametrize(
    ("words", "need", "verdict"),
    [
        ([H, H], 1.0, H),
        ([H, I], 1.0, I),
        ([H, F], 1.0, F),
        ([H, F], 0.5, H),
        ([I, F], 0.5, I),
        ([F, F], 0.5, F),
        # four of five may still hold; 1 - 0.8 is a little below 0.2 in binary
        ([F, I, I, I, I], 0.8, I),
        ([F, F, I, I, I], 0.8, F),
        ([F, H, H, H, H], 0.8, H),
    ],
)
def test_a_claim_needs_its_share_of_cases(words, need, verdict):
    assert overall(words, need) == verdict
