"""When a claim holds: intervals against regions, and shares of cases."""

from math import inf, nan

import pytest

from methods.claims.verdicts import (
    FAILS,
    HOLDS,
    INCONCLUSIVE,
    Verdict,
    lies_above,
    lies_at_most,
    lies_below,
    lies_between,
    negative_or_positive,
    overall,
    pairs_of,
)

H, F, I = HOLDS, FAILS, INCONCLUSIVE  # noqa: E741


def test_verdicts_are_a_closed_vocabulary():
    with pytest.raises(ValueError, match="'perhaps' is not a verdict"):
        Verdict("perhaps", "")


@pytest.mark.parametrize(
    ("lies", "bounds", "verdict_by_interval"),
    [
        (
            lies_below,
            (1.0,),
            {(0, 0.9): H, (0, 1): I, (0, 2): I, (1, 2): F, (1.1, 2): F, (1, 1): F, (0.9, 0.9): H},
        ),
        (
            lies_above,
            (1.0,),
            {(1.1, 2): H, (1, 2): I, (0, 2): I, (0, 1): F, (0, 0.9): F, (1, 1): F, (1.1, 1.1): H},
        ),
        (
            lies_at_most,
            (1.0,),
            {(0, 0.9): H, (0, 1): H, (0, 2): I, (1, 2): I, (1.1, 2): F, (1, 1): H, (1.1, 1.1): F},
        ),
        (
            lies_between,
            (-1.0, 1.0),
            {(-0.9, 0.9): H, (-1, 0): I, (0, 1): I, (-2, 2): I, (1, 2): F, (-2, -1): F,
             (0, 0): H, (1, 1): F, (-1, -1): F},
        ),
        (
            negative_or_positive,
            (),
            {(-2, -1): H, (-1, 0): I, (-1, 1): I, (0, 1): I, (1, 2): F, (0, 0): I},
        ),
    ],
)  # fmt: skip
def test_an_interval_holds_inside_the_region_and_fails_outside_it(
    lies, bounds, verdict_by_interval
):
    verdicts = {interval: lies(interval, *bounds) for interval in verdict_by_interval}
    assert verdicts == verdict_by_interval
    assert lies((nan, nan), *bounds) == I


def test_a_region_may_be_open_to_one_side():
    assert lies_between((5, 6), 0.0, inf) == H
    assert lies_between((-6, -5), 0.0, inf) == F


@pytest.mark.parametrize(
    ("verdicts", "need", "verdict"),
    [
        ([H, H], 1.0, H),
        ([H, I], 1.0, I),
        ([H, F], 1.0, F),
        ([H, F], 0.5, H),
        ([I, F], 0.5, I),
        ([F, F], 0.5, F),
        ([F, I, I, I, I], 0.8, I),
        ([F, F, I, I, I], 0.8, F),
        ([F, H, H, H, H], 0.8, H),
        # one of five may still hold; 1 - 0.8 is a little below 0.2 in binary
        ([F, F, F, F, I], 0.2, I),
    ],
)
def test_a_claim_needs_its_share_of_cases(verdicts, need, verdict):
    assert overall(verdicts, need) == verdict


def test_methods_are_paired_with_their_own_rival_or_with_every_rival():
    assert pairs_of("AB", "CD", pairwise=True) == [("A", "C"), ("B", "D")]
    assert pairs_of("A", "CD", pairwise=False) == [("A", "C"), ("A", "D")]
    with pytest.raises(ValueError):
        pairs_of("AB", "C", pairwise=True)
