"""Claims that need no run."""

from methods.claims.reasoned import cannot, derived
from methods.claims.verdicts import HOLDS, UNTESTABLE


def test_what_cannot_be_tested_says_why():
    verdict = cannot(None, why="no such data")
    assert (verdict.verdict, verdict.reason) == (UNTESTABLE, "No such data.")


def test_what_an_argument_settles_says_which():
    verdict = derived(None, verdict=HOLDS, why="by convexity")
    assert (verdict.verdict, verdict.reason) == (HOLDS, "By convexity.")
