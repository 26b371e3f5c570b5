"""Counts of claims: ours apart from those of the source, and derived ones by themselves."""

import pytest

from methods.claims.counts import COUNTED, DERIVED, counted_as, counts, told_as
from methods.claims.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNTESTABLE


@pytest.mark.parametrize(
    ("verdict", "derived", "word"),
    [
        (HOLDS, "", HOLDS),
        (HOLDS, "tests/a.py::test_b", DERIVED),
        (FAILS, "tests/a.py::test_b", DERIVED),
        (FAILS, "", FAILS),
        (INCONCLUSIVE, "tests/a.py::test_b", INCONCLUSIVE),
        (UNTESTABLE, "tests/a.py::test_b", UNTESTABLE),
    ],
)
def test_a_proof_counts_neither_for_nor_against_a_source(verdict, derived, word):
    assert counted_as({"verdict": verdict, "derived": derived}) == word


@pytest.mark.parametrize(
    ("verdict", "derived", "told"),
    [
        (HOLDS, "", "holds"),
        (HOLDS, "tests/a.py::test_b", "holds by argument"),
        (FAILS, "tests/a.py::test_b", "fails by argument"),
        (INCONCLUSIVE, "tests/a.py::test_b", "inconclusive"),
    ],
)
def test_a_reader_is_told_which_verdicts_stand_by_argument(verdict, derived, told):
    assert told_as({"verdict": verdict, "derived": derived}) == told


def test_claims_of_ours_are_counted_apart():
    claims = [{"verdict": HOLDS}, {"verdict": HOLDS, "beyond": True}, {"verdict": FAILS}]
    assert counts(claims, beyond=False) == dict.fromkeys(COUNTED, 0) | {HOLDS: 1, FAILS: 1}
    assert counts(claims, beyond=True) == dict.fromkeys(COUNTED, 0) | {HOLDS: 1}
