"""Verdicts, and when a claim of several cases holds."""

import pytest

from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    UNTESTABLE,
    Verdict,
    decide,
    nothing_ran,
    overall,
    pairs_of,
    value_and_interval,
)


def test_verdicts_are_a_closed_vocabulary():
    with pytest.raises(ValueError, match="'perhaps' is not a verdict"):
        Verdict("perhaps", "")
    with pytest.raises(ValueError, match="'perhaps' is not a verdict"):
        Verdict(HOLDS, "", flips={"perhaps": 0.1})


@pytest.mark.parametrize(
    ("holding", "failing", "cases", "need", "verdict"),
    [
        (2, 0, 2, 1.0, HOLDS),
        (1, 0, 2, 1.0, INCONCLUSIVE),
        (1, 1, 2, 1.0, FAILS),
        (1, 1, 2, 0.5, HOLDS),
        (0, 1, 2, 0.5, INCONCLUSIVE),
        (0, 2, 2, 0.5, FAILS),
        (0, 1, 5, 0.8, INCONCLUSIVE),
        (0, 2, 5, 0.8, FAILS),
        (4, 1, 5, 0.8, HOLDS),
        # one of five may still hold; 1 - 0.8 is a little below 0.2 in binary
        (0, 4, 5, 0.2, INCONCLUSIVE),
    ],
)
def test_a_claim_needs_its_share_of_cases(holding, failing, cases, need, verdict):
    assert overall(holding, failing, cases, need) == verdict


def test_methods_are_paired_with_their_own_rival_or_with_every_rival():
    assert pairs_of("AB", "CD", pairwise=True) == [("A", "C"), ("B", "D")]
    assert pairs_of("A", "CD", pairwise=False) == [("A", "C"), ("A", "D")]
    with pytest.raises(ValueError):
        pairs_of("AB", "C", pairwise=True)


def test_what_is_shown_decides_and_holding_comes_first():
    assert [decide(h, f) for h, f in ((True, False), (False, True), (False, False))] == [
        HOLDS, FAILS, INCONCLUSIVE,
    ]  # fmt: skip


def test_a_value_stands_before_its_interval_in_one_scale():
    assert value_and_interval(0.12, (0.1, 0.14), ".2f") == "0.12 [0.10, 0.14]"
    assert value_and_interval(0.12, (0.1, 0.14), ".1f", 100) == "12.0 [10.0, 14.0]"


def test_a_verdict_without_trials_names_the_study_and_the_data_sets():
    verdict = nothing_ran("main", ["alpha", "beta"])
    assert verdict == Verdict(
        UNTESTABLE, "study 'main' has no finished trials on alpha, beta in this run"
    )
    assert nothing_ran("main").reason == "study 'main' has no finished trials in this run"
