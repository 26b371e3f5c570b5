"""Counts of verdicts in words: an argument settles a claim in a direction."""

import pytest

from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE
from methods.figures.verdict_counts import PARTS
from methods.report.tallies import in_words, tallied_as, tally


def entry(verdict, derived="", beyond=False):
    return {"verdict": verdict, "derived": derived, "beyond": beyond}


def test_what_an_argument_settles_is_counted_by_its_direction():
    claims = [entry(HOLDS), entry(HOLDS, "a"), entry(FAILS, "a"), entry(UNTESTABLE, "a"),
              entry(FAILS, beyond=True)]  # fmt: skip
    words = [tallied_as(claim) for claim in claims]
    assert words == [HOLDS, "holds by argument", "fails by argument", UNTESTABLE, FAILS]
    assert list(tally(claims, beyond=False).values()) == [1, 1, 0, 1, 0, 1]
    assert tally(claims, beyond=True)[FAILS] == 1


def test_a_claim_that_does_not_say_so_is_of_the_works():
    claims = [{"verdict": HOLDS, "derived": ""}]
    assert tally(claims, beyond=False)[HOLDS] == 1 and tally(claims, beyond=True)[HOLDS] == 0


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((27, 3, 26, 5, 14, 0), "Of 75 claims of the paper, 27 hold, 26 fail and 14 are"
         " inconclusive; 3 more hold and 5 fail by argument alone."),
        ((1, 0, 0, 1, 0, 2), "Of 4 claims of the paper, 1 holds; 1 more fails by argument alone."
         " 2 cannot be tested here."),
        ((0, 1, 2, 0, 0, 0), "Of 3 claims of the paper, 2 fail; 1 more holds by argument alone."),
        ((0, 2, 0, 0, 0, 0), "Of 2 claims of the paper, 2 hold by argument alone."),
        ((0, 0, 0, 0, 0, 1), "Of 1 claim of the paper, 1 cannot be tested here."),
        ((0, 0, 0, 0, 1, 0), "Of 1 claim of the paper, 1 is inconclusive."),
    ],
)  # fmt: skip
def test_a_tally_in_words(counts, said):
    order = (HOLDS, "holds by argument", FAILS, "fails by argument", INCONCLUSIVE, UNTESTABLE)
    assert tuple(PARTS) == order
    assert in_words(dict(zip(PARTS, counts, strict=True)), "of the paper") == said
